//! Setting an authenticator app up: a secret as QR code, then its first code. And removing it.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::rate;
use crate::base::secret::Secret;
use crate::features::second_factor::emails::Change;
use crate::features::second_factor::proof::{self, Proof};
use crate::features::second_factor::{app, change, codes, is_on, qr, totp};
use crate::features::usage;
use crate::features::users::CurrentUser;

/// The secret for an authenticator app. It cannot be shown again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewApp {
    /// To be typed into an app that cannot read the code.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// What the QR code says: opens an app on this device.
    pub uri: String,
    /// The QR code as SVG.
    pub qr_code: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct AppCode {
    /// Six digits.
    #[schema(value_type = String)]
    pub code: Secret,
}

/// What came with a factor that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// With the first factor: ten codes that cannot be shown again.
    pub recovery_codes: Option<Vec<String>>,
}

/// Begins to set up an authenticator app. Nothing changes before its first code.
#[utoipa::path(post, path = "/api/v1/me/second-factor/app", tag = "second factor", security(("bearer" = [])),
    request_body = Proof,
    responses((status = 200, body = NewApp), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn begin(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Proof>,
) -> Result<Json<NewApp>> {
    proof::check(&state, &current, &form, &client).await?;
    let mut tx = state.db.begin().await?;
    let secret = app::begin(&state, &mut tx, current.user.id).await?;
    tx.commit().await?;
    let uri = totp::uri(&secret, &current.user.email);
    let qr_code = qr::svg(&uri).unwrap_or_default();
    Ok(Json(NewApp { secret: totp::base32(&secret), uri, qr_code }))
}

/// Confirms the app by its first code. With the first factor two-step sign-in is on, and other devices are signed out.
#[utoipa::path(post, path = "/api/v1/me/second-factor/app/confirm", tag = "second factor",
    security(("bearer" = [])), request_body = AppCode,
    responses((status = 200, body = Added), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
pub async fn confirm(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<AppCode>,
) -> Result<Json<Added>> {
    rate::take(&state, rate::PASSWORD_PER_USER, &current.user.id.to_string()).await?;
    let code: String = form.code.expose().chars().filter(|c| !c.is_whitespace()).take(20).collect();
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    let was_on = is_on(&mut tx, current.user.id).await?;
    if !app::confirm(&state, &mut tx, current.user.id, &code).await? {
        return Err(codes::wrong());
    }
    let recovery_codes = change::added(&state, &mut tx, &current, was_on, Change::AppAdded, &client).await?;
    tx.commit().await?;
    Ok(Json(Added { recovery_codes }))
}

/// Removes the app. Without a passkey two-step sign-in is off then.
#[utoipa::path(post, path = "/api/v1/me/second-factor/app/remove", tag = "second factor",
    security(("bearer" = [])), request_body = Proof,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn remove(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Proof>,
) -> Result<StatusCode> {
    proof::check(&state, &current, &form, &client).await?;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    if !app::remove(&mut tx, current.user.id).await? {
        return Err(ApiError::not_found("There is no authenticator app."));
    }
    change::removed(&state, &mut tx, &current, Change::AppRemoved, &client).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
