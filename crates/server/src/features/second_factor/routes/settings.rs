//! What a person has set up, new recovery codes, and turning all of it off.

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::features::second_factor::emails::Change;
use crate::features::second_factor::passkeys::{self, Passkey};
use crate::features::second_factor::proof::{self, Proof};
use crate::features::second_factor::{app, change, is_on, recovery, remove_all};
use crate::features::usage;
use crate::features::users::CurrentUser;

/// Two-step sign-in as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorView {
    pub is_on: bool,
    /// When the authenticator app was confirmed, if there is one.
    pub app_confirmed_at: Option<Timestamp>,
    pub recovery_codes_left: i64,
    pub passkeys: Vec<PasskeyView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView {
    pub id: Uuid,
    #[schema(example = "Laptop")]
    pub name: String,
    /// Whether it is kept by more than one device.
    pub is_synced: bool,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

impl From<Passkey> for PasskeyView {
    fn from(row: Passkey) -> Self {
        let Passkey { id, name, is_synced, created_at, last_used_at } = row;
        Self { id, name, is_synced, created_at, last_used_at }
    }
}

/// Ten codes, each for one sign-in. They cannot be shown again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// What is set up.
#[utoipa::path(get, path = "/api/v1/me/second-factor", tag = "second factor", security(("bearer" = [])),
    responses((status = 200, body = SecondFactorView), (status = 401, body = Problem)))]
pub async fn show(State(state): State<Context>, current: CurrentUser) -> Result<Json<SecondFactorView>> {
    let user = current.user.id;
    let app_confirmed_at = app::confirmed_at(&state.db, user).await?;
    let passkeys = passkeys::list(&state.db, user).await?;
    Ok(Json(SecondFactorView {
        is_on: app_confirmed_at.is_some() || !passkeys.is_empty(),
        app_confirmed_at,
        recovery_codes_left: recovery::left(&state.db, user).await?,
        passkeys: passkeys.into_iter().map(PasskeyView::from).collect(),
    }))
}

/// Makes new recovery codes. The earlier ones no longer work.
#[utoipa::path(post, path = "/api/v1/me/second-factor/recovery-codes", tag = "second factor",
    security(("bearer" = [])), request_body = Proof,
    responses((status = 200, body = RecoveryCodes), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn renew_codes(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Proof>,
) -> Result<Json<RecoveryCodes>> {
    proof::check(&state, &current, &form, &client).await?;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    if !is_on(&mut tx, current.user.id).await? {
        return Err(off());
    }
    let recovery_codes = recovery::renew(&state, &mut tx, current.user.id).await?;
    change::tell(&state, &mut tx, &current, Change::CodesRenewed, &client).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Turns two-step sign-in off: the app, every passkey and the recovery codes go.
#[utoipa::path(post, path = "/api/v1/me/second-factor/off", tag = "second factor", security(("bearer" = [])),
    request_body = Proof,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn turn_off(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Proof>,
) -> Result<StatusCode> {
    proof::check(&state, &current, &form, &client).await?;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    if !is_on(&mut tx, current.user.id).await? {
        return Err(off());
    }
    remove_all(&mut tx, current.user.id).await?;
    change::tell(&state, &mut tx, &current, Change::Off, &client).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn off() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "second_factor_off", "Two-step sign-in is off.")
}
