//! Accounts: from sign-up to deactivation.

pub mod ask;
pub mod confirm;
pub mod deactivate;
mod email;
pub mod export;
pub mod links;
pub mod password;
mod password_rules;
mod passwords;
pub mod profile;
mod proof;
pub mod purge;
pub mod reset;
pub mod signup;
pub mod signups;
mod user;

pub use deactivate::{deactivated, restore};
pub use email::normalise as normalise_email;
pub use passwords::{Fit, Passwords};
pub use signup::LONGEST_NAME;
pub(crate) use user::user_columns;
pub use user::{NewUser, User, UserView, by_email, by_id, insert, keep_rehashed};

use serde::Serialize;
use utoipa::ToSchema;

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
