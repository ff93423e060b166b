//! RGBA to PNG in the smallest colour type that holds it: grey, RGB or RGBA; a palette when asked to compress.

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

/// Lossless. With [`Effort::Small`] a picture of at most 256 colours is written with a palette.
pub fn encode(picture: &Rgba, effort: Effort) -> Result<Vec<u8>, EngineError> {
    if effort == Effort::Small
        && let Some(indexed) = palette::exact(picture, 256)
    {
        return encode_indexed(&indexed, picture.width, picture.height);
    }
    let grey = picture.data.chunks_exact(4).all(|p| p[0] == p[1] && p[1] == p[2]);
    let (kind, samples) = match (grey, picture.opaque) {
        (true, true) => (ColorType::Grayscale, picture.data.chunks_exact(4).map(|p| p[0]).collect()),
        (true, false) => {
            (ColorType::GrayscaleAlpha, picture.data.chunks_exact(4).flat_map(|p| [p[0], p[3]]).collect())
        }
        (false, true) => (ColorType::Rgb, narrow(&picture.data)),
        (false, false) => return write(picture, &picture.data, ColorType::Rgba, effort),
    };
    write(picture, &samples, kind, effort)
}

/// At most `colours` colours, dithered. The second value is how far the result is from the source: mean squared error
/// over the channels, before dithering.
pub fn encode_reduced(picture: &Rgba, colours: usize) -> Result<(Vec<u8>, f64), EngineError> {
    let (indexed, error) = palette::reduce(picture, colours);
    Ok((encode_indexed(&indexed, picture.width, picture.height)?, error))
}

fn narrow(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0u8; data.len() / 4 * 3];
    for (to, from) in out.chunks_exact_mut(3).zip(data.chunks_exact(4)) {
        to.copy_from_slice(&from[..3]);
    }
    out
}

fn write(picture: &Rgba, samples: &[u8], kind: ColorType, effort: Effort) -> Result<Vec<u8>, EngineError> {
    let mut out = Vec::with_capacity(samples.len() / 2 + 1024);
    let mut encoder = png::Encoder::new(&mut out, picture.width as u32, picture.height as u32);
    encoder.set_color(kind);
    encoder.set_compression(match effort {
        Effort::Fast => Compression::Fast,
        Effort::Small => Compression::Balanced,
    });
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(samples)?;
        writer.finish()
    });
    written.map(|()| out).map_err(|_| EngineError::damaged("the picture could not be written as PNG"))
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
    written.map(|()| out).map_err(|_| EngineError::damaged("the picture could not be written as PNG"))
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
