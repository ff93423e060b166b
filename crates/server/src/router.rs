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
use crate::openapi::{Document, complete};
use crate::state::AppState;
use crate::{
    accounts, assets, health, history, mail::mailbox, naming, newsletter, oauth, plans, preferences,
    sessions, usage,
};

const JSON_LIMIT_BYTES: usize = 2 << 20;
/// A reduced picture and its words, with room for the form around them.
const NAMING_LIMIT_BYTES: usize = naming::MAX_IMAGE_BYTES + (64 << 10);

fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        // Load balancers and operators
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        // Getting in and out
        .routes(routes!(accounts::signup::signup))
        .routes(routes!(accounts::confirm::confirm))
        .routes(routes!(accounts::ask::resend))
        .routes(routes!(accounts::ask::forgot))
        .routes(routes!(accounts::reset::reset))
        .routes(routes!(sessions::login::login))
        .routes(routes!(sessions::refresh::refresh))
        .routes(routes!(sessions::refresh::session))
        .routes(routes!(sessions::logout::logout))
        .routes(routes!(oauth::routes::providers))
        .routes(routes!(oauth::routes::start))
        .routes(routes!(oauth::routes::callback))
        // One's own account
        .routes(routes!(accounts::profile::me, accounts::profile::update))
        .routes(routes!(accounts::password::change))
        .routes(routes!(accounts::export::export))
        .routes(routes!(accounts::deactivate::deactivate))
        .routes(routes!(sessions::list::list))
        .routes(routes!(sessions::list::end))
        .routes(routes!(preferences::routes::read, preferences::routes::save, preferences::routes::reset))
        .routes(routes!(preferences::routes::export))
        .routes(routes!(history::delete_all))
        // A developer at this machine
        .routes(routes!(mailbox::emails))
        // Anybody
        .routes(routes!(newsletter::subscribe))
        .routes(routes!(plans::list))
        .routes(routes!(naming::routes::about))
        .routes(routes!(naming::device::model))
        .routes(routes!(naming::device::count))
        .routes(routes!(usage::routes::show))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(naming::routes::suggest))
                .layer(DefaultBodyLimit::max(NAMING_LIMIT_BYTES)),
        )
}

/// The OpenAPI document of the table above.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = api().into_openapi();
    complete(&mut document);
    document
}

/// The whole program as a service.
pub fn router(state: AppState) -> Router {
    let (api, mut document) = api().split_for_parts();
    complete(&mut document);
    api.route("/api/v1/openapi.json", get(async move || Json(document.clone())))
        .layer(DefaultBodyLimit::max(JSON_LIMIT_BYTES))
        .layer(CompressionLayer::new())
        .route("/dev/mailbox", get(mailbox::page))
        .route("/dev/mailbox/{id}/html", get(mailbox::mail_html))
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
