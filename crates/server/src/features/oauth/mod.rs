//! Sign-in with Google and GitHub: authorization code with PKCE S256, a state that is bound to a cookie, a nonce.

mod exchange;
mod feature;
mod link;
mod profile;
mod provider;
pub mod redirect;
pub mod routes;

pub use feature::feature;
pub use provider::Provider;

use crate::base::error::ApiError;

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
