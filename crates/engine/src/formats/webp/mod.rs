//! WebP over libwebp's C source. Lossy pictures without alpha stay YCbCr planes; `unsafe` is the binding's alone.

mod animation;
mod container;
mod decode;
mod encode;
#[cfg(target_arch = "wasm32")]
mod libc;
mod writer;

pub use animation::{Frames, Writer};
pub use container::{Header, header, icc_profile};
pub use decode::decode;
pub use encode::{encode_lossless, encode_lossy_alpha, encode_planes};

/// The longest side that the format can hold.
pub const LONGEST_SIDE: usize = 16_383;
