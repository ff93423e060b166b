//! Signing in with an address and a password. Known and unknown addresses get the same answer after the same work.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{SessionView, new_device, store};
use crate::accounts::{self, Fit, User};
use crate::audit;
use crate::error::{ApiError, Problem, Result};
use crate::extract::Json;
use crate::http::client::Client;
use crate::http::origin::SameOrigin;
use crate::rate;
use crate::secrets::Secret;
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
pub struct Login {
    pub email: String,
    #[schema(value_type = String)]
    pub password: Secret,
    /// Brings a deactivated account back within its 30 days.
    #[serde(default)]
    pub restore: bool,
}

/// Signs in: a session in the body, the refresh token in a cookie.
#[utoipa::path(post, path = "/api/v1/auth/login", tag = "sessions", request_body = Login,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn login(
    State(state): State<AppState>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Login>,
) -> Result<Response> {
    let email = accounts::normalise_email(&form.email)?;
    if form.password.is_empty() {
        return Err(ApiError::invalid("password", "Password is required"));
    }
    let subscriber = rate::subscriber(client.ip);
    let account_here = format!("{email} {subscriber}");
    rate::take(&state, rate::LOGIN_PER_IP, &subscriber).await?;
    rate::peek(&state, rate::LOGIN_FAILURES, &account_here).await?;
    rate::peek(&state, rate::LOGIN_FAILURES_ANYWHERE, &email).await?;

    let user = accounts::by_email(&state.db, &email).await?;
    let hash = user.as_ref().and_then(|user| user.password_hash.as_deref());
    let fit = state.passwords.verify(form.password.expose(), hash).await?;
    let Some(user) = user.filter(|_| fit != Fit::No) else {
        rate::take(&state, rate::LOGIN_FAILURES, &account_here).await.ok();
        rate::take(&state, rate::LOGIN_FAILURES_ANYWHERE, &email).await.ok();
        return Err(ApiError::bad_request("invalid_credentials", "Invalid login credentials"));
    };
    if fit == Fit::Aged {
        let stronger = state.passwords.hash(&*state.random, form.password.expose()).await?;
        accounts::keep_rehashed(&state.db, &user, &stronger).await?;
    }
    admit(&state, user, form.restore, &client).await
}

/// The password was right; two things can still stand in the way.
async fn admit(state: &AppState, user: User, restore: bool, client: &Client) -> Result<Response> {
    if user.email_confirmed_at.is_none() {
        return Err(ApiError::forbidden("email_not_confirmed", "Email not confirmed")
            .with_detail("Open the link in the confirmation e-mail first, or ask for a new one."));
    }
    let mut tx = state.db.begin().await?;
    if user.deactivated_at.is_some() {
        if !restore {
            return Err(accounts::deactivated());
        }
        accounts::restore(&mut tx, user.id, state.clock.now()).await?;
        audit::note(state, &mut tx, Some(user.id), "account restored", client).await?;
    }
    audit::note(state, &mut tx, Some(user.id), "signed in", client).await?;
    new_device::tell(state, &mut tx, &user, client).await?;
    let issued = store::start(state, &mut tx, user, client).await?;
    tx.commit().await?;
    Ok(issued.into_response(&state.config))
}
