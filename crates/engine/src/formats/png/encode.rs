//! RGBA to PNG in the smallest colour type that holds it: grey, RGB or RGBA; a palette when asked to compress.

use super::row_writer::{Effort, RowWriter, Shape};
use crate::EngineError;
use crate::formats::palette::{self, Indexed};
use crate::planes::Rgba;
use crate::pulse::Pulse;
use png::{BitDepth, ColorType};

/// Lossless.
pub fn encode(image: &Rgba, effort: Effort) -> Result<Vec<u8>, EngineError> {
    encode_watched(image, effort, &Pulse::none())
}

/// The same, row by row under the eyes of whoever waits for it.
pub fn encode_watched(image: &Rgba, effort: Effort, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
    let write = |kind, take: Take<'_>| write(image, kind, effort, take, pulse);
    let grey = image.data.as_chunks::<4>().0.iter().all(|&[r, g, b, _]| r == g && g == b);
    match (grey, image.opaque) {
        (true, true) => write(ColorType::Grayscale, &|from, to| take(from, to, |[v, ..]| [v])),
        (true, false) => write(ColorType::GrayscaleAlpha, &|from, to| take(from, to, |[v, _, _, a]| [v, a])),
        (false, true) => write(ColorType::Rgb, &|from, to| take(from, to, |[r, g, b, _]| [r, g, b])),
        (false, false) => write(ColorType::Rgba, &|from, to| to.copy_from_slice(from)),
    }
}

/// RGBA to the samples of a colour type.
type Take<'a> = &'a dyn Fn(&[u8], &mut [u8]);

fn take<const N: usize>(from: &[u8], to: &mut [u8], pixel: impl Fn([u8; 4]) -> [u8; N]) {
    for (to, &from) in to.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
        *to = pixel(from);
    }
}

/// Lossless with a palette, if the image has at most 256 colours.
pub fn encode_exact(image: &Rgba, pulse: &Pulse<'_>) -> Result<Option<Vec<u8>>, EngineError> {
    let indexed = palette::exact(image, 256);
    indexed.map(|indexed| encode_indexed(&indexed, image.width, image.height, pulse)).transpose()
}

/// An image with fewer colours, dithered.
#[derive(Debug)]
pub struct Reduced {
    indexed: Indexed,
    size: (usize, usize),
    /// How far it is from the source: mean squared error over the channels, before dithering.
    pub error: f64,
}

impl Reduced {
    /// At most `colours` colours.
    pub fn new(image: &Rgba, colours: usize, pulse: &Pulse<'_>) -> Result<Self, EngineError> {
        let (indexed, error) = palette::reduce(image, colours, pulse)?;
        Ok(Self { indexed, size: (image.width, image.height), error })
    }

    pub fn encode(&self, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
        encode_indexed(&self.indexed, self.size.0, self.size.1, pulse)
    }
}

fn write(
    image: &Rgba,
    kind: ColorType,
    effort: Effort,
    take: Take<'_>,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let Rgba { width, height, .. } = *image;
    let mut rows = RowWriter::new(&Shape { width, height, kind, depth: BitDepth::Eight }, effort)?;
    for (y, pixels) in image.data.chunks_exact(width * 4).enumerate() {
        pulse.beat(y, height)?;
        rows.push(|row| take(pixels, row))?;
    }
    rows.finish()
}

fn encode_indexed(
    indexed: &Indexed,
    width: usize,
    height: usize,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let bits = match indexed.colours.len() {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    };
    let mut rows = RowWriter::indexed(width, height, bits, &indexed.colours)?;
    for (y, pixels) in indexed.pixels.chunks_exact(width).enumerate() {
        pulse.beat(y, height)?;
        rows.push(|row| pack(pixels, usize::from(bits), row))?;
    }
    rows.finish()
}

/// Indices of `bits` bits, first pixel in the high bits; a row ends with a whole byte.
fn pack(pixels: &[u8], bits: usize, row: &mut [u8]) {
    for (byte, group) in row.iter_mut().zip(pixels.chunks(8 / bits)) {
        *byte = group.iter().enumerate().fold(0, |byte, (i, &p)| byte | p << (8 - bits * (i + 1)));
    }
}
