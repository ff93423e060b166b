//! Text and image watermarks.
//!
//! Every size is a size on the OUTPUT image; a preview asks for the same marks with a `scale` below 1 and shows the
//! same image in small. Rules of the text's size: the recipe's font size is kept as it is; without one (0 or not a
//! number) it is the larger of 16 pixels and 3 % of the output's width; a text that is too large for the image
//! shrinks until it fits inside the margins.

mod blend;
mod coverage;
mod image;
mod place;
mod text;

use crate::planes::{Plane, Raster, Rgba, Ycc};
use crate::{Assets, EngineError};
use blend::Layer;
use nomina_rules::colour::{self, Colour};
use nomina_rules::options::{Position, ProcessingOptions};
use place::Spot;

/// The outline around the letters, in pixels of the output.
const OUTLINE: f32 = 2.0;

/// The outline is at most this share of the font size, so that small letters stay readable.
const WIDEST_OUTLINE: f32 = 1.0 / 10.0;

/// Letters below this can hardly be read, in pixels of the output.
const LEGIBLE: f32 = 7.0;

/// How strong the black of the outline is beside the letters' own opacity.
const OUTLINE_ALPHA: f64 = 0.5;

/// How the watermark image is decoded: the pipeline's own decoders.
pub type DecodeMark<'a> = &'a dyn Fn(&[u8]) -> Result<Rgba, EngineError>;

/// The marks of a recipe, ready for every frame of one image.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    layers: Vec<Layer>,
    warnings: Vec<String>,
}

