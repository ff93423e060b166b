//! Small copies: the tile on screen, the tile with its watermark, and what a naming model gets to see.

use super::encode::{encode_jpeg, halved};
use super::pixels::{into_rgba, scale};
use super::plan::fit;
use super::shot::shot;
use super::step::{Step, steps};
use crate::decode::{decode, decode_whole};
use crate::format::Format;
use crate::formats::jpeg::Order;
use crate::formats::{Want, png};
use crate::planes::{Raster, Rgba};
use crate::probe::{Probe, probe};
use crate::watermark::Marks;
use crate::{Assets, EngineError, Facts, Inspection, Limits, Output, Shot, colour, metadata, orient};
use nomina_rules::options::ProcessingOptions;

/// Quality of tiles, in percent.
const TILE_QUALITY: u8 = 80;
/// Longest side of what a naming model gets.
const MODEL_SIDE: u32 = 1024;
/// Its size, about.
const MODEL_BYTES: usize = 2 << 20;

/// A small upright copy, longest side at most `side`: JPEG, or PNG when it has transparency.
pub fn thumbnail(bytes: &[u8], side: u32, limits: &Limits) -> Result<Output, EngineError> {
    let small = Small::make(bytes, side.max(1), limits)?;
    small.tile()
}

/// The recipe's watermarks on a thumbnail, scaled so that the tile is the output in small. `source` is the inspection
/// of the full image: sizes of the marks are relative to the output it would have.
pub fn watermark_preview(
    thumbnail: &[u8],
    source: &Inspection,
    recipe: &ProcessingOptions,
    assets: &Assets<'_>,
    limits: &Limits,
) -> Result<Output, EngineError> {
    let mut small = Small::make(thumbnail, u32::MAX, limits)?;
    let (upright_width, upright_height) = if orient::swaps(source.orientation) {
        (source.height, source.width)
    } else {
        (source.width, source.height)
    };
    let (width, height) = if recipe.resize_images {
        fit(upright_width, upright_height, recipe.max_width, recipe.max_height)
    } else {
        (upright_width, upright_height)
    };
    let (tile_width, _) = small.raster.size();
    let scale = (tile_width as f64 / f64::from(width.max(1))).min(1.0);
    let decode_mark = |bytes: &[u8]| decode_whole(bytes, limits);
    let marks = Marks::prepare(recipe, assets, width, height, scale, &decode_mark)?;
    marks.stamp(&mut small.raster);
    small.warnings.extend(marks.warnings().iter().cloned());
    small.tile()
}

/// The reduced copy that a naming model gets: upright JPEG without metadata, longest side at most 1024, quality 0.9 and
/// down by 0.1 until it is about 2 MB.
pub fn model_input(bytes: &[u8], limits: &Limits) -> Result<Output, EngineError> {
    let small = Small::make(bytes, MODEL_SIDE, limits)?;
    let mut output = small.jpeg(90)?;
    for quality in (10..90).rev().step_by(10) {
        if output.bytes.len() <= MODEL_BYTES {
            break;
        }
        output = small.jpeg(quality)?;
    }
    output.facts.shot = Some(shot(&small.raster));
    Ok(output)
}

/// How well an image came out, measured on the copy that a naming model gets.
pub fn measure_shot(bytes: &[u8], limits: &Limits) -> Result<Shot, EngineError> {
    Ok(shot(&Small::make(bytes, MODEL_SIDE, limits)?.raster))
}

/// What the embedded naming model looks at: upright sRGB pixels on white, longest side at most `side`. The result is
/// always opaque.
pub fn rgb(bytes: &[u8], side: u32, limits: &Limits) -> Result<Rgba, EngineError> {
    let small = Small::make(bytes, side.max(1), limits)?;
    let mut image = into_rgba(small.raster);
    image.flatten();
    Ok(image)
}

fn in_srgb(raster: Raster, icc: Option<&[u8]>) -> Raster {
    let Some(icc) = icc else { return raster };
    let mut image = into_rgba(raster);
    colour::to_srgb(&mut image, icc);
    Raster::Rgba(image)
}

/// An upright sRGB image, reduced.
struct Small {
    source: Probe,
    raster: Raster,
    warnings: Vec<String>,
}

impl Small {
    fn make(bytes: &[u8], side: u32, limits: &Limits) -> Result<Self, EngineError> {
        let source = probe(bytes, limits)?;
        let (width, height) = fit(source.width, source.height, side, side);
        let want = Want { width, height, planar: true, half_chroma: true, ..Want::full() };
        let still = decode(bytes, source.format, source.frames > 1, &want, limits)?;
        let turn = metadata::read(bytes, source.format, limits).orientation;
        let upright = if orient::swaps(turn) { (height, width) } else { (width, height) };
        let icc = still.icc.filter(|icc| !colour::is_srgb(icc));
        let raster = steps(upright, turn, false).into_iter().fold(still.raster, |raster, step| match step {
            Step::Fit { width, height } => scale(raster, width as usize, height as usize, true),
            Step::Colour => in_srgb(raster, icc.as_deref()),
            Step::Turn(orientation) => orient::apply(raster, orientation),
            // The preview paints them in the tile's own scale.
            Step::Mark => raster,
        });
        Ok(Self { source, raster, warnings: still.warnings })
    }

    fn tile(mut self) -> Result<Output, EngineError> {
        if let Raster::Rgba(image) = &mut self.raster {
            image.find_opaque();
        }
        match &self.raster {
            Raster::Rgba(image) if !image.opaque => {
                let bytes = png::encode(image, png::Effort::Fast)?;
                Ok(Output { bytes, facts: self.facts(Format::Png, None) })
            }
            _ => self.jpeg(TILE_QUALITY),
        }
    }

    fn jpeg(&self, quality: u8) -> Result<Output, EngineError> {
        let planes = match &self.raster {
            Raster::Ycc(planes) => halved(planes.clone(), true),
            Raster::Rgba(image) => {
                let mut image = image.clone();
                image.flatten();
                colour::from_rgba(&image, 2)
            }
        };
        let bytes = encode_jpeg(&planes, quality, Order::Sequential)?;
        Ok(Output { bytes, facts: self.facts(Format::Jpeg, Some(quality)) })
    }

    fn facts(&self, format: Format, quality: Option<u8>) -> Facts {
        let (width, height) = self.raster.size();
        Facts {
            source_format: self.source.format,
            format,
            mime: format.mime(),
            extension: format.extension(),
            source_width: self.source.width,
            source_height: self.source.height,
            width: width as u32,
            height: height as u32,
            frames: 1,
            reencoded: true,
            kept_original: false,
            quality,
            warnings: self.warnings.clone(),
            shot: None,
        }
    }
}
