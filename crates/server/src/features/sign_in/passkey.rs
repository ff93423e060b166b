//! Signing in with a passkey alone: the device has checked who it is, so that one gesture is both steps.

use axum::extract::State;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::enter;
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::origin::SameOrigin;
use crate::base::rate;
use crate::features::second_factor::challenges::{self, Purpose};
use crate::features::second_factor::passkeys;
use crate::features::second_factor::webauthn::{self, Signed, Site};
use crate::features::sessions::SessionView;
use crate::features::users;

/// What `navigator.credentials.get()` is asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    pub challenge: String,
    pub rp_id: String,
    /// The person's passkeys; none when the browser is to offer what it has.
    pub allow: Vec<String>,
    pub timeout_ms: i64,
}

/// The answer of `navigator.credentials.get()`, binary values in base64url.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownPasskey {
    /// The credential's id.
    pub id: String,
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    pub authenticator_data: String,
    pub signature: String,
    /// Brings a deactivated account back within its 30 days; only when signing in with the passkey alone.
    #[serde(default)]
    pub restore: bool,
}

impl ShownPasskey {
    /// Whose passkey this is, and whether the device has checked its owner. The challenge is used up.
    pub(super) async fn check(
        &self,
        state: &Context,
        tx: &mut Tx,
        user: Option<Uuid>,
        purpose: Purpose,
    ) -> Result<(Uuid, bool)> {
        let id = webauthn::bytes(&self.id).ok_or_else(refused)?;
        let known = passkeys::by_credential(&mut *tx, &id).await?.ok_or_else(refused)?;
        let answer = Signed {
            client_data: &self.client_data_json,
            authenticator_data: &self.authenticator_data,
            signature: &self.signature,
        };
        let site = Site::of(&state.config.public_url());
        let shown = webauthn::shown(&site, &known.public_key, answer).ok_or_else(refused)?;
        if !challenges::take(state, &mut *tx, &shown.challenge, user, purpose).await? {
            return Err(refused());
        }
        if !passkeys::used(state, tx, known.id, shown.sign_count).await? {
            tracing::warn!(passkey = %known.id, "the counter of a passkey did not grow: it may have been copied");
            return Err(refused());
        }
        Ok((known.user_id, shown.is_verified))
    }
}

/// Begins to sign in with a passkey.
#[utoipa::path(post, path = "/api/v1/auth/passkey/options", tag = "sessions",
    responses((status = 200, body = RequestOptions), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub async fn options(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
) -> Result<Json<RequestOptions>> {
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    Ok(Json(request_options(&state, None, Purpose::SignIn, &[]).await?))
}

/// Signs in with a passkey: a session in the body, the refresh token in a cookie.
#[utoipa::path(post, path = "/api/v1/auth/passkey", tag = "sessions", request_body = ShownPasskey,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn sign_in(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<ShownPasskey>,
) -> Result<Response> {
    rate::take(&state, rate::LOGIN_PER_IP, &rate::subscriber(client.ip)).await?;
    let mut tx = state.db.begin().await?;
    let (owner, verified) = form.check(&state, &mut tx, None, Purpose::SignIn).await?;
    if !verified {
        let title = "This device did not check that it is you. Sign in with your password; the passkey is the second step.";
        return Err(ApiError::bad_request("passkey_not_verified", title));
    }
    let user = users::by_id(&mut tx, owner).await?.ok_or_else(refused)?;
    if user.deactivated_at.is_some() && !form.restore {
        return Err(users::deactivated());
    }
    let issued = enter::admit(&state, &mut tx, user, enter::PASSKEY, form.restore, &client).await?;
    tx.commit().await?;
    Ok(issued.into_response(&state.config))
}

pub(super) async fn request_options(
    state: &Context,
    user: Option<Uuid>,
    purpose: Purpose,
    known: &[Vec<u8>],
) -> Result<RequestOptions> {
    Ok(RequestOptions {
        challenge: challenges::make(state, user, purpose).await?,
        rp_id: Site::of(&state.config.public_url()).rp_id,
        allow: known.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect(),
        timeout_ms: challenges::LIVES_MS,
    })
}

/// One sentence for every failure, so that it does not tell which passkeys exist.
pub(super) fn refused() -> ApiError {
    ApiError::bad_request("passkey_refused", "This passkey was not accepted. Please try again.")
}
