//! A text that is never printed: passwords, tokens, addresses with a password in them.

use serde::Deserialize;

/// A value that must not appear in logs or in `doctor`: a password, a token, an address with a password in it.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The value itself, for the one place that uses it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_empty() { "(not set)" } else { "********" })
    }
}

impl std::str::FromStr for Secret {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

/// Shorter texts can be guessed.
pub const SHORTEST_SECRET: usize = 16;

/// Why a secret that was set cannot be used.
pub fn secret_fault(secret: &Secret) -> Option<String> {
    let length = secret.expose().trim().chars().count();
    (!secret.is_empty() && length < SHORTEST_SECRET).then(|| {
        format!(
            "AUTH_SECRET has {length} characters and needs at least {SHORTEST_SECRET}, or anybody can guess it and sign in as \
             somebody else. Set it to the output of `openssl rand -base64 32`."
        )
    })
}
