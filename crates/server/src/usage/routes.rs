//! What has been used, for whoever asks.

use axum::extract::State;
use axum::response::Response;

use super::Usage;
use crate::error::Result;
use crate::extract::Json;
use crate::naming::Asker;
use crate::state::AppState;

/// How many pictures were named today and this month, and how many may be. A guest is given the cookie by which all that
/// follows is counted, so that first names asked for side by side are one visitor's.
#[utoipa::path(get, path = "/api/v1/usage", tag = "naming", responses((status = 200, body = Usage)))]
pub async fn show(State(state): State<AppState>, asker: Asker) -> Result<Response> {
    let usage = asker.account.usage(&state).await?;
    Ok(asker.with_cookie(&state, Json(usage)))
}
