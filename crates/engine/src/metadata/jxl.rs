//! JPEG XL: the boxes beside the image, and how its header turns it.

use super::source::Source;
use crate::Limits;
use crate::formats::jxl;
use std::borrow::Cow;

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let Ok(header) = jxl::header(bytes, limits) else { return Source::default() };
    let blocks = jxl::blocks(bytes, limits);
    Source {
        width: header.width,
        height: header.height,
        exif: blocks.exif.map(Cow::Owned),
        xmp: blocks.xmp.map(Cow::Owned),
        orientation: Some(header.orientation),
        gain_map: blocks.gain_map,
        credentials: blocks.credentials,
        icc: header.icc.map(Cow::Owned),
        ..Source::default()
    }
}
