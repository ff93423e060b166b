//! Confirming an address by the link in the email: only now does the account exist, with what its own sign-up typed.
//! The browser that signed up needs nothing more; any other one needs the password of that very sign-up, so that nobody
//! who merely reads the email opens an account whose password a stranger chose.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::links;
use super::signups::{self, Signup};
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::http::origin::SameOrigin;
use crate::base::passwords::Fit;
use crate::base::secret::Secret;
use crate::base::{random, rate};
use crate::features::audit;
use crate::features::sessions::{SessionView, store};
use crate::features::users::{self, NewUser, User};

#[derive(Debug, Deserialize, ToSchema)]
pub struct Confirm {
    /// From the link.
    #[schema(value_type = String)]
    pub token: Secret,
    /// The password of the sign-up; needed in any browser but the one that signed up.
    #[schema(value_type = Option<String>)]
    pub password: Option<Secret>,
}

/// Confirms the address and signs in.
#[utoipa::path(post, path = "/api/v1/auth/confirm", tag = "accounts", request_body = Confirm,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn confirm(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Confirm>,
) -> Result<Response> {
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let id = state.keys.read_signup_token(form.token.expose()).ok_or_else(links::worn_out)?;
    let now = state.clock.now();
    let signup = signups::by_id(&state.db, id, now).await?.ok_or_else(links::worn_out)?;
    if !signup.came_from(client.signup.as_deref()) {
        check_password(&state, &signup, form.password.as_ref()).await?;
    }
    let mut tx = state.db.begin().await?;
    let user = open_account(&state, &mut tx, &signup).await?;
    audit::note(&state, &mut tx, Some(user.id), "address confirmed", &client).await?;
    let issued = store::start(&state, &mut tx, user, &client).await?;
    tx.commit().await?;
    Ok((cookie::signup(&state.config, "", 0), issued.into_response(&state.config)).into_response())
}

async fn check_password(state: &Context, signup: &Signup, password: Option<&Secret>) -> Result<()> {
    let Some(password) = password else {
        let ask = "Please enter the password that you chose when you signed up.";
        return Err(ApiError::forbidden("password_required", ask));
    };
    let who = signup.id.to_string();
    rate::peek(state, rate::CONFIRM_FAILURES, &who).await?;
    if state.passwords.verify(password.expose(), Some(&signup.password_hash)).await? == Fit::No {
        rate::take(state, rate::CONFIRM_FAILURES, &who).await.ok();
        let wrong = "This is not the password of this sign-up. Nothing was confirmed.";
        return Err(ApiError::bad_request("invalid_credentials", wrong));
    }
    Ok(())
}

/// An address that has an account by now keeps it as it is.
async fn open_account(state: &Context, tx: &mut Tx, signup: &Signup) -> Result<User> {
    let now = state.clock.now();
    let new = NewUser {
        id: random::id(&*state.random, now),
        email: &signup.email,
        full_name: Some(&signup.full_name),
        avatar_url: None,
        password_hash: Some(&signup.password_hash),
        email_confirmed_at: Some(now),
    };
    let id = new.id;
    if !signups::take(tx, signup.id).await? || !users::insert(tx, new, now).await? {
        return Err(links::worn_out());
    }
    users::by_id(tx, id).await?.ok_or_else(links::worn_out)
}
