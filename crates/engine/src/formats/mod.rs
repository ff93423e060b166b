//! One folder per format: bytes to pixels and back. What is common to all of them: the question to a decoder, the
//! still image it answers with, and the frames of an animation, one at a time so that memory stays bounded.

pub mod animation;
pub mod bmp;
pub mod gif;
#[cfg(any(feature = "heic", feature = "avif"))]
pub mod heif;
pub mod jpeg;
#[cfg(feature = "jxl")]
pub mod jxl;
pub mod palette;
#[cfg(any(feature = "heic", feature = "avif", feature = "tiff", feature = "jxl"))]
mod part;
pub mod png;
pub mod raw;
#[cfg(any(feature = "heic", feature = "avif", feature = "tiff"))]
pub(crate) mod row_sink;
#[cfg(feature = "tiff")]
pub mod tiff;
pub mod webp;

#[cfg(any(feature = "heic", feature = "avif", feature = "tiff"))]
pub use row_sink::Crop;

use crate::planes::{Range, Raster, Rgba};
use crate::pulse::Pulse;

/// What the pipeline wants from a decoder.
#[derive(Clone, Copy, Debug)]
pub struct Want<'a> {
    /// The size the image will be reduced to, as stored (before orientation). A decoder may give any size between
    /// this and the full one.
    pub width: u32,
    pub height: u32,
    /// YCbCr planes are welcome: the target is JPEG or lossy WebP.
    pub planar: bool,
    /// The target holds chroma at half the size.
    pub half_chroma: bool,
    /// The target knows no transparency: what shows through may be laid on white at once.
    pub flatten: bool,
    /// The range that planes may have; full range is always right.
    pub range: Range,
    /// Told how far the reading is.
    pub pulse: Pulse<'a>,
}

impl Want<'_> {
    /// The whole image as RGBA.
    pub fn full() -> Self {
        Self {
            width: u32::MAX,
            height: u32::MAX,
            planar: false,
            half_chroma: false,
            flatten: false,
            range: Range::Full,
            pulse: Pulse::none(),
        }
    }
}

/// One decoded image and what belongs to its samples.
#[derive(Clone, Debug)]
pub struct Still {
    pub raster: Raster,
    /// The ICC profile that says what the samples mean; none = sRGB.
    pub icc: Option<Vec<u8>>,
    /// The profile is not one the file could keep (made from a PNG's gamma, or of another colour model): the samples
    /// have to become sRGB.
    pub must_convert: bool,
    /// Things the person should know, such as a missing end of the file.
    pub warnings: Vec<String>,
}

impl Still {
    pub fn new(raster: Raster, icc: Option<Vec<u8>>) -> Self {
        Self { raster, icc, must_convert: false, warnings: Vec::new() }
    }

    pub fn rgba(image: Rgba, icc: Option<Vec<u8>>) -> Self {
        Self::new(Raster::Rgba(image), icc)
    }

    /// Marks an image whose file ends too early.
    pub fn cut_short(mut self) -> Self {
        self.warnings.push("The end of the file is missing or damaged; the image is incomplete.".into());
        self
    }
}
