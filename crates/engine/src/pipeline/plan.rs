//! What will be done, decided from the headers and the recipe before any pixel is touched.

use super::step::{Step, steps};
use crate::format::Format;
use crate::formats::jpeg::Order;
use crate::planes::Range;
use crate::probe::Probe;
use crate::{Facts, orient};
use nomina_rules::options::{CONVERT_QUALITY, OutputFormat, ProcessingOptions};

/// Which way the image goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// No pixel changes: at most the container is edited.
    Container,
    Still,
    Animation,
}

/// The decisions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) source: Probe,
    pub(crate) target: Format,
    pub(crate) way: Way,
    /// What is done to the pixels, in order.
    pub(crate) steps: Vec<Step>,
    /// Upright size of the result.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// 1..=100; 100 means lossless where the source is and the target can.
    pub(crate) quality: u8,
    pub(crate) lossless: bool,
    /// The quality that a PNG with fewer colours must keep, 1..=100; 100 means that it keeps them all.
    pub(crate) png_quality: Option<u8>,
    /// Small files were asked for: palettes and thorough search are worth their time.
    pub(crate) compress: bool,
    pub(crate) target_bytes: Option<usize>,
    /// What the recipe says about JPEG's order.
    progressive: Option<bool>,
    /// Nothing but compression was asked for, so a larger result is pointless.
    pub(crate) compression_only: bool,
    /// Only the first frame of several can be kept.
    pub(crate) first_frame_only: bool,
    /// Profiles travel with the samples where they can.
    profiles: bool,
}

/// Chroma is halved up to this quality: above it the eye is meant to see every pixel.
const HALVED_CHROMA_UP_TO: u8 = 90;

impl Plan {
    pub(crate) fn new(source: &Probe, orientation: u8, recipe: &ProcessingOptions, length: usize) -> Self {
        let target = target_format(source.format, recipe);
        let (upright_width, upright_height) = upright(source, orientation);
        let (width, height) = if recipe.resize_images {
            fit(upright_width, upright_height, recipe.max_width, recipe.max_height)
        } else {
            (upright_width, upright_height)
        };
        let target_bytes = recipe.target_size_kb.map(|kb| kb as usize * 1024);
        let same_pixels = target == source.format
            && (width, height) == (upright_width, upright_height)
            && !wants_marks(recipe);
        let raw = source.format == Format::Raw;
        let too_big = target_bytes.is_some_and(|most| length > most);
        let quality = quality_percent(recipe);
        let untouched = raw || same_pixels && !recipe.enable_compression && !too_big;
        let way = match (untouched, source.frames) {
            (true, _) => Way::Container,
            (false, 2..) if target.can_animate() => Way::Animation,
            (false, _) => Way::Still,
        };
        Self {
            source: *source,
            target,
            way,
            steps: steps((width, height), orientation, wants_marks(recipe)),
            width,
            height,
            quality,
            lossless: source.lossless
                && target_bytes.is_none()
                && (quality == 100 || (target == source.format && !recipe.enable_compression)),
            png_quality: recipe.png_quality.map(percent),
            compress: recipe.enable_compression || target_bytes.is_some(),
            target_bytes,
            progressive: recipe.jpeg_progressive,
            compression_only: same_pixels,
            first_frame_only: source.frames > 1 && !target.can_animate(),
            profiles: !recipe.remove_metadata && target.holds_profile(),
        }
    }

    /// The file itself cannot be edited: its pixels make a new one.
    pub(crate) fn encode_anew(&mut self) {
        self.compression_only = false;
        if self.way == Way::Container {
            self.way = Way::Still;
        }
    }

    /// From stored to upright; 1 where both are the same.
    pub(crate) fn orientation(&self) -> u8 {
        let turn = self.steps.iter().find_map(|step| match *step {
            Step::Turn(orientation) => Some(orientation),
            Step::Fit { .. } | Step::Colour | Step::Mark => None,
        });
        turn.unwrap_or(1)
    }

    /// Whether stored and upright image differ.
    pub(crate) fn turns(&self) -> bool {
        self.orientation() != 1
    }

    /// What goes the usual way has 8 bits a sample: the source has more.
    pub(crate) fn narrows(&self) -> bool {
        self.source.bit_depth > 8
    }

    /// The range of planes: WebP's own where nothing is painted on the way, so that it is rounded once, not twice.
    pub(crate) fn range(&self) -> Range {
        let paints = self.steps.contains(&Step::Mark);
        if self.target == Format::Webp && !paints { Range::Limited } else { Range::Full }
    }

    /// Whether the result's chroma is half as large as its luma.
    pub(crate) fn halves_chroma(&self) -> bool {
        match self.target {
            Format::Webp => !self.lossless,
            Format::Jpeg | Format::Avif => self.quality <= HALVED_CHROMA_UP_TO || self.target_bytes.is_some(),
            _ => false,
        }
    }

    /// Whether the samples stay as they are and their profile travels with them. `must_convert`: it is none that a file could
    /// keep.
    pub(crate) fn keeps_profile(&self, icc: Option<&[u8]>, must_convert: bool) -> bool {
        // Bytes 16..20 of a profile name its colour model; others than RGB do not fit what is written here.
        let is_rgb = icc.is_some_and(|icc| icc.get(16..20) == Some(b"RGB "));
        self.profiles && is_rgb && !must_convert
    }

