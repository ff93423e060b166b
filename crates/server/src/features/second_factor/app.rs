//! The authenticator_apps table: one app for each person, and each of its codes once.

use uuid::Uuid;

use super::{sealed, totp};
use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};

struct App {
    sealed_secret: Vec<u8>,
    last_step: i64,
}
row!(App { sealed_secret, last_step });

/// Keeps a new secret until its first code; one that was set up before and never confirmed gives way.
pub(super) async fn begin(state: &Context, tx: &mut Tx, user: Uuid) -> Result<Vec<u8>> {
    let mut secret = vec![0u8; totp::SECRET_BYTES];
    state.random.fill(&mut secret);
    let kept = q!(
        "INSERT INTO authenticator_apps (user_id, sealed_secret, last_step, created_at) VALUES ($1, $2, 0, $3)
         ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0,
         created_at = excluded.created_at WHERE authenticator_apps.confirmed_at IS NULL",
        user,
        sealed::seal(&state.keys, &*state.random, user, &secret),
        state.clock.now()
    )
    .execute(tx)
    .await?;
    if kept == 1 { Ok(secret) } else { Err(exists()) }
}

/// Confirms the app that was set up, by its first code.
pub(super) async fn confirm(state: &Context, tx: &mut Tx, user: Uuid, code: &str) -> Result<bool> {
    let waiting: Option<App> = q!(
        "SELECT sealed_secret, last_step FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NULL",
        user
    )
    .optional(&mut *tx)
    .await?;
    let Some(app) = waiting else { return Err(not_begun()) };
    let Some(step) = step_of(state, user, &app, code) else { return Ok(false) };
    let confirmed = q!(
        "UPDATE authenticator_apps SET confirmed_at = $2, last_step = $3
         WHERE user_id = $1 AND confirmed_at IS NULL AND sealed_secret = $4",
        user,
        state.clock.now(),
        step,
        app.sealed_secret
    )
    .execute(tx)
    .await?;
    Ok(confirmed == 1)
}

/// Uses a code up. Of two who send the same code at once, one wins: the step only ever grows.
pub(super) async fn accept(state: &Context, tx: &mut Tx, user: Uuid, code: &str) -> Result<bool> {
    let app: Option<App> = q!(
        "SELECT sealed_secret, last_step FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL",
        user
    )
    .optional(&mut *tx)
    .await?;
    let Some(step) = app.and_then(|app| step_of(state, user, &app, code)) else { return Ok(false) };
    let used = q!(
        "UPDATE authenticator_apps SET last_step = $2
         WHERE user_id = $1 AND last_step < $2 AND confirmed_at IS NOT NULL",
        user,
        step
    )
    .execute(tx)
    .await?;
    Ok(used == 1)
}

fn step_of(state: &Context, user: Uuid, app: &App, code: &str) -> Option<i64> {
    let secret = sealed::open(&state.keys, user, &app.sealed_secret);
    if secret.is_none() {
        tracing::warn!(%user, "the secret of an authenticator app was kept under another AUTH_SECRET");
    }
    totp::matching_step(&secret?, code, state.clock.now(), app.last_step)
}

/// When the app was confirmed, if there is one.
pub(super) async fn confirmed_at(target: impl Target, user: Uuid) -> Result<Option<Timestamp>> {
    let found = q!(
        "SELECT confirmed_at FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL",
        user
    )
    .optional::<(i64,)>(target)
    .await?;
    Ok(found.map(|(at,)| Timestamp(at)))
}

/// Whether there was a confirmed one.
pub(super) async fn remove(tx: &mut Tx, user: Uuid) -> Result<bool> {
    let removed = q!("DELETE FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL", user)
        .execute(tx)
        .await?;
    Ok(removed == 1)
}

fn exists() -> ApiError {
    let title = "An authenticator app is set up already. Remove it before you set up another one.";
    ApiError::new(http::StatusCode::CONFLICT, "app_exists", title)
}

fn not_begun() -> ApiError {
    ApiError::bad_request("app_not_begun", "This set-up is no longer valid. Please start again.")
}
