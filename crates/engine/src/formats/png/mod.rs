//! PNG and APNG, over the crate `png`: every colour type and depth comes out as 8-bit RGBA, dithered from 16 bits; or, where
//! the result is a PNG too, as 16-bit rows (`wide`).

mod animation;
mod chunk;
mod decode;
mod depth;
mod encode;
mod incoming;
mod pack;
mod passes;
mod reader;
mod row_writer;
mod samples;
mod sink;
mod wide;

pub use animation::{Frames, Writer};
pub(crate) use chunk::{chunks, put_chunk};
pub use decode::{check, decode};
pub use encode::{Reduced, encode, encode_exact, encode_watched};
pub use row_writer::Effort;
pub(crate) use wide::{WideReader, WideWriter};
