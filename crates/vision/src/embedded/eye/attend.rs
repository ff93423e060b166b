//! Attention: each row asks all keys how much they matter and takes that share of their values. Products are made of 16-bit
//! numbers with whole sums.

use super::maths::shares;
use crate::embedded::simd::{self, HIGH, Isa, Loop, Pair, ShortTile, WIDE, round, short_tile};
use std::ops::Range;

/// The largest whole number of a question and a key: 64 products of them fit a sum.
const MOST: f32 = 4095.0;
/// What all shares of a row sum to, and the largest whole number of a value: their products fit, too.
const WHOLE: f32 = 16_383.0;
const MOST_VALUE: f32 = 32_767.0;

/// Some columns of rows.
#[derive(Clone, Copy)]
pub(in crate::embedded) struct Columns<'a> {
    rows: &'a [f32],
    /// Numbers of a row.
    pitch: usize,
    left: usize,
    width: usize,
}

impl<'a> Columns<'a> {
    pub(in crate::embedded) fn new(rows: &'a [f32], pitch: usize, columns: Range<usize>) -> Self {
        Self { rows, pitch, left: columns.start, width: columns.len() }
    }

    /// All columns of rows of `width` numbers.
    pub(in crate::embedded) fn all(rows: &'a [f32], width: usize) -> Self {
        Self::new(rows, width, 0..width)
    }

    fn count(self) -> usize {
        self.rows.len() / self.pitch
    }

    /// The columns of one of several heads side by side.
    fn head(self, at: usize, own: usize) -> Self {
        Self { left: self.left + at * own, width: own, ..self }
    }

    fn iter(self) -> impl Iterator<Item = &'a [f32]> {
        self.rows.chunks_exact(self.pitch).map(move |row| &row[self.left..self.left + self.width])
    }
}

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
    /// The heads lie side by side.
    pub(in crate::embedded) fn new(isa: Isa, keys: Columns<'_>, values: Columns<'_>, heads: usize) -> Self {
        let own = keys.width / heads;
        let head = |at: usize| Head::new(isa, keys.head(at, own), values.head(at, own));
        Self { count: keys.count(), width: keys.width, heads: (0..heads).map(head).collect() }
    }
}

impl Head {
    fn new(isa: Isa, keys: Columns<'_>, values: Columns<'_>) -> Self {
        let (count, own) = (keys.count(), keys.width);
        let (keys, key_step) = simd::run(isa, Shorts { columns: keys, most: MOST });
        let (values, value_step) = simd::run(isa, Shorts { columns: values, most: MOST_VALUE });
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

/// Columns as whole numbers up to `most`, and what one stands for.
#[inline(always)]
fn shorts(columns: Columns<'_>, most: f32) -> (Vec<i16>, f32) {
    let mut out = vec![0; columns.count() * columns.width];
    let size = |value: f32| value.to_bits() & (u32::MAX >> 1);
    let mut bits = 0;
    for row in columns.iter() {
        bits = row.iter().fold(bits, |largest, &value| size(value).max(largest));
    }
    let largest = f32::from_bits(bits);
    let factor = if largest > 0.0 { most / largest } else { 0.0 };
    for (out, row) in out.chunks_exact_mut(columns.width).zip(columns.iter()) {
        out.iter_mut().zip(row).for_each(|(out, value)| *out = round(value * factor) as i16);
    }
    (out, largest / most)
}

/// What each row of questions finds; questions are scaled already.
pub(in crate::embedded) fn attend(isa: Isa, questions: Columns<'_>, keys: &Keys) -> Vec<f32> {
    let (width, own, count) = (keys.width, keys.width / keys.heads.len(), questions.count());
    let mut out = vec![0.0; count * width];
    for (at, head) in keys.heads.iter().enumerate() {
        let (asked, step) = simd::run(isa, Shorts { columns: questions.head(at, own), most: MOST });
        let asked = asked.as_chunks().0;
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
        simd::run(isa, Sharing { scores: &mut scores, wide, taken: &mut taken, count });
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

/// Scores of some rows, each with room for whole blocks, to whole shares in pairs.
struct Sharing<'a> {
    scores: &'a mut [f32],
    wide: usize,
    taken: &'a mut [Pair],
    count: usize,
}

impl Loop for Sharing<'_> {
    type Gives = ();

    #[inline(always)]
    fn run(self) {
        let rows =
            self.scores.chunks_exact_mut(self.wide).zip(self.taken.chunks_exact_mut(self.count.div_ceil(2)));
        for (scores, taken) in rows {
            let scores = &mut scores[..self.count];
            shares(scores, WHOLE);
            let places = taken.as_flattened_mut().iter_mut().zip(&*scores);
            places.for_each(|(out, &share)| *out = round(share) as i16);
        }
    }
}

/// Columns as whole numbers up to `most`.
struct Shorts<'a> {
    columns: Columns<'a>,
    most: f32,
}

impl Loop for Shorts<'_> {
    type Gives = (Vec<i16>, f32);

    #[inline(always)]
    fn run(self) -> Self::Gives {
        shorts(self.columns, self.most)
    }
}
