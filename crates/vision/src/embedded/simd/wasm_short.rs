//! Products of 16-bit numbers for WebAssembly: three rows and eight columns at a time, because more sums would not fit
//! the registers of the machine below.
#![expect(
    unsafe_code,
    reason = "vector loads and stores; lengths are those of fixed arrays or checked first"
)]

use super::shape::{HIGH, Pair, ShortTile, WIDE};
use std::arch::wasm32::*;

/// Pairs in a register, and columns and rows at a time.
const NARROW: usize = 4;
const STRIP: usize = 2 * NARROW;
const TALL: usize = 3;

pub(super) fn tile(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    assert!(rows.iter().all(|row| row.len() == columns.len()), "rows are as long as columns are deep");
    for (rows, out) in rows.as_chunks::<TALL>().0.iter().zip(out.as_chunks_mut::<TALL>().0) {
        for left in (0..WIDE).step_by(STRIP) {
            strip(rows, columns, left, out);
        }
    }
}

fn strip(rows: &[&[Pair]; TALL], columns: &[[Pair; WIDE]], left: usize, out: &mut [[i32; WIDE]; TALL]) {
    let mut sums = [[i32x4_splat(0); 2]; TALL];
    for (at, column) in columns.iter().enumerate() {
        // SAFETY: `left` is a whole number of strips, so eight pairs lie behind it in every column.
        let (low, high) = unsafe {
            let start = column.as_ptr().add(left);
            (v128_load(start.cast()), v128_load(start.add(NARROW).cast()))
        };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: `tile` checked that every row is as long as `columns`; a pair is 32 bits.
            let pair = unsafe { v128_load32_splat(row.as_ptr().add(at).cast()) };
            sums[0] = i32x4_add(sums[0], i32x4_dot_i16x8(pair, low));
            sums[1] = i32x4_add(sums[1], i32x4_dot_i16x8(pair, high));
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
