//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{MAX_IMAGE_BYTES, NamingContext, device, own_services, routes};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    NamingContext: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(routes::about))
                .routes(routes!(device::model))
                .routes(routes!(device::count))
        },
        uploads: || {
            vec![(DefaultBodyLimit::max(LIMIT_BYTES), OpenApiRouter::new().routes(routes!(routes::suggest)))]
        },
        pages: || Router::new().route("/services/{file}", get(own_services::script)),
        expires: EXPIRES,
        ..Feature::new("naming")
    }
}

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "names",
    tables: &["ai_suggestions"],
    run: |state| rows(state, q!("DELETE FROM ai_suggestions WHERE expires_at <= $1", state.clock.now())),
})];

/// A reduced image and its words, with room for the form around them.
const LIMIT_BYTES: usize = MAX_IMAGE_BYTES + (64 << 10);
