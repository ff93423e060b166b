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
    scales: Vec<f32>,
    /// What a row of ones gives.
    sums: Vec<f32>,
    biases: Vec<f32>,
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
    pub(super) fn new(isa: Isa, inputs: usize, scales: Vec<f32>, weights: &[u8], biases: Vec<f32>) -> Self {
        let whole =
            weights.chunks_exact(inputs.max(1)).map(|row| row.iter().map(|&w| i32::from(w as i8)).sum());
        let sums = whole.zip(&scales).map(|(sum, scale): (i32, &f32)| sum as f32 * scale).collect();
        let weights = pack(isa, weights, inputs);
        Self { isa, inputs, cells: inputs.div_ceil(isa.group()), weights, scales, sums, biases }
    }

    /// The product with rows of floats.
    pub(in crate::embedded) fn of(&self, isa: Isa, values: &[f32]) -> Vec<f32> {
        self.run(&Rows::new(isa, values, self.inputs))
    }

    pub(in crate::embedded) fn run(&self, rows: &Rows) -> Vec<f32> {
        let (count, outputs) = (rows.steps.len(), self.scales.len());
        let mut out = vec![0.0; count * outputs];
        let mut tile = Sums::default();
        for (block, weights) in self.weights.chunks_exact(self.cells * LANES).enumerate() {
            let left = block * LANES;
            let wide = LANES.min(outputs - left);
            for top in (0..count).step_by(ROWS) {
                let starts = std::array::from_fn(|row| (top + row).min(count - 1) * self.cells * 4);
                simd::sums(self.isa, &rows.cells, &starts, (count - top).min(ROWS), weights, &mut tile);
                vectorised(self.isa, || {
                    for (row, sums) in (top..count).zip(&tile) {
                        let out = &mut out[row * outputs + left..][..wide];
                        self.finish(sums, left, rows.steps[row], rows.lows[row], out);
                    }
                });
            }
        }
        out
    }

    #[inline(always)]
    fn finish(&self, sums: &[i32; LANES], left: usize, step: f32, low: f32, out: &mut [f32]) {
        let layer = self.scales[left..].iter().zip(&self.sums[left..]).zip(&self.biases[left..]);
        for ((out, &sum), ((scale, ones), bias)) in out.iter_mut().zip(sums).zip(layer) {
            *out = sum as f32 * scale * step + (low * ones + bias);
        }
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
