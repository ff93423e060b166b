//! "What is in this image?": one answer type, one file per provider, the embedded model.
//!
//! The embedded model is pure (bytes in, words out; no files, network, clock or threads) and is built natively and for
//! the browser. Providers that speak HTTP sit behind the feature `network`.

pub mod description;
pub mod embedded;
pub mod error;
#[cfg(feature = "network")]
pub mod providers;

pub use description::Description;
pub use embedded::{Embedded, fingerprint};
pub use error::VisionError;
