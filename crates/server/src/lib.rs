//! The HTTP server, in three floors: `base` knows no feature, `features` use what stands below them, `app` puts all together.
//! `scripts/layers.toml` has the order.

pub mod app;
pub mod base;
pub mod features;
