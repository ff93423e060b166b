//! Sign-in with Google and GitHub: authorization code with PKCE S256, a state that is bound to a cookie, a nonce.

mod exchange;
mod link;
mod profile;
mod provider;
pub mod redirect;
pub mod routes;

pub use provider::Provider;

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
