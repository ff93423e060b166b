//! Every route, one table, grouped by who calls it. Handlers describe themselves; the document follows from this table.

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
use utoipa_axum::routes;

use crate::app::health;
use crate::app::openapi::{Document, complete};
use crate::app::state::AppState;
use crate::base::error::ApiError;
use crate::base::events;
use crate::base::extract::Json;
use crate::base::http::edge;
use crate::base::http::guard::{self, Guard};
use crate::base::mail::mailbox;
use crate::features::{
    accounts, assets, batches, billing, downloads, jobs, keys, naming, newsletter, oauth, plans, preferences,
    processing, runs, second_factor, sessions, templates, usage,
};

/// The largest JSON body.
pub const JSON_LIMIT_BYTES: usize = 2 << 20;
/// A reduced picture and its words, with room for the form around them.
const NAMING_LIMIT_BYTES: usize = naming::MAX_IMAGE_BYTES + (64 << 10);
/// The files of the largest batch, each with its small picture.
const FILES_LIMIT_BYTES: usize = 250 * (20 << 10);

/// A whole picture with a recipe that holds a mark of its own.
const PICTURE_LIMIT_BYTES: usize = processing::MAX_INPUT_BYTES + (10 << 20);

/// Routes whose bodies, if any, are JSON.
fn small() -> OpenApiRouter<AppState> {
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
        .routes(routes!(accounts::reset::check_link))
        .routes(routes!(sessions::login::login))
        .routes(routes!(second_factor::routes::step::options))
        .routes(routes!(second_factor::routes::step::with_code))
        .routes(routes!(second_factor::routes::step::with_passkey))
        .routes(routes!(second_factor::routes::passkey_sign_in::options))
        .routes(routes!(second_factor::routes::passkey_sign_in::sign_in))
        .routes(routes!(sessions::refresh::refresh))
        .routes(routes!(sessions::refresh::session))
        .routes(routes!(sessions::logout::logout))
        .routes(routes!(oauth::routes::providers))
        .routes(routes!(oauth::routes::start))
        .routes(routes!(oauth::routes::callback))
        // One's own account
        .routes(routes!(accounts::profile::me, accounts::profile::update))
        .routes(routes!(accounts::password::change))
        .routes(routes!(accounts::password_rules::rules))
        .routes(routes!(second_factor::routes::settings::show))
        .routes(routes!(second_factor::routes::settings::renew_codes))
        .routes(routes!(second_factor::routes::settings::turn_off))
        .routes(routes!(second_factor::routes::app::begin))
        .routes(routes!(second_factor::routes::app::confirm))
        .routes(routes!(second_factor::routes::app::remove))
        .routes(routes!(second_factor::routes::passkeys::options))
        .routes(routes!(second_factor::routes::passkeys::add))
        .routes(routes!(second_factor::routes::passkeys::rename))
        .routes(routes!(second_factor::routes::passkeys::remove))
        .routes(routes!(accounts::export::export))
        .routes(routes!(accounts::deactivate::deactivate))
        .routes(routes!(sessions::list::list))
        .routes(routes!(sessions::list::end))
        .routes(routes!(preferences::routes::read, preferences::routes::save, preferences::routes::reset))
        .routes(routes!(preferences::routes::export))
        .routes(routes!(keys::routes::list, keys::routes::create))
        .routes(routes!(keys::routes::revoke))
        // One's work
        .routes(routes!(jobs::list::list, jobs::create::create))
        .routes(routes!(jobs::list::show, jobs::change::change, jobs::list::delete))
        .routes(routes!(jobs::change::cancel))
        .routes(routes!(jobs::resume::resume))
        .routes(routes!(jobs::list::delete_many))
        .routes(routes!(batches::list::list, batches::create::create, batches::remove::delete_all))
        .routes(routes!(batches::list::show, batches::change::change, batches::remove::delete))
        .routes(routes!(batches::remove::delete_many))
        .routes(routes!(downloads::grant::permission))
        .routes(routes!(downloads::grant::grant))
        .routes(routes!(downloads::serve::file))
        .routes(routes!(downloads::count))
        .routes(routes!(templates::list::list, templates::save::create))
        .routes(routes!(
            templates::list::show,
            templates::save::replace,
            templates::save::change,
            templates::save::delete
        ))
        .routes(routes!(templates::share::apply))
        .routes(routes!(templates::share::duplicate))
        .routes(routes!(usage::routes::chart))
        .routes(routes!(events::stream::stream))
        // One's own plan
        .routes(routes!(billing::routes::subscription))
        .routes(routes!(billing::routes::history))
        .routes(routes!(billing::routes::invoice))
        .routes(routes!(billing::routes::upgrade))
        .routes(routes!(billing::routes::downgrade))
        .routes(routes!(billing::routes::cancel))
        .routes(routes!(billing::routes::resume))
        .routes(routes!(billing::routes::sync))
        .routes(routes!(billing::test_mode::checkout::show))
        .routes(routes!(billing::test_mode::checkout::pay))
        .routes(routes!(billing::test_mode::checkout::cancel))
        .routes(routes!(billing::given::subscription))
        .routes(routes!(billing::given::create_checkout_session))
        .routes(routes!(billing::given::create_billing_portal_session))
        // Stripe
        .routes(routes!(billing::stripe::webhook::webhook))
        // A developer at this machine
        .routes(routes!(mailbox::emails))
        // Anybody
        .routes(routes!(newsletter::subscribe))
        .routes(routes!(plans::list))
        .routes(routes!(naming::routes::about))
        .routes(routes!(naming::device::model))
        .routes(routes!(naming::device::count))
        .routes(routes!(usage::routes::show))
        .routes(routes!(usage::routes::check))
        // Programs with a key
        .routes(routes!(runs::show::show, runs::show::delete))
        .routes(routes!(runs::show::cancel))
        .routes(routes!(runs::result::result))
}

