//! Accounts: from sign-up to deactivation.

pub mod ask;
mod claim;
pub mod confirm;
pub mod deactivate;
pub(crate) mod emails;
pub mod export;
mod feature;
pub mod links;
pub mod password;
pub mod password_rules;
pub mod profile;
pub mod purge;
pub mod reset;
pub mod signup;
pub mod signups;

pub use claim::claim;
pub(crate) use emails::EMAILS;
pub use feature::feature;
pub use signup::LONGEST_NAME;
