//! Every way into an account: password, passkey and the second step. All of them end in `enter`.

pub mod enter;
pub mod login;
pub mod passkey;
pub mod step;
mod tries;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
