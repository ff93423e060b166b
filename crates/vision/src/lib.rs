//! "What is in this image?": one answer type, one file per provider, the embedded model.
//!
//! The embedded model is pure (bytes in, words out; no files, network, clock or threads) and is built natively and for
//! the browser. Requests to services and their answers are pure as well (`services`); sending them is the feature `network`.

#[cfg(any(feature = "embedded", feature = "services"))]
mod bland;
pub mod description;
#[cfg(feature = "embedded")]
pub mod embedded;
#[cfg(feature = "embedded")]
pub mod error;
#[cfg(feature = "services")]
pub mod providers;

pub use description::Description;
#[cfg(feature = "embedded")]
pub use embedded::{Embedded, fingerprint};
#[cfg(feature = "embedded")]
pub use error::VisionError;
