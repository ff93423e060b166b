//! PNG's chunks: what they carry, and a copy of the file with other ones.

mod chunks;
mod profile;
mod text;
mod write;

pub(super) use write::write;

use super::dates::{Dates, Stamp};
use super::density::Density;
use super::source::{Depth, Source};
use super::{exif, icc, photoshop};
use crate::Limits;
use chunks::walk;
use std::borrow::Cow;
use text::Text;

const XMP_KEYWORD: &str = "XML:com.adobe.xmp";
/// ImageMagick's way to hide other formats' blocks in text chunks.
const RAW_PROFILE: &str = "Raw profile type ";
const MAX_TEXTS: usize = 256;
/// Enough of a profile to find its name.
const PROFILE_START: usize = 16 << 10;

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits, depth: Depth) -> Source<'a> {
    let mut source = Source::default();
    // All texts together may unpack to as much as one block: thousands of small bombs are one large one.
    let mut room = limits.metadata_bytes;
    for chunk in &walk(bytes, limits).chunks {
        let data = chunk.data(bytes);
        match &chunk.kind {
            b"IHDR" => (source.width, source.height) = size(data).unwrap_or_default(),
            b"eXIf" => source.exif = Some(Cow::Borrowed(exif::without_prefix(data))),
            b"iCCP" if source.icc.is_none() => collect_profile(data, limits, depth, &mut source),
            b"tIME" => source.file_dates.modified = time(data),
            b"pHYs" => source.density = Density::of_phys(data),
            b"caBX" => source.credentials = true,
            b"tEXt" | b"zTXt" | b"iTXt" if source.texts.len() < MAX_TEXTS => {
                if let Some(text) = Text::parse(&chunk.kind, data, &mut room) {
                    collect_text(text, &mut source);
                }
            }
            _ => {}
        }
    }
    source
}

fn collect_profile(data: &[u8], limits: &Limits, depth: Depth, source: &mut Source<'_>) {
    let Some((label, packed)) = profile::split(data) else { return };
    let profile = match depth {
        Depth::Summary => profile::start(packed, PROFILE_START),
        Depth::Whole => profile::whole(packed, limits.icc_bytes).filter(|p| icc::plausible(p)),
    };
    if let Some(profile) = profile {
        source.icc_label = Some(label);
        source.icc = Some(Cow::Owned(profile));
    }
}

/// Texts that hold a block become that block; the first one wins, and `eXIf` wins over them.
fn collect_text<'a>(text: Text, source: &mut Source<'a>) {
    if text.keyword == XMP_KEYWORD {
        source.xmp.get_or_insert(Cow::Owned(text.value.into_bytes()));
        return;
    }
    if let Some(kind) = text.keyword.strip_prefix(RAW_PROFILE) {
        if let Some(raw) = text::raw_profile(&text.value) {
            collect_raw_profile(kind, raw, source);
        }
        return;
    }
    if text.keyword.eq_ignore_ascii_case("Creation Time") {
        let original = Stamp::parse(&text.value);
        source.file_dates = Dates { original, ..source.file_dates.clone() };
    }
    source.texts.push((text.keyword, text.value));
}

fn collect_raw_profile(kind: &str, raw: Vec<u8>, source: &mut Source<'_>) {
    const XMP_ID: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
    match kind {
        "exif" | "APP1" if raw.starts_with(XMP_ID) => {
            source.xmp.get_or_insert(Cow::Owned(raw[XMP_ID.len()..].to_vec()));
        }
        "exif" | "APP1" => {
            source.exif.get_or_insert(Cow::Owned(exif::without_prefix(&raw).to_vec()));
        }
        "xmp" => {
            source.xmp.get_or_insert(Cow::Owned(raw));
        }
        "iptc" | "8bim" => {
            let bare = raw.first() == Some(&0x1c);
            let resources = if bare { photoshop::with_iptc(&[], Some(&raw)) } else { raw };
            source.resources.get_or_insert(Cow::Owned(resources));
        }
        _ => {}
    }
}

fn size(header: &[u8]) -> Option<(u32, u32)> {
    let width = u32::from_be_bytes(*header.first_chunk()?);
    Some((width, u32::from_be_bytes(*header.get(4..)?.first_chunk()?)))
}

/// The time of the last change, in UTC.
fn time(data: &[u8]) -> Option<Stamp> {
    let [y1, y2, month, day, hour, minute, second] = data else { return None };
    let year = u16::from_be_bytes([*y1, *y2]);
    Stamp::parse(&format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}
