//! RGBA to PNG in the smallest colour type that holds it: grey, RGB or RGBA; a palette when asked to compress.

use super::row_writer::{RowWriter, Shape, refusal};
use crate::EngineError;
use crate::formats::palette::{self, Indexed};
use crate::planes::Rgba;
use png::{BitDepth, ColorType, Compression};

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Many times quicker than libpng's default, for results that were not asked to be small.
    Fast,
    /// A thorough search for matches.
    Small,
}

/// Lossless.
pub fn encode(picture: &Rgba, effort: Effort) -> Result<Vec<u8>, EngineError> {
    let grey = picture.data.as_chunks::<4>().0.iter().all(|&[r, g, b, _]| r == g && g == b);
    match (grey, picture.opaque) {
        (true, true) => {
            write(picture, ColorType::Grayscale, effort, &|from, to| take(from, to, |[v, ..]| [v]))
        }
        (true, false) => write(picture, ColorType::GrayscaleAlpha, effort, &|from, to| {
            take(from, to, |[v, _, _, a]| [v, a])
        }),
        (false, true) => {
            write(picture, ColorType::Rgb, effort, &|from, to| take(from, to, |[r, g, b, _]| [r, g, b]))
        }
        (false, false) => write(picture, ColorType::Rgba, effort, &|from, to| to.copy_from_slice(from)),
    }
}

/// RGBA to the samples of a colour type.
type Take<'a> = &'a dyn Fn(&[u8], &mut [u8]);

fn take<const N: usize>(from: &[u8], to: &mut [u8], pixel: impl Fn([u8; 4]) -> [u8; N]) {
    for (to, &from) in to.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
        *to = pixel(from);
    }
}

/// Lossless with a palette, if the picture has at most 256 colours.
pub fn encode_exact(picture: &Rgba) -> Result<Option<Vec<u8>>, EngineError> {
    let indexed = palette::exact(picture, 256);
    indexed.map(|indexed| encode_indexed(&indexed, picture.width, picture.height)).transpose()
}

/// A picture with fewer colours, dithered.
#[derive(Debug)]
pub struct Reduced {
    indexed: Indexed,
    size: (usize, usize),
    /// How far it is from the source: mean squared error over the channels, before dithering.
    pub error: f64,
}

impl Reduced {
    /// At most `colours` colours.
    pub fn new(picture: &Rgba, colours: usize) -> Self {
        let (indexed, error) = palette::reduce(picture, colours);
        Self { indexed, size: (picture.width, picture.height), error }
    }

    pub fn encode(&self) -> Result<Vec<u8>, EngineError> {
        encode_indexed(&self.indexed, self.size.0, self.size.1)
    }
}

fn write(picture: &Rgba, kind: ColorType, effort: Effort, take: Take<'_>) -> Result<Vec<u8>, EngineError> {
    let Rgba { width, height, .. } = *picture;
    let mut rows = RowWriter::new(&Shape { width, height, kind, depth: BitDepth::Eight }, effort)?;
    for pixels in picture.data.chunks_exact(width * 4) {
        rows.push(|row| take(pixels, row))?;
    }
    rows.finish()
}

fn encode_indexed(indexed: &Indexed, width: usize, height: usize) -> Result<Vec<u8>, EngineError> {
    let bits = match indexed.colours.len() {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    };
    let mut out = Vec::with_capacity(indexed.pixels.len() / 2 + 1024);
    let mut encoder = png::Encoder::new(&mut out, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::from_u8(bits).unwrap_or(BitDepth::Eight));
    encoder.set_compression(Compression::Balanced);
    encoder.set_palette(indexed.colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>());
    if let Some(last) = indexed.colours.iter().rposition(|c| c[3] != 255) {
        encoder.set_trns(indexed.colours[..=last].iter().map(|c| c[3]).collect::<Vec<_>>());
    }
    // Neighbouring indices mean nothing, so predicting from them only costs.
    encoder.set_filter(png::Filter::NoFilter);
    let packed = pack(&indexed.pixels, width, usize::from(bits));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&packed)?;
        writer.finish()
    });
    written.map(|()| out).map_err(|_| refusal())
}

/// Indices of `bits` bits, first pixel in the high bits, rows on whole bytes.
fn pack(pixels: &[u8], width: usize, bits: usize) -> Vec<u8> {
    if bits == 8 || width == 0 {
        return pixels.to_vec();
    }
    let per_byte = 8 / bits;
    let mut out = Vec::with_capacity(pixels.len() / per_byte + pixels.len() / width);
    for row in pixels.chunks_exact(width) {
        for group in row.chunks(per_byte) {
            let byte = group.iter().enumerate().fold(0, |byte, (i, &p)| byte | p << (8 - bits * (i + 1)));
            out.push(byte);
        }
    }
    out
}
