//! RGBA to PNG in the smallest colour type that holds it: grey, RGB or RGBA; a palette when asked to compress.

use super::pack::Choice;
use super::row_writer::{Effort, Packing, RowWriter, Shape};
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
    let write = |kind, take: Take<'_>| {
        let Rgba { width, height, .. } = *image;
        let shape = Shape { width, height, kind, depth: BitDepth::Eight, colours: &[] };
        let row = |y: usize, to: &mut [u8]| take(&image.data[y * width * 4..][..width * 4], to);
        match effort {
            Effort::Fast => write(&shape, Packing::FAST, &row, pulse),
            Effort::Small => smallest(&shape, &CHOICES, &row, pulse),
        }
    };
    let grey = image.data.as_chunks::<4>().0.iter().all(|&[r, g, b, _]| r == g && g == b);
    match (grey, image.opaque) {
        (true, true) => write(ColorType::Grayscale, &|from, to| take(from, to, |[v, ..]| [v])),
        (true, false) => write(ColorType::GrayscaleAlpha, &|from, to| take(from, to, |[v, _, _, a]| [v, a])),
        (false, true) => write(ColorType::Rgb, &|from, to| take(from, to, |[r, g, b, _]| [r, g, b])),
        (false, false) => write(ColorType::Rgba, &|from, to| to.copy_from_slice(from)),
    }
}

/// What is tried for samples.
const CHOICES: [Choice; 4] = [Choice::Sum, Choice::None, Choice::Entropy, Choice::Pairs];

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
}

impl Reduced {
    /// At most `colours` colours.
    pub fn new(image: &Rgba, colours: usize, pulse: &Pulse<'_>) -> Result<Self, EngineError> {
        let indexed = palette::reduce(image, colours, pulse)?;
        Ok(Self { indexed, size: (image.width, image.height) })
    }

    /// How far it looks from `image`, which it was made of: 0 is equal.
    pub fn difference(&self, image: &Rgba, pulse: &Pulse<'_>) -> Result<f32, EngineError> {
        palette::difference(image, &self.indexed, pulse)
    }

    pub fn encode(&self, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
        encode_indexed(&self.indexed, self.size.0, self.size.1, pulse)
    }
}

/// One row of the image, in the samples of the file.
type Row<'a> = &'a dyn Fn(usize, &mut [u8]);

/// Images of more bytes are packed once: with the filters that leave least.
const TRIED_BYTES: usize = 48 << 20;
/// Places that a try compares.
const TRY_DEPTH: usize = 12;

/// The smallest of some ways to filter, each tried with a short search.
fn smallest(
    shape: &Shape<'_>,
    choices: &[Choice],
    row: Row<'_>,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let bytes = shape.bytes();
    let mut best = (usize::MAX, Packing::of(Effort::Small, bytes));
    let tries = if choices.len() < 2 || bytes > TRIED_BYTES { &[] } else { choices };
    let most = tries.len().max(1);
    for (done, &choice) in tries.iter().enumerate() {
        let packing = Packing { choice, depth: TRY_DEPTH };
        let length = write(shape, packing, row, &pulse.part(0.0, 0.5).one_of(done, most))?.len();
        if length < best.0 {
            best = (length, Packing { choice, ..best.1 });
        }
    }
    let only = choices.first().filter(|_| choices.len() == 1);
    let packing = Packing { choice: only.copied().unwrap_or(best.1.choice), ..best.1 };
    write(shape, packing, row, &pulse.part(if tries.is_empty() { 0.0 } else { 0.5 }, 1.0))
}

fn write(
    shape: &Shape<'_>,
    packing: Packing,
    row: Row<'_>,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let mut rows = RowWriter::new(shape, packing)?;
    for y in 0..shape.height {
        pulse.beat(y, shape.height)?;
        rows.push(|to| row(y, to));
    }
    Ok(rows.finish())
}

fn encode_indexed(
    indexed: &Indexed,
    width: usize,
    height: usize,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let depth = match indexed.colours.len() {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    };
    let shape = Shape { width, height, kind: ColorType::Indexed, depth, colours: &indexed.colours };
    // Neighbouring indices mean nothing, so predicting from them only costs.
    smallest(
        &shape,
        &[Choice::None],
        &|y, row| pack(&indexed.pixels[y * width..][..width], depth as usize, row),
        pulse,
    )
}

/// Indices of `bits` bits, first pixel in the high bits; a row ends with a whole byte.
fn pack(pixels: &[u8], bits: usize, row: &mut [u8]) {
    for (byte, group) in row.iter_mut().zip(pixels.chunks(8 / bits)) {
        *byte = group.iter().enumerate().fold(0, |byte, (i, &p)| byte | p << (8 - bits * (i + 1)));
    }
}
