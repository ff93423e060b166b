//! A PNG with other metadata chunks; the rest is copied with its original checksums.

use super::super::compose::{Change, Profile};
use super::chunks::{Chunk, Walk, put, walk};
use super::{RAW_PROFILE, XMP_KEYWORD, profile, text};
use crate::{EngineError, Limits};

/// Ancillary chunks that the image needs: colour, transparency, density, animation.
const NEEDED: [&[u8; 4]; 15] = [
    b"iCCP", b"sRGB", b"gAMA", b"cHRM", b"cICP", b"mDCV", b"cLLI", b"sBIT", b"tRNS", b"bKGD", b"hIST",
    b"pHYs", b"acTL", b"fcTL", b"fdAT",
];
/// What a new profile replaces.
const COLOUR: [&[u8; 4]; 4] = [b"iCCP", b"sRGB", b"gAMA", b"cHRM"];

pub(in super::super) fn write(
    bytes: &[u8],
    change: &Change<'_>,
    limits: &Limits,
) -> Result<Vec<u8>, EngineError> {
    let Walk { chunks, end, complete } = walk(bytes, limits);
    let first = chunks.iter().position(|c| matches!(&c.kind, b"IDAT" | b"fcTL"));
    let cut_short = !complete;
    // A file that breaks off inside its image data is copied as far as it goes; before that there is no image.
    let cut_inside_pixels = cut_short && bytes.get(end + 4..end + 8) == Some(b"IDAT");
    if (first.is_none() && !cut_inside_pixels) || chunks.first().is_none_or(|c| &c.kind == b"IDAT") {
        return Err(EngineError::damaged("the PNG has no image data"));
    }
    if cut_short && chunks.len() == limits.segments as usize {
        return Err(EngineError::too_large(format!("the PNG has more than {} chunks", limits.segments)));
    }
    let mut out = Vec::with_capacity(bytes.len() + 4096);
    out.extend_from_slice(&bytes[..8]);
    for (index, chunk) in chunks.iter().enumerate() {
        if &chunk.kind == b"IHDR" {
            out.extend_from_slice(&bytes[chunk.whole.clone()]);
            put_profile(&mut out, change);
            continue;
        }
        if Some(index) == first {
            put_blocks(&mut out, change);
        }
        if stays(chunk, bytes, change) {
            out.extend_from_slice(&bytes[chunk.whole.clone()]);
        }
    }
    if first.is_none() {
        put_blocks(&mut out, change);
    }
    if !change.strip || cut_inside_pixels {
        out.extend_from_slice(&bytes[end..]);
    }
    Ok(out)
}

fn put_profile(out: &mut Vec<u8>, change: &Change<'_>) {
    if let Profile::Set(Some(icc)) = change.profile {
        put(out, b"iCCP", &profile::pack(icc));
    }
    if let Some(density) = change.parts.density {
        put(out, b"pHYs", &density.to_phys());
    }
}

fn put_blocks(out: &mut Vec<u8>, change: &Change<'_>) {
    let parts = change.parts;
    if let Some(exif) = &parts.exif {
        put(out, b"eXIf", exif);
    }
    if let Some(xmp) = &parts.xmp {
        put(out, b"iTXt", &text::pack(XMP_KEYWORD, xmp));
    }
    for (keyword, value) in &parts.texts {
        put(out, b"iTXt", &text::pack(keyword, value));
    }
    if !parts.texts.iter().any(|(keyword, _)| keyword == "Comment") {
        for comment in &parts.comments {
            put(out, b"iTXt", &text::pack("Comment", comment));
        }
    }
}

fn stays(chunk: &Chunk, bytes: &[u8], change: &Change<'_>) -> bool {
    let critical = chunk.kind[0].is_ascii_uppercase();
    if COLOUR.contains(&&chunk.kind) && !matches!(change.profile, Profile::Leave) {
        // Without a profile the plain colour chunks are still true, unless a new profile takes their place.
        return matches!(change.profile, Profile::Set(None)) && &chunk.kind != b"iCCP";
    }
    match &chunk.kind {
        b"eXIf" => false,
        b"tEXt" | b"zTXt" | b"iTXt" if !change.strip => !replaced(chunk.data(bytes), change),
        // Apple's index of the image data: its offsets would be wrong after any edit, and nobody needs it.
        b"iDOT" => false,
        kind => !change.strip || critical || NEEDED.contains(&kind),
    }
}

/// Whether a text chunk says what the new blocks say.
fn replaced(data: &[u8], change: &Change<'_>) -> bool {
    let Some(keyword) = text::keyword(data).map(super::super::text::decode) else { return false };
    let block = match keyword.strip_prefix(RAW_PROFILE) {
        Some(kind) => matches!(kind, "exif" | "APP1" | "xmp"),
        None => keyword == XMP_KEYWORD,
    };
    block || change.parts.texts.iter().any(|(new, _)| new.eq_ignore_ascii_case(&keyword))
}
