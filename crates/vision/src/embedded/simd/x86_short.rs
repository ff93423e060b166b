//! Products of 16-bit numbers for x86-64: AVX-512 VNNI takes a tile at once, AVX2 in two halves.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked by slices"
)]

use super::shape::{HIGH, Pair, ShortTile, WIDE};
use std::arch::x86_64::*;

/// Pairs in a register of either kind.
const BROAD: usize = 16;
const NARROW: usize = 8;

pub(super) fn tile(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    // SAFETY: `Isa::detect` saw AVX-512 with VNNI, and the rows hold a pair for each column.
    unsafe { tile_vnni(rows, columns, out) }
}

pub(super) fn tile_in_halves(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for left in [0, WIDE / 2] {
        // SAFETY: `Isa::detect` saw AVX2, the rows hold a pair for each column, and half a column is left.
        unsafe { half_avx2(rows, columns, left, out) }
    }
}

/// # Safety
/// Every row is as long as `columns`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn tile_vnni(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    let mut sums = [[_mm512_setzero_si512(); 2]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        let start = column.as_ptr();
        // SAFETY: a column holds 32 pairs, two vectors.
        let (low, high) =
            unsafe { (_mm512_loadu_si512(start.cast()), _mm512_loadu_si512(start.add(BROAD).cast())) };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller; a pair is 32 bits.
            let pair = _mm512_set1_epi32(unsafe { row.as_ptr().add(at).cast::<i32>().read_unaligned() });
            sums[0] = _mm512_dpwssd_epi32(sums[0], pair, low);
            sums[1] = _mm512_dpwssd_epi32(sums[1], pair, high);
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile holds 32 numbers, two vectors.
        unsafe {
            _mm512_storeu_si512(out.as_mut_ptr().cast(), sums[0]);
            _mm512_storeu_si512(out.as_mut_ptr().add(BROAD).cast(), sums[1]);
        }
    }
}

/// # Safety
/// Every row is as long as `columns`, and `left` is at most half of a column's length.
#[target_feature(enable = "avx2")]
unsafe fn half_avx2(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], left: usize, out: &mut ShortTile) {
    let mut sums = [[_mm256_setzero_si256(); 2]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: behind `left` a column holds 16 pairs, two vectors.
        let (low, high) = unsafe {
            let start = column.as_ptr().add(left);
            (_mm256_loadu_si256(start.cast()), _mm256_loadu_si256(start.add(NARROW).cast()))
        };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller; a pair is 32 bits.
            let pair = _mm256_set1_epi32(unsafe { row.as_ptr().add(at).cast::<i32>().read_unaligned() });
            sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(pair, low));
            sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(pair, high));
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: as above.
        unsafe {
            _mm256_storeu_si256(out.as_mut_ptr().add(left).cast(), sums[0]);
            _mm256_storeu_si256(out.as_mut_ptr().add(left + NARROW).cast(), sums[1]);
        }
    }
}
