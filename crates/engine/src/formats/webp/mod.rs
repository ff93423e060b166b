//! WebP: lossy images and animations are written by our own encoder from YCbCr planes; what loses nothing and all
//! decoding are libwebp's C source; `unsafe` is the binding's alone.

mod alpha;
mod animation;
mod changes;
mod container;
mod decode;
mod encode;
#[cfg(target_arch = "wasm32")]
mod libc;
mod vp8;
mod writer;

pub use animation::Frames;
pub use changes::Writer;
pub use container::{Header, header, icc_profile};
pub use decode::decode;
pub use encode::{Lossless, encode_lossless, encode_lossy_alpha, encode_planes};

/// The longest side that the format can hold.
pub const LONGEST_SIDE: usize = 16_383;
