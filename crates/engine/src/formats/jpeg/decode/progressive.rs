//! Progressive scans: coefficients are collected over all scans, then reconstructed. At a reduced scale only the ones
//! that matter are kept, with one bit for each of the others, and scans that bring none of them are passed over.

use super::super::header::{Scan, Walker};
use super::bits::{Bits, Entropy, find_marker};
use super::block::Slots;
use super::huffman::{END_OF_BLOCK, Table};
use super::layout::{Layout, Part, quant_by_slot};
use super::rebuild::Blocks;
use super::sequential::Interval;
use super::strips::Strips;
use crate::EngineError;
use crate::simd::{Simd, Task, dispatch};

/// The coefficients of one component.
#[derive(Debug)]
pub(super) struct Store {
    coefficients: Vec<i16>,
    /// One bit for each zigzag position that is not zero.
    known: Vec<u64>,
    quant: Option<[u16; 64]>,
}

impl Store {
    pub(super) fn new(part: &Part) -> Self {
        let blocks = part.blocks_wide * part.blocks_high;
        Self { coefficients: vec![0; blocks * part.area()], known: vec![0; blocks], quant: None }
    }
}

/// Reads one scan into the stores; says whether anything was missing, and where the markers go on.
pub(super) fn decode_scan(
    walker: &Walker<'_>,
    scan: &Scan,
    layout: &Layout,
    stores: &mut [Store],
) -> Result<(bool, usize), EngineError> {
    let dc = scan.first == 0;
    if scan.first > scan.last || scan.last > 63 || dc != (scan.last == 0) || !dc && scan.components.len() > 1
    {
        return Err(EngineError::damaged("a scan's range of coefficients makes no sense"));
    }
    for &(component, ..) in &scan.components {
        let quant = walker.quant_of(component)?;
        stores[component].quant.get_or_insert(quant);
    }
    if scan.components.iter().all(|&(i, ..)| scan.first > layout.parts[i].last) {
        return Ok((false, find_scan_end(walker.input, scan.data)));
    }
    let (wide, high, blocks) = layout.grid(scan);
    let mut reader = Reader {
        entropy: Entropy::new(walker.input, scan.data),
        bits: Bits::default(),
        interval: Interval::new(walker.restart_interval),
        lost: false,
        eob_run: 0,
        means: [0; 4],
        scan,
    };
    dispatch(ScanTask { reader: &mut reader, walker, layout, stores, wide, high, blocks: &blocks });
    Ok((reader.lost, reader.entropy.end()))
}

fn find_scan_end(input: &[u8], mut at: usize) -> usize {
    loop {
        at = find_marker(input, at);
        match input.get(at + 1) {
            Some(0xd0..=0xd7) => at += 2,
            _ => return at,
        }
    }
}

struct ScanTask<'t, 'a> {
    reader: &'t mut Reader<'a>,
    walker: &'t Walker<'a>,
    layout: &'t Layout,
    stores: &'t mut [Store],
    wide: usize,
    high: usize,
    blocks: &'t [(usize, usize)],
}

impl Task for ScanTask<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        for y in 0..self.high {
            for x in 0..self.wide {
                self.reader.step();
                if self.reader.is_over() {
                    return;
                }
                for (lane, &(across, down)) in self.blocks.iter().enumerate() {
                    let (component, dc, ac) = self.reader.scan.components[lane];
                    let part = &self.layout.parts[component];
                    let store = &mut self.stores[component];
                    let tables = (self.walker.dc[dc].as_ref(), self.walker.ac[ac].as_ref());
                    let (Some(dc), Some(ac)) = tables else { return };
                    for v in 0..down {
                        for h in 0..across {
                            let index = (y * down + v) * part.blocks_wide + x * across + h;
                            let area = part.area();
                            let block = Block {
                                coefficients: &mut store.coefficients[index * area..(index + 1) * area],
                                known: &mut store.known[index],
                                slots: &part.slots,
                            };
                            self.reader.block(lane, dc, ac, block);
                        }
                    }
                }
            }
        }
    }
}

