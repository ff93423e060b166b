//! Luma of a macroblock from sixteen 4x4 predictions. B_PRED: RFC 6386, section 12.3.

use super::cost::{self, LUMA, Modes};
use super::luma16::{Context, Pixels};
use super::macroblock::{Levels, scan};
use super::predict::{self, Predictions};
use super::transform::{
    self, Rows, blocks_two, hadamard, load, load_two, squares_two, subtract, sums_two, transpose,
};
use crate::simd::{Lanes, Narrow, Simd, Wide, array};

const MODES: usize = 10;
/// How many modes are coded in full: as many as are transformed at once.
const TRIED: usize = 2;

#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) modes: [u8; 16],
    pub(super) blocks: [Levels; 16],
    pub(super) pixels: Pixels,
    pub(super) score: u64,
    pub(super) mode_bits: u32,
}

/// The macroblock's pixels with what lies around: above and at the left one, above right four.
#[derive(Debug)]
pub(super) struct Canvas([[u8; 28]; 17]);

impl Canvas {
    pub(super) fn new(above: &[u8; 16], above_right: [u8; 4], left: &[u8; 16], corner: u8) -> Self {
        let mut rows = [[0; 28]; 17];
        rows[0][7] = corner;
        rows[0][8..24].copy_from_slice(above);
        // The blocks at the right edge all see the pixels above the macroblock.
        for row in [0, 4, 8, 12] {
            rows[row][24..].copy_from_slice(&above_right);
        }
        for (row, &pixel) in rows[1..].iter_mut().zip(left) {
            row[7] = pixel;
        }
        Self(rows)
    }

    /// Around block (x, y): from the lowest pixel on the left over the corner to the last above right.
    #[inline(always)]
    fn edge(&self, x: usize, y: usize) -> [u8; 16] {
        let mut edge = [0; 16];
        for (i, pixel) in edge[..4].iter_mut().enumerate() {
            *pixel = self.0[4 * y + 4 - i][4 * x + 7];
        }
        edge[4..13].copy_from_slice(&self.0[4 * y][4 * x + 7..4 * x + 16]);
        edge
    }

    #[inline(always)]
    fn put(&mut self, x: usize, y: usize, rows: [[u8; 4]; 4]) {
        for (row, pixels) in rows.iter().enumerate() {
            self.0[4 * y + 1 + row][4 * x + 8..4 * x + 12].copy_from_slice(pixels);
        }
    }

    fn pixels(&self) -> Pixels {
        std::array::from_fn(|band| {
            std::array::from_fn(|row| *self.0[4 * band + row + 1][8..].first_chunk().expect("twenty pixels"))
        })
    }
}

