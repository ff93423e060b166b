//! A person's settings: what the tool starts with, and which emails they want.

mod feature;
mod own_words;
pub mod routes;
mod store;
mod time_zone;

pub use feature::feature;
pub use store::{Preferences, get};
