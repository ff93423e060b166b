//! TIFF: the file is an EXIF block itself, with XMP, Photoshop's resources and the profile among its entries.

use super::exif::Exif;
use super::source::Source;
use crate::Limits;
use crate::formats::tiff;
use std::borrow::Cow;

const XMP: u16 = 700;
const RESOURCES: u16 = 34_377;
const PROFILE: u16 = 34_675;

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let Ok(header) = tiff::header(bytes, limits) else { return Source::default() };
    let mut source = Source {
        width: header.width,
        height: header.height,
        exif: Some(Cow::Borrowed(bytes)),
        multi_picture: header.more_pages,
        ..Source::default()
    };
    if let Some(exif) = Exif::parse(bytes) {
        let block = |tag: u16, most: usize| {
            exif.main_bytes(tag).filter(|block| block.len() <= most).map(|block| Cow::Owned(block.to_vec()))
        };
        source.xmp = block(XMP, limits.metadata_bytes);
        source.resources = block(RESOURCES, limits.metadata_bytes);
        source.icc = block(PROFILE, limits.icc_bytes);
    }
    source
}
