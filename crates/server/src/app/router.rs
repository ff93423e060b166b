//! The routes of all features put together, and what every request passes through. Handlers describe themselves; the
//! document follows from them.

use std::collections::HashSet;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use http::StatusCode;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::features::features;
use crate::app::openapi::{Document, complete};
use crate::app::state::AppState;
use crate::base::error::ApiError;
use crate::base::extract::Json;
use crate::base::http::edge;
use crate::base::http::guard::{self, Guard};
use crate::features::{assets, usage};

/// The largest JSON body.
pub const JSON_LIMIT_BYTES: usize = 2 << 20;

/// Every route that the document describes.
fn api() -> OpenApiRouter<AppState> {
    let described = OpenApiRouter::with_openapi(Document::openapi());
    let small = features().iter().fold(described, |all, feature| all.merge((feature.routes)()));
    uploads().fold(small, |all, (limit, routes)| all.merge(routes.layer(limit)))
}

/// Routes that take more than JSON, with the most they take.
fn uploads() -> impl Iterator<Item = (DefaultBodyLimit, OpenApiRouter<AppState>)> {
    features().iter().flat_map(|feature| (feature.uploads)())
}

/// Routes whose requests may take minutes: a route with a larger limit than JSON's cannot be forgotten here.
pub fn slow_routes() -> HashSet<String> {
    uploads().flat_map(|(_, routes)| routes.into_openapi().paths.paths.into_keys()).collect()
}

/// Pages and files.
fn pages() -> Router<AppState> {
    features().iter().fold(Router::new(), |all, feature| all.merge((feature.pages)()))
}

/// The OpenAPI document of all routes.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = api().into_openapi();
    complete(&mut document);
    document
}

/// The document as JSON, with a line break at its end.
pub fn document_text() -> String {
    let mut text = document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The whole program as a service.
pub fn router(state: AppState) -> Router {
    let (api, mut document) = api().split_for_parts();
    complete(&mut document);
    let guard =
        Guard { state: state.context.clone(), requests: state.requests.clone(), slow: slow_routes().into() };
    api.route("/api/v1/openapi.json", get(async move || Json(document.clone())))
        .layer(DefaultBodyLimit::max(JSON_LIMIT_BYTES))
        .layer(from_fn_with_state(state.context.clone(), usage::headers::tell))
        .layer(CompressionLayer::new().compress_when(worth_compressing()))
        // Files compress themselves, once
        .merge(pages())
        .fallback(assets::page_or_file)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(guard, guard::guard))
        .layer(from_fn_with_state(state.context.clone(), edge::edge))
        .with_state(state)
}

/// A ZIP is packed already, and a part of it must stay the bytes that were asked for.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/zip"))
}

async fn wrong_method() -> impl IntoResponse {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This address does not take that method.",
    )
}
