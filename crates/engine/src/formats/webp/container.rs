//! The RIFF container: its chunks, and what the headers say. No pixels, no C. RFC 9649, sections 2.3 to 2.7.

use crate::{EngineError, Limits};

/// What the headers of a WebP say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub width: u32,
    pub height: u32,
    pub has_alpha: bool,
    pub lossless: bool,
    pub frames: u32,
    pub animated: bool,
}

/// The chunks of the file in order: name and payload. A chunk that breaks off gives what is there.
pub(super) fn chunks(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (head, after) = rest.split_at_checked(8)?;
        let name = [head[0], head[1], head[2], head[3]];
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let payload = &after[..length.min(after.len())];
        rest = after.get(length.saturating_add(length & 1)..).unwrap_or_default();
        Some((name, payload))
    })
}

/// Flags of the extended header.
pub(super) const HAS_ALPHA: u8 = 0x10;
pub(super) const HAS_FRAMES: u8 = 0x02;

/// The extended header of a canvas of this size, none of it 0.
pub(super) fn canvas(flags: u8, width: usize, height: usize) -> Vec<u8> {
    let mut extended = vec![flags, 0, 0, 0];
    put_u24(&mut extended, width - 1);
    put_u24(&mut extended, height - 1);
    extended
}

pub(super) fn put_u24(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(&(value as u32).to_le_bytes()[..3]);
}

/// Appends a chunk.
pub(super) fn put(body: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    body.extend_from_slice(kind);
    body.extend_from_slice(&(data.len() as u32).to_le_bytes());
    body.extend_from_slice(data);
    body.resize(body.len() + data.len() % 2, 0);
}

/// The file around chunks; none when they are longer than a file can be.
pub(super) fn file(body: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(body.len() + 4).ok()?;
    Some([b"RIFF", &length.to_le_bytes()[..], b"WEBP", body].concat())
}

/// A file that breaks off, as one that does not: an image's chunk as long as what is there, of an animation the frames that
/// are whole. None when the file is whole.
pub(super) fn mended(bytes: &[u8], animated: bool) -> Option<Vec<u8>> {
    let stated = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?) as usize;
    if bytes.len() >= stated.saturating_add(8) {
        return None;
    }
    let (mut body, mut at) = (Vec::with_capacity(bytes.len()), 12);
    for (name, payload) in chunks(bytes) {
        let length = u32::from_le_bytes(*bytes.get(at + 4..)?.first_chunk()?) as usize;
        at += 8 + length + (length & 1);
        if payload.len() == length || !animated {
            put(&mut body, &name, payload);
        }
    }
    file(&body)
}

/// The embedded ICC profile, if it is of an allowed size.
pub fn icc_profile(bytes: &[u8], limits: &Limits) -> Option<Vec<u8>> {
    let (_, profile) = chunks(bytes).take(limits.segments as usize).find(|(name, _)| name == b"ICCP")?;
    (profile.len() <= limits.icc_bytes).then(|| profile.to_vec())
}

/// Reads size, alpha and frames. An animation's size is its canvas.
pub fn header(bytes: &[u8], limits: &Limits) -> Result<Header, EngineError> {
    let mut found: Option<Header> = None;
    let mut canvas = None;
    for (name, payload) in chunks(bytes).take(limits.segments as usize) {
        match &name {
            b"VP8X" => canvas = Some(extended(payload).ok_or_else(short)?),
            b"VP8 " | b"VP8L" if found.is_none() => {
                found = Some(if &name == b"VP8 " { lossy(payload) } else { lossless(payload) }?);
            }
            b"ANMF" => {
                let frame = found.get_or_insert(animation_frame(payload)?);
                frame.frames += 1;
            }
            _ => {}
        }
    }
    let mut header = found.ok_or_else(short)?;
    if let Some((width, height, flags)) = canvas {
        header.animated = flags & HAS_FRAMES != 0 && header.frames > 0;
        header.has_alpha |= flags & HAS_ALPHA != 0;
        if header.animated {
            (header.width, header.height) = (width, height);
        }
    }
    header.frames = if header.animated { header.frames } else { 1 };
    Ok(header)
}

fn short() -> EngineError {
    EngineError::damaged("the WebP header is cut off")
}

fn u24(bytes: &[u8]) -> u32 {
    u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16
}

fn extended(payload: &[u8]) -> Option<(u32, u32, u8)> {
    let payload = payload.get(..10)?;
    Some((u24(&payload[4..]) + 1, u24(&payload[7..]) + 1, payload[0]))
}

fn lossy(payload: &[u8]) -> Result<Header, EngineError> {
    let head = payload.get(..10).ok_or_else(short)?;
    if head[3..6] != [0x9d, 0x01, 0x2a] {
        return Err(EngineError::damaged("the WebP image has no start code"));
    }
    let side = |at: usize| u32::from(u16::from_le_bytes([head[at], head[at + 1]]) & 0x3fff);
    Ok(Header {
        width: side(6),
        height: side(8),
        has_alpha: false,
        lossless: false,
        frames: 0,
        animated: false,
    })
}

fn lossless(payload: &[u8]) -> Result<Header, EngineError> {
    let head = payload.get(..5).ok_or_else(short)?;
    if head[0] != 0x2f {
        return Err(EngineError::damaged("the WebP image has no signature"));
    }
    let bits = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    Ok(Header {
        width: (bits & 0x3fff) + 1,
        height: (bits >> 14 & 0x3fff) + 1,
        has_alpha: bits >> 28 & 1 == 1,
        lossless: true,
        frames: 0,
        animated: false,
    })
}

/// The first frame tells whether the animation is lossless; its own chunks follow 16 bytes of placement.
fn animation_frame(payload: &[u8]) -> Result<Header, EngineError> {
    let head = payload.get(..24).ok_or_else(short)?;
    Ok(Header {
        width: u24(&head[6..]) + 1,
        height: u24(&head[9..]) + 1,
        has_alpha: &head[16..20] == b"ALPH",
        lossless: &head[16..20] == b"VP8L",
        frames: 0,
        animated: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_off_or_senseless_header_is_an_error_not_a_panic() {
        for length in 0..40 {
            let mut bytes =
                b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x09\0\0\x09\0\0ANMF\xff\xff\xff\xff".to_vec();
            bytes.truncate(length);
            assert!(header(&bytes, &Limits::default()).is_err());
        }
    }
}
