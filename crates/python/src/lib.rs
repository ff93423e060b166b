//! The engine and the naming model for Python: bytes in, words or bytes out. The same code as the binary, so the same results.
//! The module for Python is behind the feature `bindings`; it converts types and lets other Python threads run meanwhile.

mod work;

#[cfg(feature = "bindings")]
mod module;

pub use work::{Failure, Made, inspect, name, process};
