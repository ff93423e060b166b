//! Functions on rows of floats, made of additions, multiplications, divisions and roots in a fixed order: every processor
//! rounds those alike.

use crate::embedded::simd::{Isa, Loop, round, vectorised};

/// Sums are made in so many lanes.
const LANES: usize = 16;

/// e to the power of a number, for what is no larger than 80; less than one part in a million off.
#[inline(always)]
pub(in crate::embedded) fn exp(value: f32) -> f32 {
    let power = value * std::f32::consts::LOG2_E;
    // Not `max`, as in `gelu`.
    let power = if power > -126.0 { power } else { -126.0 };
    let whole = round(power);
    let part = (power - whole as f32) * std::f32::consts::LN_2;
    let series = 1.0
        + part * (1.0 + part * (0.5 + part * (0.166_666_67 + part * (0.041_666_67 + part * 0.008_333_33))));
    series * f32::from_bits((whole.wrapping_add(127) as u32) << 23)
}

/// Each number times the share of the normal distribution below it, in its usual short form.
#[inline(always)]
pub(super) fn gelu(values: &mut [f32; LANES]) {
    for value in values {
        let x = *value;
        let inner = -1.595_769 * (x + 0.044_715 * x * x * x);
        // Not `min`, which WebAssembly has only as a library call.
        *value = x / (1.0 + exp(if inner < 80.0 { inner } else { 80.0 }));
    }
}

/// Rows to mean zero and spread one, then scaled and shifted.
pub(super) struct Normalise<'a> {
    pub(super) rows: &'a mut [f32],
    pub(super) factors: &'a [f32],
    pub(super) shifts: &'a [f32],
    pub(super) least: f32,
}

impl Loop for Normalise<'_> {
    type Gives = ();

    #[inline(always)]
    fn run(self) {
        let width = self.factors.len();
        for row in self.rows.chunks_exact_mut(width) {
            let mean = total(row, |value| value) / width as f32;
            let spread = total(row, |value| (value - mean) * (value - mean)) / width as f32;
            let factor = 1.0 / (spread + self.least).sqrt();
            for ((value, own), shift) in row.iter_mut().zip(self.factors).zip(self.shifts) {
                *value = (*value - mean) * factor * own + shift;
            }
        }
    }
}

/// Scores to shares that sum to `whole`.
#[inline(always)]
pub(super) fn shares(scores: &mut [f32], whole: f32) {
    let most = largest(scores);
    scores.iter_mut().for_each(|score| *score = exp(*score - most));
    let factor = whole / total(scores, |value| value);
    scores.iter_mut().for_each(|score| *score *= factor);
}

/// Scores to the logarithms of shares that sum to one.
pub(in crate::embedded) fn log_shares(isa: Isa, scores: &mut [f32]) {
    vectorised(isa, || {
        let most = largest(scores);
        let all = total(scores, |score| exp(score - most));
        let shift = most + f64::from(all).ln() as f32;
        scores.iter_mut().for_each(|score| *score -= shift);
    });
}

#[inline(always)]
fn largest(row: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let mut most = [f32::MIN; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        most.iter_mut().zip(chunk).for_each(|(most, &value)| *most = larger(*most, value));
    }
    most.iter().chain(rest).copied().fold(f32::MIN, larger)
}

/// The sum of what is made of each number.
#[inline(always)]
fn total(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0f32; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, &value)| *sum += of(value));
    }
    sums.iter().sum::<f32>() + rest.iter().map(|&value| of(value)).sum::<f32>()
}
