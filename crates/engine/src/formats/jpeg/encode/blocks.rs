//! From planes to transformed and quantised blocks, a run of neighbouring blocks at a time.
//! FDCT and quantisation: ITU-T T.81, A.3.3 and A.3.4.

use super::super::dct;
use super::quant::{Divisors, divide};
use crate::planes::Plane;
use crate::simd::{Lanes, Narrow, Simd, Wide, array};

/// Where blocks come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Plane(&'a Plane),
    /// Blocks that are already transformed, `usize` of them in a row.
    Transformed(&'a [i16], usize),
}

/// Quantised blocks (column by column) and for each the slots that are not zero.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) values: Vec<i16>,
    pub(super) filled: Vec<u64>,
    /// The same before they were divided; empty when nobody asks.
    pub(super) raw: Vec<i16>,
}

impl Batch {
    pub(super) fn new(blocks: usize, keeps_raw: bool) -> Self {
        let raw = vec![0; if keeps_raw { blocks * 64 } else { 0 }];
        Self { values: vec![0; blocks * 64], filled: vec![0; blocks], raw }
    }

    pub(super) fn block(&self, index: usize) -> &[i16; 64] {
        self.values[index * 64..].first_chunk().expect("a block")
    }

    /// Quantises `count` blocks of row `by` from column `bx` on into the batch from `at` on.
    #[inline(always)]
    pub(super) fn quantise<S: Simd>(
        &mut self,
        at: usize,
        source: Source<'_>,
        (bx, by): (usize, usize),
        count: usize,
        divisors: &Divisors,
    ) {
        let by_columns = divisors.columns::<S::Narrow>();
        let wide: [[S::Wide; 3]; 8] =
            array(|k| array(|part| S::Wide::join(by_columns[k][part], by_columns[k][part])));
        let mut i = 0;
        if S::WIDE_IS_NATIVE {
            while i + 2 <= count {
                let columns = pair::<S>(source, bx + i, by);
                let mut halves = [[S::Narrow::splat16(0); 8]; 2];
                if !self.raw.is_empty() {
                    let (mut one, mut other) = (halves[0], halves[1]);
                    for k in 0..8 {
                        (one[k], other[k]) = columns[k].halves();
                    }
                    self.put_raw(at + i, one);
                    self.put_raw(at + i + 1, other);
                }
                for k in 0..8 {
                    (halves[0][k], halves[1][k]) = divide(columns[k], wide[k]).halves();
                }
                self.put(at + i, halves[0]);
                self.put(at + i + 1, halves[1]);
                i += 2;
            }
        }
        while i < count {
            let columns = one::<S::Narrow>(source, bx + i, by);
            if !self.raw.is_empty() {
                self.put_raw(at + i, columns);
            }
            self.put(at + i, array(|k| divide(columns[k], by_columns[k])));
            i += 1;
        }
    }

    #[inline(always)]
    fn put_raw<V: Narrow>(&mut self, index: usize, columns: [V; 8]) {
        for (column, to) in columns.into_iter().zip(self.raw[index * 64..][..64].as_chunks_mut().0) {
            column.store(to);
        }
    }

    #[inline(always)]
    fn put<V: Narrow>(&mut self, index: usize, columns: [V; 8]) {
        let block = &mut self.values[index * 64..index * 64 + 64];
        let mut zeros = 0u64;
        for k in 0..4 {
            let (a, b) = (columns[2 * k], columns[2 * k + 1]);
            a.store(block[16 * k..].first_chunk_mut().expect("eight"));
            b.store(block[16 * k + 8..].first_chunk_mut().expect("eight"));
            zeros |= u64::from(a.zero_mask(b)) << (16 * k);
        }
        self.filled[index] = !zeros;
    }
}

/// Transforms `count` blocks of a plane's row into `out`.
#[inline(always)]
pub(super) fn transform<S: Simd>(plane: &Plane, by: usize, count: usize, out: &mut [i16]) {
    for (bx, block) in out.chunks_exact_mut(64).take(count).enumerate() {
        let columns = one::<S::Narrow>(Source::Plane(plane), bx, by);
        for (column, out) in columns.into_iter().zip(block.chunks_exact_mut(8)) {
            column.store(out.first_chunk_mut().expect("eight"));
        }
    }
}

#[inline(always)]
fn one<V: Narrow>(source: Source<'_>, bx: usize, by: usize) -> [V; 8] {
    match source {
        Source::Plane(plane) => {
            let middle = V::splat16(128);
            if 8 * bx + 8 <= plane.width && 8 * by + 8 <= plane.height {
                let samples = &plane.data[8 * by * plane.stride + 8 * bx..];
                dct::forward(array(|k| {
                    V::load_u8(samples[k * plane.stride..].first_chunk().expect("eight")).sub16(middle)
                }))
            } else {
                let rows = edge(plane, bx, by);
                dct::forward(array(|k| V::load_u8(&rows[k]).sub16(middle)))
            }
        }
        Source::Transformed(blocks, wide) => {
            let block = &blocks[(by * wide + bx) * 64..][..64];
            array(|k| dct::column(block, k))
        }
    }
}

/// Two neighbouring blocks.
#[inline(always)]
fn pair<S: Simd>(source: Source<'_>, bx: usize, by: usize) -> [S::Wide; 8] {
    match source {
        Source::Plane(plane) if 8 * bx + 16 <= plane.width && 8 * by + 8 <= plane.height => {
            let middle = S::Wide::splat16(128);
            let samples = &plane.data[8 * by * plane.stride + 8 * bx..];
            dct::forward(array(|k| {
                S::Wide::load_u8(samples[k * plane.stride..].first_chunk().expect("sixteen")).sub16(middle)
            }))
        }
        _ => {
            let (a, b) = (one::<S::Narrow>(source, bx, by), one::<S::Narrow>(source, bx + 1, by));
            array(|k| S::Wide::join(a[k], b[k]))
        }
    }
}

/// A block that hangs over the edge: the last samples are repeated.
#[cold]
fn edge(plane: &Plane, bx: usize, by: usize) -> [[u8; 8]; 8] {
    std::array::from_fn(|y| {
        let row = plane.row((8 * by + y).min(plane.height - 1));
        std::array::from_fn(|x| row[(8 * bx + x).min(plane.width - 1)])
    })
}
