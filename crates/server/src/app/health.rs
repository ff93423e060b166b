//! For load balancers: is the process alive, and can it serve?

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::state::AppState;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::feature::Feature;

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    pub status: &'static str,
}

/// What load balancers ask.
pub fn feature() -> Feature<AppState> {
    Feature {
        routes: || OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)),
        ..Feature::new("health")
    }
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = Health)))]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// The process can serve: the database answers and no shutdown has begun. Answers within a second.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, body = Health), (status = 503, body = Problem)))]
pub async fn readyz(State(state): State<Context>) -> Result<Json<Health>> {
    if !state.is_taking() {
        return Err(ApiError::overloaded());
    }
    match state.db.answers().await {
        true => Ok(Json(Health { status: "ready" })),
        false => Err(ApiError::unavailable("not ready").with_detail("The database does not answer.")),
    }
}
