//! Asking for a mail by address: the confirmation again, or the link of a forgotten password. The answer, and the work
//! before it, are the same whether or not the address has an account; only the worker finds out.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Message, normalise_email};
use crate::error::{Problem, Result};
use crate::extract::Json;
use crate::http::client::Client;
use crate::mail::{self, Letter};
use crate::rate;
use crate::state::AppState;

pub(super) const CHECK_YOUR_EMAIL: &str = "Check your email for a confirmation link!";

#[derive(Debug, Deserialize, ToSchema)]
pub struct Address {
    pub email: String,
}

type Accepted = (StatusCode, Json<Message>);

/// Sends the confirmation again.
#[utoipa::path(post, path = "/api/v1/auth/resend", tag = "accounts", request_body = Address,
    responses((status = 202, body = Message), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn resend(
    State(state): State<AppState>,
    client: Client,
    Json(form): Json<Address>,
) -> Result<Accepted> {
    letter_to(&state, &client, &form, &Letter::Resend).await?;
    Ok(accepted(CHECK_YOUR_EMAIL))
}

/// Sends a link that sets a new password.
#[utoipa::path(post, path = "/api/v1/auth/forgot", tag = "accounts", request_body = Address,
    responses((status = 202, body = Message), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn forgot(
    State(state): State<AppState>,
    client: Client,
    Json(form): Json<Address>,
) -> Result<Accepted> {
    letter_to(&state, &client, &form, &Letter::Recover).await?;
    Ok(accepted("Password reset email sent! Check your inbox."))
}

async fn letter_to(state: &AppState, client: &Client, form: &Address, letter: &Letter) -> Result<()> {
    let email = normalise_email(&form.email)?;
    rate::take(state, rate::MAIL_PER_IP, &rate::subscriber(client.ip)).await?;
    let mut tx = state.db.begin().await?;
    mail::send(state, &mut tx, &email, letter).await?;
    tx.commit().await?;
    Ok(())
}

pub(super) fn accepted(sentence: &str) -> Accepted {
    (StatusCode::ACCEPTED, Json(Message::new(sentence)))
}
