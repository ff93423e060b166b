//! Accounts: from sign-up to deactivation.

pub mod confirm;
pub mod deactivate;
mod email;
pub mod export;
pub mod links;
pub mod password;
mod passwords;
pub mod profile;
pub mod recover;
pub mod signup;
mod user;

pub use deactivate::{deactivated, restore};
pub use email::normalise as normalise_email;
pub use passwords::Passwords;
pub(crate) use user::user_columns;
pub use user::{NewUser, User, UserView, by_email, by_id, insert};

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Result;
use crate::state::AppState;

/// A sentence to show.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Message {
    pub message: String,
}

impl Message {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// Whether a password belongs to a hash; no hash costs the same and never fits.
pub async fn passwords_fit(state: &AppState, password: &str, hash: Option<&str>) -> Result<bool> {
    state.passwords.verify(password, hash).await
}
