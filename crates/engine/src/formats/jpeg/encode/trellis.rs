//! Coefficients that cost more bits than they are worth become smaller or zero: for each block the way of least error and bits
//! together, by dynamic programming over the coefficients that are not zero.

use super::huffman::Code;
use super::progressive::Sets;
use super::quant::QuantTable;
use super::tokens::{in_zigzag, slot_of};
use crate::simd::{Lanes, Narrow, Simd, Wide};

/// The squared error that a bit is worth in a block without texture, in 1/65536 of a squared step; at most four times as much.
const PER_BIT: f32 = 2_000.0;
/// The sum of a block's squared values, times 64 as they are transformed, at which a bit is worth 1.4 times as much.
const TEXTURE: f32 = 163_840.0;
/// Levels above this are never made zero.
const SMALL: u32 = 1;
/// Bits of a symbol that has not occurred.
const UNSEEN: u8 = 14;
const END_OF_BLOCK: usize = 0x00;
const SIXTEEN_ZEROS: usize = 0xf0;

/// What is known about the symbols of an image so far.
#[derive(Debug)]
pub(super) struct Trellis {
    /// Steps by zigzag position, times 8 as transformed values are.
    steps: [[u32; 64]; 2],
    /// Bits of each symbol of luma's and chroma's coefficients.
    bits: [[u8; 256]; 2],
    counts: [[u32; 256]; 2],
    /// The fewest bits of a symbol of each size class.
    fewest: [[u8; 16]; 2],
    /// 2^24 by each step.
    reciprocals: [[u32; 64]; 2],
    /// What a bit is worth in this block.
    per_bit: u32,
    /// Room for the coefficients of a block, behind a start.
    nodes: Box<[Node; 64]>,
}

/// A coefficient that is not zero.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    k: u32,
    /// It may become zero.
    may_go: bool,
    /// The node before it on the best way, and its level then.
    before: u32,
    kept: i32,
    /// The least error and bits up to it, if it is kept, less the errors of all nodes up to it if they become zero: so the ways that
    /// leave it as their last one differ by no more than this.
    cost: i32,
    /// The least of these costs from the last node on that has to stay.
    least: i32,
}

impl Trellis {
    pub(super) fn new(quants: &[QuantTable; 2]) -> Self {
        let steps = quants.each_ref().map(|quant| quant.zigzag().map(|step| u32::from(step) * 8));
        let reciprocals = steps.map(|steps| steps.map(|step| (1 << 24) / step));
        let nodes = Box::new([Node::default(); 64]);
        let (bits, counts) = ([typical(); 2], [[0; 256]; 2]);
        Self { steps, bits, counts, fewest: bits.each_ref().map(fewest), reciprocals, per_bit: 0, nodes }
    }

    /// Follows the symbols that were counted.
    pub(super) fn update(&mut self) {
        for (bits, counts) in self.bits.iter_mut().zip(&self.counts) {
            let code = Code::optimal(counts);
            for (bits, word) in bits.iter_mut().zip(&code.words) {
                *bits = match word & 31 {
                    0 => UNSEEN,
                    length => length as u8,
                };
            }
        }
        self.fewest = self.bits.each_ref().map(fewest);
    }

    /// Changes the levels of a block, which is held column by column; `raw` are its values before they were divided. Returns
    /// what is left.
    #[inline(always)]
    pub(super) fn settle<S: Simd>(
        &mut self,
        table: usize,
        values: &mut [i16; 64],
        filled: &mut u64,
        raw: &[i16; 64],
    ) -> Sets {
        let mut rest = in_zigzag(*filled) & !1;
        if rest == 0 {
            self.counts[table][END_OF_BLOCK] += 1;
            return [0; 3];
        }
        self.per_bit = per_bit::<S>(raw);
        let (mut count, mut zeroed) = (1, 0);
        while rest != 0 {
            let k = rest.trailing_zeros();
            rest &= rest - 1;
            self.nodes[count & 63] = self.node(table, count, k, values, raw, &mut zeroed);
            count += 1;
        }
        let last = self.last(table, count, zeroed);
        self.keep(table, last, count, values, filled)
    }

    /// The best way to one more node. `zeroed` is the error if all nodes before it become zero.
    #[inline(always)]
    fn node(
        &self,
        table: usize,
        at: usize,
        k: u32,
        values: &[i16; 64],
        raw: &[i16; 64],
        zeroed: &mut i32,
    ) -> Node {
        let (slot, at_k) = (slot_of(k as usize), k as usize & 63);
        let (step, reciprocal) = (self.steps[table][at_k], self.reciprocals[table][at_k]);
        let level = i32::from(values[slot]);
        let size = level.unsigned_abs();
        // At most half a step is lost by rounding, and only small values are left out: sums stay far below an i32's end.
        let distance = |size: u32| {
            let error = u64::from(i32::from(raw[slot]).unsigned_abs().abs_diff(size * step));
            (((error * u64::from(reciprocal)) >> 16) as u32).min(0x7fff).pow(2) as i32
        };
        let (mut best, mut before, mut kept) = (i32::MAX, 0, size);
        // One less saves a bit only where the size class changes.
        let smaller = size.is_power_of_two() && size > 1;
        for size in [size, size - 1].into_iter().take(1 + usize::from(smaller)) {
            let class = 32 - size.leading_zeros();
            let error = *zeroed + distance(size) + (class * self.per_bit) as i32;
            let least = error + (u32::from(self.fewest[table][class as usize & 15]) * self.per_bit) as i32;
            let mut index = at - 1;
            loop {
                let earlier = &self.nodes[index & 63];
                let bits = self.symbol_bits(table, k - earlier.k - 1, class);
                let cost = earlier.cost + error + (bits * self.per_bit) as i32;
                if cost < best {
                    (best, before, kept) = (cost, index as u32, size);
                }
                if index == 0 || !earlier.may_go {
                    break;
                }
                index -= 1;
                if self.nodes[index & 63].least + least >= best {
                    break;
                }
            }
        }
        let may_go = size <= SMALL;
        let mask = -i32::from(may_go);
        *zeroed += distance(0) & mask;
        let cost = best - *zeroed;
        let least = cost + ((cost.min(self.nodes[(at - 1) & 63].least) - cost) & mask);
        Node { k, may_go, before, kept: if level < 0 { -(kept as i32) } else { kept as i32 }, cost, least }
    }

