//! HEIC and AVIF: what stands beside the image in its boxes. Of an AVIF, a copy with other blocks.

#[cfg(feature = "avif")]
use super::compose::{Change, Profile};
use super::source::Source;
use crate::Limits;
use crate::formats::heif::Container;
#[cfg(feature = "avif")]
use crate::{EngineError, formats::heif};
use std::borrow::Cow;

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let Ok(file) = Container::open(bytes, limits) else { return Source::default() };
    let block = |found: Option<Vec<u8>>| found.filter(|b| b.len() <= limits.metadata_bytes).map(Cow::Owned);
    let (exif, xmp) = (block(file.exif()), block(file.xmp()));
    Source {
        width: file.crop.width as u32,
        height: file.crop.height as u32,
        exif,
        xmp,
        orientation: Some(file.orientation),
        multi_picture: file.has_more_images(),
        gain_map: file.has_gain_map(),
        depth_map: file.has_depth(),
        video: file.has_video(),
        icc: file.icc.filter(|icc| icc.len() <= limits.icc_bytes).map(Cow::Owned),
        ..Source::default()
    }
}

#[cfg(feature = "avif")]
pub(super) fn write(bytes: &[u8], change: &Change<'_>, limits: &Limits) -> Result<Vec<u8>, EngineError> {
    let blocks = heif::Blocks {
        exif: change.parts.exif.as_deref(),
        xmp: change.parts.xmp.as_deref().map(str::as_bytes),
        icc: match change.profile {
            Profile::Leave => None,
            Profile::Set(icc) => Some(icc),
        },
        strip: change.strip,
    };
    heif::with_metadata(bytes, &blocks, limits)
}
