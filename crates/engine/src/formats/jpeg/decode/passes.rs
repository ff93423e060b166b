//! The four kinds of progressive scans: means and bands of other coefficients, first passes and refinements.

use super::super::header::{Scan, Walker};
use super::bits::{Bits, Entropy};
use super::huffman::{END_OF_BLOCK, Table};
use super::layout::{Layout, Part};
use super::progressive::Store;
use super::refine::Refinement;
use super::sequential::Interval;
use crate::simd::{Simd, Task, dispatch};

/// Position within a scan's data.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) entropy: Entropy<'a>,
    pub(super) bits: Bits,
    pub(super) interval: Interval,
    pub(super) lost: bool,
    scan: &'a Scan,
}

impl<'a> Reader<'a> {
    pub(super) fn new(walker: &Walker<'a>, scan: &'a Scan) -> Self {
        Self {
            entropy: Entropy::new(walker.input, scan.data),
            bits: Bits::default(),
            interval: Interval::new(walker.restart_interval),
            lost: false,
            scan,
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

/// A scan of means, of one or more components.
pub(super) fn read_means(
    reader: &mut Reader<'_>,
    walker: &Walker<'_>,
    layout: &Layout,
    stores: &mut [Store],
) {
    dispatch(Means { reader, walker, layout, stores });
}

struct Means<'t, 'a> {
    reader: &'t mut Reader<'a>,
    walker: &'t Walker<'t>,
    layout: &'t Layout,
    stores: &'t mut [Store],
}

impl Task for Means<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let reader = self.reader;
        let (scan, mut bits) = (reader.scan, reader.bits);
        let (wide, high, blocks) = self.layout.grid(scan);
        let mut means = [0i32; 4];
        for y in 0..high {
            for x in 0..wide {
                if reader.interval.step(&mut reader.entropy, &mut bits) {
                    means = [0; 4];
                }
                for (lane, &(across, down)) in blocks.iter().enumerate() {
                    let (component, dc, _) = scan.components[lane];
                    let part = &self.layout.parts[component];
                    let Some(table) = &self.walker.dc[dc] else { return };
                    for block in 0..across * down {
                        if !reader.available(&mut bits) {
                            if reader.is_over() {
                                return;
                            }
                            break;
                        }
                        let (v, h) = (block / across, block % across);
                        let index = (y * down + v) * part.blocks_wide + x * across + h;
                        let value = &mut self.stores[component].coefficients[index * part.area()];
                        bits.refill(&reader.entropy.chunk);
                        if scan.high == 0 {
                            let mean = &mut means[lane & 3];
                            *mean = mean.wrapping_add(difference(table, &mut bits));
                            *value = (*mean << scan.low) as i16;
                        } else {
                            *value |= (bits.take(1) as i16) << scan.low;
                        }
                    }
                }
            }
        }
    }
}

/// The difference of a mean from the one before; needs 32 bits.
#[inline(always)]
pub(super) fn difference(table: &Table, bits: &mut Bits) -> i32 {
    let entry = table.single[bits.index()];
    if entry != 0 {
        bits.consume(entry & 63);
        return entry as i32 >> 16;
    }
    let size = bits.symbol(table) & 15;
    bits.take_signed(size)
}

/// A scan of a band of coefficients of one component.
pub(super) fn read_band(
    reader: &mut Reader<'_>,
    table: &Table,
    part: &Part,
    store: &mut Store,
    wide: usize,
    high: usize,
) {
    let kept = (0..64).filter(|&k| usize::from(part.slots[k]) < part.area()).fold(0, |set, k| set | 1 << k);
    let Scan { first, last, low, .. } = *reader.scan;
    let band = Band { first, last, low, table, part, kept };
    if reader.scan.high == 0 {
        dispatch(FirstPass { reader, band, store, wide, high });
    } else {
        dispatch(Refinement { reader, band, store, wide, high });
    }
}

/// What the blocks of a scan have in common.
#[derive(Clone, Copy)]
pub(super) struct Band<'t> {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) low: u32,
    pub(super) table: &'t Table,
    pub(super) part: &'t Part,
    /// The zigzag positions that matter at this scale.
    pub(super) kept: u64,
}

impl Band<'_> {
    /// The place of a coefficient; the ones that do not matter at this scale go nowhere.
    #[inline(always)]
    pub(super) fn place<'c>(&self, block: &'c mut [i16], nowhere: &'c mut i16, k: usize) -> &'c mut i16 {
        block.get_mut(usize::from(self.part.slots[k & 255])).unwrap_or(nowhere)
    }
}

struct FirstPass<'t, 'a> {
    reader: &'t mut Reader<'a>,
    band: Band<'t>,
    store: &'t mut Store,
    wide: usize,
    high: usize,
}

impl Task for FirstPass<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let (reader, area) = (self.reader, self.band.part.area());
        let (mut bits, mut empty_run) = (reader.bits, 0usize);
        for y in 0..self.high {
            let mut x = 0;
            while x < self.wide {
                // Blocks in a run of empty ones need no data.
                let skipped = reader.interval.skip(empty_run.min(self.wide - x));
                x += skipped;
                empty_run -= skipped;
                if x == self.wide {
                    break;
                }
                if reader.interval.step(&mut reader.entropy, &mut bits) {
                    empty_run = 0;
                }
                let index = y * self.band.part.blocks_wide + x;
                x += 1;
                if !reader.available(&mut bits) {
                    if reader.is_over() {
                        return;
                    }
                    continue;
                }
                let block = &mut self.store.coefficients[index * area..(index + 1) * area];
                let known;
                (known, empty_run) = self.band.first(&mut bits, &reader.entropy.chunk, block);
                self.store.known[index] |= known;
            }
        }
    }
}

impl Band<'_> {
    /// Reads a block's band; gives the positions that are now known and how many empty blocks follow.
    #[inline(always)]
    fn first(&self, bits: &mut Bits, chunk: &[u8], block: &mut [i16]) -> (u64, usize) {
        let (mut k, mut known, mut nowhere) = (self.first, 0u64, 0);
        loop {
            bits.refill(chunk);
            for _ in 0..4 {
                let entry = self.table.single[bits.index()];
                let advance = entry >> 8 & 255;
                if entry == 0 || advance == END_OF_BLOCK {
                    bits.refill(chunk);
                    let symbol = bits.symbol(self.table);
                    let (run, size) = (symbol >> 4, symbol & 15);
                    if size == 0 && run < 15 {
                        return (known, ((1 << run) - 1 + bits.take(run)) as usize);
                    }
                    k += run as usize + 1;
                    let value = bits.take_signed(size) << self.low;
                    *self.place(block, &mut nowhere, k - 1) = value as i16;
                    known |= bit(k - 1, value);
                    break;
                }
                bits.consume(entry & 63);
                k += advance as usize;
                let value = (entry as i32 >> 16) << self.low;
                *self.place(block, &mut nowhere, k - 1) = value as i16;
                known |= bit(k - 1, value);
                if k > self.last {
                    return (known, 0);
                }
            }
            if k > self.last {
                return (known, 0);
            }
        }
    }
}

/// The bit of a position if the value is not zero; nothing for positions outside of a block.
#[inline(always)]
fn bit(k: usize, value: i32) -> u64 {
    if k < 64 && value != 0 { 1 << k } else { 0 }
}
