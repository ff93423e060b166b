//! JPEG's segments: what they carry, and a copy of the file with other ones.

mod mpf;
mod segments;
mod write;

pub(super) use write::write;

use super::density::Density;
use super::exif::Exif;
use super::source::Source;
use super::{exif, icc, xmp};
use crate::Limits;
use crate::colour::adobe_rgb;
use segments::{Segment, header};
use std::borrow::Cow;

const APP0: u8 = 0xe0;
const APP1: u8 = 0xe1;
const APP2: u8 = 0xe2;
const APP11: u8 = 0xeb;
const APP13: u8 = 0xed;
const COM: u8 = 0xfe;
const XMP_ID: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
/// The same with its first letters overwritten, as a common program leaves it.
const MARRED_XMP_ID: &[u8] = b"XMP\0://ns.adobe.com/xap/1.0/\0";
const EXTENDED_XMP_ID: &[u8] = b"http://ns.adobe.com/xmp/extension/\0";
const ICC_ID: &[u8] = b"ICC_PROFILE\0";
const MPF_ID: &[u8] = b"MPF\0";
const PHOTOSHOP_ID: &[u8] = b"Photoshop 3.0\0";
/// ISO 21496-1 gain map metadata.
const GAIN_MAP_ID: &[u8] = b"urn:iso:std:iso:ts:21496";

const MAX_COMMENTS: usize = 16;

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let mut source = Source::default();
    let (mut profile, mut resources): (Vec<&[u8]>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    for segment in &header(bytes, limits).segments {
        let body = segment.body(bytes);
        match segment.marker {
            APP0 if source.density.is_none() && body.starts_with(b"JFIF\0") => {
                source.density = Density::of_jfif(body);
            }
            APP1 if source.exif.is_none() && body.starts_with(b"Exif\0") => {
                source.exif = Some(Cow::Borrowed(exif::without_prefix(body)));
            }
            APP1 if source.xmp.is_none() && xmp_packet(body).is_some() => {
                source.xmp = xmp_packet(body).map(Cow::Borrowed)
            }
            APP2 if body.starts_with(ICC_ID) => profile.push(&body[ICC_ID.len()..]),
            APP2 if body.starts_with(MPF_ID) => {
                find_gain_map(bytes, segment.body_start() + MPF_ID.len(), limits, &mut source);
            }
            APP2 if body.starts_with(GAIN_MAP_ID) => source.gain_map_version = Some(body),
            APP1 if body.starts_with(EXTENDED_XMP_ID) => source.extended_xmp.push(Cow::Borrowed(body)),
            APP11 if body.starts_with(b"JP") => source.credentials = true,
            APP13 => resources.extend(body.strip_prefix(PHOTOSHOP_ID)),
            COM if source.comments.len() < MAX_COMMENTS => source.comments.push(Cow::Borrowed(body)),
            _ => (source.width, source.height) = size(segment, body).unwrap_or((source.width, source.height)),
        }
    }
    source.gain_map = source.gain_map_image.is_some() || source.gain_map_version.is_some();
    if let Some(packet) = source.xmp.as_deref() {
        source.gain_map |= xmp::mentions_gain_map(packet);
        source.video = xmp::mentions_video(packet);
        source.motion = motion(bytes, packet).filter(|_| source.video);
        source.depth_map = xmp::mentions_depth(packet);
    }
    source.depth_map |= source.extended_xmp.iter().any(|part| xmp::mentions_depth(part));
    source.resources = joined(&resources, limits.metadata_bytes);
    source.icc = whole_profile(profile, limits.icc_bytes);
    if source.icc.is_none() && source.exif.as_deref().and_then(Exif::parse).is_some_and(|e| e.is_adobe_rgb())
    {
        (source.icc, source.icc_by_exif) = (Some(Cow::Owned(adobe_rgb())), true);
    }
    source
}

/// The video behind the image.
fn motion<'a>(bytes: &'a [u8], packet: &[u8]) -> Option<&'a [u8]> {
    let video = &bytes[bytes.len().checked_sub(xmp::video_length(packet)?)?..];
    (video.get(4..8) == Some(b"ftyp")).then_some(video)
}

/// Looks for the gain map among the images of the index at `at`.
#[cold]
fn find_gain_map<'a>(bytes: &'a [u8], at: usize, limits: &Limits, source: &mut Source<'a>) {
    let images = mpf::images(bytes, at);
    let found = images.iter().find(|image| is_gain_map(image, limits));
    source.multi_picture = found.is_none() || images.len() > 1;
    source.gain_map_image = found.map(|image| Cow::Borrowed(*image));
}

/// Whether an image behind the first one says of itself that it is a gain map.
fn is_gain_map(image: &[u8], limits: &Limits) -> bool {
    header(image, limits).segments.iter().any(|segment| {
        let body = segment.body(image);
        match segment.marker {
            APP1 => xmp_packet(body).is_some_and(xmp::mentions_gain_map),
            APP2 => body.starts_with(GAIN_MAP_ID),
            _ => false,
        }
    })
}

/// A newly encoded gain map with the segments of the old one that say what its numbers mean.
#[cold]
pub(in super::super) fn described_gain_map(encoded: &[u8], old: &[u8], limits: &Limits) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    for segment in &header(old, limits).segments {
        let body = segment.body(old);
        if xmp_packet(body).is_some() || segment.marker == APP2 && !body.starts_with(MPF_ID) {
            out.extend_from_slice(segment.whole(old));
        }
    }
    out.extend_from_slice(&encoded[2..]);
    out
}

/// The packet of a segment, if it is one of XMP.
fn xmp_packet(body: &[u8]) -> Option<&[u8]> {
    body.strip_prefix(XMP_ID).or_else(|| body.strip_prefix(MARRED_XMP_ID))
}

/// Width and height from a frame header.
fn size(segment: &Segment, body: &[u8]) -> Option<(u32, u32)> {
    let frame = matches!(segment.marker, 0xc0..=0xcf) && !matches!(segment.marker, 0xc4 | 0xc8 | 0xcc);
    let [_, h1, h2, w1, w2, ..] = body else { return None };
    let both = (u32::from(u16::from_be_bytes([*w1, *w2])), u32::from(u16::from_be_bytes([*h1, *h2])));
    frame.then_some(both)
}

/// Blocks larger than a segment are cut into several, in order.
fn joined<'a>(pieces: &[&'a [u8]], most: usize) -> Option<Cow<'a, [u8]>> {
    match pieces {
        [] => None,
        [one] => Some(Cow::Borrowed(one)),
        _ if pieces.iter().map(|p| p.len()).sum::<usize>() > most => None,
        _ => Some(Cow::Owned(pieces.concat())),
    }
}

/// The pieces by their own numbering; a profile with a missing piece is none.
fn whole_profile<'a>(mut pieces: Vec<&'a [u8]>, most: usize) -> Option<Cow<'a, [u8]>> {
    pieces.retain(|piece| piece.len() > 2);
    pieces.sort_by_key(|piece| piece[0]);
    let count = pieces.len();
    let numbered = |(index, piece): (usize, &&[u8])| {
        usize::from(piece[0]) == index + 1 && usize::from(piece[1]) == count
    };
    if !pieces.iter().enumerate().all(numbered) {
        return None;
    }
    let pieces: Vec<&[u8]> = pieces.into_iter().map(|piece| &piece[2..]).collect();
    joined(&pieces, most).filter(|profile| icc::plausible(profile) && profile.len() <= most)
}
