//! Opens a TIFF within the limits, and says what is wrong with one.

use crate::format::Format;
use crate::{EngineError, Limits};
use std::io::Cursor;
use tiff::TiffError;
use tiff::decoder::{Decoder, Limits as TiffLimits};

/// Values of one entry, such as a profile or the offsets of all strips.
const ENTRY_BYTES: usize = 16 << 20;

pub(super) type Opened<'a> = Decoder<Cursor<&'a [u8]>>;

pub(super) fn open<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Opened<'a>, EngineError> {
    let mut most = TiffLimits::default();
    // One strip may be the whole image, with 16 bits a sample and four of them.
    most.decoding_buffer_size = usize::try_from(limits.pixels.saturating_mul(8)).unwrap_or(usize::MAX);
    most.intermediate_buffer_size = most.decoding_buffer_size;
    most.ifd_value_size = ENTRY_BYTES;
    Ok(Decoder::new(Cursor::new(bytes)).map_err(failed)?.with_limits(most))
}

pub(super) fn failed(error: TiffError) -> EngineError {
    match error {
        TiffError::UnsupportedError(what) => {
            EngineError::UnsupportedFeature { format: Format::Tiff, what: what.to_string() }
        }
        TiffError::LimitsExceeded => EngineError::too_large("its strips need more memory than is allowed"),
        other => EngineError::damaged(format!("the TIFF cannot be read ({other})")),
    }
}
