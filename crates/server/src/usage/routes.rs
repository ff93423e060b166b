//! What has been used, for whoever asks.

use axum::extract::State;

use super::Usage;
use crate::error::Result;
use crate::extract::Json;
use crate::naming::Asker;
use crate::state::AppState;

/// How many pictures were named today and this month, and how many may be.
#[utoipa::path(get, path = "/api/v1/usage", tag = "naming", responses((status = 200, body = Usage)))]
pub async fn show(State(state): State<AppState>, asker: Asker) -> Result<Json<Usage>> {
    asker.account.usage(&state).await.map(Json)
}
