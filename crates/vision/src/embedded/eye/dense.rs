//! Products with weights of eight bits. Each row of what flows through is brought to 0..255 between its least and its
//! largest number.

use super::maths::gelu;
use super::rows::Rows;
use crate::embedded::net::pack;
use crate::embedded::simd::{self, Isa, LANES, Loop, ROWS, Sums};

/// Blocks of outputs that are computed together.
const BLOCKS: usize = 2;

#[derive(Debug)]
pub(in crate::embedded) struct Linear {
    isa: Isa,
    inputs: usize,
    /// Cells of one row.
    cells: usize,
    weights: Vec<u32>,
    outputs: usize,
    /// For each block of outputs.
    finish: Vec<Finish>,
}

/// What brings the sums of one block of outputs to floats; what is missing in the last block is zero.
#[derive(Clone, Debug, Default)]
struct Finish {
    scales: [f32; LANES],
    /// What a row of ones gives.
    ones: [f32; LANES],
    biases: [f32; LANES],
}

impl Linear {
    /// One scale, row of weights and bias for each output.
    pub(super) fn new(isa: Isa, inputs: usize, scales: &[f32], weights: &[u8], biases: &[f32]) -> Self {
        let mut finish = vec![Finish::default(); scales.len().div_ceil(LANES)];
        for (at, row) in weights.chunks_exact(inputs.max(1)).enumerate() {
            let whole: i32 = row.iter().map(|&w| i32::from(w as i8)).sum();
            let (block, lane) = (&mut finish[at / LANES], at % LANES);
            (block.scales[lane], block.biases[lane]) = (scales[at], biases[at]);
            block.ones[lane] = whole as f32 * scales[at];
        }
        let weights = pack(isa, weights, inputs);
        Self { isa, inputs, cells: inputs.div_ceil(isa.group()), weights, outputs: scales.len(), finish }
    }

    /// The product with rows of floats.
    pub(in crate::embedded) fn of(&self, isa: Isa, values: &[f32]) -> Vec<f32> {
        self.run(&Rows::new(isa, values, self.inputs), |_| ())
    }

    /// The same, and [`gelu`] of it.
    pub(in crate::embedded) fn gelu_of(&self, isa: Isa, values: &[f32]) -> Vec<f32> {
        self.run(&Rows::new(isa, values, self.inputs), gelu)
    }

    /// The product with rows; each sixteen numbers go through `then`.
    #[inline(always)]
    pub(in crate::embedded) fn run(&self, rows: &Rows, then: impl Fn(&mut [f32; LANES])) -> Vec<f32> {
        let (count, outputs) = (rows.count(), self.outputs);
        let mut out = vec![0.0; count * outputs];
        let mut tiles = [Sums::default(); BLOCKS];
        for (at, finish) in self.finish.chunks(BLOCKS).enumerate() {
            let mut blocks = self.weights[at * BLOCKS * self.cells * LANES..].chunks(self.cells * LANES);
            let weights = std::array::from_fn(|_| blocks.next().unwrap_or_default());
            let left = at * BLOCKS * LANES;
            for top in (0..count).step_by(ROWS) {
                let starts = std::array::from_fn(|row| (top + row).min(count - 1) * self.cells * 4);
                simd::two_sums(self.isa, &rows.cells, &starts, (count - top).min(ROWS), weights, &mut tiles);
                let (tiles, out, then) = (&tiles, &mut out[..], &then);
                simd::run(self.isa, Finishing { finish, tiles, rows, top, left, out, outputs, then });
            }
        }
        out
    }
}

/// Brings the sums of some rows and blocks to their places.
struct Finishing<'a, T> {
    finish: &'a [Finish],
    tiles: &'a [Sums; BLOCKS],
    rows: &'a Rows,
    top: usize,
    left: usize,
    out: &'a mut [f32],
    outputs: usize,
    then: &'a T,
}

impl<T: Fn(&mut [f32; LANES])> Loop for Finishing<'_, T> {
    type Gives = ();

    #[inline(always)]
    fn run(self) {
        for (block, (finish, tile)) in self.finish.iter().zip(self.tiles).enumerate() {
            let left = self.left + block * LANES;
            for (row, sums) in (self.top..self.rows.count()).zip(tile) {
                let mut done = finish.of(sums, self.rows.steps[row], self.rows.lows[row]);
                (self.then)(&mut done);
                let out = &mut self.out[row * self.outputs + left..(row + 1) * self.outputs];
                // A whole block is one store; a length that is not known beforehand is a call.
                match out.first_chunk_mut() {
                    Some(whole) => *whole = done,
                    None => out.copy_from_slice(&done[..out.len()]),
                }
            }
        }
    }
}

impl Finish {
    #[inline(always)]
    fn of(&self, sums: &[i32; LANES], step: f32, low: f32) -> [f32; LANES] {
        std::array::from_fn(|i| {
            sums[i] as f32 * self.scales[i] * step + (low * self.ones[i] + self.biases[i])
        })
    }
}
