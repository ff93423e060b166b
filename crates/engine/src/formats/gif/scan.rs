//! The blocks of a GIF without their pixels: size, number of frames, transparency.

use crate::{EngineError, Limits};

/// What the blocks of a GIF say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub width: u32,
    pub height: u32,
    pub frames: u32,
    pub has_alpha: bool,
}

/// Walks over the blocks. A file that breaks off counts as far as it goes.
pub fn header(bytes: &[u8], limits: &Limits) -> Result<Header, EngineError> {
    let head = bytes.get(..13).ok_or_else(|| EngineError::damaged("the GIF header is cut off"))?;
    let side = |at: usize| u32::from(u16::from_le_bytes([head[at], head[at + 1]]));
    let mut header = Header { width: side(6), height: side(8), frames: 0, has_alpha: false };
    let mut rest = bytes.get(13 + table_bytes(head[10])..).unwrap_or_default();
    while let [kind, after @ ..] = rest {
        match kind {
            0x21 => {
                // A graphic control block: bit 0 of its flags says that one colour is transparent.
                if let [0xf9, _, flags, ..] = after {
                    header.has_alpha |= flags & 1 == 1;
                }
                rest = after_blocks(after.get(1..).unwrap_or_default());
            }
            0x2c => {
                let Some(image) = after.get(..9) else { break };
                header.frames += 1;
                if header.frames > limits.frames {
                    break;
                }
                // The frame's own colour table, one byte of code size, then data.
                rest = after_blocks(after.get(9 + table_bytes(image[8]) + 1..).unwrap_or_default());
            }
            _ => break,
        }
    }
    Ok(header)
}

fn table_bytes(flags: u8) -> usize {
    if flags & 0x80 != 0 { 3 << ((flags & 7) + 1) } else { 0 }
}

fn after_blocks(mut rest: &[u8]) -> &[u8] {
    while let [length, after @ ..] = rest {
        if *length == 0 {
            return after;
        }
        rest = after.get(usize::from(*length)..).unwrap_or_default();
    }
    rest
}
