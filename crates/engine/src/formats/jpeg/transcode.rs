//! From one JPEG to another of the same size, a few rows at a time: decoded, painted on, transformed and held as symbols.
//! Neither image is ever in memory. Minimum coded units: ITU-T T.81, A.2.

use super::decode::BandReader;
use super::encode::{BandEncoder, EncodeOptions, Subsampling};
use super::scale::Chroma;
use crate::planes::Ycc;
use crate::{EngineError, Limits};

/// Decodes at full size in bands: `each` gets the rows and the one they begin with, and may end the work with an error.
/// Gives the warnings; None for other colours than YCbCr and grey, and for chroma that has to be resized.
pub fn decode_bands(
    bytes: &[u8],
    chroma: Chroma,
    limits: &Limits,
    each: &mut dyn FnMut(&mut Ycc, usize) -> Result<(), EngineError>,
) -> Result<Option<Vec<String>>, EngineError> {
    let Some(reader) = BandReader::open(bytes, chroma, limits)? else { return Ok(None) };
    let Ycc { chroma: planes, sub_x, sub_y, .. } = reader.band();
    if chroma == Chroma::Half && planes.is_some() && (*sub_x, *sub_y) != (2, 2) {
        return Ok(None);
    }
    reader.run(each).map(Some)
}

/// What [`transcode`] gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcoded {
    /// A JPEG file with a JFIF header and nothing else.
    pub bytes: Vec<u8>,
    /// Sentences for the person, as those of [`super::decode`].
    pub warnings: Vec<String>,
}

/// The same file as [`super::decode`] and [`super::encode`] give. `each` gets every band of rows and the row that it begins
/// with before it is encoded: it may paint on it, or end the work with an error. None when the image cannot be encoded
/// as it is stored: other colours than YCbCr and grey, or chroma that has to be resized.
pub fn transcode(
    bytes: &[u8],
    options: &EncodeOptions,
    limits: &Limits,
    each: &mut dyn FnMut(&mut Ycc, usize) -> Result<(), EngineError>,
) -> Result<Option<Transcoded>, EngineError> {
    let halve = options.subsampling == Subsampling::Half;
    let chroma = if halve { Chroma::Half } else { Chroma::Full };
    let Some(reader) = BandReader::open(bytes, chroma, limits)? else { return Ok(None) };
    let Some(mut encoder) = BandEncoder::new(reader.band(), reader.height(), options) else {
        return Ok(None);
    };
    let warnings = reader.run(&mut |band, top| {
        each(band, top)?;
        encoder.put(band);
        Ok(())
    })?;
    Ok(Some(Transcoded { bytes: encoder.finish(), warnings }))
}
