//! One progressive scan: its place in the file, where it goes on a row later, and the coefficients it is about.
//! Progressive mode: ITU-T T.81, Annex G.

use super::bits::{Bits, Entropy};
use super::huffman::Table;
use super::layout::{Grid, Layout, Slots};
use super::scans::Prepared;
use super::sequential::Interval;

/// Bytes of a scan that are made ready at once: all scans of a file together stay in the second-level cache.
const CHUNK: usize = 4 << 10;

/// One scan and how far it was read.
#[derive(Debug)]
pub(super) struct Pass<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) grid: Grid,
    pub(super) entropy: Entropy<'a>,
    pub(super) bits: Bits,
    pub(super) interval: Interval,
    pub(super) lost: bool,
    /// The last mean of each component.
    pub(super) means: [i32; 4],
    /// Blocks without new coefficients that follow.
    pub(super) empty_run: u32,
}

impl<'a> Pass<'a> {
    pub(super) fn new(input: &'a [u8], prepared: &'a Prepared, layout: &Layout) -> Self {
        Self {
            prepared,
            grid: layout.grid(&prepared.scan),
            entropy: Entropy::with_chunk(input, prepared.scan.data, CHUNK),
            bits: Bits::default(),
            interval: Interval::new(prepared.restart_interval),
            lost: false,
            means: [0; 4],
            empty_run: 0,
        }
    }

    /// Whether a block can be read; remembers that something was lost.
    #[inline(always)]
    pub(super) fn available(&mut self, bits: &mut Bits) -> bool {
        if self.interval.blank || !self.entropy.ensure(bits) {
            self.interval.blank = true;
            self.lost = true;
            return false;
        }
        true
    }

    /// No data is left for the rest of the scan.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.interval.blank && self.interval.is_last()
    }
}

/// What the blocks of a scan have in common.
#[derive(Clone, Copy)]
pub(super) struct Band<'t> {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) low: u32,
    pub(super) table: &'t Table,
    pub(super) slots: &'t Slots,
    pub(super) blocks_wide: usize,
    /// Coefficients kept of a block.
    pub(super) area: usize,
    /// The zigzag positions that matter at this scale.
    pub(super) kept: u64,
}

impl Band<'_> {
    /// The place of a coefficient of the block that begins at `first`; the ones that do not matter at this scale go to
    /// the one behind all blocks. A choice of numbers, because a branch would be guessed wrong too often.
    #[inline(always)]
    pub(super) fn place<'c>(&self, coefficients: &'c mut [i16], first: usize, k: usize) -> &'c mut i16 {
        let (slot, behind) = (usize::from(self.slots[k & 255]), coefficients.len() - 1);
        &mut coefficients[if slot < self.area { first + slot } else { behind }]
    }
}
