//! EXIF, XMP, IPTC and colour profiles: read from headers, carried over to new pixels, removed, or edited in place.
//!
//! [`read`] and [`extract`] never fail: damaged metadata counts as absent. [`rewrite`] changes the container only, the
//! compressed image keeps its bytes. [`embed`] gives metadata to freshly encoded bytes. Every loop is bounded by the
//! input and by [`Limits`]; nothing is inflated beyond them.

mod compose;
mod dates;
mod density;
mod endian;
mod exif;
mod gif;
#[cfg(any(feature = "heic", feature = "avif"))]
mod heif;
mod icc;
mod iptc;
mod jpeg;
#[cfg(feature = "jxl")]
mod jxl;
mod photoshop;
mod plan;
mod png;
mod raw;
mod rescue;
mod source;
mod summary;
mod text;
#[cfg(feature = "tiff")]
mod tiff;
mod webp;
mod words;
mod xmp;

pub use dates::{Dates, Stamp};
pub use density::Density;
pub use plan::{Existing, Fields, Plan};
pub use source::Source;
pub use summary::Summary;
pub use words::{Words, sidecar, sidecar_words, words};

use crate::format::Format;
use crate::{EngineError, Limits};
use compose::{Change, Profile, Target};
use source::Depth;

/// A file with its new metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub bytes: Vec<u8>,
    /// Sentences for the person, such as what the format could not hold.
    pub warnings: Vec<String>,
}

/// What the encoder made, as far as metadata must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    /// The EXIF orientation was applied to the pixels, so the tag must not turn them again.
    pub oriented: bool,
}

/// What the headers say, in microseconds.
pub fn read(bytes: &[u8], format: Format, limits: &Limits) -> Summary {
    summary::summarise(&collect(bytes, format, limits, Depth::Summary))
}

/// Everything that can be carried over to another file.
pub fn extract<'a>(bytes: &'a [u8], format: Format, limits: &Limits) -> Source<'a> {
    collect(bytes, format, limits, Depth::Whole)
}

/// Edits the container and leaves the pixels alone; the same bytes when the plan changes nothing.
pub fn rewrite(bytes: &[u8], format: Format, plan: &Plan, limits: &Limits) -> Result<Written, EngineError> {
    if !plan.changes_anything() {
        return Ok(Written { bytes: bytes.to_vec(), warnings: Vec::new() });
    }
    let source = extract(bytes, format, limits);
    let profile = match plan.keep_icc {
        true if source.icc_by_exif && plan.existing != Existing::Keep => Profile::Set(source.icc.as_deref()),
        true => Profile::Leave,
        false => Profile::Set(None),
    };
    let has_profile = plan.keep_icc && source.icc.is_some();
    let target = Target {
        format,
        width: source.width,
        height: source.height,
        fresh: false,
        oriented: false,
        srgb: !has_profile,
    };
    let parts = compose::compose(&source, plan, &target)?;
    let change = Change { parts: &parts, strip: plan.existing != Existing::Keep, profile, fresh: false };
    let bytes = write(bytes, format, &change, limits)?;
    Ok(Written { bytes, warnings: parts.warnings })
}

/// Whether [`rewrite`] can edit the file: not where its frames are found by their place in it.
pub fn can_rewrite(bytes: &[u8], format: Format) -> bool {
    format != Format::Avif || can_rewrite_avif(bytes)
}

#[cfg(feature = "avif")]
fn can_rewrite_avif(bytes: &[u8]) -> bool {
    crate::formats::heif::can_edit(bytes)
}

#[cfg(not(feature = "avif"))]
fn can_rewrite_avif(_bytes: &[u8]) -> bool {
    false
}

