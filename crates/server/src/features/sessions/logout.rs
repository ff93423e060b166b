//! Signing out: this device, the others, or all. It always succeeds.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::store;
use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::extract::Query;
use crate::base::http::cookie;
use crate::base::http::origin::SameOrigin;
use crate::features::users::MaybeUser;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    #[default]
    Local,
    Others,
    Global,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogoutQuery {
    /// `local` (default) ends this session, `others` every other one, `global` all.
    #[serde(default)]
    #[param(inline)]
    scope: Scope,
}

/// Signs out. Without a session there is nothing to end, and that is fine too.
#[utoipa::path(post, path = "/api/v1/auth/logout", tag = "sessions", params(LogoutQuery), security(("bearer" = []), ()),
    responses((status = 204)))]
pub async fn logout(
    State(state): State<Context>,
    _: SameOrigin,
    MaybeUser(current): MaybeUser,
    headers: HeaderMap,
    Query(query): Query<LogoutQuery>,
) -> Result<Response> {
    let who = match current {
        Some(current) => Some((current.user.id, current.session_id)),
        None => by_cookie(&state, &headers).await?,
    };
    if let Some((user, session)) = who {
        let now = state.clock.now();
        match query.scope {
            Scope::Local => store::revoke(&state.db, session, "signed out", now).await?,
            Scope::Others => store::revoke_others(&state.db, user, Some(session), "signed out", now).await?,
            Scope::Global => store::revoke_others(&state.db, user, None, "signed out", now).await?,
        };
    }
    let done = StatusCode::NO_CONTENT;
    Ok(match query.scope {
        Scope::Others => done.into_response(),
        Scope::Local | Scope::Global => (done, cookie::clear_refresh(&state.config)).into_response(),
    })
}

/// An expired access token must not keep anybody from signing out: the cookie proves the session as well.
async fn by_cookie(state: &Context, headers: &HeaderMap) -> Result<Option<(Uuid, Uuid)>> {
    match cookie::read_refresh(&state.config, headers) {
        Some(token) => store::owner(state, &token).await,
        None => Ok(None),
    }
}
