//! One still PNG to planes or RGBA, reduced on the way; of an APNG the default picture.

use super::incoming::Incoming;
use super::{damage, reader};
use crate::colour::png_profile;
use crate::formats::{Still, Want};
use crate::planes::{Raster, Rgba};
use crate::{EngineError, Limits};
use png::{ColorType, DecodingError};
use std::io::Cursor;

type Reader<'a> = png::Reader<Cursor<&'a [u8]>>;

/// Decodes the default picture. A file that breaks off gives what is there, with a warning.
pub fn decode(bytes: &[u8], want: &Want, limits: &Limits) -> Result<Still, EngineError> {
    let mut reader = reader(bytes, limits)?;
    let (width, height) = reader.info().size();
    limits.check_size(width, height)?;
    let (kind, _) = reader.output_color_type();
    let size = (width as usize, height as usize);
    let profile = png_profile(reader.info(), limits);
    // Rows of an interlaced picture come in seven passes; an animation's first frame may have a size of its own.
    let in_order = !reader.info().interlaced && reader.info().frame_control.is_none();
    let incoming = Incoming::new(kind, size, want, profile.icc.is_none()).filter(|_| in_order);
    let (raster, whole) = match incoming {
        Some(incoming) => rows(&mut reader, incoming)?,
        None => pixels(&mut reader, kind, size)?,
    };
    let mut still = Still::new(raster, profile.icc);
    still.must_convert = profile.must_convert;
    Ok(if whole { still } else { still.cut_short() })
}

/// Row by row; `false`: the file broke off, and the rest is black.
fn rows(reader: &mut Reader<'_>, mut incoming: Incoming) -> Result<(Raster, bool), EngineError> {
    let (width, height) = reader.info().size();
    let too_large = || EngineError::too_large("its size overflows");
    let mut row = vec![0u8; reader.output_line_size(width).ok_or_else(too_large)?];
    let mut seen = false;
    for y in 0..height {
        if let Err(error) = reader.read_row(&mut row) {
            if !seen {
                return Err(nothing(&error));
            }
            row.fill(0);
            (y..height).for_each(|_| incoming.push(&row));
            return Ok((incoming.finish(), false));
        }
        seen = seen || row.iter().any(|&sample| sample != 0);
        incoming.push(&row);
    }
    Ok((incoming.finish(), true))
}

/// All of it as it is.
fn pixels(
    reader: &mut Reader<'_>,
    kind: ColorType,
    (width, height): (usize, usize),
) -> Result<(Raster, bool), EngineError> {
    let size = reader.output_buffer_size().ok_or_else(|| EngineError::too_large("its size overflows"))?;
    let mut samples = vec![0u8; size];
    let outcome = reader.next_frame(&mut samples);
    if let Err(error) = &outcome
        && samples.iter().all(|&sample| sample == 0)
    {
        return Err(nothing(error));
    }
    Ok((Raster::Rgba(to_rgba(samples, kind, width, height)?), outcome.is_ok()))
}

/// Nothing at all came out: there is no picture to show. A black picture that breaks off is refused with it.
fn nothing(error: &DecodingError) -> EngineError {
    match error {
        DecodingError::IoError(_) => EngineError::damaged("the PNG ends before its first row"),
        _ => EngineError::damaged("the PNG data cannot be read"),
    }
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
        ColorType::Indexed => return Err(damage(DecodingError::LimitsExceeded)),
        _ => {
            let mut data = vec![0u8; pixels * 4];
            widen(&samples, kind, &mut data);
            data
        }
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

/// Samples of a colour type to RGBA; as they are where they are RGBA already.
pub(super) fn widen(samples: &[u8], kind: ColorType, out: &mut [u8]) {
    match kind {
        ColorType::Rgb => each::<3>(samples, out, |[r, g, b]| [r, g, b, 255]),
        ColorType::Grayscale | ColorType::Indexed => each::<1>(samples, out, |[v]| [v, v, v, 255]),
        ColorType::GrayscaleAlpha => each::<2>(samples, out, |[v, a]| [v, v, v, a]),
        ColorType::Rgba => each::<4>(samples, out, |pixel| pixel),
    }
}

fn each<const N: usize>(samples: &[u8], out: &mut [u8], pixel: impl Fn([u8; N]) -> [u8; 4]) {
    for (to, from) in out.as_chunks_mut::<4>().0.iter_mut().zip(samples.as_chunks::<N>().0) {
        *to = pixel(*from);
    }
}
