//! A person's settings: what the tool starts with, and which mails they want.

pub mod routes;
mod store;

pub use store::{Preferences, get};
