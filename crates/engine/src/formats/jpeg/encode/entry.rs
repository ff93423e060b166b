//! What a progressive file holds for each symbol of a scan. RRRRSSSS and runs of blocks: ITU-T T.81, G.1.2.

use super::list::length;

/// A symbol that no table has: so many bits follow as they are, one more than its high half says.
pub(super) const PLAIN: u8 = 0x0f;
pub(super) const SIXTEEN_ZEROS: u8 = 0xf0;

/// What is written for a symbol: its code with room for the extra bits behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) word: u32,
    /// All bits that may be extra ones.
    pub(super) extra: u16,
    pub(super) bits: u8,
    /// Bytes in the list.
    pub(super) length: u8,
}

impl Entry {
    pub(super) fn new(symbol: u8, word: u32, means: bool) -> Self {
        let (high, low) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        let is_run = low == 0 && symbol != SIXTEEN_ZEROS && !means;
        let (word, count) = match symbol & 15 {
            PLAIN => (0, high + 1),
            _ => (word, if is_run { high } else { low }),
        };
        Self {
            word: word >> 5 << count,
            extra: ((1u32 << count) - 1) as u16,
            bits: ((word & 31) + count) as u8,
            length: length(count) as u8,
        }
    }
}
