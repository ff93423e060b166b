//! The second step of a sign-in: a code or a passkey, in the browser whose first step was right. Every try is counted
//! before it is looked at, so that tries sent at once are counted too.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::enter;
use super::passkey::{RequestOptions, ShownPasskey, refused, request_options};
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::http::origin::SameOrigin;
use crate::base::rate;
use crate::base::secret::Secret;
use crate::features::second_factor::challenges::Purpose;
use crate::features::second_factor::pending::{self, Pending};
use crate::features::second_factor::{codes, passkeys};
use crate::features::sessions::SessionView;
use crate::features::users::{self, User};

/// The ways in which the second step can be taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepView {
    /// An authenticator app's code.
    pub app: bool,
    /// A recovery code.
    pub recovery_code: bool,
    /// A passkey: what `navigator.credentials.get()` is asked for.
    pub passkey: Option<RequestOptions>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct StepCode {
    /// Six digits of the authenticator app, or a recovery code.
    #[schema(value_type = String)]
    pub code: Secret,
}

/// What the second step of this browser's sign-in can be.
#[utoipa::path(post, path = "/api/v1/auth/second-step/options", tag = "sessions",
    responses((status = 200, body = SecondStepView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn options(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    headers: HeaderMap,
) -> Result<Json<SecondStepView>> {
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let pending = pending::find(&state, cookie::read_step(&state.config, &headers).as_deref()).await?;
    Ok(Json(ways(&state, pending.user_id).await?))
}

/// What a person has, with a challenge for the passkeys among it.
pub(crate) async fn ways(state: &Context, user: Uuid) -> Result<SecondStepView> {
    let (app, left) = codes::available(state, user).await?;
    let known = passkeys::credential_ids(&state.db, user).await?;
    let passkey = match known.is_empty() {
        true => None,
        false => Some(request_options(state, Some(user), Purpose::Step, &known).await?),
    };
    Ok(SecondStepView { app, recovery_code: left > 0, passkey })
}

/// Finishes the sign-in with a code.
#[utoipa::path(post, path = "/api/v1/auth/second-step", tag = "sessions", request_body = StepCode,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn with_code(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    headers: HeaderMap,
    Json(form): Json<StepCode>,
) -> Result<Response> {
    let token = cookie::read_step(&state.config, &headers);
    let (pending, user) = begin(&state, &client, token.as_deref()).await?;
    let mut tx = state.db.begin().await?;
    codes::accept(&state, &mut tx, &user, form.code.expose(), &client).await?;
    finish(&state, tx, token.as_deref(), user, &pending, &client).await
}

/// Finishes the sign-in with a passkey.
#[utoipa::path(post, path = "/api/v1/auth/second-step/passkey", tag = "sessions", request_body = ShownPasskey,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn with_passkey(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    headers: HeaderMap,
    Json(form): Json<ShownPasskey>,
) -> Result<Response> {
    let token = cookie::read_step(&state.config, &headers);
    let (pending, user) = begin(&state, &client, token.as_deref()).await?;
    let mut tx = state.db.begin().await?;
    let (owner, _) = form.check(&state, &mut tx, Some(user.id), Purpose::Step).await?;
    if owner != user.id {
        return Err(refused());
    }
    finish(&state, tx, token.as_deref(), user, &pending, &client).await
}

async fn begin(state: &Context, client: &Client, token: Option<&str>) -> Result<(Pending, User)> {
    rate::take(state, rate::LOGIN_PER_IP, &rate::subscriber(client.ip)).await?;
    let pending = pending::find(state, token).await?;
    count_try(state, client, pending.user_id).await?;
    let user = users::by_id(&state.db, pending.user_id).await?.ok_or_else(ApiError::unauthorized)?;
    Ok((pending, user))
}

/// A browser in which the person has signed in before has a count of its own: guesses from elsewhere, by somebody who
/// knows the password, do not lock them out.
async fn count_try(state: &Context, client: &Client, user: Uuid) -> Result<()> {
    if let Some(device) = client.device.as_deref().filter(|token| state.keys.is_device_of(token, user)) {
        return rate::take(state, rate::SECOND_STEPS, device).await;
    }
    rate::take(state, rate::SECOND_STEPS, &format!("{user} {}", rate::subscriber(client.ip))).await?;
    rate::take(state, rate::SECOND_STEPS_ANYWHERE, &user.to_string()).await
}

async fn finish(
    state: &Context,
    mut tx: Tx,
    token: Option<&str>,
    user: User,
    pending: &Pending,
    client: &Client,
) -> Result<Response> {
    pending::take(&mut tx, token).await?;
    let issued = enter::admit(state, &mut tx, user, &pending.way, pending.restore, client).await?;
    tx.commit().await?;
    Ok((cookie::step(&state.config, "", 0), issued.into_response(&state.config)).into_response())
}