/// Puts the plan's metadata into freshly encoded bytes. `source` is what [`extract`] found in the original; `icc` is the
/// profile that the new samples need, `None` for sRGB.
pub fn embed(
    encoded: Vec<u8>,
    format: Format,
    source: Option<&Source<'_>>,
    plan: &Plan,
    pixels: Pixels,
    icc: Option<&[u8]>,
) -> Result<Written, EngineError> {
    let nothing = Source::default();
    let Pixels { width, height, oriented } = pixels;
    let target = Target { format, width, height, fresh: true, oriented, srgb: icc.is_none() };
    let parts = compose::compose(source.unwrap_or(&nothing), plan, &target)?;
    if parts.is_empty() && icc.is_none() {
        return Ok(Written { bytes: encoded, warnings: parts.warnings });
    }
    let change = Change { parts: &parts, strip: true, profile: Profile::Set(icc), fresh: true };
    let bytes = write(&encoded, format, &change, &Limits::default())?;
    Ok(Written { bytes, warnings: parts.warnings })
}

/// A newly encoded gain map with the segments of the old one that say what its numbers mean. Both are JPEGs.
pub(crate) fn described_gain_map(encoded: &[u8], old: &[u8], limits: &Limits) -> Vec<u8> {
    jpeg::described_gain_map(encoded, old, limits)
}

fn collect<'a>(bytes: &'a [u8], format: Format, limits: &Limits, depth: Depth) -> Source<'a> {
    let mut source = collect_from(bytes, format, limits, depth);
    source.xmp = source.xmp.map(xmp::in_utf8);
    source
}

fn collect_from<'a>(bytes: &'a [u8], format: Format, limits: &Limits, depth: Depth) -> Source<'a> {
    match format {
        Format::Jpeg => jpeg::collect(bytes, limits),
        Format::Png => png::collect(bytes, limits, depth),
        Format::Webp => webp::collect(bytes, limits),
        Format::Gif => gif::collect(bytes, limits),
        Format::Bmp => Source { density: Density::of_bmp(bytes), ..Source::default() },
        Format::Raw => raw::collect(bytes, limits),
        #[cfg(any(feature = "heic", feature = "avif"))]
        Format::Heic | Format::Avif => heif::collect(bytes, limits),
        #[cfg(feature = "tiff")]
        Format::Tiff => tiff::collect(bytes, limits),
        #[cfg(not(any(feature = "heic", feature = "avif")))]
        Format::Heic | Format::Avif => Source::default(),
        #[cfg(feature = "jxl")]
        Format::Jxl => jxl::collect(bytes, limits),
        #[cfg(not(feature = "jxl"))]
        Format::Jxl => Source::default(),
        #[cfg(not(feature = "tiff"))]
        Format::Tiff => Source::default(),
    }
}

fn write(bytes: &[u8], format: Format, change: &Change<'_>, limits: &Limits) -> Result<Vec<u8>, EngineError> {
    match format {
        Format::Jpeg => jpeg::write(bytes, change, limits),
        Format::Png => png::write(bytes, change, limits),
        Format::Webp => webp::write(bytes, change, limits),
        Format::Gif => gif::write(bytes, change, limits),
        Format::Bmp => Ok(bmp(bytes, change)),
        #[cfg(feature = "avif")]
        Format::Avif => heif::write(bytes, change, limits),
        #[cfg(not(feature = "avif"))]
        Format::Avif => Err(EngineError::NoEncoder { format }),
        Format::Heic | Format::Tiff | Format::Jxl | Format::Raw => {
            Err(EngineError::BadRecipe { what: format!("{format} cannot be written") })
        }
    }
}

/// BMP holds a density and nothing else; but whatever stands behind its pixels goes when metadata goes.
fn bmp(bytes: &[u8], change: &Change<'_>) -> Vec<u8> {
    let end = if change.strip && !change.fresh { crate::formats::bmp::end(bytes) } else { None };
    let mut bytes = bytes[..end.unwrap_or(bytes.len())].to_vec();
    if let Some(density) = change.parts.density {
        density.put_bmp(&mut bytes);
    }
    bytes
}
