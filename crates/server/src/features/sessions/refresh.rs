//! Keeping a session: turning the refresh cookie, and asking who is signed in.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SessionView, store};
use crate::base::context::Context;
use crate::base::error::{Problem, Result};
use crate::base::extract::Json;
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::http::origin::SameOrigin;
use crate::base::rate;
use crate::features::users::{MaybeUser, UserView};

/// A new access token for the refresh cookie, which turns with it.
#[utoipa::path(post, path = "/api/v1/auth/refresh", tag = "sessions",
    responses((status = 200, body = SessionView), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub async fn refresh(
    State(state): State<Context>,
    _: SameOrigin,
    client: Client,
    headers: HeaderMap,
) -> Result<Response> {
    rate::take(&state, rate::REFRESH_PER_IP, &rate::subscriber(client.ip)).await?;
    let Some(token) = cookie::read_refresh(&state.config, &headers) else { return Err(store::not_found()) };
    match store::turn(&state, &token, &client).await {
        Ok(issued) => Ok(issued.into_response(&state.config)),
        // A dead cookie is taken back, so that the browser stops sending it.
        Err(error) if error.status() == http::StatusCode::UNAUTHORIZED => {
            Ok((cookie::clear_refresh(&state.config), error).into_response())
        }
        Err(error) => Err(error),
    }
}

/// The session of the request, or nulls for a guest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhoView {
    pub user: Option<UserView>,
    pub session_id: Option<Uuid>,
}

/// Who is signed in. A guest is no error.
#[utoipa::path(get, path = "/api/v1/auth/session", tag = "sessions", security(("bearer" = []), ()),
    responses((status = 200, body = WhoView)))]
pub async fn session(MaybeUser(current): MaybeUser) -> Json<WhoView> {
    let session_id = current.as_ref().map(|current| current.session_id);
    Json(WhoView { user: current.map(|current| current.user.into()), session_id })
}
