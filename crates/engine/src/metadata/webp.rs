//! WebP's RIFF chunks: what they carry, and a copy of the file with other ones.

use super::compose::{Change, Profile};
use super::source::Source;
use super::{exif, icc};
use crate::{EngineError, Limits};
use std::borrow::Cow;

/// Flags of the extended header.
mod flag {
    pub(super) const ANIMATION: u8 = 0x02;
    pub(super) const XMP: u8 = 0x04;
    pub(super) const EXIF: u8 = 0x08;
    pub(super) const ALPHA: u8 = 0x10;
    pub(super) const ICC: u8 = 0x20;
}

struct Chunk<'a> {
    id: [u8; 4],
    data: &'a [u8],
}

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let mut source = Source::default();
    let (chunks, _) = walk(bytes, limits);
    for chunk in &chunks {
        match &chunk.id {
            b"EXIF" if source.exif.is_none() => {
                source.exif = Some(Cow::Borrowed(exif::without_prefix(chunk.data)))
            }
            b"XMP " if source.xmp.is_none() => source.xmp = Some(Cow::Borrowed(chunk.data)),
            b"ICCP" if icc::plausible(chunk.data) && chunk.data.len() <= limits.icc_bytes => {
                source.icc = Some(Cow::Borrowed(chunk.data));
            }
            b"C2PA" => source.credentials = true,
            _ => {}
        }
    }
    if let Some(canvas) = Canvas::of(&chunks) {
        (source.width, source.height) = (canvas.width, canvas.height);
    }
    source
}

pub(super) fn write(bytes: &[u8], change: &Change<'_>, limits: &Limits) -> Result<Vec<u8>, EngineError> {
    let (chunks, end) = walk(bytes, limits);
    let end = end.ok_or_else(|| EngineError::damaged("the end of the WebP is missing"))?;
    let canvas = Canvas::of(&chunks).filter(|c| c.width > 0 && c.height > 0);
    let canvas = canvas.ok_or_else(|| EngineError::damaged("the WebP has no image data"))?;
    let parts = change.parts;
    let old_profile = || chunks.iter().find(|c| &c.id == b"ICCP").map(|c| c.data);
    let profile = match change.profile {
        Profile::Leave => old_profile(),
        Profile::Set(new) => new,
    };
    let mut flags = canvas.flags;
    flags |= if profile.is_some() { flag::ICC } else { 0 };
    flags |= if parts.exif.is_some() { flag::EXIF } else { 0 };
    flags |= if parts.xmp.is_some() { flag::XMP } else { 0 };
    let mut out = Vec::with_capacity(bytes.len() + 4096);
    out.extend_from_slice(b"RIFF\0\0\0\0WEBP");
    // The plain form can say nothing of metadata, separate alpha or frames.
    let extended = flags & !flag::ALPHA != 0 || chunks.iter().any(|c| &c.id == b"ALPH" || &c.id == b"VP8X");
    if extended {
        put(&mut out, b"VP8X", &canvas.header(flags));
    }
    if let Some(profile) = profile {
        put(&mut out, b"ICCP", profile);
    }
    for chunk in chunks.iter().filter(|chunk| stays(chunk, change.strip)) {
        put(&mut out, &chunk.id, chunk.data);
    }
    if let Some(exif) = &parts.exif {
        put(&mut out, b"EXIF", exif);
    }
    if let Some(xmp) = &parts.xmp {
        put(&mut out, b"XMP ", xmp.as_bytes());
    }
    let size = u32::try_from(out.len() - 8).map_err(|_| EngineError::too_large("the WebP exceeds 4 GB"))?;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    if !change.strip {
        out.extend_from_slice(&bytes[end..]);
    }
    Ok(out)
}

/// Size and the flags that belong to the image itself.
struct Canvas {
    width: u32,
    height: u32,
    flags: u8,
}

impl Canvas {
    fn of(chunks: &[Chunk<'_>]) -> Option<Self> {
        let data = |id: &[u8; 4]| chunks.iter().find(|c| &c.id == id).map(|c| c.data);
        if let Some([flags, _, _, _, w1, w2, w3, h1, h2, h3, ..]) = data(b"VP8X") {
            return Some(Self {
                width: u32::from_le_bytes([*w1, *w2, *w3, 0]) + 1,
                height: u32::from_le_bytes([*h1, *h2, *h3, 0]) + 1,
                flags: flags & (flag::ANIMATION | flag::ALPHA),
            });
        }
        if let Some([_, _, _, 0x9d, 1, 0x2a, w1, w2, h1, h2, ..]) = data(b"VP8 ") {
            let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
            return Some(Self { width: side(*w1, *w2), height: side(*h1, *h2), flags: 0 });
        }
        let [0x2f, packed @ ..] = data(b"VP8L")? else { return None };
        let bits = u32::from_le_bytes(*packed.first_chunk()?);
        let flags = if bits >> 28 & 1 == 1 { flag::ALPHA } else { 0 };
        Some(Self { width: (bits & 0x3fff) + 1, height: (bits >> 14 & 0x3fff) + 1, flags })
    }

    fn header(&self, flags: u8) -> [u8; 10] {
        let [w1, w2, w3, _] = (self.width - 1).to_le_bytes();
        let [h1, h2, h3, _] = (self.height - 1).to_le_bytes();
        [flags, 0, 0, 0, w1, w2, w3, h1, h2, h3]
    }
}

fn stays(chunk: &Chunk<'_>, strip: bool) -> bool {
    match &chunk.id {
        b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" => true,
        b"VP8X" | b"ICCP" | b"EXIF" | b"XMP " => false,
        _ => !strip,
    }
}

/// The chunks, and where the RIFF ends; `None` when the file breaks off before.
fn walk<'a>(bytes: &'a [u8], limits: &Limits) -> (Vec<Chunk<'a>>, Option<usize>) {
    let mut chunks = Vec::new();
    let Some(size) = le32(bytes, 4) else { return (chunks, None) };
    let end = (size as usize).saturating_add(8).min(bytes.len());
    let mut at = 12;
    while at + 8 <= end {
        let (Some(id), Some(length)) = (bytes[at..].first_chunk(), le32(bytes, at + 4)) else { break };
        let Some(data) = bytes[..end].get(at + 8..).and_then(|rest| rest.get(..length as usize)) else {
            return (chunks, None);
        };
        if chunks.len() == limits.segments as usize {
            return (chunks, None);
        }
        chunks.push(Chunk { id: *id, data });
        at += 8 + data.len() + data.len() % 2;
    }
    (chunks, Some(end))
}

fn put(out: &mut Vec<u8>, id: &[u8; 4], data: &[u8]) {
    out.extend_from_slice(id);
    out.extend((data.len() as u32).to_le_bytes());
    out.extend_from_slice(data);
    out.resize(out.len() + data.len() % 2, 0);
}

fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|raw| u32::from_le_bytes(*raw))
}
