//! The kinds of progressive scans: means, and bands of other coefficients; refinements of bands are in [`super::refine`].
//! Each scan keeps its own place in the file and goes on where it stopped a row before.
//! Spectral selection, first scans: ITU-T T.81, G.1.2.1 and G.1.2.2.

use super::bits::{Bits, difference};
use super::huffman::END_OF_BLOCK;
use super::layout::Layout;
use super::pass::{Band, Pass};
use super::refine::Refinement;
use super::scans::Prepared;
use super::store::Store;
use crate::simd::{Simd, Task, dispatch};

impl Pass<'_> {
    /// What the scan says about one row of the image's MCUs.
    pub(super) fn read(&mut self, row: usize, layout: &Layout, stores: &mut [Store]) {
        if self.is_over() {
            return;
        }
        let Prepared { scan, tables, .. } = self.prepared;
        if scan.first == 0 {
            dispatch(Means { pass: self, row, layout, stores });
            return;
        }
        let component = scan.components[0].0;
        let (part, store) = (&layout.parts[component], &mut stores[component]);
        let band = Band {
            first: scan.first,
            last: scan.last,
            low: scan.low,
            table: &tables[0].1,
            slots: &part.slots,
            blocks_wide: part.blocks_wide,
            area: part.area(),
            kept: part.kept(),
        };
        if scan.high == 0 {
            dispatch(FirstPass { pass: self, row, band, store });
        } else {
            dispatch(Refinement { pass: self, row, band, store });
        }
    }
}

/// A row of means, of one or more components.
struct Means<'t, 'a> {
    pass: &'t mut Pass<'a>,
    row: usize,
    layout: &'t Layout,
    stores: &'t mut [Store],
}

impl Task for Means<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let pass = self.pass;
        let Prepared { scan, tables, .. } = pass.prepared;
        let (mut bits, mut means) = (pass.bits, pass.means);
        for y in 0..pass.grid.rows_in(self.row).len() {
            for x in 0..pass.grid.wide {
                if pass.interval.step(&mut pass.entropy, &mut bits) {
                    means = [0; 4];
                }
                for (lane, (dc, _)) in tables.iter().enumerate() {
                    let (across, down) = pass.grid.blocks[lane];
                    let component = scan.components[lane].0;
                    let (wide, area) =
                        (self.layout.parts[component].blocks_wide, self.layout.parts[component].area());
                    let first = y * down * wide + x * across;
                    for v in 0..down {
                        for h in 0..across {
                            if !pass.available(&mut bits) {
                                if pass.is_over() {
                                    return;
                                }
                                break;
                            }
                            let value =
                                &mut self.stores[component].coefficients[(first + v * wide + h) * area];
                            bits.refill(&pass.entropy.chunk);
                            if scan.high == 0 {
                                let mean = &mut means[lane & 3];
                                *mean = mean.wrapping_add(difference(dc, &mut bits));
                                *value = (*mean << scan.low) as i16;
                            } else {
                                *value |= (bits.take(1) as i16) << scan.low;
                            }
                        }
                    }
                }
            }
        }
        (pass.bits, pass.means) = (bits, means);
    }
}

/// A row of a band that comes for the first time.
struct FirstPass<'t, 'a> {
    pass: &'t mut Pass<'a>,
    row: usize,
    band: Band<'t>,
    store: &'t mut Store,
}

impl Task for FirstPass<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let pass = self.pass;
        let (mut bits, mut empty_run, wide) = (pass.bits, pass.empty_run as usize, pass.grid.wide);
        for y in 0..pass.grid.rows_in(self.row).len() {
            let mut x = 0;
            while x < wide {
                // Blocks in a run of empty ones need no data.
                let skipped = pass.interval.skip(empty_run.min(wide - x));
                x += skipped;
                empty_run -= skipped;
                if x == wide {
                    break;
                }
                if pass.interval.step(&mut pass.entropy, &mut bits) {
                    empty_run = 0;
                }
                let index = y * self.band.blocks_wide + x;
                x += 1;
                if !pass.available(&mut bits) {
                    if pass.is_over() {
                        return;
                    }
                    continue;
                }
                let (known, first) = (&mut self.store.known[index], index * self.band.area);
                let coefficients = &mut self.store.coefficients;
                empty_run = self.band.first(&mut bits, &pass.entropy.chunk, coefficients, first, known);
            }
        }
        (pass.bits, pass.empty_run) = (bits, empty_run as u32);
    }
}

impl Band<'_> {
    /// Reads the band of the block that begins at `begin`; gives how many empty blocks follow.
    #[inline(always)]
    fn first(
        &self,
        bits: &mut Bits,
        chunk: &[u8],
        coefficients: &mut [i16],
        begin: usize,
        known: &mut u64,
    ) -> usize {
        let mut k = self.first;
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
                        return ((1 << run) - 1 + bits.take(run)) as usize;
                    }
                    k += run as usize + 1;
                    let value = bits.take_signed(size) << self.low;
                    *self.place(coefficients, begin, k - 1) = value as i16;
                    *known |= bit(k - 1, value);
                    break;
                }
                bits.consume(entry & 63);
                k += advance as usize;
                let value = (entry as i32 >> 16) << self.low;
                *self.place(coefficients, begin, k - 1) = value as i16;
                *known |= bit(k - 1, value);
                if k > self.last {
                    return 0;
                }
            }
            if k > self.last {
                return 0;
            }
        }
    }
}

/// The bit of a position if the value is not zero; nothing for positions outside of a block.
#[inline(always)]
fn bit(k: usize, value: i32) -> u64 {
    if k < 64 && value != 0 { 1 << k } else { 0 }
}
