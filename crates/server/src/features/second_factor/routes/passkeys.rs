//! Adding, renaming and removing one's own passkeys. Options and answers are those of WebAuthn in JSON, binary values in
//! base64url.

use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::settings::PasskeyView;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::features::second_factor::challenges::{self, Purpose};
use crate::features::second_factor::emails::Change;
use crate::features::second_factor::proof::{self, Proof};
use crate::features::second_factor::webauthn::{self, ALGORITHMS, Site};
use crate::features::second_factor::{change, is_on, passkeys};
use crate::features::usage;
use crate::features::users::CurrentUser;

/// What `navigator.credentials.create()` is asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    pub challenge: String,
    /// The domain that the passkey will belong to.
    pub rp_id: String,
    /// The account, as the passkey keeps it.
    pub user_id: String,
    pub user_name: String,
    pub user_display_name: String,
    /// COSE numbers, the best first.
    pub algorithms: Vec<i64>,
    /// Passkeys that there are already.
    pub exclude: Vec<String>,
    pub timeout_ms: i64,
}

/// The answer of `navigator.credentials.create()`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPasskey {
    #[schema(example = "Laptop", min_length = 1, max_length = 100)]
    pub name: String,
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    pub attestation_object: String,
}

/// A passkey that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedPasskey {
    pub passkey: PasskeyView,
    /// With the first factor: ten codes that cannot be shown again.
    pub recovery_codes: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyName {
    #[schema(example = "Laptop", min_length = 1, max_length = 100)]
    pub name: String,
}

/// Begins to add a passkey.
#[utoipa::path(post, path = "/api/v1/me/passkeys/options", tag = "second factor", security(("bearer" = [])),
    request_body = Proof,
    responses((status = 200, body = CreationOptions), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn options(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<Proof>,
) -> Result<Json<CreationOptions>> {
    proof::check(&state, &current, &form, &client).await?;
    let user = current.user;
    let known = passkeys::credential_ids(&state.db, user.id).await?;
    Ok(Json(CreationOptions {
        challenge: challenges::make(&state, Some(user.id), Purpose::Add).await?,
        rp_id: Site::of(&state.config.public_url()).rp_id,
        user_id: URL_SAFE_NO_PAD.encode(user.id.as_bytes()),
        user_display_name: user.full_name.unwrap_or_else(|| user.email.clone()),
        user_name: user.email,
        algorithms: ALGORITHMS.to_vec(),
        exclude: known.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect(),
        timeout_ms: challenges::LIVES_MS,
    }))
}

/// Adds the passkey that was made. With the first factor two-step sign-in is on, and other devices are signed out.
#[utoipa::path(post, path = "/api/v1/me/passkeys", tag = "second factor", security(("bearer" = [])),
    request_body = NewPasskey,
    responses((status = 201, body = AddedPasskey), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn add(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<NewPasskey>,
) -> Result<(StatusCode, Json<AddedPasskey>)> {
    let name = passkeys::checked_name(&form.name)?;
    let site = Site::of(&state.config.public_url());
    let made = webauthn::made(&site, &form.client_data_json, &form.attestation_object).ok_or_else(refused)?;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    let user = current.user.id;
    if !challenges::take(&state, &mut tx, &made.challenge, Some(user), Purpose::Add).await? {
        return Err(refused());
    }
    let was_on = is_on(&mut tx, user).await?;
    let passkey = passkeys::add(&state, &mut tx, user, name, made).await?.into();
    let recovery_codes =
        change::added(&state, &mut tx, &current, was_on, Change::PasskeyAdded, &client).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(AddedPasskey { passkey, recovery_codes })))
}

/// Gives a passkey another name.
#[utoipa::path(patch, path = "/api/v1/me/passkeys/{id}", tag = "second factor", security(("bearer" = [])),
    params(("id" = Uuid, Path,)), request_body = PasskeyName,
    responses((status = 200, body = PasskeyView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)))]
pub async fn rename(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(form): Json<PasskeyName>,
) -> Result<Json<PasskeyView>> {
    let name = passkeys::checked_name(&form.name)?;
    Ok(Json(passkeys::rename(&state.db, current.user.id, id, name).await?.into()))
}

/// Removes a passkey. After the last factor two-step sign-in is off.
#[utoipa::path(post, path = "/api/v1/me/passkeys/{id}/remove", tag = "second factor", security(("bearer" = [])),
    params(("id" = Uuid, Path,)), request_body = Proof,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn remove(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Path(id): Path<Uuid>,
    Json(form): Json<Proof>,
) -> Result<StatusCode> {
    proof::check(&state, &current, &form, &client).await?;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, current.user.id).await?;
    passkeys::remove(&mut tx, current.user.id, id).await?;
    change::removed(&state, &mut tx, &current, Change::PasskeyRemoved, &client).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An answer that is not one of this site, of this moment or of a kind that we know.
fn refused() -> ApiError {
    ApiError::bad_request("passkey_refused", "This passkey could not be added. Please try again.")
}
