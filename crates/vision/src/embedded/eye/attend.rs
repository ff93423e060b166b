//! Attention: each row asks all keys how much they matter and takes that share of their values. Products are made of 16-bit
//! numbers with whole sums.

use super::maths::shares;
use crate::embedded::simd::{HIGH, Isa, Pair, ShortTile, WIDE, round, short_tile, vectorised};

/// The largest whole number of a question and a key: 64 products of them fit a sum.
const MOST: f32 = 4095.0;
/// What all shares of a row sum to, and the largest whole number of a value: their products fit, too.
const WHOLE: f32 = 16_383.0;
const MOST_VALUE: f32 = 32_767.0;

/// Keys and values of one layer, ready to be asked.
pub(in crate::embedded) struct Keys {
    count: usize,
    width: usize,
    heads: Vec<Head>,
}

struct Head {
    /// For each block of keys, and each pair of numbers, that pair of every key.
    keys: Vec<[Pair; WIDE]>,
    key_step: f32,
    /// For each block of columns, and each pair of keys, the values of both.
    values: Vec<[Pair; WIDE]>,
    value_step: f32,
}

impl Keys {
    /// Keys and values are rows of `width` numbers, the heads side by side.
    pub(in crate::embedded) fn new(
        isa: Isa,
        keys: &[f32],
        values: &[f32],
        width: usize,
        heads: usize,
    ) -> Self {
        let (count, own) = (keys.len() / width, width / heads);
        let head = |at: usize| vectorised(isa, || Head::new(keys, values, width, at * own, own));
        Self { count, width, heads: (0..heads).map(head).collect() }
    }
}

impl Head {
    #[inline(always)]
    fn new(keys: &[f32], values: &[f32], width: usize, left: usize, own: usize) -> Self {
        let count = keys.len() / width;
        let part = |rows: &[f32], most: f32| shorts(rows, width, left, own, most);
        let ((keys, key_step), (values, value_step)) = (part(keys, MOST), part(values, MOST_VALUE));
        let mut turned = vec![[[0; 2]; WIDE]; count.div_ceil(WIDE) * own / 2];
        for (at, key) in keys.chunks_exact(own).enumerate() {
            let block = &mut turned[at / WIDE * (own / 2)..][..own / 2];
            block.iter_mut().zip(key.as_chunks().0).for_each(|(column, pair)| column[at % WIDE] = *pair);
        }
        let pairs = count.div_ceil(2);
        let mut paired = vec![[[0; 2]; WIDE]; own.div_ceil(WIDE) * pairs];
        for (at, row) in values.chunks_exact(own).enumerate() {
            for (column, &value) in row.iter().enumerate() {
                paired[column / WIDE * pairs + at / 2][column % WIDE][at % 2] = value;
            }
        }
        Self { keys: turned, key_step, values: paired, value_step }
    }
}

/// Some columns as whole numbers up to `most`, and what one stands for.
#[inline(always)]
fn shorts(rows: &[f32], width: usize, left: usize, own: usize, most: f32) -> (Vec<i16>, f32) {
    let mut out = Vec::with_capacity(rows.len() / width * own);
    let size = |value: f32| value.to_bits() & (u32::MAX >> 1);
    let mut bits = 0;
    for row in rows.chunks_exact(width) {
        bits = row[left..left + own].iter().fold(bits, |largest, &value| size(value).max(largest));
    }
    let largest = f32::from_bits(bits);
    let factor = if largest > 0.0 { most / largest } else { 0.0 };
    for row in rows.chunks_exact(width) {
        out.extend(row[left..left + own].iter().map(|value| round(value * factor) as i16));
    }
    (out, largest / most)
}

/// What each row of questions finds; questions are scaled already.
pub(in crate::embedded) fn attend(isa: Isa, questions: &[f32], keys: &Keys) -> Vec<f32> {
    let (width, own) = (keys.width, keys.width / keys.heads.len());
    let mut out = vec![0.0; questions.len()];
    for (at, head) in keys.heads.iter().enumerate() {
        let (asked, step) = vectorised(isa, || shorts(questions, width, at * own, own, MOST));
        let asked = asked.as_chunks().0;
        let count = questions.len() / width;
        for top in (0..count).step_by(HIGH) {
            let rows = std::array::from_fn(|i| &asked[(top + i).min(count - 1) * own / 2..][..own / 2]);
            let found = head.find(isa, rows, keys.count, own, step);
            for (row, found) in (top..count).zip(found.chunks_exact(own)) {
                out[row * width + at * own..][..own].copy_from_slice(found);
            }
        }
    }
    out
}

impl Head {
    fn find(&self, isa: Isa, rows: [&[Pair]; HIGH], count: usize, own: usize, step: f32) -> Vec<f32> {
        let mut tile: ShortTile = [[0; WIDE]; HIGH];
        let wide = count.next_multiple_of(WIDE);
        let mut scores = vec![0.0f32; HIGH * wide];
        let step = step * self.key_step;
        for (block, keys) in self.keys.chunks_exact(own / 2).enumerate() {
            short_tile(isa, rows, keys, &mut tile);
            for (scores, sums) in scores.chunks_exact_mut(wide).zip(&tile) {
                let scores = &mut scores[block * WIDE..][..WIDE];
                scores.iter_mut().zip(sums).for_each(|(score, &sum)| *score = sum as f32 * step);
            }
        }
        let pairs = count.div_ceil(2);
        let mut taken = vec![[0i16; 2]; HIGH * pairs];
        vectorised(isa, || {
            for (scores, taken) in scores.chunks_exact_mut(wide).zip(taken.chunks_exact_mut(pairs)) {
                shares(&mut scores[..count], WHOLE);
                let places = taken.as_flattened_mut().iter_mut().zip(&scores[..count]);
                places.for_each(|(out, &share)| *out = round(share) as i16);
            }
        });
        let shares = std::array::from_fn(|i| &taken[i * pairs..][..pairs]);
        let mut out = vec![0.0; HIGH * own];
        let step = self.value_step / WHOLE;
        for (block, values) in self.values.chunks_exact(pairs).enumerate() {
            short_tile(isa, shares, values, &mut tile);
            for (out, sums) in out.chunks_exact_mut(own).zip(&tile) {
                let places = out[block * WIDE..].iter_mut().zip(sums);
                places.for_each(|(out, &sum)| *out = sum as f32 * step);
            }
        }
        out
    }
}