/// Routes that take more than JSON, with the most they take. Each of them may take its time: see `slow_routes`.
fn uploads() -> [(DefaultBodyLimit, OpenApiRouter<AppState>); 4] {
    let naming = OpenApiRouter::new().routes(routes!(naming::routes::suggest));
    let pictures = OpenApiRouter::new()
        .routes(routes!(processing::routes::name))
        .routes(routes!(processing::routes::process));
    let files = OpenApiRouter::new().routes(routes!(batches::files::save));
    let batches = OpenApiRouter::new()
        .routes(routes!(batches::upload::store_zip))
        .routes(routes!(runs::create::create));
    [
        (DefaultBodyLimit::max(NAMING_LIMIT_BYTES), naming),
        (DefaultBodyLimit::max(PICTURE_LIMIT_BYTES), pictures),
        (DefaultBodyLimit::max(FILES_LIMIT_BYTES), files),
        // They count their bytes themselves: those never are in memory together
        (DefaultBodyLimit::disable(), batches),
    ]
}

/// Every route of both tables.
fn api() -> OpenApiRouter<AppState> {
    uploads().into_iter().fold(small(), |all, (limit, routes)| all.merge(routes.layer(limit)))
}

/// Routes whose requests may take minutes: a route with a larger limit than JSON's cannot be forgotten here.
pub fn slow_routes() -> HashSet<String> {
    let paths = |(_, routes): (_, OpenApiRouter<AppState>)| routes.into_openapi().paths.paths.into_keys();
    uploads().into_iter().flat_map(paths).collect()
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
        .layer(from_fn_with_state(state.clone(), usage::headers::tell))
        .layer(CompressionLayer::new().compress_when(worth_squeezing()))
        .route("/dev/mailbox", get(mailbox::page))
        .route("/dev/mailbox/{id}/html", get(mailbox::mail_html))
        // The web app and its files squeeze themselves, once
        .route("/robots.txt", get(assets::robots))
        .route("/sitemap.xml", get(assets::site_map))
        .route("/fonts/{*file}", get(assets::font))
        .route("/models/{*file}", get(assets::model))
        .fallback(assets::page_or_file)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(Guard { state: state.clone(), slow: slow_routes().into() }, guard::guard))
        .layer(from_fn_with_state(state.clone(), edge::edge))
        .with_state(state)
}

/// A ZIP is packed already, and a part of it must stay the bytes that were asked for.
fn worth_squeezing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/zip"))
}

async fn wrong_method() -> impl IntoResponse {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This address does not take that method.",
    )
}
