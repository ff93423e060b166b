//! Decoding: from the file's bytes to planes. Control procedures of a decoder: ITU-T T.81, Annexes E to G.

mod bands;
mod bits;
mod block;
mod huffman;
mod layout;
mod pass;
mod passes;
mod progressive;
mod rebuild;
mod refine;
mod run;
mod scans;
mod sequential;
pub(super) mod standard;
mod store;
mod strips;

pub(super) use bands::BandReader;
pub(super) use bits::find_marker;
pub(super) use huffman::Table;

use super::header::{Header, Walker};
use super::image;
use super::pixels::{JpegImage, Model, Pixels};
use super::scale::{Chroma, Scale};
use crate::{EngineError, Limits, resize};
use layout::Layout;
use run::{Outcome, run, start};
use scans::Scans;
use strips::Planes;

/// Decodes a file, as far as it goes.
pub fn decode(bytes: &[u8], scale: Scale, limits: &Limits) -> Result<JpegImage, EngineError> {
    let mut walker = Walker::new(bytes, limits)?;
    let (first, header) = start(&mut walker)?;
    let model = header.model()?;
    let layout = Layout::new(&header, scale);
    let mut planes = Planes::new(&layout);
    let outcome = run(&mut walker, first, &layout, &mut planes, limits)?;
    let planes = planes.finish(&outcome.seen);
    let pixels = image::assemble(&header, model, &layout.sides(), planes);
    Ok(finished(&header, model, pixels, outcome))
}

/// Whether there is anything to decode: headers, tables and scans, without the pixels. Says when the file breaks off.
pub fn check(bytes: &[u8], limits: &Limits) -> Result<Vec<String>, EngineError> {
    let mut walker = Walker::new(bytes, limits)?;
    let (first, header) = start(&mut walker)?;
    header.model()?;
    let layout = Layout::new(&header, Scale::Full);
    let scans = Scans::find(&mut walker, first, &layout, limits)?;
    Ok(if scans.break_off(bytes) { vec![CUT_OFF.to_owned()] } else { Vec::new() })
}

const CUT_OFF: &str = "The end of the file is missing; the image was passed on as far as it goes.";

/// Decodes straight to the given size (in the file's own orientation, not larger than the image), with chroma at
/// half of it where the target can hold no more. Rows are resized as they are decoded, so that only the result is held.
/// Other kinds of pixels than YCbCr are resized as well.
pub fn decode_to(
    bytes: &[u8],
    width: usize,
    height: usize,
    chroma: Chroma,
    limits: &Limits,
) -> Result<JpegImage, EngineError> {
    if width == 0 || height == 0 {
        return Err(EngineError::BadRecipe { what: "an image needs at least one pixel".into() });
    }
    let scale = Scale::Cover { width, height, chroma };
    let mut walker = Walker::new(bytes, limits)?;
    let (first, header) = start(&mut walker)?;
    let model = header.model()?;
    let layout = Layout::new(&header, scale);
    let Some((sub_x, sub_y)) = image::chroma_factors(&header, model, &layout.sides()) else {
        return resized(decode(bytes, scale, limits)?, width, height, chroma);
    };
    let (sub_x, sub_y) = if chroma == Chroma::Half && model == Model::Ycc { (2, 2) } else { (sub_x, sub_y) };
    let mut planes = Planes::resized(&layout, (width, height), (sub_x, sub_y));
    let outcome = run(&mut walker, first, &layout, &mut planes, limits)?;
    let pixels = image::ycc_of(planes.finish(&outcome.seen), width, height, sub_x, sub_y);
    Ok(finished(&header, model, Pixels::Ycc(pixels), outcome))
}

/// The way of rare kinds: whole planes first.
fn resized(
    mut image: JpegImage,
    width: usize,
    height: usize,
    chroma: Chroma,
) -> Result<JpegImage, EngineError> {
    image.pixels = match image.pixels {
        Pixels::Ycc(ycc) => Pixels::Ycc(resize::ycc(&ycc, width, height, chroma == Chroma::Half)),
        Pixels::Rgba(rgba) => Pixels::Rgba(resize::rgba(&rgba, width, height)),
        Pixels::Cmyk(cmyk) => Pixels::Cmyk(image::resize_cmyk(&cmyk, width, height)),
    };
    Ok(image)
}

fn finished(header: &Header, model: Model, pixels: Pixels, outcome: Outcome) -> JpegImage {
    JpegImage {
        pixels,
        full_width: header.width,
        full_height: header.height,
        model,
        adobe_transform: header.adobe_transform,
        warnings: outcome.warnings,
    }
}
