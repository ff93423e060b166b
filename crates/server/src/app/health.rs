//! For load balancers: is the process alive, and can it serve?

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::state::AppState;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    pub status: &'static str,
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = Health)))]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// The process can serve: the database answers and no shutdown has begun. Answers within a second.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, body = Health), (status = 503, body = Problem)))]
pub async fn readyz(State(state): State<AppState>) -> Result<Json<Health>> {
    if !state.is_taking() {
        return Err(ApiError::overloaded());
    }
    match state.db.answers().await {
        true => Ok(Json(Health { status: "ready" })),
        false => Err(ApiError::unavailable("not ready").with_detail("The database does not answer.")),
    }
}
