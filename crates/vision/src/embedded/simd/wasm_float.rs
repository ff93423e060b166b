//! Products of floats for WebAssembly: eight columns at a time, because more sums would not fit the registers of the
//! machine below.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked first"
)]

use super::float::{FloatTile, HIGH, WIDE};
use std::arch::wasm32::*;

/// Floats in a register.
const NARROW: usize = 4;
const STRIP: usize = 2 * NARROW;

pub(super) fn tile(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for left in (0..WIDE).step_by(STRIP) {
        strip(rows, columns, left, out);
    }
}

fn strip(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], left: usize, out: &mut FloatTile) {
    let mut sums = [[f32x4_splat(0.0); 2]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: `left` is a whole number of strips, so eight numbers lie behind it in every column.
        let (low, high) = unsafe {
            let start = column.as_ptr().add(left);
            (v128_load(start.cast()), v128_load(start.add(NARROW).cast()))
        };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: `tile` checked that every row is as long as `columns`.
            let factor = unsafe { v128_load32_splat(row.as_ptr().add(at).cast()) };
            sums[0] = f32x4_add(sums[0], f32x4_mul(factor, low));
            sums[1] = f32x4_add(sums[1], f32x4_mul(factor, high));
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: as above, in a row of the tile.
        unsafe {
            let start = out.as_mut_ptr().add(left);
            v128_store(start.cast(), sums[0]);
            v128_store(start.add(NARROW).cast(), sums[1]);
        }
    }
}
