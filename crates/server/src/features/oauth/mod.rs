//! Sign-in with Google and GitHub: authorization code with PKCE S256, a state that is bound to a cookie, a nonce.

mod exchange;
mod link;
mod profile;
mod provider;
pub mod redirect;
pub mod routes;

pub use provider::Provider;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::ApiError;
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
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "sign-ins with others",
    tables: &["oauth_flows"],
    run: |state| rows(state, q!("DELETE FROM oauth_flows WHERE expires_at <= $1", state.clock.now())),
})];

/// Why a social sign-in failed; the sign-in page turns the code into a sentence under 'Social login failed'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    NotConfigured,
    Denied,
    State,
    Provider,
    UnverifiedEmail,
    Deactivated,
}

impl Failure {
    /// The `reason` parameter of `/auth?error=social_login_failed`.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotConfigured => "not_configured",
            Self::Denied => "denied",
            Self::State => "expired",
            Self::Provider => "provider",
            Self::UnverifiedEmail => "unverified_email",
            Self::Deactivated => "account_deactivated",
        }
    }
}

/// Why a sign-in did not come to its end: something to tell the person, or a fault of ours.
#[derive(Debug)]
enum Stop {
    Told(Failure),
    Fault(ApiError),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Told(failure)
    }
}

impl<E: Into<ApiError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}
