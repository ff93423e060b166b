//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;

use super::{WebApp, font, model, robots, site_map};
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program. The fallback of all routes is `page_or_file`.
pub fn feature<S: Host>() -> Feature<S>
where
    WebApp: FromRef<S>,
{
    Feature {
        pages: || {
            Router::new()
                .route("/robots.txt", get(robots))
                .route("/sitemap.xml", get(site_map))
                .route("/fonts/{*file}", get(font))
                .route("/models/{*file}", get(model))
        },
        ..Feature::new("assets")
    }
}
