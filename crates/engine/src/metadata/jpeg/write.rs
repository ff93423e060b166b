//! A JPEG with other metadata segments; tables and scans keep their bytes.

use super::super::compose::{Change, Profile};
use super::super::photoshop;
use super::segments::{Header, Segment, header, scans};
use super::{
    APP0, APP1, APP2, APP13, COM, GAIN_MAP_ID, ICC_ID, MPF_ID, PHOTOSHOP_ID, XMP_ID, mpf, xmp_packet,
};
use crate::{EngineError, Limits};

const MAX_BODY: usize = 65_533;
const APP14: u8 = 0xee;

pub(in super::super) fn write(
    bytes: &[u8],
    change: &Change<'_>,
    limits: &Limits,
) -> Result<Vec<u8>, EngineError> {
    let Header { segments, scan } = header(bytes, limits);
    let scan = scan.ok_or_else(|| EngineError::damaged("the JPEG has no image data"))?;
    let jfif = segments.iter().position(|segment| is_jfif(segment, bytes));
    let mut out = Vec::with_capacity(bytes.len() + 4096);
    out.extend([0xff, 0xd8]);
    if let Some(first) = jfif {
        put_jfif(&mut out, &segments[first], bytes, change);
    }
    put_blocks(&mut out, &segments, bytes, change);
    let gain_map = &change.parts.gain_map;
    let own_index = (!gain_map.is_empty()).then(|| {
        put(&mut out, APP2, &[MPF_ID, &[0; mpf::BYTES]]);
        out.len() - mpf::BYTES
    });
    let mut index = None;
    let others =
        segments.iter().enumerate().filter(|(number, _)| Some(*number) != jfif).map(|(_, segment)| segment);
    for segment in others.filter(|segment| stays(segment, bytes, change)) {
        if segment.marker == APP2 && segment.body(bytes).starts_with(MPF_ID) {
            index = Some((segment.body_start() + MPF_ID.len(), out.len() + 4 + MPF_ID.len()));
        }
        out.extend_from_slice(segment.whole(bytes));
    }
    if change.strip && !change.fresh {
        for range in scans(bytes, scan) {
            out.extend_from_slice(&bytes[range]);
        }
        return Ok(out);
    }
    let images = out.len() as i64 - scan as i64;
    out.extend_from_slice(&bytes[scan..]);
    if let Some(at) = own_index {
        let end = out.len();
        mpf::put(&mut out, at, end, gain_map.len());
        out.extend_from_slice(gain_map);
    }
    out.extend_from_slice(&change.parts.motion);
    if let Some((old, new)) = index {
        let shift = mpf::Shift { header: new as i64 - old as i64, images };
        // A damaged index was useless before and stays so.
        let _ = mpf::correct(&mut out, new, shift);
    }
    Ok(out)
}

fn is_jfif(segment: &Segment, bytes: &[u8]) -> bool {
    let body = segment.body(bytes);
    segment.marker == APP0 && body.starts_with(b"JFIF\0") && body.len() >= 14
}

/// The density part; its thumbnail goes when the rest goes.
fn put_jfif(out: &mut Vec<u8>, segment: &Segment, bytes: &[u8], change: &Change<'_>) {
    if !change.strip {
        out.extend_from_slice(segment.whole(bytes));
        return;
    }
    let body = segment.body(bytes);
    match change.parts.density {
        Some(density) => put(out, APP0, &[&body[..7], &density.to_jfif(), &[0, 0]]),
        None => put(out, APP0, &[&body[..12], &[0, 0]]),
    }
}

fn put_blocks(out: &mut Vec<u8>, segments: &[Segment], bytes: &[u8], change: &Change<'_>) {
    let parts = change.parts;
    if let Some(exif) = &parts.exif {
        put(out, APP1, &[b"Exif\0\0", exif]);
    }
    if let Some(xmp) = &parts.xmp {
        put(out, APP1, &[XMP_ID, xmp.as_bytes()]);
    }
    for part in &parts.extended_xmp {
        put(out, APP1, &[part]);
    }
    let old: Vec<&[u8]> = if change.strip { Vec::new() } else { resources(segments, bytes) };
    let resources = photoshop::with_iptc(&old.concat(), parts.iptc.as_deref());
    for piece in resources.chunks(MAX_BODY - PHOTOSHOP_ID.len()) {
        put(out, APP13, &[PHOTOSHOP_ID, piece]);
    }
    if let Profile::Set(Some(profile)) = change.profile {
        put_profile(out, profile);
    }
    if let Some(version) = &parts.gain_map_version {
        put(out, APP2, &[version]);
    }
    for comment in &parts.comments {
        put(out, COM, &[super::super::text::shorten(comment, MAX_BODY).as_bytes()]);
    }
}

fn resources<'a>(segments: &[Segment], bytes: &'a [u8]) -> Vec<&'a [u8]> {
    let photoshop = segments.iter().filter(|s| s.marker == APP13);
    photoshop.filter_map(|s| s.body(bytes).strip_prefix(PHOTOSHOP_ID)).collect()
}

fn put_profile(out: &mut Vec<u8>, profile: &[u8]) {
    let pieces = profile.chunks(MAX_BODY - ICC_ID.len() - 2);
    // The numbers are one byte each: 255 pieces are 16 MB, more than any limit lets through.
    let count = pieces.len().min(255) as u8;
    for (number, piece) in (1..=count).zip(pieces) {
        put(out, APP2, &[ICC_ID, &[number, count], piece]);
    }
}

fn stays(segment: &Segment, bytes: &[u8], change: &Change<'_>) -> bool {
    let body = segment.body(bytes);
    match segment.marker {
        APP1 if body.starts_with(b"Exif\0") || xmp_packet(body).is_some() => false,
        APP2 if body.starts_with(ICC_ID) => matches!(change.profile, Profile::Leave),
        APP2 if body.starts_with(MPF_ID) || body.starts_with(GAIN_MAP_ID) => !change.strip,
        APP13 if body.starts_with(PHOTOSHOP_ID) => false,
        // Adobe's segment says how the colours are coded.
        APP14 if body.starts_with(b"Adobe") => true,
        APP0..=0xef | COM => !change.strip,
        _ => true,
    }
}

/// Bodies are at most [`MAX_BODY`] by construction.
fn put(out: &mut Vec<u8>, marker: u8, pieces: &[&[u8]]) {
    let length = 2 + pieces.iter().map(|piece| piece.len()).sum::<usize>();
    out.extend([0xff, marker]);
    out.extend((length as u16).to_be_bytes());
    for piece in pieces {
        out.extend_from_slice(piece);
    }
}
