//! The loops for WebAssembly with 128-bit vectors.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::portable::SHIFT;
use super::{LANES, Lanes, ROWS, Sums, Tile, Window};
use std::arch::wasm32::*;

/// Pixels at a time: with more, the sums no longer fit the registers of the machine below.
const STRIP: usize = 2;

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    for (starts, out) in starts.as_chunks::<STRIP>().0.iter().zip(out.as_chunks_mut::<STRIP>().0) {
        for (out, sums) in out.iter_mut().zip(add_up(cells, starts, weights)) {
            store(out, finish(sums, lanes));
        }
    }
}

pub(super) fn sums(cells: &[u8], starts: &[usize; ROWS], rows: usize, weights: &[u32], out: &mut Sums) {
    let strips = starts.as_chunks().0.iter().zip(out.as_chunks_mut::<STRIP>().0);
    for (starts, out) in strips.take(rows.div_ceil(STRIP)) {
        for (out, sums) in out.iter_mut().zip(add_up(cells, starts, weights)) {
            store_sums(out, sums);
        }
    }
}

#[inline]
fn add_up(cells: &[u8], starts: &[usize; STRIP], weights: &[u32]) -> [[v128; 4]; STRIP] {
    let mut sums = [[i32x4_splat(0); 4]; STRIP];
    for (depth, weights) in weights.as_chunks::<LANES>().0.iter().enumerate() {
        let weights: [v128; 4] = std::array::from_fn(|i| load(&weights[4 * i..4 * i + 4]));
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: `simd::tile` and `simd::sums` checked that every row has a cell for each weight.
            let pixel = unsafe { v128_load32_splat(cells.as_ptr().add(start + 4 * depth).cast()) };
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(pixel, weights));
            }
        }
    }
    sums
}

/// Sixteen sums into a row of a tile.
pub(super) fn store_sums(out: &mut [i32; LANES], sums: [v128; 4]) {
    for (out, sum) in out.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
        // SAFETY: four numbers are one vector; the store needs no alignment.
        unsafe { v128_store(out.as_mut_ptr().cast(), sum) };
    }
}

pub(super) fn window(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    for pixel in 0..pixels {
        let base = window.start + pixel * window.step;
        // SAFETY: `simd::window` checked that every tap of every pixel has sixteen bytes in the source.
        let tap = |tap: usize| unsafe { v128_load(window.source.as_ptr().add(base + tap).cast()) };
        let mut sums = [i32x4_splat(0); 4];
        for (taps, weights) in
            window.offsets.as_chunks::<2>().0.iter().zip(window.weights.as_chunks::<LANES>().0)
        {
            let (first, second) = (tap(taps[0]), tap(taps[1]));
            let low = i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(first, second);
            let high =
                i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(first, second);
            let values = [
                u16x8_extend_low_u8x16(low),
                u16x8_extend_high_u8x16(low),
                u16x8_extend_low_u8x16(high),
                u16x8_extend_high_u8x16(high),
            ];
            for (i, (sum, values)) in sums.iter_mut().zip(values).enumerate() {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(values, load(&weights[4 * i..4 * i + 4])));
            }
        }
        let out = &mut out[pixel * pitch..pixel * pitch + LANES];
        store(out, finish(sums, lanes));
    }
}

/// Sums to bytes. `pmax`, `pmin` and rounding by addition are one instruction each on every machine below; `max`, `min`
/// and the conversion that saturates are many, and bounded numbers need them not.
pub(super) fn finish(sums: [v128; 4], lanes: Lanes<'_>) -> v128 {
    let (low, high) = (f32x4_splat(lanes.low), f32x4_splat(lanes.high));
    let zero = i32x4_splat(lanes.zero - SHIFT.to_bits() as i32);
    let quarter = |i: usize| {
        // SAFETY: both arrays hold sixteen numbers, four vectors; the loads need no alignment.
        let (bias, scale) = unsafe {
            (
                v128_load(lanes.bias.as_ptr().add(4 * i).cast()),
                v128_load(lanes.scale.as_ptr().add(4 * i).cast()),
            )
        };
        let scaled = f32x4_mul(f32x4_convert_i32x4(i32x4_add(sums[i], bias)), scale);
        let bounded = f32x4_pmin(f32x4_pmax(scaled, low), high);
        i32x4_add(f32x4_add(bounded, f32x4_splat(SHIFT)), zero)
    };
    let low = i16x8_narrow_i32x4(quarter(0), quarter(1));
    u8x16_narrow_i16x8(low, i16x8_narrow_i32x4(quarter(2), quarter(3)))
}

pub(super) fn load(cells: &[u32]) -> v128 {
    assert_eq!(cells.len(), 4);
    // SAFETY: four cells are sixteen bytes; the load needs no alignment.
    unsafe { v128_load(cells.as_ptr().cast()) }
}

pub(super) fn store(out: &mut [u8], bytes: v128) {
    assert_eq!(out.len(), LANES);
    // SAFETY: sixteen bytes; the store needs no alignment.
    unsafe { v128_store(out.as_mut_ptr().cast(), bytes) }
}
