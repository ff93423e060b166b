//! The operators' port, apart from the public one: metrics, life and readiness. It goes on answering while the server
//! stops, so that a load balancer sees why.

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::CONTENT_TYPE;
use tokio::net::TcpListener;

use crate::app::state::AppState;
use crate::app::{health, metrics};
use crate::base::error::Result;

pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/metrics", get(page))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .with_state(state)
}

/// Serves until the process ends.
pub async fn serve(state: AppState, listener: TcpListener) {
    if let Err(error) = axum::serve(listener, router(state)).await {
        tracing::error!(%error, "the operators' port is closed");
    }
}

async fn page(State(state): State<AppState>) -> Result<impl IntoResponse> {
    Ok(([(CONTENT_TYPE, metrics::CONTENT_TYPE)], metrics::text(&state).await?))
}
