//! A forgotten password: the mail with the link, and the new password that the link allows.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::confirm::{Address, worn_out};
use super::links::{self, Purpose};
use super::{Message, normalise_email, passwords, user};
use crate::audit;
use crate::error::{Problem, Result};
use crate::extract::Json;
use crate::http::client::Client;
use crate::http::origin::SameOrigin;
use crate::mail::{self, Letter};
use crate::rate;
use crate::secrets::Secret;
use crate::sessions::{cookie, store};
use crate::state::AppState;

/// Sends a reset link. The answer, and the work before it, are the same for unknown addresses.
#[utoipa::path(post, path = "/api/v1/auth/forgot", tag = "accounts", request_body = Address,
    responses((status = 202, body = Message), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn forgot(
    State(state): State<AppState>,
    client: Client,
    Json(form): Json<Address>,
) -> Result<(StatusCode, Json<Message>)> {
    let email = normalise_email(&form.email)?;
    rate::take(&state, rate::MAIL_PER_IP, &rate::subscriber(client.ip)).await?;
    let mut tx = state.db.begin().await?;
    mail::send(&state, &mut tx, &email, &Letter::Recover).await?;
    tx.commit().await?;
    state.worker.notify_one();
    Ok((StatusCode::ACCEPTED, Json(Message::new("Password reset email sent! Check your inbox."))))
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct Reset {
    /// From the link.
    #[schema(value_type = String)]
    pub token: Secret,
    #[schema(value_type = String)]
    pub password: Secret,
}

/// Sets a new password by the link. Every session of the account ends.
#[utoipa::path(post, path = "/api/v1/auth/reset", tag = "accounts", request_body = Reset,
    responses((status = 200, body = Message), (status = 400, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn reset(
    State(state): State<AppState>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Reset>,
) -> Result<Response> {
    let min = state.config.auth.auth_password_min;
    passwords::check(
        "password",
        form.password.expose(),
        min,
        &format!("Password must be at least {min} characters"),
    )?;
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let hash = state.passwords.hash(&*state.random, form.password.expose()).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let used =
        links::take(&mut tx, Purpose::Recover, form.token.expose(), now).await?.ok_or_else(worn_out)?;
    let user = user::by_id(&mut tx, used.user_id).await?.ok_or_else(worn_out)?;
    user::set_password(&mut tx, user.id, &hash, now).await?;
    links::void_all(&mut tx, user.id, now).await?;
    store::revoke_others(&mut tx, user.id, None, "password reset", now).await?;
    audit::note(&state, &mut tx, Some(user.id), "password reset", &client).await?;
    mail::send(&state, &mut tx, &user.email, &Letter::PasswordChanged).await?;
    tx.commit().await?;
    state.worker.notify_one();
    let message = Json(Message::new("Password updated successfully!"));
    Ok((cookie::clear_refresh(&state.config), message).into_response())
}
