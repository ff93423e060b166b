//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{login, passkey, step};
use crate::base::context::Context;
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(login::login))
                .routes(routes!(step::options))
                .routes(routes!(step::with_code))
                .routes(routes!(step::with_passkey))
                .routes(routes!(passkey::options))
                .routes(routes!(passkey::sign_in))
        },
        ..Feature::new("sign_in")
    }
}
