//! What the scans of a progressive file have brought so far of one row of MCUs.

use super::layout::{Part, quant_by_slot};

/// The coefficients of one component in a row of MCUs.
#[derive(Debug)]
pub(super) struct Store {
    /// Block by block, and one more for those that do not matter at this scale.
    pub(super) coefficients: Vec<i16>,
    /// One bit for each zigzag position that is not zero.
    pub(super) known: Vec<u64>,
    /// Where each block's coefficients end, once all scans were read.
    pub(super) ends: Vec<u8>,
    /// None for a component that no scan brings.
    pub(super) quant: Option<[i16; 64]>,
}

impl Store {
    pub(super) fn new(part: &Part, quant: Option<[u16; 64]>) -> Self {
        let blocks = part.blocks_wide * part.v;
        Self {
            coefficients: vec![0; blocks * part.area() + 1],
            known: vec![0; blocks],
            ends: vec![0; part.blocks_wide],
            quant: quant.map(|quant| quant_by_slot(&quant, part)),
        }
    }

    pub(super) fn clear(&mut self) {
        self.coefficients.fill(0);
        self.known.fill(0);
    }
}

/// Positions `first..=last`.
#[inline(always)]
pub(super) fn range(first: usize, last: usize) -> u64 {
    if first > last { 0 } else { (u64::MAX << (first & 63)) & (u64::MAX >> (63 - (last & 63))) }
}
