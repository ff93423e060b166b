//! Who is signed in: the bearer token of a request, looked up on every request so that an ended session is over at once.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use http::header::AUTHORIZATION;
use http::request::Parts;
use uuid::Uuid;

use super::{User, user_columns};
use crate::base::context::Context;
use crate::base::db::{q, row};
use crate::base::error::{ApiError, Result};
use crate::base::secrets::digest;

/// The person behind a request. Without one the request ends with 401.
#[derive(Clone, Debug)]
pub struct CurrentUser {
    pub user: User,
    pub session_id: Uuid,
}
row!(CurrentUser { session_id } with user);

/// The same where a guest is welcome. A token that does not hold counts as a guest.
#[derive(Clone, Debug)]
pub struct MaybeUser(pub Option<CurrentUser>);

/// The digest of a request's token, not looked up yet: for a statement that does that and its own work at once, by
/// `signed_in!`. Whoever uses it answers 401 when the token does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Token(pub [u8; 32]);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        bearer(parts).map(|token| Self(digest(token))).ok_or_else(ApiError::unauthorized)
    }
}

/// The tables and the condition that find the person `u` and the session `s` of a token: $1 its digest, $2 the time.
macro_rules! signed_in {
    () => {
        " FROM access_tokens a JOIN sessions s ON s.id = a.session_id JOIN users u ON u.id = s.user_id
         WHERE a.token_hash = $1 AND a.expires_at > $2 AND s.revoked_at IS NULL
         AND s.absolute_expires_at > $2 AND u.deactivated_at IS NULL"
    };
}
pub(crate) use signed_in;

impl<S: Send + Sync> FromRequestParts<S> for CurrentUser
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        find(parts, &Context::from_ref(state)).await?.ok_or_else(ApiError::unauthorized)
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for CurrentUser
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>> {
        find(parts, &Context::from_ref(state)).await
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MaybeUser
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        find(parts, &Context::from_ref(state)).await.map(Self)
    }
}

/// The token of a request, whatever it is.
pub(crate) fn bearer(parts: &Parts) -> Option<&str> {
    let header = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    header.strip_prefix("Bearer ").map(str::trim).filter(|token| !token.is_empty())
}

async fn find(parts: &Parts, state: &Context) -> Result<Option<CurrentUser>> {
    let Some(token) = bearer(parts) else { return Ok(None) };
    let found = q!(
        concat!("SELECT ", user_columns!(), ", s.id AS session_id", signed_in!()),
        digest(token),
        state.clock.now()
    )
    .optional(&state.db)
    .await?;
    Ok(found)
}
