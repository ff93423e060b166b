//! Products of floats for x86-64: AVX-512 takes a tile at once, AVX2 in two halves.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked by slices"
)]

use super::float::{FloatTile, HIGH, WIDE};
use std::arch::x86_64::*;

/// Floats in a register of either kind.
const BROAD: usize = 16;
const NARROW: usize = 8;

pub(super) fn tile(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    // SAFETY: `Isa::detect` saw AVX-512, and the rows hold a factor for each column.
    unsafe { tile_avx512(rows, columns, out) }
}

pub(super) fn tile_in_halves(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for left in [0, WIDE / 2] {
        // SAFETY: `Isa::detect` saw AVX2, the rows hold a factor for each column, and half a column is left.
        unsafe { half_avx2(rows, columns, left, out) }
    }
}

pub(super) fn vectorised<T>(work: impl FnOnce() -> T) -> T {
    // SAFETY: `Isa::detect` saw AVX2.
    unsafe { with_avx2(work) }
}

/// A loop that is inlined here is compiled for this function's registers.
#[target_feature(enable = "avx2")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// # Safety
/// Every row is as long as `columns`.
#[target_feature(enable = "avx512f")]
unsafe fn tile_avx512(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    let mut sums = [[_mm512_setzero_ps(); 2]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: a column holds 32 numbers, two vectors.
        let (low, high) =
            unsafe { (_mm512_loadu_ps(column.as_ptr()), _mm512_loadu_ps(column.as_ptr().add(BROAD))) };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller.
            let factor = _mm512_set1_ps(unsafe { *row.get_unchecked(at) });
            sums[0] = _mm512_add_ps(sums[0], _mm512_mul_ps(factor, low));
            sums[1] = _mm512_add_ps(sums[1], _mm512_mul_ps(factor, high));
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile holds 32 numbers, two vectors.
        unsafe {
            _mm512_storeu_ps(out.as_mut_ptr(), sums[0]);
            _mm512_storeu_ps(out.as_mut_ptr().add(BROAD), sums[1]);
        }
    }
}

/// # Safety
/// Every row is as long as `columns`, and `left` is at most half of a column's length.
#[target_feature(enable = "avx2")]
unsafe fn half_avx2(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], left: usize, out: &mut FloatTile) {
    let mut sums = [[_mm256_setzero_ps(); 2]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: behind `left` a column holds 16 numbers, two vectors.
        let (low, high) = unsafe {
            let start = column.as_ptr().add(left);
            (_mm256_loadu_ps(start), _mm256_loadu_ps(start.add(NARROW)))
        };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller.
            let factor = _mm256_set1_ps(unsafe { *row.get_unchecked(at) });
            sums[0] = _mm256_add_ps(sums[0], _mm256_mul_ps(factor, low));
            sums[1] = _mm256_add_ps(sums[1], _mm256_mul_ps(factor, high));
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: as above.
        unsafe {
            _mm256_storeu_ps(out.as_mut_ptr().add(left), sums[0]);
            _mm256_storeu_ps(out.as_mut_ptr().add(left + NARROW), sums[1]);
        }
    }
}