    /// Whoever asks for compression gets the smallest JPEG, which takes longer; other results are made quickly.
    pub(crate) fn jpeg_order(&self) -> Order {
        if self.progressive.unwrap_or(self.compress) { Order::Smallest } else { Order::Sequential }
    }

    /// The size the decoder must reach, as stored.
    pub(crate) fn stored_size(&self) -> (u32, u32) {
        if orient::swaps(self.orientation()) { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// The result is YCbCr anyway: JPEG, AVIF, or WebP with lossy colours.
    pub(crate) fn planar(&self) -> bool {
        match self.target {
            Format::Jpeg | Format::Avif => true,
            Format::Webp => !self.lossless,
            _ => false,
        }
    }

    /// The facts of a result that was encoded anew; the caller fills in what came of it.
    pub(crate) fn facts(&self) -> Facts {
        Facts {
            source_format: self.source.format,
            format: self.target,
            mime: self.target.mime(),
            extension: self.target.extension(),
            source_width: self.source.width,
            source_height: self.source.height,
            width: self.width,
            height: self.height,
            frames: 1,
            reencoded: true,
            kept_original: false,
            quality: None,
            warnings: Vec::new(),
            shot: None,
        }
    }
}

/// The format of the result. A format that we only read stays what it is as long as nothing is changed, and becomes JPEG
/// otherwise; RAW files are never changed.
pub fn target_format(source: Format, recipe: &ProcessingOptions) -> Format {
    match (recipe.convert_format, recipe.output_format) {
        _ if source == Format::Raw => source,
        (false, _) | (true, OutputFormat::Original)
            if source.can_be_written() || !changes_anything(recipe) =>
        {
            source
        }
        (false, _) | (true, OutputFormat::Original) => Format::Jpeg,
        (true, OutputFormat::Jpeg) => Format::Jpeg,
        (true, OutputFormat::Png) => Format::Png,
        (true, OutputFormat::Webp) => Format::Webp,
        (true, OutputFormat::Avif) => Format::Avif,
    }
}

/// Whether the recipe leaves the format as it is.
pub(crate) fn wants_original(recipe: &ProcessingOptions) -> bool {
    !recipe.convert_format || recipe.output_format == OutputFormat::Original
}

/// Whether the recipe asks for more than a new name.
fn changes_anything(recipe: &ProcessingOptions) -> bool {
    let pixels = recipe.resize_images || recipe.enable_compression || wants_marks(recipe);
    pixels || recipe.target_size_kb.is_some() || recipe.remove_metadata || recipe.add_custom_metadata
}

/// Whether the recipe asks for a mark that has something to show.
pub(crate) fn wants_marks(recipe: &ProcessingOptions) -> bool {
    (recipe.enable_text_watermark && !recipe.text_watermark.trim().is_empty())
        || recipe.enable_image_watermark
}

fn quality_percent(recipe: &ProcessingOptions) -> u8 {
    let quality = if recipe.enable_compression { recipe.compression_quality } else { CONVERT_QUALITY };
    percent(quality)
}

fn percent(share: f64) -> u8 {
    (share * 100.0).round().clamp(1.0, 100.0) as u8
}

pub(crate) fn upright(source: &Probe, orientation: u8) -> (u32, u32) {
    if orient::swaps(orientation) { (source.height, source.width) } else { (source.width, source.height) }
}

/// The largest size of the same shape inside the bounds, never larger than the source. A bound of 0 is none.
pub(crate) fn fit(width: u32, height: u32, max_width: u32, max_height: u32) -> (u32, u32) {
    let (w, h) = (u64::from(width), u64::from(height));
    let bound = |max: u32, side: u64| if max == 0 { side } else { u64::from(max).min(side) };
    let (most_w, most_h) = (bound(max_width, w), bound(max_height, h));
    // Whichever bound is tighter decides; the other side follows, rounded, and never vanishes.
    let (new_w, new_h) = if most_w * h <= most_h * w {
        (most_w, (h * most_w + w / 2) / w)
    } else {
        ((w * most_h + h / 2) / h, most_h)
    };
    (new_w.clamp(1, most_w.max(1)) as u32, new_h.clamp(1, most_h.max(1)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_image_is_only_ever_made_smaller_and_keeps_its_shape() {
        assert_eq!(fit(4000, 3000, 1920, 1080), (1440, 1080));
        assert_eq!(fit(3000, 4000, 1920, 1080), (810, 1080));
        assert_eq!(fit(800, 600, 1920, 1080), (800, 600));
        assert_eq!(fit(4000, 3000, 1000, 0), (1000, 750));
        assert_eq!(fit(4000, 3000, 0, 0), (4000, 3000));
        assert_eq!(fit(10_000, 1, 100, 100), (100, 1));
    }

    proptest::proptest! {
        #[test]
        fn the_result_is_inside_the_bounds_and_never_empty(
            w in 1u32..70_000, h in 1u32..70_000, mw in 0u32..9_000, mh in 0u32..9_000,
        ) {
            let (new_w, new_h) = fit(w, h, mw, mh);
            assert!((1..=w).contains(&new_w) && (1..=h).contains(&new_h));
            assert!((mw == 0 || new_w <= mw) && (mh == 0 || new_h <= mh));
        }
    }
}
