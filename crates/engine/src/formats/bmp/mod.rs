//! BMP, by hand: the format is small, and a few hundred lines read everything that programs write.

mod decode;
mod encode;
mod header;
mod rle;

pub use decode::decode;
pub use encode::encode;
pub use header::{Header, end, header};
