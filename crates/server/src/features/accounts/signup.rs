//! Sign-up. The answer and the work are the same for a new address and for one that has an account; the email differs.
//! Nothing is changed by it: what was typed waits in `signups` until its own link is used.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use nomina_rules::bounds::BOUNDS;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ask::{Asked, CHECK_YOUR_EMAIL, accepted};
use super::emails::SignUp;
use super::password_rules::{Asking, check};
use super::signups::{self, SIGNUP_LIVES_MS, Signup};
use crate::base::clock::SECOND_MS;
use crate::base::config::Switch;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::plain_text::is_plain;
use crate::base::secret::Secret;
use crate::base::{random, rate};
use crate::features::emails;
use crate::features::users::{self, NewUser, normalise_email};

pub const LONGEST_NAME: usize = BOUNDS.person_name;

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = Signup)]
#[serde(rename_all = "camelCase")]
pub struct SignupForm {
    pub email: String,
    #[schema(value_type = String)]
    pub password: Secret,
    pub full_name: String,
}

/// Asks for an account. A link comes by email.
#[utoipa::path(post, path = "/api/v1/auth/signup", tag = "accounts", request_body = SignupForm,
    responses((status = 202, body = Asked), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub async fn signup(
    State(state): State<Context>,
    client: Client,
    Json(form): Json<SignupForm>,
) -> Result<Response> {
    let full_name = check_name(&form.full_name)?;
    let email = normalise_email(&form.email)?;
    check(&state.config.auth, Asking::First, form.password.expose())?;
    let confirm = state.config.auth.auth_confirm_email == Switch::On;
    if confirm {
        state.mailer.ready()?;
    }
    let network = rate::subscriber(client.ip);
    rate::take(&state, rate::SIGNUP_PER_IP, &network).await?;
    rate::take(&state, rate::SIGNUP_PER_ADDRESS, &format!("{network} {email}")).await?;
    let hash = state.passwords.hash(&*state.random, form.password.expose()).await?;
    if !confirm {
        open_at_once(&state, &email, &full_name, &hash).await?;
        return Ok(accepted(&state, &client, "Your account is ready. Please sign in.").into_response());
    }
    let browser = random::token(&*state.random);
    let id = random::id(&*state.random, state.clock.now());
    wait_for_link(&state, &Signup::new(id, &email, &full_name, &hash, &browser)).await?;
    let cookie = cookie::signup(&state.config, &browser, SIGNUP_LIVES_MS / SECOND_MS);
    Ok((cookie, accepted(&state, &client, CHECK_YOUR_EMAIL)).into_response())
}

async fn wait_for_link(state: &Context, signup: &Signup) -> Result<()> {
    let mut tx = state.db.begin().await?;
    signups::keep(&mut tx, signup, state.clock.now()).await?;
    emails::send(state, &mut tx, &signup.email, &SignUp { signup: signup.id }).await?;
    tx.commit().await?;
    Ok(())
}

/// Where addresses need not be confirmed. One that has an account keeps it as it is.
async fn open_at_once(state: &Context, email: &str, full_name: &str, hash: &str) -> Result<()> {
    let now = state.clock.now();
    let new = NewUser {
        id: random::id(&*state.random, now),
        email,
        full_name: Some(full_name),
        avatar_url: None,
        password_hash: Some(hash),
        // Nobody has shown that the address is theirs.
        email_confirmed_at: None,
    };
    let mut tx = state.db.begin().await?;
    users::insert(&mut tx, new, now).await?;
    tx.commit().await?;
    Ok(())
}

/// A name that can be shown: not empty, not endless, nothing hidden in it.
pub(super) fn check_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ApiError::invalid("fullName", "Full name is required"));
    }
    if name.chars().count() > LONGEST_NAME || !is_plain(name) {
        return Err(ApiError::invalid(
            "fullName",
            format!("Full name must be one line of at most {LONGEST_NAME} visible characters"),
        ));
    }
    Ok(name.to_owned())
}
