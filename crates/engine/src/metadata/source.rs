//! The metadata of one file, taken out of its container.

use super::dates::Dates;
use super::density::Density;
use super::exif::Exif;
use super::xmp::Packet;
use super::{iptc, photoshop};
use std::borrow::Cow;

/// What a file carries beside its pixels. Blocks are as they were, unparsed.
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    /// Size that the container states; 0 when it does not.
    pub width: u32,
    pub height: u32,
    /// The TIFF block, without JPEG's prefix.
    pub exif: Option<Cow<'a, [u8]>>,
    pub xmp: Option<Cow<'a, [u8]>>,
    /// Photoshop's image resources, with the IPTC block among them.
    pub resources: Option<Cow<'a, [u8]>>,
    pub icc: Option<Cow<'a, [u8]>>,
    /// The profile stands for a word in EXIF: where EXIF goes, the profile itself has to come.
    pub icc_by_exif: bool,
    /// How the container itself turns the image (HEIC, AVIF, JPEG XL): it overrides EXIF's number, which is a copy there.
    pub orientation: Option<u8>,
    /// What the container calls the profile (PNG).
    pub icc_label: Option<String>,
    /// Undecoded: old ones have no stated character set.
    pub comments: Vec<Cow<'a, [u8]>>,
    /// PNG's keywords and texts.
    pub texts: Vec<(String, String)>,
    /// Dates outside EXIF, XMP and IPTC (PNG).
    pub file_dates: Dates,
    /// What the container says about print.
    pub density: Option<Density>,
    /// More images follow the first one (MPF).
    pub multi_picture: bool,
    /// One of them is an HDR gain map.
    pub gain_map: bool,
    /// That gain map, a JPEG of its own, where the index of images says where it is (JPEG).
    pub gain_map_image: Option<Cow<'a, [u8]>>,
    /// The segment that says which version of ISO 21496-1 the gain map follows (JPEG).
    pub gain_map_version: Option<&'a [u8]>,
    /// A depth map or cut-out mask.
    pub depth_map: bool,
    /// A short video: motion photos of Google and Samsung.
    pub video: bool,
    /// That video, where it stands at the file's end and XMP says how long it is (JPEG).
    pub motion: Option<&'a [u8]>,
    /// XMP that did not fit into one segment goes on in these (JPEG).
    pub extended_xmp: Vec<Cow<'a, [u8]>>,
    /// Signed content credentials (C2PA), which any edit makes invalid.
    pub credentials: bool,
}

/// How much of a file is unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Enough for a summary: compressed profiles only at their beginning.
    Summary,
    Whole,
}

impl Source<'_> {
    pub fn iptc(&self) -> Option<&[u8]> {
        photoshop::iptc(self.resources.as_deref()?)
    }

    /// The dates from wherever they are: EXIF first, then XMP, IPTC and the container's own.
    pub fn dates(&self) -> Dates {
        let exif = self.exif.as_deref().and_then(Exif::parse).map(|exif| exif.dates()).unwrap_or_default();
        if exif.original.is_some() && exif.created.is_some() {
            return exif;
        }
        let xmp = self.xmp_text().and_then(Packet::parse).map(|packet| packet.dates()).unwrap_or_default();
        let iptc = self.iptc().map(iptc::dates).unwrap_or_default();
        exif.or(xmp).or(iptc).or(self.file_dates.clone())
    }

    /// The XMP packet, which was brought into UTF-8. Some writers end it with NUL.
    pub(super) fn xmp_text(&self) -> Option<&str> {
        let text = std::str::from_utf8(self.xmp.as_deref()?).ok()?;
        Some(text.trim_start_matches('\u{feff}').trim_matches(['\0', ' ', '\n', '\r', '\t']))
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&str> {
        self.texts.iter().find(|(key, _)| key.eq_ignore_ascii_case(keyword)).map(|(_, text)| text.as_str())
    }
}
