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
mod row_writer;
mod sink;
mod wide;

pub use animation::{Frames, Writer};
pub(crate) use chunk::{chunks, put_chunk};
pub use decode::decode;
pub use encode::{Effort, Reduced, encode, encode_exact, encode_watched};
pub(crate) use wide::{WideReader, WideWriter};

use crate::{EngineError, Limits};
use png::DecodingError;

/// Whether a wrong checksum ends the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checksums {
    Verified,
    Ignored,
}

/// The crate's reader over our bytes, with its memory bounded.
fn reader<'a>(
    bytes: &'a [u8],
    checksums: Checksums,
    limits: &Limits,
) -> Result<png::Reader<std::io::Cursor<&'a [u8]>>, EngineError> {
    let budget = limits.icc_bytes + limits.metadata_bytes + 16 * limits.side as usize + (1 << 20);
    let mut decoder =
        png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: budget });
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.ignore_checksums(checksums == Checksums::Ignored);
    decoder.set_ignore_text_chunk(true);
    decoder.read_info().map_err(damage)
}

fn damage(error: DecodingError) -> EngineError {
    match error {
        DecodingError::LimitsExceeded => EngineError::too_large("it asks for more memory than is allowed"),
        DecodingError::IoError(_) => EngineError::damaged("the PNG ends too early"),
        _ => EngineError::damaged("the PNG data cannot be read"),
    }
}
