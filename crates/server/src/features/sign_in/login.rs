//! Signing in with an address and a password. Known and unknown addresses get the same answer after the same work.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::enter::{self, Entry};
use super::step::{self, SecondStepView};
use super::tries::Tries;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::origin::SameOrigin;
use crate::base::passwords::Fit;
use crate::base::rate;
use crate::base::secret::Secret;
use crate::features::accounts::signups;
use crate::features::sessions::SessionView;
use crate::features::users;

#[derive(Debug, Deserialize, ToSchema)]
pub struct Login {
    pub email: String,
    #[schema(value_type = String)]
    pub password: Secret,
    /// Brings a deactivated account back within its 30 days.
    #[serde(default)]
    pub restore: bool,
}

/// Signs in: a session in the body, the refresh token in a cookie. With two-step sign-in the answer is 202 and what the
/// second step can be.
#[utoipa::path(post, path = "/api/v1/auth/login", tag = "sessions", request_body = Login,
    responses((status = 200, body = SessionView), (status = 202, body = SecondStepView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn login(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Login>,
) -> Result<Response> {
    let email = users::normalise_email(&form.email)?;
    if form.password.is_empty() {
        return Err(ApiError::invalid("password", "Password is required"));
    }
    rate::take(&state, rate::LOGIN_PER_IP, &rate::subscriber(client.ip)).await?;
    let user = users::by_email(&state.db, &email).await?;
    let tries = Tries::of(&state, &client, &email, user.as_ref().map(|user| user.id));
    tries.check(&state).await?;

    let hash = user.as_ref().and_then(|user| user.password_hash.as_deref());
    let fit = state.passwords.verify(form.password.expose(), hash).await?;
    let Some(user) = user.filter(|_| fit != Fit::No) else {
        tries.count(&state).await;
        return Err(refusal(&state, &client, &email, form.password.expose()).await?);
    };
    if fit == Fit::Aged {
        let stronger = state.passwords.hash(&*state.random, form.password.expose()).await?;
        users::keep_rehashed(&state.db, &user, &stronger).await?;
    }
    let id = user.id;
    let mut tx = state.db.begin().await?;
    let entry = enter::enter(&state, &mut tx, user, enter::PASSWORD, form.restore, &client).await?;
    tx.commit().await?;
    answer(&state, id, entry).await
}

/// Only the browser that signed up hears that its link is still waiting, and hears it whether or not the address has
/// an account; everybody else hears the same as for any wrong password.
async fn refusal(state: &Context, client: &Client, email: &str, password: &str) -> Result<ApiError> {
    let browser = client.signup.as_deref();
    let waiting = signups::of_browser(&state.db, browser, email, state.clock.now()).await?;
    let hash = waiting.as_ref().map(|signup| signup.password_hash.as_str());
    if browser.is_some() && state.passwords.verify(password, hash).await? != Fit::No {
        return Ok(ApiError::forbidden("email_not_confirmed", "Email not confirmed")
            .with_detail("Open the link in the confirmation e-mail first, or ask for a new one."));
    }
    Ok(ApiError::bad_request("invalid_credentials", "Invalid login credentials")
        .with_detail("If you have just signed up, open the link in the confirmation e-mail first."))
}

/// The answer to a password that was right: a session, or what the second step can be.
async fn answer(state: &Context, user: uuid::Uuid, entry: Entry) -> Result<Response> {
    match entry {
        Entry::Session(issued) => Ok(issued.into_response(&state.config)),
        Entry::SecondStep(token) => {
            let ways = step::ways(state, user).await?;
            Ok((StatusCode::ACCEPTED, enter::step_cookie(state, &token), Json(ways)).into_response())
        }
    }
}
