//! Refinements of progressive scans: one more bit for what is known, and coefficients that are no longer zero.
//! Successive approximation: ITU-T T.81, G.1.2.3.

use super::bits::Bits;
use super::huffman::END_OF_BLOCK;
use super::pass::{Band, Pass};
use super::store::{Store, range};
use crate::simd::{Simd, Task};

/// A row of a scan.
pub(super) struct Refinement<'t, 'a> {
    pub(super) pass: &'t mut Pass<'a>,
    pub(super) row: usize,
    pub(super) band: Band<'t>,
    pub(super) store: &'t mut Store,
}

impl Task for Refinement<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let pass = self.pass;
        let positions = range(self.band.first, self.band.last);
        let (mut bits, mut empty_run) = (pass.bits, pass.empty_run);
        for y in 0..pass.grid.rows_in(self.row).len() {
            for x in 0..pass.grid.wide {
                if pass.interval.step(&mut pass.entropy, &mut bits) {
                    empty_run = 0;
                }
                let index = y * self.band.blocks_wide + x;
                let known = &mut self.store.known[index];
                if empty_run > 0 && *known & positions == 0 {
                    empty_run -= 1;
                    continue;
                }
                if !pass.available(&mut bits) {
                    if pass.is_over() {
                        return;
                    }
                    continue;
                }
                let block = Block {
                    coefficients: &mut self.store.coefficients,
                    first: index * self.band.area,
                    known,
                };
                empty_run = self.band.refine::<S>(&mut bits, &pass.entropy.chunk, block, empty_run);
            }
        }
        (pass.bits, pass.empty_run) = (bits, empty_run);
    }
}

/// A block among the others of its row.
struct Block<'t> {
    coefficients: &'t mut [i16],
    /// Where its own begin.
    first: usize,
    known: &'t mut u64,
}

impl Band<'_> {
    /// Refines a block; gives how many blocks without new coefficients follow.
    #[inline(always)]
    fn refine<S: Simd>(&self, bits: &mut Bits, chunk: &[u8], block: Block<'_>, mut empty_run: u32) -> u32 {
        let Block { coefficients, first, known } = block;
        let band = range(self.first, self.last);
        // Positions that get a bit of correction; what is left of the band's positions that are zero, and of all.
        let (before, mut zeros, mut from) = (*known & band, !*known & band, self.first);
        let mut corrections = Corrections::default();
        if empty_run == 0 {
            let (single, mut new) = (&*self.table.single, 0);
            bits.refill(chunk);
            while from <= self.last {
                // The bits of the look-up were there before the refill: it need not wait for that.
                let entry = single[bits.index()];
                bits.refill(chunk);
                let (run, value) = if entry != 0 && entry >> 8 & 255 != END_OF_BLOCK {
                    bits.consume(entry & 63);
                    ((entry >> 8 & 255) - 1, entry as i32 >> 16)
                } else {
                    let symbol = bits.symbol(self.table);
                    let (run, size) = (symbol >> 4, symbol & 15);
                    if size == 0 && run < 15 {
                        empty_run = (1 << run) + bits.take(run);
                        break;
                    }
                    (run, if size == 0 { 0 } else { 2 * bits.take(1) as i32 - 1 })
                };
                // The new coefficient comes after `run` others that are still zero.
                let place = S::nth_one(zeros, run);
                if place == 0 {
                    // The band has not so many.
                    corrections.read(bits, chunk, (before & range(from, 63)).count_ones());
                    break;
                }
                let at = place.trailing_zeros();
                corrections.read(bits, chunk, at - run - from as u32);
                if value != 0 {
                    let value = value.signum() << self.low;
                    *self.place(coefficients, first, at as usize) = value as i16;
                    new |= place;
                }
                from = at as usize + 1;
                zeros &= !(place | (place - 1));
            }
            *known |= new;
        }
        if empty_run > 0 {
            bits.refill(chunk);
            corrections.read(bits, chunk, (before & range(from, 63)).count_ones());
            empty_run -= 1;
        }
        self.grow(coefficients, first, S::spread(corrections.bits, before, self.kept));
        empty_run
    }

    /// Moves these known coefficients away from zero.
    #[inline(always)]
    fn grow(&self, coefficients: &mut [i16], first: usize, mut growing: u64) {
        let delta = 1i16 << self.low;
        while growing != 0 {
            let value = self.place(coefficients, first, growing.trailing_zeros() as usize);
            growing &= growing - 1;
            // Without a branch: signs cannot be guessed.
            let sign = *value >> 15;
            *value = value.wrapping_add((delta ^ sign).wrapping_sub(sign));
        }
    }
}

/// One bit for each known coefficient of a block, in the order of their positions: whether it grows. They lie between
/// the symbols in the file and are collected first, so that the block is gone through once.
#[derive(Clone, Copy, Default)]
struct Corrections {
    /// The first one at the top.
    bits: u64,
    count: u32,
}

impl Corrections {
    /// The next `count` (at most 63) ones. Of 56 bits a symbol took 17 at most; 26 more leave enough for the next look-up, and
    /// a refill brings the other 37.
    #[inline(always)]
    fn read(&mut self, bits: &mut Bits, chunk: &[u8], mut count: u32) {
        if count > 26 {
            self.push(bits, 26);
            bits.refill(chunk);
            count -= 26;
        }
        self.push(bits, count);
    }

    #[inline(always)]
    fn push(&mut self, bits: &mut Bits, count: u32) {
        self.bits |= (bits.acc & !(u64::MAX >> (count & 63))) >> (self.count & 63);
        self.count += count;
        bits.consume(count);
    }
}
