//! One file or folder per format: bytes to planes and back.

pub mod jpeg;
