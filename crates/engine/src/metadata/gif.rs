//! GIF's extension blocks: comments and the XMP application extension. The format has no room for EXIF or IPTC.

use super::compose::{Change, Profile};
use super::source::Source;
use crate::{EngineError, Limits};
use std::borrow::Cow;
use std::ops::Range;

const XMP_ID: &[u8] = b"XMP DataXMP";
const ICC_ID: &[u8] = b"ICCRGBG1012";
const MAX_COMMENTS: usize = 16;

/// A part of the file.
struct Block {
    kind: Kind,
    range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Frames, their controls and texts drawn into them.
    Image,
    Comment,
    Xmp,
    Profile,
    /// Loop counts.
    Loop,
    OtherApplication,
    Trailer,
}

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let mut source = Source::default();
    if let Some([w1, w2, h1, h2]) = bytes.get(6..).and_then(|rest| rest.first_chunk()) {
        source.width = u32::from(u16::from_le_bytes([*w1, *w2]));
        source.height = u32::from(u16::from_le_bytes([*h1, *h2]));
    }
    for block in walk(bytes, limits).unwrap_or_default() {
        let body = &bytes[block.range.clone()];
        match block.kind {
            Kind::Comment if source.comments.len() < MAX_COMMENTS => {
                source.comments.push(Cow::Owned(joined(&body[2..])));
            }
            Kind::Xmp if source.xmp.is_none() => source.xmp = xmp(body),
            Kind::Profile if source.icc.is_none() => {
                source.icc = Some(Cow::Owned(joined(&body[14..]))).filter(|icc| super::icc::plausible(icc));
            }
            _ => {}
        }
    }
    source
}

pub(super) fn write(bytes: &[u8], change: &Change<'_>, limits: &Limits) -> Result<Vec<u8>, EngineError> {
    let start = screen_end(bytes).ok_or_else(|| EngineError::damaged("the GIF ends in its header"))?;
    let blocks =
        walk(bytes, limits).ok_or_else(|| EngineError::damaged("the GIF's blocks cannot be followed"))?;
    let mut out = Vec::with_capacity(bytes.len() + 4096);
    out.extend_from_slice(&bytes[..start]);
    let parts = change.parts;
    if parts.xmp.is_some() || !parts.comments.is_empty() {
        out[3..6].copy_from_slice(b"89a");
    }
    // Before the first frame, so that a file which breaks off does not swallow them.
    let first = blocks.iter().position(|block| matches!(block.kind, Kind::Image | Kind::Trailer));
    for (index, block) in blocks.iter().enumerate() {
        if Some(index) == first {
            put_blocks(&mut out, change);
        }
        if stays(block.kind, change) {
            out.extend_from_slice(&bytes[block.range.clone()]);
        }
    }
    Ok(out)
}

fn put_blocks(out: &mut Vec<u8>, change: &Change<'_>) {
    for comment in &change.parts.comments {
        out.extend([0x21, 0xfe]);
        for piece in comment.as_bytes().chunks(255) {
            out.push(piece.len() as u8);
            out.extend_from_slice(piece);
        }
        out.push(0);
    }
    if let Some(xmp) = &change.parts.xmp {
        out.extend([0x21, 0xff, 11]);
        out.extend_from_slice(XMP_ID);
        out.extend_from_slice(xmp.as_bytes());
        // The "magic trailer": readers that take the packet for sub-blocks land on its end from wherever they are.
        out.push(1);
        out.extend((0..=255).rev());
        out.push(0);
    }
}

fn stays(kind: Kind, change: &Change<'_>) -> bool {
    match kind {
        Kind::Image | Kind::Loop | Kind::Trailer => true,
        Kind::Profile => matches!(change.profile, Profile::Leave),
        Kind::Xmp => false,
        Kind::Comment => !change.strip && change.parts.comments.is_empty(),
        Kind::OtherApplication => !change.strip,
    }
}

/// The packet lies in the file as it is, up to the magic trailer.
fn xmp(block: &[u8]) -> Option<Cow<'_, [u8]>> {
    let packet = block.get(14..block.len().checked_sub(258)?)?;
    Some(Cow::Borrowed(packet))
}

/// Behind the screen descriptor and its palette.
fn screen_end(bytes: &[u8]) -> Option<usize> {
    let end = 13 + palette_bytes(*bytes.get(10)?);
    (end <= bytes.len()).then_some(end)
}

fn palette_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << (1 + (flags & 7)) }
}

/// The blocks up to the trailer. What breaks off ends as one last image block.
fn walk(bytes: &[u8], limits: &Limits) -> Option<Vec<Block>> {
    let mut at = screen_end(bytes)?;
    let mut blocks = Vec::new();
    while blocks.len() < limits.segments as usize {
        let (kind, end) = match bytes.get(at) {
            None => return Some(blocks),
            Some(0x3b) => (Kind::Trailer, at + 1),
            Some(0x2c) => (Kind::Image, image_end(bytes, at).unwrap_or(bytes.len())),
            Some(0x21) => {
                let kind = extension(bytes, at);
                let end = if kind == Kind::Xmp { xmp_end(bytes, at) } else { sub_blocks_end(bytes, at + 2) };
                (kind, end.unwrap_or(bytes.len()))
            }
            Some(_) => (Kind::Image, bytes.len()),
        };
        blocks.push(Block { kind, range: at..end });
        if kind == Kind::Trailer {
            return Some(blocks);
        }
        at = end;
    }
    None
}

fn extension(bytes: &[u8], at: usize) -> Kind {
    let id = bytes.get(at + 3..at + 14).unwrap_or_default();
    match bytes.get(at + 1) {
        Some(0xfe) => Kind::Comment,
        Some(0xff) if id == XMP_ID => Kind::Xmp,
        Some(0xff) if id == ICC_ID => Kind::Profile,
        Some(0xff) if id == b"NETSCAPE2.0" || id == b"ANIMEXTS1.0" => Kind::Loop,
        Some(0xff) => Kind::OtherApplication,
        _ => Kind::Image,
    }
}

fn image_end(bytes: &[u8], at: usize) -> Option<usize> {
    let data = at + 10 + palette_bytes(*bytes.get(at + 9)?) + 1;
    sub_blocks_end(bytes, data)
}

/// Past the run of sub-blocks at `at`, with its end mark.
fn sub_blocks_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

/// The packet is no run of sub-blocks: following it as one ends in the magic trailer, as it is meant to.
fn xmp_end(bytes: &[u8], at: usize) -> Option<usize> {
    sub_blocks_end(bytes, at + 14)
}

/// The contents of sub-blocks as one.
fn joined(mut blocks: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let [length, rest @ ..] = blocks {
        let length = usize::from(*length).min(rest.len());
        if length == 0 {
            break;
        }
        out.extend_from_slice(&rest[..length]);
        blocks = &rest[length..];
    }
    out
}
