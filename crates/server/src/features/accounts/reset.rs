//! The new password that the link of a forgotten one allows.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::emails::PasswordChanged;
use super::password_rules::{Asking, check};
use super::{claim, links};
use crate::base::context::Context;
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Message};
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::http::origin::SameOrigin;
use crate::base::secret::Secret;
use crate::base::{random, rate};
use crate::features::second_factor::{self, pending};
use crate::features::sessions::store;
use crate::features::{audit, emails, users};

#[derive(Debug, Deserialize, ToSchema)]
pub struct Reset {
    /// From the link.
    #[schema(value_type = String)]
    pub token: Secret,
    #[schema(value_type = String)]
    pub password: Secret,
}

/// The token of a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetLink {
    #[schema(value_type = String)]
    pub token: Secret,
}

/// Whether a link is still valid, asked before a new password is typed. The link is not used up.
#[utoipa::path(post, path = "/api/v1/auth/reset/check", tag = "accounts", request_body = ResetLink,
    responses((status = 204), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub async fn check_link(
    State(state): State<Context>,
    client: Client,
    Json(form): Json<ResetLink>,
) -> Result<StatusCode> {
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    if links::is_good(&state, form.token.expose()).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(links::worn_out())
    }
}

/// Sets a new password by the link. Every session of the account ends.
#[utoipa::path(post, path = "/api/v1/auth/reset", tag = "accounts", request_body = Reset,
    responses((status = 200, body = Message), (status = 400, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn reset(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Reset>,
) -> Result<Response> {
    check(&state.config.auth, Asking::First, form.password.expose())?;
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let hash = state.passwords.hash(&*state.random, form.password.expose()).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let owner = links::take(&mut tx, form.token.expose(), now).await?;
    let user = users::by_id(&mut tx, owner).await?.ok_or_else(links::worn_out)?;
    // The link came to the address, which proves it; but a link never takes a second factor away.
    if !second_factor::is_on(&mut tx, user.id).await? {
        claim(&state, &mut tx, &user, &client).await?;
    }
    users::set_password(&mut tx, user.id, &hash, now).await?;
    links::void(&mut tx, &user, now).await?;
    pending::forget(&mut tx, user.id).await?;
    store::revoke_others(&mut tx, user.id, None, "password reset", now).await?;
    audit::note(&state, &mut tx, Some(user.id), "password reset", &client).await?;
    emails::send(&state, &mut tx, &user.email, &PasswordChanged {}).await?;
    tx.commit().await?;
    let message = Json(Message::new("Password updated successfully!"));
    // The link proved the owner: guesses from elsewhere must not keep them from signing in with the new password.
    let device = state.keys.device_token(&random::token(&*state.random), user.id);
    let cookies = (cookie::clear_refresh(&state.config), cookie::device(&state.config, &device));
    Ok((cookies, message).into_response())
}
