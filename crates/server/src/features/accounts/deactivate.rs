//! Leaving: sessions end at once, signing in can restore the account for 30 days, then the cleanup deletes it.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::letters::Deactivated;
use super::{Message, links, proof};
use crate::app::state::AppState;
use crate::base::clock::Timestamp;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::mail;
use crate::base::secrets::Secret;
use crate::features::audit;
use crate::features::billing;
use crate::features::second_factor::pending;
use crate::features::sessions::{CurrentUser, cookie, store};

/// How long a deactivated account can be restored.
pub const RESTORE_DAYS: i64 = 30;

#[derive(Debug, Deserialize, ToSchema)]
pub struct Deactivate {
    /// Typed by the person, to be sure.
    pub email: String,
    /// Of the account, when it has one.
    #[schema(value_type = Option<String>)]
    pub password: Option<Secret>,
}

/// Deactivates the account.
#[utoipa::path(post, path = "/api/v1/me/deactivate", tag = "accounts", security(("bearer" = [])),
    request_body = Deactivate,
    responses((status = 200, body = Message), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn deactivate(
    State(state): State<AppState>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Deactivate>,
) -> Result<Response> {
    if form.email.trim().to_lowercase() != current.user.email {
        return Err(ApiError::invalid("email", "Type your e-mail address exactly to confirm"));
    }
    proof::check(&state, &current, form.password.as_ref()).await?;
    let user = current.user;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    q!("UPDATE users SET deactivated_at = $2, updated_at = $2 WHERE id = $1", user.id, now)
        .execute(&mut tx)
        .await?;
    store::revoke_others(&mut tx, user.id, None, "account deactivated", now).await?;
    links::void(&mut tx, &user, now).await?;
    pending::forget(&mut tx, user.id).await?;
    audit::note(&state, &mut tx, Some(user.id), "account deactivated", &client).await?;
    mail::send(&state, &mut tx, &user.email, &Deactivated {}).await?;
    billing::leaving::queue(&state, &mut tx, user.id).await?;
    tx.commit().await?;
    let message = format!(
        "Your account is deactivated. Sign in within {RESTORE_DAYS} days to restore it; after that everything is deleted."
    );
    Ok((cookie::clear_refresh(&state.config), Json(Message::new(message))).into_response())
}

/// Brings a deactivated account back.
pub async fn restore(tx: &mut Tx, id: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    q!("UPDATE users SET deactivated_at = NULL, updated_at = $2 WHERE id = $1", id, now).execute(tx).await?;
    Ok(())
}

/// The answer to a right password of a deactivated account: the screen offers to restore it.
pub fn deactivated() -> ApiError {
    ApiError::forbidden("account_deactivated", "This account is deactivated.")
        .with_detail("Sign in again with \"restore\" to bring it back; after 30 days it is deleted.")
}