/// The best 4x4 modes, unless they cost more than `limit`, or their modes more than `most_mode_bits`.
#[inline(always)]
pub(super) fn search<S: Simd>(
    samples: &Pixels,
    mut canvas: Canvas,
    mode_costs: &Modes,
    (mut above_modes, mut left_modes): ([u8; 4], [u8; 4]),
    context: &Context<'_>,
    limit: u64,
    most_mode_bits: u32,
) -> Option<Blocks> {
    let segment = context.segment;
    let mut found = Blocks {
        modes: [0; 16],
        blocks: [Levels::default(); 16],
        pixels: [[[0; 16]; 4]; 4],
        score: u64::from(cost::bit(false, 145)) * segment.per_bit_choice,
        mode_bits: cost::bit(false, 145),
    };
    let (mut above, mut left) = (context.above.luma, context.left.luma);
    for i in 0..16 {
        let (x, y) = (i % 4, i / 4);
        let mut predictions: Predictions = [[0; 48]; 4];
        predict::all(&canvas.edge(x, y), &mut predictions);
        let twice = samples[y].each_ref().map(|row| {
            let four: [u8; 4] = row.as_chunks().0[x];
            std::array::from_fn(|lane| four[lane % 4])
        });
        let source = load_two::<S::Narrow>(&twice);
        let costs = &mode_costs[usize::from(above_modes[x])][usize::from(left_modes[y])];
        let tried = promising::<S>(source, &predictions, costs, segment.hadamard_per_bit);

        let chosen = predictions.each_ref().map(|row| {
            let samples = tried.map(|mode| row.as_chunks::<4>().0[usize::from(mode)]);
            std::array::from_fn(|lane| samples[lane / 4][lane % 4])
        });
        let predicted = load_two::<S::Narrow>(&chosen);
        let difference = subtract(source, predicted);
        let (levels, back) = segment.luma.quantise_two(transform::forward(difference));
        let residual = transpose(transform::inverse_transposed(back));
        let errors = squares_two(subtract(difference, residual));
        let levels = blocks_two(levels);

        let block_context = usize::from(above[x] + left[y]);
        let mut best = (u64::MAX, 0, 0);
        for candidate in 0..TRIED {
            let mode_bits = u64::from(costs[usize::from(tried[candidate])]);
            let known = u64::from(errors[candidate]) * 256 + mode_bits * segment.per_bit_4;
            if known >= best.0 {
                continue;
            }
            let (values, rows) = &levels[candidate];
            let bits = u64::from(context.costs.block(LUMA, block_context, values, scan(*rows)));
            let score = known + bits * segment.per_bit_4;
            if score < best.0 {
                best = (score, candidate, bits + mode_bits);
            }
        }
        let (_, candidate, bits) = best;
        let mode = tried[candidate];
        found.score += u64::from(errors[candidate]) * 256 + bits * segment.per_bit_choice;
        found.mode_bits += u32::from(costs[usize::from(mode)]);
        if found.score >= limit || found.mode_bits > most_mode_bits {
            return None;
        }
        found.modes[i] = mode;
        let (values, rows) = levels[candidate];
        found.blocks[i] = Levels { values, present: scan(rows) };
        above[x] = u8::from(rows != 0);
        left[y] = above[x];
        above_modes[x] = mode;
        left_modes[y] = mode;
        let [a, b, c, d]: [S::Narrow; 4] = array(|row| predicted[row].add16(residual[row]));
        let (top, low) = (a.pack16(b).bytes(), c.pack16(d).bytes());
        let row = |both: &[u8; 16], row: usize| both.as_chunks().0[2 * row + candidate];
        canvas.put(x, y, [row(&top, 0), row(&top, 1), row(&low, 0), row(&low, 1)]);
    }
    found.pixels = canvas.pixels();
    Some(found)
}

/// The modes whose differences look cheapest.
#[inline(always)]
fn promising<S: Simd>(
    source: Rows<S::Narrow>,
    predictions: &Predictions,
    costs: &[u16; MODES],
    per_bit: u32,
) -> [u8; TRIED] {
    let sums = differences::<S>(source, predictions);
    let key = |mode: usize| (sums[mode] * 256 + u32::from(costs[mode]) * per_bit / 256) << 4 | mode as u32;
    let mut best = [u32::MAX; TRIED];
    for mode in 0..MODES {
        let key = key(mode);
        best = [best[0].min(key), best[1].min(best[0].max(key))];
    }
    best.map(|key| (key & 15) as u8)
}

/// Sums of Hadamard coefficients of the source less each prediction; the last two mean nothing.
#[inline(always)]
fn differences<S: Simd>(source: Rows<S::Narrow>, predictions: &Predictions) -> [u32; 12] {
    let mut all = [0; 12];
    if S::WIDE_IS_NATIVE {
        let source = array(|row| S::Wide::join(source[row], source[row]));
        for (group, sums) in all.as_chunks_mut().0.iter_mut().enumerate() {
            let four = predictions.each_ref().map(|row| row.as_chunks().0[group]);
            *sums = transform::sums(hadamard(subtract(source, load::<S::Wide>(&four))));
        }
    } else {
        for (group, sums) in all[..MODES].as_chunks_mut().0.iter_mut().enumerate() {
            let two = predictions.each_ref().map(|row| row.as_chunks().0[group]);
            *sums = sums_two(hadamard(subtract(source, load_two::<S::Narrow>(&two))));
        }
    }
    all
}