    #[inline(always)]
    fn symbol_bits(&self, table: usize, run: u32, class: u32) -> u32 {
        let bits = &self.bits[table];
        u32::from(bits[SIXTEEN_ZEROS]) * (run >> 4)
            + u32::from(bits[((run & 15) << 4 | class) as usize & 255])
    }

    /// The last of `count` nodes that is kept.
    #[inline(always)]
    fn last(&self, table: usize, count: usize, zeroed: i32) -> usize {
        let end = (u32::from(self.bits[table][END_OF_BLOCK]) * self.per_bit) as i32;
        let (mut best, mut found, mut index) = (i32::MAX, 0, count - 1);
        loop {
            let node = &self.nodes[index & 63];
            let cost = node.cost + zeroed + if node.k == 63 { 0 } else { end };
            if cost < best {
                (best, found) = (cost, index);
            }
            if index == 0 || !node.may_go {
                return found;
            }
            index -= 1;
            if self.nodes[index & 63].least + zeroed + end >= best {
                return found;
            }
        }
    }

    /// Writes the chosen levels and counts their symbols.
    #[inline(always)]
    fn keep(
        &mut self,
        table: usize,
        last: usize,
        count: usize,
        values: &mut [i16; 64],
        filled: &mut u64,
    ) -> Sets {
        let (nodes, counts) = (&self.nodes, &mut self.counts[table]);
        let (mut chosen, mut above, mut sets) = (last, count, [0; 3]);
        counts[END_OF_BLOCK] += u32::from(nodes[last & 63].k != 63);
        loop {
            for node in &nodes[chosen + 1..above] {
                let slot = slot_of(node.k as usize);
                values[slot] = 0;
                *filled &= !(1 << slot);
            }
            if chosen == 0 {
                return sets;
            }
            let node = &nodes[chosen];
            values[slot_of(node.k as usize)] = node.kept as i16;
            let (run, size) = (node.k - nodes[node.before as usize & 63].k - 1, node.kept.unsigned_abs());
            let class = 32 - size.leading_zeros();
            sets[0] |= 1 << node.k;
            sets[1] |= u64::from(size >= 2) << node.k;
            sets[2] |= u64::from(size >= 4) << node.k;
            counts[SIXTEEN_ZEROS] += run >> 4;
            counts[((run & 15) << 4 | class) as usize & 255] += 1;
            (above, chosen) = (chosen, node.before as usize);
        }
    }
}

/// Errors are harder to see in texture: a bit is worth more there. Root and product round alike on every platform.
#[inline(always)]
fn per_bit<S: Simd>(raw: &[i16; 64]) -> u32 {
    let mut sums = S::Wide::splat32(0);
    for values in raw.as_chunks::<16>().0 {
        let values = S::Wide::load(values);
        sums = sums.add32(values.madd(values));
    }
    let (low, high) = sums.halves();
    let sums = low.add32(high);
    let sums = sums.add32(sums.high64(sums));
    let all = sums.add32(sums.low32(sums).high64(sums)).bytes();
    let all = u32::from_le_bytes([all[0], all[1], all[2], all[3]]);
    let energy = all.wrapping_sub(i32::from(raw[0]).pow(2) as u32);
    (PER_BIT * (1.0 + energy as f32 / TEXTURE).sqrt().min(4.0)) as u32
}

/// The fewest bits of a symbol of each size class.
fn fewest(bits: &[u8; 256]) -> [u8; 16] {
    let mut fewest = [u8::MAX; 16];
    for (symbol, &bits) in bits.iter().enumerate() {
        fewest[symbol & 15] = fewest[symbol & 15].min(bits);
    }
    fewest
}

/// About the bits of the standard's table for luma, for the first rows.
fn typical() -> [u8; 256] {
    const ONES: [u8; 16] = [2, 4, 5, 6, 6, 7, 7, 8, 9, 9, 9, 10, 10, 11, 12, 12];
    std::array::from_fn(|symbol| {
        let (run, class) = (symbol >> 4, (symbol & 15) as u8);
        match (run, class) {
            (0, 0) => 4,
            (15, 0) => 11,
            (0, _) => (1 + class).min(16),
            _ => (ONES[run] + class.saturating_sub(1) * 5 / 2).min(16),
        }
    })
}
