//! One still PNG to RGBA; of an APNG the default picture.

use super::{damage, reader};
use crate::colour::png_profile;
use crate::formats::Still;
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use png::ColorType;

/// Decodes the default picture. A file that breaks off gives what is there, with a warning.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Still, EngineError> {
    let mut reader = reader(bytes, limits)?;
    let (width, height) = reader.info().size();
    limits.check_size(width, height)?;
    let size = reader.output_buffer_size().ok_or_else(|| EngineError::too_large("its size overflows"))?;
    let mut samples = vec![0u8; size];
    let outcome = reader.next_frame(&mut samples);
    // Nothing at all came out: there is no picture to show. A black picture that breaks off is refused with it.
    if let Err(error) = &outcome
        && samples.iter().all(|&sample| sample == 0)
    {
        return Err(match error {
            png::DecodingError::IoError(_) => EngineError::damaged("the PNG ends before its first row"),
            _ => EngineError::damaged("the PNG data cannot be read"),
        });
    }
    let (kind, _) = reader.output_color_type();
    let picture = to_rgba(samples, kind, width as usize, height as usize)?;
    let profile = png_profile(reader.info(), limits);
    let mut still = Still::rgba(picture, profile.icc);
    still.must_convert = profile.must_convert;
    Ok(if outcome.is_err() { still.cut_short() } else { still })
}

/// 8-bit samples of any PNG colour type to RGBA.
pub(super) fn to_rgba(
    samples: Vec<u8>,
    kind: ColorType,
    width: usize,
    height: usize,
) -> Result<Rgba, EngineError> {
    let pixels = width * height;
    let data = match kind {
        ColorType::Rgba => samples,
        ColorType::Rgb => widen::<3>(&samples, pixels, |[r, g, b]| [r, g, b, 255]),
        ColorType::Grayscale => widen::<1>(&samples, pixels, |[v]| [v, v, v, 255]),
        ColorType::GrayscaleAlpha => widen::<2>(&samples, pixels, |[v, a]| [v, v, v, a]),
        ColorType::Indexed => return Err(damage(png::DecodingError::LimitsExceeded)),
    };
    if data.len() < pixels * 4 {
        return Err(EngineError::damaged("the PNG has fewer pixels than it says"));
    }
    let opaque = match kind {
        ColorType::Rgba | ColorType::GrayscaleAlpha => data.chunks_exact(4).all(|pixel| pixel[3] == 255),
        _ => true,
    };
    Ok(Rgba { width, height, data, opaque })
}

fn widen<const N: usize>(samples: &[u8], pixels: usize, pixel: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let mut out = vec![0u8; pixels * 4];
    for (to, from) in out.chunks_exact_mut(4).zip(samples.as_chunks::<N>().0) {
        to.copy_from_slice(&pixel(*from));
    }
    out
}
