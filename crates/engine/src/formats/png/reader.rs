//! The crate's reader over our bytes, within the limits.

use crate::{EngineError, Limits};
use png::DecodingError;
use std::io::Cursor;

/// Whether a wrong checksum ends the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checksums {
    Verified,
    Ignored,
}

pub(super) type Reader<'a> = png::Reader<Cursor<&'a [u8]>>;

/// The crate's reader over our bytes, with its memory bounded.
pub(super) fn reader<'a>(
    bytes: &'a [u8],
    checksums: Checksums,
    limits: &Limits,
) -> Result<Reader<'a>, EngineError> {
    let budget = limits.icc_bytes + limits.metadata_bytes + 16 * limits.side as usize + (1 << 20);
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: budget });
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.ignore_checksums(checksums == Checksums::Ignored);
    decoder.set_ignore_text_chunk(true);
    decoder.read_info().map_err(damage)
}

pub(super) fn damage(error: DecodingError) -> EngineError {
    match error {
        DecodingError::LimitsExceeded => EngineError::too_large("it asks for more memory than is allowed"),
        DecodingError::IoError(_) => EngineError::damaged("the PNG ends too early"),
        _ => EngineError::damaged("the PNG data cannot be read"),
    }
}
