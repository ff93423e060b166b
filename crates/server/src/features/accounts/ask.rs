//! Asking for an email by address: the confirmation again, or the link of a forgotten password. The answer, and the work
//! before it, are the same whether or not the address has an account; only the worker finds out.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::emails::SignUp;
use super::links::Recover;
use super::signups;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::rate;
use crate::features::emails::{self, EmailTemplate};
use crate::features::users::normalise_email;

pub(super) const CHECK_YOUR_EMAIL: &str = "Check your email for a confirmation link!";

#[derive(Debug, Deserialize, ToSchema)]
pub struct Address {
    pub email: String,
}

/// What to tell somebody who waits for an email.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Asked {
    pub message: String,
    /// The page where the email is shown, with its token, on a server that sends none and to visitors at its own machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mailbox: Option<String>,
}

type Accepted = (StatusCode, Json<Asked>);

/// Sends the confirmation of this browser's own sign-up again. What others typed for the address is not ours to send.
#[utoipa::path(post, path = "/api/v1/auth/resend", tag = "accounts", request_body = Address,
    responses((status = 202, body = Asked), (status = 400, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub async fn resend(
    State(state): State<Context>,
    client: Client,
    Json(form): Json<Address>,
) -> Result<Accepted> {
    let email = normalise_email(&form.email)?;
    state.mailer.ready()?;
    rate::take(&state, rate::MAIL_PER_IP, &rate::subscriber(client.ip)).await?;
    let browser = client.signup.as_deref();
    let Some(signup) = signups::of_browser(&state.db, browser, &email, state.clock.now()).await? else {
        let nothing = "There is no sign-up of this browser to repeat. Please sign up again.";
        return Err(ApiError::bad_request("no_sign_up", nothing));
    };
    email_to(&state, &email, &SignUp { signup: signup.id }).await?;
    Ok(accepted(&state, &client, CHECK_YOUR_EMAIL))
}

/// Sends a link that sets a new password.
#[utoipa::path(post, path = "/api/v1/auth/forgot", tag = "accounts", request_body = Address,
    responses((status = 202, body = Asked), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub async fn forgot(
    State(state): State<Context>,
    client: Client,
    Json(form): Json<Address>,
) -> Result<Accepted> {
    let email = normalise_email(&form.email)?;
    state.mailer.ready()?;
    rate::take(&state, rate::MAIL_PER_IP, &rate::subscriber(client.ip)).await?;
    email_to(&state, &email, &Recover {}).await?;
    Ok(accepted(&state, &client, "Password reset email sent! Check your inbox."))
}

async fn email_to(state: &Context, email: &str, template: &impl EmailTemplate) -> Result<()> {
    let mut tx = state.db.begin().await?;
    emails::send(state, &mut tx, email, template).await?;
    tx.commit().await?;
    Ok(())
}

pub(super) fn accepted(state: &Context, client: &Client, sentence: &str) -> Accepted {
    let mailbox = emails::mailbox::path_for(state, client);
    (StatusCode::ACCEPTED, Json(Asked { message: sentence.to_owned(), mailbox }))
}
