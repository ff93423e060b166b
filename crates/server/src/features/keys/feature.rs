//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routes;
use crate::base::context::Context;
use crate::base::expiry::Expiry;
use crate::base::feature::{Feature, Host};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new().routes(routes!(routes::list, routes::create)).routes(routes!(routes::revoke))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("keys")
    }
}

/// What is held about a person here: keys without their secrets.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["api_keys"],
    export: Some((
        "api-keys.json",
        sql!(
            ById,
            "SELECT name, prefix, scopes, created_at, last_used_at, expires_at, revoked_at FROM api_keys
             WHERE user_id = $1 ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
const EXPIRES: &[Expiry] =
    &[Expiry::Stays("api_keys", "an ended key is still known by its beginning, until the account ends")];
