//! Products of 16-bit numbers for ARM: sixteen columns at a time, whose sums fit the registers.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked first"
)]

use super::shape::{HIGH, Pair, ShortTile, WIDE};
use std::arch::aarch64::*;

/// Sums in a register, and columns at a time.
const NARROW: usize = 4;
const STRIP: usize = 4 * NARROW;

pub(super) fn tile(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for left in (0..WIDE).step_by(STRIP) {
        // SAFETY: NEON is part of this architecture, the rows hold a pair for each column, and a whole strip is left.
        unsafe { strip(rows, columns, left, out) }
    }
}

/// # Safety
/// Every row is as long as `columns`, and a whole strip of each column lies behind `left`.
#[target_feature(enable = "neon")]
unsafe fn strip(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], left: usize, out: &mut ShortTile) {
    let mut sums = [[vdupq_n_s32(0); 4]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: promised by the caller; eight pairs are loaded at once, the first of each apart from the second.
        let halves =
            [0, 2 * NARROW].map(|half| unsafe { vld2q_s16(column.as_ptr().add(left + half).cast()) });
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: promised by the caller; a pair is 32 bits.
            let pair = unsafe { row.as_ptr().add(at).cast::<u32>().read_unaligned() };
            let pair = vreinterpret_s16_u32(vdup_n_u32(pair));
            for (half, int16x8x2_t(first, second)) in halves.into_iter().enumerate() {
                let low = vmlal_lane_s16::<0>(sums[2 * half], vget_low_s16(first), pair);
                let high = vmlal_high_lane_s16::<0>(sums[2 * half + 1], first, pair);
                sums[2 * half] = vmlal_lane_s16::<1>(low, vget_low_s16(second), pair);
                sums[2 * half + 1] = vmlal_high_lane_s16::<1>(high, second, pair);
            }
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        for (part, sum) in sums.into_iter().enumerate() {
            // SAFETY: as above, in a row of the tile.
            unsafe { vst1q_s32(out.as_mut_ptr().add(left + NARROW * part), sum) };
        }
    }
}
