//! The new password that the link of a forgotten one allows.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::links::{self, Purpose};
use super::password_rules::{Asking, check};
use super::{Message, user};
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
    check(&state.config.auth, Asking::First, form.password.expose())?;
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let hash = state.passwords.hash(&*state.random, form.password.expose()).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let used = links::take(&mut tx, Purpose::Recover, form.token.expose(), now).await?;
    let user = user::by_id(&mut tx, used.user_id).await?.ok_or_else(links::worn_out)?;
    user::set_password(&mut tx, user.id, &hash, now).await?;
    links::void_all(&mut tx, user.id, now).await?;
    store::revoke_others(&mut tx, user.id, None, "password reset", now).await?;
    audit::note(&state, &mut tx, Some(user.id), "password reset", &client).await?;
    mail::send(&state, &mut tx, &user.email, &Letter::PasswordChanged).await?;
    tx.commit().await?;
    let message = Json(Message::new("Password updated successfully!"));
    Ok((cookie::clear_refresh(&state.config), message).into_response())
}
