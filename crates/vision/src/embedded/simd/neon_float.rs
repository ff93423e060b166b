//! Products of floats for ARM: sixteen columns at a time, whose sums fit the registers. Each product is rounded before it
//! is added, as everywhere.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked first"
)]

use super::float::{FloatTile, HIGH, WIDE};
use std::arch::aarch64::*;

/// Floats in a register, and columns at a time.
const NARROW: usize = 4;
const STRIP: usize = 4 * NARROW;

pub(super) fn tile(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for left in (0..WIDE).step_by(STRIP) {
        // SAFETY: NEON is part of this architecture, the rows hold a factor for each column, and a whole strip is left.
        unsafe { strip(rows, columns, left, out) }
    }
}

/// # Safety
/// Every row is as long as `columns`, and a whole strip of each column lies behind `left`.
#[target_feature(enable = "neon")]
unsafe fn strip(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], left: usize, out: &mut FloatTile) {
    let parts = [0, NARROW, 2 * NARROW, 3 * NARROW];
    let mut sums = [[vdupq_n_f32(0.0); 4]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: promised by the caller.
        let values = parts.map(|part| unsafe { vld1q_f32(column.as_ptr().add(left + part)) });
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller.
            let factor = unsafe { vld1q_dup_f32(row.as_ptr().add(at)) };
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum = vaddq_f32(*sum, vmulq_f32(factor, value));
            }
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        for (part, sum) in parts.into_iter().zip(sums) {
            // SAFETY: as above, in a row of the tile.
            unsafe { vst1q_f32(out.as_mut_ptr().add(left + part), sum) };
        }
    }
}
