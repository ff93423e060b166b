//! PNG headers without inflating anything: the chunks before the pixels.

use super::Probe;
use crate::formats::png::chunks;
use crate::{EngineError, Format, Limits};

pub(super) fn probe(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let head = bytes.get(8..33).ok_or_else(|| EngineError::damaged("the PNG header is cut off"))?;
    if &head[4..8] != b"IHDR" {
        return Err(EngineError::damaged("the PNG has no header chunk"));
    }
    let (depth, kind) = (head[16], head[17]);
    if !matches!((kind, depth), (0, 1 | 2 | 4 | 8 | 16) | (2 | 4 | 6, 8 | 16) | (3, 1 | 2 | 4 | 8)) {
        return Err(EngineError::damaged(format!("a PNG of colour type {kind} cannot have {depth} bits")));
    }
    let mut probe = Probe {
        format: Format::Png,
        width: number(&head[8..]),
        height: number(&head[12..]),
        frames: 1,
        has_alpha: kind == 4 || kind == 6,
        bit_depth: depth,
        lossless: true,
    };
    for (name, data) in chunks(bytes).take(limits.segments as usize) {
        match &name {
            b"tRNS" => probe.has_alpha = true,
            b"acTL" if data.len() >= 4 => probe.frames = number(data).max(1),
            b"IDAT" | b"IEND" => break,
            _ => {}
        }
    }
    Ok(probe)
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}