/// One block in a store.
struct Block<'a> {
    coefficients: &'a mut [i16],
    known: &'a mut u64,
    slots: &'a Slots,
}

impl Block<'_> {
    #[inline(always)]
    fn set(&mut self, k: usize, value: i32) {
        if let Some(coefficient) = self.coefficients.get_mut(usize::from(self.slots[k & 63])) {
            *coefficient = value as i16;
        }
        *self.known |= 1 << (k & 63);
    }

    /// Makes a known coefficient larger by `delta`, away from zero.
    #[inline(always)]
    fn grow(&mut self, k: usize, delta: i16) {
        if let Some(coefficient) = self.coefficients.get_mut(usize::from(self.slots[k & 63])) {
            let signed = if *coefficient < 0 { -delta } else { delta };
            *coefficient = coefficient.wrapping_add(signed);
        }
    }
}

struct Reader<'a> {
    entropy: Entropy<'a>,
    bits: Bits,
    interval: Interval,
    lost: bool,
    /// Blocks that follow without new coefficients.
    eob_run: u32,
    means: [i32; 4],
    scan: &'a Scan,
}

impl Reader<'_> {
    #[inline(always)]
    fn step(&mut self) {
        if self.interval.step(&mut self.entropy, &mut self.bits) {
            self.means = [0; 4];
            self.eob_run = 0;
        }
    }

    /// No data is left for the rest of the scan.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.interval.blank && self.interval.is_last()
    }

    #[inline(always)]
    fn block(&mut self, lane: usize, dc: &Table, ac: &Table, block: Block<'_>) {
        // A run of empty blocks needs no data of its own in a first pass.
        if self.eob_run > 0 && self.scan.high == 0 {
            self.eob_run -= 1;
            return;
        }
        if self.interval.blank || !self.entropy.ensure(&mut self.bits) {
            // The last blocks of a refinement may need no bits at all.
            if self.eob_run > 0 && *block.known & band(self.scan.first, self.scan.last) == 0 {
                self.eob_run -= 1;
                return;
            }
            self.interval.blank = true;
            self.lost = true;
            return;
        }
        let mut bits = self.bits;
        bits.refill(&self.entropy.chunk);
        match (self.scan.first, self.scan.high) {
            (0, 0) => self.dc_first(&mut bits, lane, dc, block),
            (0, _) => {
                let bit = bits.take(1) as i16;
                block.coefficients[0] |= bit << self.scan.low;
            }
            (_, 0) => self.ac_first(&mut bits, ac, block),
            _ => self.ac_refine(&mut bits, ac, block),
        }
        self.bits = bits;
    }

    #[inline(always)]
    fn dc_first(&mut self, bits: &mut Bits, lane: usize, dc: &Table, block: Block<'_>) {
        let entry = dc.single[bits.index()];
        let difference = if entry != 0 {
            bits.consume(entry & 63);
            entry as i32 >> 16
        } else {
            let size = bits.symbol(dc) & 15;
            bits.take_signed(size)
        };
        let mean = &mut self.means[lane & 3];
        *mean = mean.wrapping_add(difference);
        block.coefficients[0] = (*mean << self.scan.low) as i16;
    }

    #[inline(always)]
    fn ac_first(&mut self, bits: &mut Bits, ac: &Table, mut block: Block<'_>) {
        let mut k = self.scan.first;
        while k <= self.scan.last {
            bits.refill(&self.entropy.chunk);
            let entry = ac.single[bits.index()];
            let advance = entry >> 8 & 255;
            if entry != 0 && advance != END_OF_BLOCK {
                bits.consume(entry & 63);
                k += advance as usize;
                let value = entry as i32 >> 16;
                if value != 0 && k <= 64 {
                    block.set(k - 1, value << self.scan.low);
                }
                continue;
            }
            let symbol = bits.symbol(ac);
            let (run, size) = (symbol >> 4, symbol & 15);
            if size == 0 && run < 15 {
                self.eob_run = (1 << run) - 1 + bits.take(run);
                return;
            }
            k += run as usize + 1;
            let value = bits.take_signed(size);
            if value != 0 && k <= 64 {
                block.set(k - 1, value << self.scan.low);
            }
        }
    }

    #[inline(always)]
    fn ac_refine(&mut self, bits: &mut Bits, ac: &Table, mut block: Block<'_>) {
        let delta = 1i16 << self.scan.low;
        let mut k = self.scan.first;
        if self.eob_run == 0 {
            while k <= self.scan.last {
                bits.refill(&self.entropy.chunk);
                let symbol = bits.symbol(ac);
                let (run, size) = (symbol >> 4, symbol & 15);
                if size == 0 && run < 15 {
                    self.eob_run = (1 << run) + bits.take(run);
                    break;
                }
                let value = if size == 0 {
                    0
                } else if bits.take(1) == 1 {
                    i32::from(delta)
                } else {
                    -i32::from(delta)
                };
                let place = self.place_after(run, k, *block.known);
                self.refine(bits, &mut block, k, place, delta);
                if value != 0 && place <= self.scan.last {
                    block.set(place, value);
                }
                k = place + 1;
            }
        }
        if self.eob_run > 0 {
            self.refine(bits, &mut block, k, self.scan.last + 1, delta);
            self.eob_run -= 1;
        }
    }

    /// The position of the zero coefficient that comes after `run` other zero ones, from `k` on.
    #[inline(always)]
    fn place_after(&self, run: u32, k: usize, known: u64) -> usize {
        let mut zeros = !known & band(k, self.scan.last);
        for _ in 0..run {
            zeros &= zeros.wrapping_sub(1);
        }
        if zeros == 0 { self.scan.last + 1 } else { zeros.trailing_zeros() as usize }
    }

    /// One correction bit for each known coefficient in `from..to`.
    #[inline(always)]
    fn refine(&self, bits: &mut Bits, block: &mut Block<'_>, from: usize, to: usize, delta: i16) {
        if from >= to {
            return;
        }
        let mut known = *block.known & band(from, to - 1);
        while known != 0 {
            bits.refill(&self.entropy.chunk);
            // A refill holds 56 bits.
            for _ in 0..32 {
                if known == 0 {
                    break;
                }
                let k = known.trailing_zeros() as usize;
                known &= known - 1;
                if bits.take(1) == 1 {
                    block.grow(k, delta);
                }
            }
        }
    }
}

