//! Numbers of the text networks as 16 bits, which every processor multiplies twice as fast as floats. Weights keep a scale
//! for each row; what flows through the network is scaled by its largest number. No sum can overflow.

use crate::embedded::simd::{Isa, Pair, round, vectorised};

/// The largest whole number of what flows through the network.
const MOST: f32 = 8191.0;

/// The rows of a matrix of weights.
#[derive(Debug)]
pub(super) struct Shorts {
    cells: Vec<Pair>,
    /// Pairs in a row.
    depth: usize,
    /// What one stands for in each row.
    steps: Vec<f32>,
}

impl Shorts {
    /// Rows of `length` numbers each.
    pub(super) fn new(values: &[f32], length: usize) -> Self {
        let depth = length.div_ceil(2);
        let rows = values.chunks_exact(length.max(1));
        let mut shorts = Self {
            cells: Vec::with_capacity(depth * rows.len()),
            depth,
            steps: Vec::with_capacity(rows.len()),
        };
        for row in rows {
            let factor = finest(row);
            let short = |value: f32| round((f64::from(value) * factor) as f32) as i16;
            shorts.cells.extend(
                row.chunks(2).map(|pair| [short(pair[0]), pair.get(1).map_or(0, |&value| short(value))]),
            );
            shorts.steps.push((1.0 / factor) as f32);
        }
        shorts
    }

    pub(super) fn rows(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn row(&self, at: usize) -> &[Pair] {
        &self.cells[at * self.depth..][..self.depth]
    }

    pub(super) fn step(&self, at: usize) -> f32 {
        self.steps[at]
    }
}

/// The largest factor with which neither a number nor a sum of products with [`MOST`] overflows.
fn finest(row: &[f32]) -> f64 {
    let sizes = || row.iter().map(|value| f64::from(value.abs()));
    let (largest, total) = (sizes().fold(0.0, f64::max), sizes().sum::<f64>());
    // Rounding adds at most a half for each number.
    let room = f64::from(i32::MAX) / f64::from(MOST) - row.len() as f64;
    if largest > 0.0 { (f64::from(i16::MAX) / largest).min(room.max(1.0) / total) } else { 1.0 }
}

/// Numbers that flow through the network, as whole numbers up to [`MOST`].
pub(super) struct Levels {
    pub(super) data: Vec<i16>,
    /// What one stands for.
    pub(super) step: f32,
}

impl Levels {
    pub(super) fn new(values: &[f32]) -> Self {
        let isa = Isa::detect();
        // Sizes compare like their bits, and whole numbers compare faster.
        let bits = |value: &f32| value.to_bits() & (u32::MAX >> 1);
        let largest = vectorised(isa, || values.iter().fold(0, |most, value| most.max(bits(value))));
        let largest = f32::from_bits(largest);
        let factor = if largest > 0.0 { MOST / largest } else { 0.0 };
        let data = vectorised(isa, || values.iter().map(|value| round(value * factor) as i16).collect());
        Self { data, step: largest / MOST }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_possible_sum_does_not_overflow() {
        for length in [1, 2, 27, 960, 864 * 9] {
            let row: Vec<f32> = (0..length).map(|i| 0.3 - (i % 7) as f32 * 0.1).collect();
            let shorts = Shorts::new(&row, length);
            let sum: i64 = shorts.row(0).iter().flatten().map(|&q| i64::from(q).abs() * MOST as i64).sum();
            assert!(sum <= i64::from(i32::MAX), "{length}: {sum}");
        }
    }

    #[test]
    fn numbers_come_back_nearly_as_they_were() {
        let values = [-2.0, 0.0, 0.001, 1.9];
        let levels = Levels::new(&values);
        let shorts = Shorts::new(&values, 4);
        for (i, value) in values.into_iter().enumerate() {
            assert!((f32::from(levels.data[i]) * levels.step - value).abs() < 2.0 / MOST);
            assert!((f32::from(shorts.row(0)[i / 2][i % 2]) * shorts.step(0) - value).abs() < 0.0001);
        }
        assert_eq!(Levels::new(&[0.0; 3]).data, [0; 3]);
    }
}
