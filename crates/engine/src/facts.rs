//! What the engine tells about an image beside its bytes.

use crate::format::Format;
use serde::Serialize;

/// The result of [`crate::process`].
#[derive(Clone, Debug)]
pub struct Output {
    pub bytes: Vec<u8>,
    pub facts: Facts,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    pub source_format: Format,
    pub format: Format,
    pub mime: &'static str,
    pub extension: &'static str,
    pub source_width: u32,
    pub source_height: u32,
    pub width: u32,
    pub height: u32,
    pub frames: u32,
    /// `false`: the pixels are the source's own, only the container was edited (or nothing at all).
    pub reencoded: bool,
    /// Compression would have made it larger, so the original was kept.
    pub kept_original: bool,
    /// The quality that was used, for lossy results.
    pub quality: Option<u8>,
    /// Sentences for the person: first frame only, characters without a glyph, target size not reached.
    pub warnings: Vec<String>,
    /// How well the image came out; only for the reduced copy that a naming model gets.
    pub shot: Option<Shot>,
}

/// How well an image came out, to be compared with others of the same scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Shot {
    /// Variance of the Laplacian of its brightness.
    pub sharpness: f32,
    /// Share of pixels that are black or white, 0 to 1.
    pub clipped: f32,
    /// Higher is better: the sharpness, less what is black or white.
    pub score: f32,
}

/// What the headers say, without decoding pixels.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    pub format: Format,
    pub mime: &'static str,
    pub extension: &'static str,
    /// As stored; see `orientation`.
    pub width: u32,
    pub height: u32,
    /// EXIF orientation 1..=8.
    pub orientation: u8,
    pub frames: u32,
    pub has_alpha: bool,
    pub bit_depth: u8,
    /// Name of the embedded colour profile, if any.
    pub icc: Option<String>,
    /// `YYYY-MM-DDTHH:MM:SS` as the camera wrote it.
    pub taken_at: Option<String>,
    pub camera_make: Option<String>,
    pub camera_model: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub title: Option<String>,
    /// The names of the people in the image: face regions and `PersonInImage`.
    pub people: Vec<String>,
    pub has_exif: bool,
    pub has_xmp: bool,
    pub has_iptc: bool,
}

impl Inspection {
    /// Maker and model, the maker said once.
    pub fn camera(&self) -> Option<String> {
        match (&self.camera_make, &self.camera_model) {
            (Some(make), Some(model)) if !model.to_lowercase().starts_with(&make.to_lowercase()) => {
                Some(format!("{make} {model}"))
            }
            (make, model) => model.clone().or_else(|| make.clone()),
        }
    }
}
