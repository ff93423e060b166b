//! What was decided for one macroblock, and what it sees of its neighbours. Prediction records: RFC 6386, section 11.

use super::predict::DC;

/// The levels of a 4x4 block, row by row, and a bit for each place of the scan that is not zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Levels {
    pub(super) values: [i16; 16],
    pub(super) present: u32,
}

/// Which of the neighbouring blocks have levels: four of luma, two of U, two of V, and the luma DCs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Present {
    pub(super) luma: [u8; 4],
    pub(super) chroma: [u8; 4],
    pub(super) dc: u8,
}

impl Present {
    /// What remains after a macroblock without levels; one without luma DCs of its own leaves that alone.
    pub(super) fn clear(&mut self, has_dc: bool) {
        *self = Self { dc: if has_dc { 0 } else { self.dc }, ..Self::default() };
    }
}

/// How luma is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Luma {
    Whole(u8),
    Blocks([u8; 16]),
}

/// What the header partition says of a macroblock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) segment: u8,
    pub(super) skipped: bool,
    pub(super) luma: Luma,
    pub(super) chroma: u8,
}

impl Choice {
    /// The 4x4 modes along the lower and the right edge, as the next macroblocks see them.
    pub(super) fn edges(&self) -> ([u8; 4], [u8; 4]) {
        match &self.luma {
            Luma::Whole(mode) => ([*mode; 4], [*mode; 4]),
            Luma::Blocks(modes) => ([12, 13, 14, 15].map(|i| modes[i]), [3, 7, 11, 15].map(|i| modes[i])),
        }
    }
}

/// 4x4 modes outside the image.
pub(super) const OUTSIDE: [u8; 4] = [DC; 4];

/// Bits of the scan from bits of the rows of a block, by its upper and its lower half.
static TO_SCAN: [[u16; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut half = 0;
    while half < 2 {
        let mut mask = 0;
        while mask < 256 {
            let mut place = 0;
            while place < 16 {
                let at = super::tables::ZIGZAG[place] as usize;
                if at / 8 == half && mask >> (at % 8) & 1 == 1 {
                    table[half][mask] |= 1 << place;
                }
                place += 1;
            }
            mask += 1;
        }
        half += 1;
    }
    table
};

/// The bits of a block's scan, given the bits of its rows.
#[inline(always)]
pub(super) fn scan(rows: u32) -> u32 {
    u32::from(TO_SCAN[0][(rows & 255) as usize] | TO_SCAN[1][(rows >> 8 & 255) as usize])
}
