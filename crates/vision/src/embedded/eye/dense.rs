//! Products with weights of eight bits. Each row of what flows through is brought to 0..255 between its least and its
//! largest number.

use crate::embedded::net::pack;
use crate::embedded::simd::{self, Isa, LANES, ROWS, Sums, round, vectorised};

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

/// Rows as bytes, laid out as the processor wants them.
pub(in crate::embedded) struct Rows {
    cells: Vec<u8>,
    /// What one stands for, and what zero does, in each row.
    steps: Vec<f32>,
    lows: Vec<f32>,
}

impl Rows {
    /// Rows of `width` numbers each.
    pub(in crate::embedded) fn new(isa: Isa, values: &[f32], width: usize) -> Self {
        let mut rows = Self::empty(isa, values.len() / width.max(1), width);
        let (stride, wide) = (stride(isa, width), 4 / isa.group());
        vectorised(isa, || {
            for (at, row) in values.chunks_exact(width).enumerate() {
                let (low, high) = bounds(row);
                let step = (high - low) / 255.0;
                let factor = if step > 0.0 { 1.0 / step } else { 0.0 };
                let out = &mut rows.cells[at * stride..][..stride];
                if wide == 1 {
                    let places = out.iter_mut().zip(row);
                    places.for_each(|(out, &value)| *out = round((value - low) * factor).min(255) as u8);
                } else {
                    let places = out.iter_mut().step_by(2).zip(row);
                    places.for_each(|(out, &value)| *out = round((value - low) * factor).min(255) as u8);
                }
                (rows.steps[at], rows.lows[at]) = (step, low);
            }
        });
        rows
    }

    /// Bytes that stand for themselves.
    pub(in crate::embedded) fn bytes(isa: Isa, values: &[u8], width: usize) -> Self {
        let mut rows = Self::empty(isa, values.len() / width.max(1), width);
        let (stride, wide) = (stride(isa, width), 4 / isa.group());
        for (row, out) in values.chunks_exact(width).zip(rows.cells.chunks_exact_mut(stride)) {
            out.iter_mut().step_by(wide).zip(row).for_each(|(out, &value)| *out = value);
        }
        rows.steps.fill(1.0);
        rows
    }

    fn empty(isa: Isa, count: usize, width: usize) -> Self {
        Self { cells: vec![0; count * stride(isa, width)], steps: vec![0.0; count], lows: vec![0.0; count] }
    }
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
        self.run(&Rows::new(isa, values, self.inputs))
    }

    pub(in crate::embedded) fn run(&self, rows: &Rows) -> Vec<f32> {
        let (count, outputs) = (rows.steps.len(), self.outputs);
        let mut out = vec![0.0; count * outputs];
        let mut tile = Sums::default();
        let blocks = self.weights.chunks_exact(self.cells * LANES).zip(&self.finish);
        for (block, (weights, finish)) in blocks.enumerate() {
            let left = block * LANES;
            for top in (0..count).step_by(ROWS) {
                let starts = std::array::from_fn(|row| (top + row).min(count - 1) * self.cells * 4);
                simd::sums(self.isa, &rows.cells, &starts, (count - top).min(ROWS), weights, &mut tile);
                vectorised(self.isa, || {
                    for (row, sums) in (top..count).zip(&tile) {
                        let done = finish.of(sums, rows.steps[row], rows.lows[row]);
                        let out = &mut out[row * outputs + left..(row + 1) * outputs];
                        // A whole block is one store; a length that is not known beforehand is a call.
                        match out.first_chunk_mut() {
                            Some(whole) => *whole = done,
                            None => out.copy_from_slice(&done[..out.len()]),
                        }
                    }
                });
            }
        }
        out
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

fn stride(isa: Isa, width: usize) -> usize {
    width.div_ceil(isa.group()) * 4
}

#[inline(always)]
fn bounds(row: &[f32]) -> (f32, f32) {
    const WIDE: usize = 16;
    let smaller = |a: f32, b: f32| if b < a { b } else { a };
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let (mut low, mut high) = ([0.0f32; WIDE], [0.0f32; WIDE]);
    let (chunks, rest) = row.as_chunks::<WIDE>();
    for chunk in chunks {
        low.iter_mut().zip(chunk).for_each(|(low, &value)| *low = smaller(*low, value));
        high.iter_mut().zip(chunk).for_each(|(high, &value)| *high = larger(*high, value));
    }
    let low = low.iter().chain(rest).copied().fold(0.0, smaller);
    (low, high.iter().chain(rest).copied().fold(0.0, larger))
}
