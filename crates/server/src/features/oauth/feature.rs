//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routes;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(routes::providers))
                .routes(routes!(routes::start))
                .routes(routes!(routes::callback))
        },
        expires: EXPIRES,
        ..Feature::new("oauth")
    }
}

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "sign-ins with others",
    tables: &["oauth_flows"],
    run: |state| rows(state, q!("DELETE FROM oauth_flows WHERE expires_at <= $1", state.clock.now())),
})];
