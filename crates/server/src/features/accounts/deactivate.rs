//! Leaving: sessions end at once, signing in can restore the account for 30 days, then the cleanup deletes it.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::emails::Deactivated;
use super::links;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Message};
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::secret::Secret;
use crate::features::second_factor::pending;
use crate::features::sessions::store;
use crate::features::users::{CurrentUser, RESTORE_DAYS, proof};
use crate::features::{audit, billing, emails};

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
    State(state): State<Context>,
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
    emails::send(&state, &mut tx, &user.email, &Deactivated {}).await?;
    billing::leaving::queue(&state, &mut tx, user.id).await?;
    tx.commit().await?;
    let message = format!(
        "Your account is deactivated. Sign in within {RESTORE_DAYS} days to restore it; after that everything is deleted."
    );
    Ok((cookie::clear_refresh(&state.config), Json(Message::new(message))).into_response())
}
