//! TIFF headers: the first directory.

use super::Probe;
use crate::formats::tiff;
use crate::{EngineError, Format, Limits};

pub(super) fn probe(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = tiff::header(bytes, limits)?;
    Ok(Probe {
        format: Format::Tiff,
        width: header.width,
        height: header.height,
        frames: 1,
        has_alpha: header.has_alpha,
        bit_depth: header.bit_depth,
        lossless: true,
    })
}
