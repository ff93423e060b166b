//! The loops in plain Rust: the reference for every other version, and what other processors run.

use super::{LANES, Lanes, ROWS, Sums, Tile, Window};

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    let mut sums = Sums::default();
    self::sums(cells, starts, ROWS, weights, &mut sums);
    for (out, sums) in out.iter_mut().zip(&sums) {
        *out = finish(sums, lanes);
    }
}

pub(super) fn sums(cells: &[u8], starts: &[usize; ROWS], rows: usize, weights: &[u32], out: &mut Sums) {
    *out = Sums::default();
    for (depth, weights) in weights.chunks_exact(LANES).enumerate() {
        for (sums, start) in out.iter_mut().zip(starts).take(rows) {
            let at = start + 4 * depth;
            let (a, b) = (i32::from(cells[at]), i32::from(cells[at + 2]));
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                let (c, d) = pair(weight);
                *sum += a * c + b * d;
            }
        }
    }
}

pub(super) fn window(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    for pixel in 0..pixels {
        let base = window.start + pixel * window.step;
        let mut sums = [0i32; LANES];
        for (taps, weights) in window.offsets.chunks_exact(2).zip(window.weights.chunks_exact(LANES)) {
            let first = &window.source[base + taps[0]..][..LANES];
            let second = &window.source[base + taps[1]..][..LANES];
            for (i, sum) in sums.iter_mut().enumerate() {
                let (c, d) = pair(weights[i]);
                *sum += i32::from(first[i]) * c + i32::from(second[i]) * d;
            }
        }
        out[pixel * pitch..][..LANES].copy_from_slice(&finish(&sums, lanes));
    }
}

fn pair(cell: u32) -> (i32, i32) {
    (i32::from(cell as i16), cell as i32 >> 16)
}

fn finish(sums: &[i32; LANES], lanes: Lanes<'_>) -> [u8; LANES] {
    std::array::from_fn(|i| {
        let scaled = (sums[i] + lanes.bias[i]) as f32 * lanes.scale[i];
        (round(scaled.max(lanes.low).min(lanes.high)) + lanes.zero) as u8
    })
}

/// 1.5 x 2^23: added to a number of at most six digits it leaves no bits below one, and the processor rounds.
pub(super) const SHIFT: f32 = 12_582_912.0;

/// To the nearest whole number, halves to even, for values of at most six digits. Unlike `round_ties_even` this needs no
/// library call and vectorises.
pub(in crate::embedded) fn round(value: f32) -> i32 {
    ((value + SHIFT).to_bits() as i32).wrapping_sub(SHIFT.to_bits() as i32)
}