/// Bits `first..=last`.
#[inline(always)]
fn band(first: usize, last: usize) -> u64 {
    if first > last { 0 } else { (u64::MAX << (first & 63)) & (u64::MAX >> (63 - (last & 63))) }
}

/// Reconstructs all components.
pub(super) fn rebuild(layout: &Layout, stores: Vec<Store>, strips: &mut dyn Strips) {
    for (component, (part, store)) in layout.parts.iter().zip(stores).enumerate() {
        let Some(quant) = store.quant else { continue };
        let quant = quant_by_slot(&quant, part);
        for row in 0..part.blocks_high {
            dispatch(RebuildRow { component, part, store: &store, quant: &quant, row, strips });
            strips.done(component, row, 1);
        }
    }
}

struct RebuildRow<'t> {
    component: usize,
    part: &'t Part,
    store: &'t Store,
    quant: &'t [i16; 64],
    row: usize,
    strips: &'t mut dyn Strips,
}

impl Task for RebuildRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let (wide, area) = (self.part.blocks_wide, self.part.area());
        let first = self.row * wide;
        let ends: Vec<u8> = self.store.known[first..first + wide]
            .iter()
            .map(|known| 64 - (known | 1).leading_zeros() as u8)
            .collect();
        let blocks = Blocks {
            side: self.part.side,
            coefficients: &self.store.coefficients[first * area..(first + wide) * area],
            ends: &ends,
            quant: self.quant,
        };
        let strip = self.strips.strip(self.component, self.row, 1);
        blocks.write::<S>(strip.samples, strip.stride);
    }
}
