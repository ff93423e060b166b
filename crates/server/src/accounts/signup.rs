//! Sign-up. The answer and the work are the same for a new address and for one that has an account; the mail differs.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ask::{CHECK_YOUR_EMAIL, accepted};
use super::password_rules::{Asking, check};
use super::user::{self, NewUser};
use super::{Message, normalise_email};
use crate::config::Switch;
use crate::db::q;
use crate::error::{ApiError, Problem, Result};
use crate::extract::Json;
use crate::http::client::Client;
use crate::mail::{self, Letter};
use crate::random;
use crate::rate;
use crate::secrets::Secret;
use crate::state::AppState;

const LONGEST_NAME: usize = 200;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signup {
    pub email: String,
    #[schema(value_type = String)]
    pub password: Secret,
    pub full_name: String,
}

/// Asks for an account. A link comes by mail.
#[utoipa::path(post, path = "/api/v1/auth/signup", tag = "accounts", request_body = Signup,
    responses((status = 202, body = Message), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn signup(
    State(state): State<AppState>,
    client: Client,
    Json(form): Json<Signup>,
) -> Result<(StatusCode, Json<Message>)> {
    let full_name = check_name(&form.full_name)?;
    let email = normalise_email(&form.email)?;
    check(&state.config.auth, Asking::First, form.password.expose())?;
    rate::take(&state, rate::SIGNUP_PER_IP, &rate::subscriber(client.ip)).await?;
    let hash = state.passwords.hash(&*state.random, form.password.expose()).await?;
    register(&state, &email, &full_name, &hash).await?;
    Ok(accepted(match state.config.auth.auth_confirm_email {
        Switch::On => CHECK_YOUR_EMAIL,
        Switch::Off => "Your account is ready. Please sign in.",
    }))
}

async fn register(state: &AppState, email: &str, full_name: &str, hash: &str) -> Result<()> {
    let now = state.clock.now();
    let confirmed = (state.config.auth.auth_confirm_email == Switch::Off).then_some(now);
    let new = NewUser {
        id: random::id(&*state.random, now),
        email,
        full_name: Some(full_name),
        avatar_url: None,
        password_hash: Some(hash),
        email_confirmed_at: confirmed,
    };
    let mut tx = state.db.begin().await?;
    user::insert(&mut tx, new, now).await?;
    // An address that nobody has confirmed belongs to nobody: the latest attempt counts.
    q!(
        "UPDATE users SET password_hash = $2, full_name = $3, updated_at = $4
         WHERE email = $1 AND email_confirmed_at IS NULL",
        email,
        hash,
        full_name,
        now
    )
    .execute(&mut tx)
    .await?;
    if confirmed.is_none() {
        let letter = Letter::SignUp { password_hash: hash.to_owned(), full_name: full_name.to_owned() };
        mail::send(state, &mut tx, email, &letter).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// A name that can be shown: not empty, not endless, no control characters.
pub(super) fn check_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ApiError::invalid("fullName", "Full name is required"));
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(ApiError::invalid(
            "fullName",
            format!("Full name must be one line of at most {LONGEST_NAME} characters"),
        ));
    }
    Ok(name.to_owned())
}
