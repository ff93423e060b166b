//! 8-bit samples of any PNG colour type to RGBA.

use super::reader::damage;
use crate::EngineError;
use crate::planes::Rgba;
use png::{ColorType, DecodingError};

/// 8-bit samples of any PNG colour type to RGBA.
pub(super) fn to_rgba(
    mut samples: Vec<u8>,
    kind: ColorType,
    width: usize,
    height: usize,
) -> Result<Rgba, EngineError> {
    let pixels = width * height;
    if kind == ColorType::Indexed {
        return Err(damage(DecodingError::LimitsExceeded));
    }
    if samples.len() < pixels * kind.samples() {
        return Err(EngineError::damaged("the PNG has fewer pixels than it says"));
    }
    widen_in_place(&mut samples, kind, pixels);
    let data = samples;
    let opaque = match kind {
        ColorType::Rgba | ColorType::GrayscaleAlpha => data.chunks_exact(4).all(|pixel| pixel[3] == 255),
        _ => true,
    };
    Ok(Rgba { width, height, data, opaque })
}

/// The same without a second buffer, from the last pixel to the first: each goes to a place that was read before.
fn widen_in_place(samples: &mut Vec<u8>, kind: ColorType, pixels: usize) {
    samples.resize(pixels * 4, 0);
    let mut each = |count: usize, places: [usize; 4]| {
        for pixel in (0..pixels).rev() {
            let from = |place: usize| if place < count { samples[pixel * count + place] } else { 255 };
            let wide = places.map(from);
            samples[pixel * 4..][..4].copy_from_slice(&wide);
        }
    };
    match kind {
        ColorType::Grayscale => each(1, [0, 0, 0, 9]),
        ColorType::GrayscaleAlpha => each(2, [0, 0, 0, 1]),
        ColorType::Rgb => each(3, [0, 1, 2, 9]),
        ColorType::Rgba | ColorType::Indexed => {}
    }
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
