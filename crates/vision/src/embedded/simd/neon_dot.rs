//! The matrix product for ARM with dot products (ARMv8.4, most since 2018): sixteen 8-bit products to an instruction.
//!
//! The instruction wants both sides signed. So 128 is taken from every pixel, and given back as that many times the sum of
//! the weights: whole numbers, so the sums are the same.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::neon::{Finish, store};
use super::{LANES, Lanes, ROWS, Sums, Tile};
use std::arch::{aarch64::*, asm};

/// Pixels at a time: sixteen sums, what is given back, and the weights fit the registers.
const STRIP: usize = 4;

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    for (starts, out) in starts.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        // SAFETY: `Isa::detect` saw dot products, and `simd::tile` checked that every pixel has a cell for each weight.
        unsafe { strip(cells, starts, weights, lanes, out) }
    }
}

pub(super) fn sums(cells: &[u8], starts: &[usize; ROWS], rows: usize, weights: &[u32], out: &mut Sums) {
    let strips = starts.as_chunks().0.iter().zip(out.as_chunks_mut::<STRIP>().0);
    for (starts, out) in strips.take(rows.div_ceil(STRIP)) {
        // SAFETY: as in `tile`.
        let sums = unsafe { add_up(cells, starts, weights) };
        out.iter_mut().zip(sums).for_each(|(out, sums)| store(out, sums));
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "neon,dotprod")]
unsafe fn strip(
    cells: &[u8],
    starts: &[usize; STRIP],
    weights: &[u32],
    lanes: Lanes<'_>,
    out: &mut [[u8; LANES]; STRIP],
) {
    // SAFETY: promised by the caller.
    let sums = unsafe { add_up(cells, starts, weights) };
    let finish = Finish::new(lanes);
    for (out, sums) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile is sixteen bytes.
        unsafe { vst1q_u8(out.as_mut_ptr(), finish.bytes(sums)) };
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[inline]
#[target_feature(enable = "neon,dotprod")]
unsafe fn add_up(cells: &[u8], starts: &[usize; STRIP], weights: &[u32]) -> [[int32x4_t; 4]; STRIP] {
    let half = vdupq_n_s8(-128);
    let (mut sums, mut taken) = ([[vdupq_n_s32(0); 4]; STRIP], [vdupq_n_s32(0); 4]);
    for (depth, weights) in weights.as_chunks::<LANES>().0.iter().enumerate() {
        // SAFETY: sixteen cells are four vectors.
        let weights = [0, 4, 8, 12].map(|at| unsafe { vld1q_s8(weights.as_ptr().add(at).cast()) });
        for (taken, weights) in taken.iter_mut().zip(weights) {
            *taken = dot(*taken, half, weights);
        }
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: promised by the caller.
            let cell = unsafe { cells.as_ptr().add(start + 4 * depth).cast::<u32>().read_unaligned() };
            let pixel = veorq_s8(vreinterpretq_s8_u32(vdupq_n_u32(cell)), half);
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = dot(*sum, pixel, weights);
            }
        }
    }
    sums.map(|sums| std::array::from_fn(|i| vsubq_s32(sums[i], taken[i])))
}

/// Adds four products to each of the four sums. Written out because the standard library's function is not stable yet.
#[target_feature(enable = "neon,dotprod")]
fn dot(mut sum: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // SAFETY: the instruction is part of this function's features and touches these registers only.
    unsafe {
        asm!(
            "sdot {sum:v}.4s, {a:v}.16b, {b:v}.16b",
            sum = inout(vreg) sum, a = in(vreg) a, b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}