impl Marks {
    /// Draws the recipe's marks for an output of `width` by `height`. `scale` is the size of the raster that will be
    /// stamped relative to that output: 1 for the output itself, less for a preview tile.
    pub fn prepare(
        recipe: &ProcessingOptions,
        assets: &Assets<'_>,
        width: u32,
        height: u32,
        scale: f64,
        decode: DecodeMark<'_>,
    ) -> Result<Self, EngineError> {
        let mut marks = Self::default();
        if width == 0 || height == 0 || !(scale > 0.0 && scale <= 1.0) {
            return Ok(marks);
        }
        let stage = Stage { picture: (width, height), scale };
        if recipe.enable_image_watermark {
            match assets.watermark {
                Some(bytes) => marks.layers.extend(image_layer(recipe, &decode(bytes)?, stage)),
                None => marks.warnings.push("The image watermark was left out: no image was chosen.".into()),
            }
        }
        if recipe.enable_text_watermark && !recipe.text_watermark.trim().is_empty() {
            let layer = text_layer(recipe, assets, stage, &mut marks.warnings)?;
            marks.layers.extend(layer);
        }
        Ok(marks)
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Whether a grey image gets colour by these marks; [`Marks::stamp`] then gives it chroma planes.
    pub fn are_coloured(&self) -> bool {
        self.layers.iter().any(Layer::is_coloured)
    }

    /// Lays the marks over the raster, which has the size that `prepare` was told.
    pub fn stamp(&self, raster: &mut Raster) {
        if self.are_coloured() {
            give_chroma(raster);
        }
        for layer in &self.layers {
            layer.stamp(raster);
        }
    }

    /// The same on the rows of an image from `top` on, whose chroma cells the band does not cut. A grey band stays grey.
    pub(crate) fn stamp_band(&self, band: &mut Ycc, top: usize) {
        for layer in &self.layers {
            layer.stamp_band(band, top);
        }
    }

    /// Sentences for the user: characters without a glyph, a font or image that is not there.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// The output image and how large the raster is beside it.
#[derive(Clone, Copy, Debug)]
struct Stage {
    picture: (u32, u32),
    scale: f64,
}

/// Grey planes become 4:2:0 planes without colour.
fn give_chroma(raster: &mut Raster) {
    if let Raster::Ycc(picture) = raster
        && picture.chroma.is_none()
    {
        (picture.sub_x, picture.sub_y) = (2, 2);
        let grey = Plane::filled(picture.width.div_ceil(2), picture.height.div_ceil(2), 128);
        picture.chroma = Some([grey.clone(), grey]);
    }
}

fn image_layer(recipe: &ProcessingOptions, mark: &Rgba, stage: Stage) -> Option<Layer> {
    if mark.width == 0 || mark.height == 0 {
        return None;
    }
    let spot = Spot {
        position: recipe.image_watermark_position,
        x_percent: recipe.image_watermark_x,
        y_percent: recipe.image_watermark_y,
    };
    let size = image::fitted((mark.width, mark.height), stage.picture, recipe.image_watermark_scale);
    let small = |length: u32| ((f64::from(length) * stage.scale).round() as usize).max(1);
    let (width, height) = (small(size.0), small(size.1));
    let pixels = image::resample(mark, width, height, recipe.image_watermark_opacity);
    let places = scaled_places(&spot.places(stage.picture, size), stage.scale);
    Some(Layer { width, height, pixels, places })
}

fn scaled_places(places: &[(i64, i64)], scale: f64) -> Vec<(i64, i64)> {
    let small = |at: i64| (at as f64 * scale).round() as i64;
    places.iter().map(|&(x, y)| (small(x), small(y))).collect()
}

fn text_layer(
    recipe: &ProcessingOptions,
    assets: &Assets<'_>,
    stage: Stage,
    warnings: &mut Vec<String>,
) -> Result<Option<Layer>, EngineError> {
    let colour = colour::parse(&recipe.text_watermark_color).ok_or_else(|| EngineError::BadRecipe {
        what: format!(
            "the text colour {:?} is not a hex, rgb, rgba, hsl or hsla colour",
            recipe.text_watermark_color
        ),
    })?;
    let spot = Spot {
        position: recipe.text_watermark_position,
        x_percent: recipe.text_watermark_x,
        y_percent: recipe.text_watermark_y,
    };
    let Some(outline) = assets.text else {
        warnings.push("The watermark text was left out: no font is there.".into());
        return Ok(None);
    };
    warnings.extend(outline.warnings.iter().cloned());
    let size = font_size(recipe.text_watermark_font_size, stage.picture.0);
    let mut shape = text::shape_of(outline, size, spot.align());
    let Some(ink) = shape.bounds() else {
        // An image without the watermark that was asked for would be handed out as if it had one.
        return match outline.warnings.is_empty() {
            true => Ok(None),
            false => Err(EngineError::BadRecipe {
                what: "no font here has the characters of the watermark text; change the text or turn it off"
                    .into(),
            }),
        };
    };

    // Shrink to the room between the margins, outline included.
    let outline = OUTLINE.min(size * WIDEST_OUTLINE);
    let margin = place::margin(stage.picture);
    let room = [stage.picture.0, stage.picture.1].map(|side| side.saturating_sub(2 * margin).max(1) as f32);
    let length = |axis: usize| ink.max[axis] - ink.min[axis] + 2.0 * outline;
    let fit = (room[0] / length(0)).min(room[1] / length(1)).min(1.0);
    if size * fit < LEGIBLE {
        let pixels = (size * fit).round().max(1.0);
        warnings.push(format!(
            "The watermark text had to shrink to {pixels} pixels to fit and can hardly be read: shorten it."
        ));
    }
    let outline = outline * fit;
    let mark = [0, 1].map(|axis| (length(axis) * fit).ceil().clamp(1.0, room[axis]) as u32);

    let places = spot.places(stage.picture, (mark[0].min(stage.picture.0), mark[1].min(stage.picture.1)));
    let scale = stage.scale as f32;
    // A single mark keeps its place to a fraction of a preview's pixel; tiles share one drawing and are rounded.
    let exact = if spot.position == Position::Tiled { (0, 0) } else { places[0] };
    let exact = [exact.0 as f32 * scale, exact.1 as f32 * scale];
    let origin = exact.map(f32::floor);
    let offset = |axis: usize| (outline - ink.min[axis] * fit) * scale + exact[axis] - origin[axis];
    shape.transform(fit * scale, [offset(0), offset(1)]);
    let [width, height] =
        [0, 1].map(|axis| (mark[axis] as f32 * scale + exact[axis] - origin[axis]).ceil() as usize + 1);
    let coverage = shape.cover(width, height, outline * scale);

    let places = match spot.position {
        Position::Tiled => scaled_places(&places, stage.scale),
        _ => vec![(origin[0] as i64, origin[1] as i64)],
    };
    let pixels = paint(&coverage, colour, recipe.text_watermark_opacity);
    Ok(Some(Layer { width, height, pixels, places }))
}

/// The size that is 3 % of the width and at least 16 pixels high; a recipe without a size means it.
const USUAL_SIZE: f64 = 24.0;

/// In proportion to the image, so that one recipe fits a whole batch. Sizes outside 8 to 500 are brought back into the range.
fn font_size(wanted: f64, width: u32) -> f32 {
    let usual = (f64::from(width) * 0.03).max(16.0);
    let wanted = if wanted > 0.0 { wanted.clamp(8.0, 500.0) } else { USUAL_SIZE };
    (usual * wanted / USUAL_SIZE) as f32
}

/// Premultiplied pixels: letters in their colour, the ring around them in black.
fn paint(coverage: &coverage::Coverage, colour: Colour, opacity: f64) -> Vec<u8> {
    let strength = opacity.clamp(0.0, 1.0) * f64::from(colour.a) / 255.0 * 256.0;
    let (letters, outline) = (strength.round() as u32, (strength * OUTLINE_ALPHA).round() as u32);
    let mut pixels = Vec::with_capacity(coverage.fill.len() * 4);
    for (fill, ring) in coverage.fill.iter().zip(&coverage.ring) {
        let letter = (u32::from(*fill) * letters + 128) >> 8;
        let black = (u32::from(*ring) * outline + 128) >> 8;
        let times = |c: u8| ((u32::from(c) * letter + 127) / 255) as u8;
        pixels.extend([times(colour.r), times(colour.g), times(colour.b), (letter + black).min(255) as u8]);
    }
    pixels
}

#[cfg(test)]
mod tests;
