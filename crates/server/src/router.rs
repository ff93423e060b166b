//! Every route, one table, grouped by who calls it. Handlers describe themselves; the document follows from this table.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use http::StatusCode;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::extract::Json;
use crate::http::{edge, guard};
use crate::openapi::Document;
use crate::state::AppState;
use crate::{assets, health, naming, plans};

const JSON_LIMIT_BYTES: usize = 2 << 20;
/// A reduced picture and its words, with room for the form around them.
const NAMING_LIMIT_BYTES: usize = naming::MAX_IMAGE_BYTES + (64 << 10);

fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        // Load balancers and operators
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        // Anybody
        .routes(routes!(plans::list))
        .routes(routes!(naming::routes::about))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(naming::routes::suggest))
                .layer(DefaultBodyLimit::max(NAMING_LIMIT_BYTES)),
        )
}

/// The OpenAPI document of the table above.
pub fn document() -> utoipa::openapi::OpenApi {
    api().into_openapi()
}

/// The whole program as a service.
pub fn router(state: AppState) -> Router {
    let (api, document) = api().split_for_parts();
    api.route("/api/v1/openapi.json", get(async move || Json(document.clone())))
        .layer(DefaultBodyLimit::max(JSON_LIMIT_BYTES))
        .layer(CompressionLayer::new())
        // The web app and its files squeeze themselves, once
        .route("/fonts/{*file}", get(assets::font))
        .route("/models/{*file}", get(assets::model))
        .fallback(assets::page_or_file)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(state.clone(), guard::guard))
        .layer(from_fn_with_state(state.clone(), edge::edge))
        .with_state(state)
}

async fn wrong_method() -> impl IntoResponse {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This address does not take that method.",
    )
}
