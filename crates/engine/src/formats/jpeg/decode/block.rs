//! One block of a sequential scan: the hot loop of decoding. DECODE, RECEIVE and EXTEND: ITU-T T.81, F.2.2.

use super::bits::{Bits, difference};
use super::huffman::{END_OF_BLOCK, Runs, Table};
use super::layout::Slots;

/// How one component's blocks are read.
#[derive(Debug)]
pub(super) struct BlockReader<'a> {
    pub(super) dc: &'a Table,
    pub(super) ac: &'a Table,
    pub(super) runs: &'a Runs,
    pub(super) slots: &'a Slots,
    /// The last zigzag position that matters at this scale.
    pub(super) last: usize,
}

impl BlockReader<'_> {
    /// Reads a block into `out`, whose slots are zero, and returns the end of its coefficients in zigzag order (1: only
    /// the mean). `chunk` has enough data for one block.
    #[inline(always)]
    pub(super) fn read(&self, state: &mut Bits, chunk: &[u8], mean: &mut i32, out: &mut [i16; 128]) -> u8 {
        let mut bits = *state;
        bits.refill(chunk);
        *mean = mean.wrapping_add(difference(self.dc, &mut bits));
        out[0] = *mean as i16;
        let end = self.coefficients(&mut bits, chunk, out);
        *state = bits;
        end
    }

    #[inline(always)]
    fn coefficients(&self, bits: &mut Bits, chunk: &[u8], out: &mut [i16; 128]) -> u8 {
        let mut k = 1usize;
        if self.last > 0 {
            loop {
                bits.refill(chunk);
                // Four look-ups of at most 11 bits fit into one refill.
                for _ in 0..4 {
                    let entry = self.runs.pairs[bits.index()];
                    if entry == 0 {
                        bits.refill(chunk);
                        let (advance, value) = self.long(bits);
                        k += advance;
                        out[self.slot(k - 1)] = value as i16;
                        if k > self.last {
                            return self.finish(bits, chunk, k, if advance >= 64 { k - advance } else { k });
                        }
                        break;
                    }
                    let (first, both) = (entry as usize >> 16 & 255, entry as usize >> 24 & 255);
                    out[self.slot(k + first - 1)] = (entry >> 32) as i16;
                    out[self.slot(k + both - 1)] = (entry >> 48) as i16;
                    let behind = k + first;
                    k += both;
                    if k > self.last {
                        // If the block ends with the first symbol, the second belongs to the next block. No branches: they
                        // would be guessed wrong half of the time.
                        bits.consume(entry as u32 >> (8 * u32::from(behind > 63)) & 63);
                        let end = if k > 64 { behind } else { k };
                        let end = end - END_OF_BLOCK as usize * usize::from(end >= END_OF_BLOCK as usize);
                        return self.finish(bits, chunk, k, end.min(64));
                    }
                    bits.consume(entry as u32 & 63);
                }
            }
        }
        self.finish(bits, chunk, k, 1)
    }

    #[inline(always)]
    fn slot(&self, k: usize) -> usize {
        usize::from(self.slots[k & 255] & 127)
    }

    /// A symbol that is not in the look-up table with its value: advance and value.
    #[inline(always)]
    fn long(&self, bits: &mut Bits) -> (usize, i32) {
        let symbol = bits.symbol(self.ac);
        let (run, size) = (symbol >> 4, symbol & 15);
        match (run, size) {
            (15, 0) => (16, 0),
            (_, 0) => (END_OF_BLOCK as usize, 0),
            _ => (run as usize + 1, bits.take_signed(size)),
        }
    }

    /// Passes over the coefficients that do not matter at this scale.
    #[inline(always)]
    fn finish(&self, bits: &mut Bits, chunk: &[u8], mut k: usize, end: usize) -> u8 {
        while k <= 63 {
            bits.refill(chunk);
            for _ in 0..2 {
                let skip = self.runs.skips[bits.skip_index()];
                let next = k + skip.advance();
                // A symbol behind the block's last coefficient belongs to the next block.
                if next + skip.ends() > 64 {
                    bits.refill(chunk);
                    k += self.long(bits).0;
                    break;
                }
                bits.consume(skip.bits());
                k = next;
                if k + 64 * skip.ends() > 63 {
                    return end as u8;
                }
            }
        }
        end as u8
    }
}
