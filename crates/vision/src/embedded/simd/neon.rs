//! The loops for ARM with NEON, which every 64-bit ARM has: one weight of eight channels to an instruction.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::{LANES, Lanes, ROWS, Sums, Tile, Window};
use std::arch::aarch64::*;

/// Pixels at a time: sixteen sums, and the weights beside them, fit the registers.
const STRIP: usize = 4;

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    for (starts, out) in starts.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        // SAFETY: NEON is part of this architecture, and `simd::tile` checked that every pixel has a cell for each weight.
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

/// Sixteen sums into a row of a tile.
pub(super) fn store(out: &mut [i32; LANES], sums: [int32x4_t; 4]) {
    for (out, sum) in out.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
        // SAFETY: four numbers are one vector.
        unsafe { vst1q_s32(out.as_mut_ptr(), sum) };
    }
}

pub(super) fn window(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    let whole = pixels - pixels % STRIP;
    // SAFETY: NEON is part of this architecture, and `simd::window` checked that taps, weights and output lie in their
    // slices.
    unsafe {
        for first in (0..whole).step_by(STRIP) {
            slide::<STRIP>(window, lanes, out, pitch, first);
        }
        for first in whole..pixels {
            slide::<1>(window, lanes, out, pitch, first);
        }
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "neon")]
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
#[target_feature(enable = "neon")]
unsafe fn add_up(cells: &[u8], starts: &[usize; STRIP], weights: &[u32]) -> [[int32x4_t; 4]; STRIP] {
    let mut sums = [[vdupq_n_s32(0); 4]; STRIP];
    for (depth, weights) in weights.as_chunks::<LANES>().0.iter().enumerate() {
        let [first, second] = apart(weights);
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: promised by the caller.
            let cell = unsafe { cells.as_ptr().add(start + 4 * depth).cast::<u32>().read_unaligned() };
            let pixel = vreinterpret_s16_u32(vdup_n_u32(cell));
            for half in 0..2 {
                let (c, d) = (first[half], second[half]);
                let low = vmlal_lane_s16::<0>(sums[2 * half], vget_low_s16(c), pixel);
                let high = vmlal_high_lane_s16::<0>(sums[2 * half + 1], c, pixel);
                sums[2 * half] = vmlal_lane_s16::<1>(low, vget_low_s16(d), pixel);
                sums[2 * half + 1] = vmlal_high_lane_s16::<1>(high, d, pixel);
            }
        }
    }
    sums
}

/// # Safety
/// Every tap of `N` pixels from `first` on, sixteen weights to two offsets and those output pixels lie in their slices.
#[target_feature(enable = "neon")]
unsafe fn slide<const N: usize>(
    window: &Window<'_>,
    lanes: Lanes<'_>,
    out: &mut [u8],
    pitch: usize,
    first: usize,
) {
    let mut sums = [[vdupq_n_s32(0); 4]; N];
    for (taps, cells) in window.offsets.as_chunks::<2>().0.iter().zip(window.weights.as_chunks::<LANES>().0) {
        for (tap, weights) in taps.iter().zip(apart(cells)) {
            for (i, sums) in sums.iter_mut().enumerate() {
                let at = window.start + (first + i) * window.step + tap;
                // SAFETY: promised by the caller.
                let bytes = unsafe { vld1q_u8(window.source.as_ptr().add(at)) };
                let (low, high) = (vmovl_u8(vget_low_u8(bytes)), vmovl_high_u8(bytes));
                let values = [vreinterpretq_s16_u16(low), vreinterpretq_s16_u16(high)];
                for half in 0..2 {
                    let (value, weight) = (values[half], weights[half]);
                    sums[2 * half] = vmlal_s16(sums[2 * half], vget_low_s16(value), vget_low_s16(weight));
                    sums[2 * half + 1] = vmlal_high_s16(sums[2 * half + 1], value, weight);
                }
            }
        }
    }
    let finish = Finish::new(lanes);
    for (i, sums) in sums.into_iter().enumerate() {
        // SAFETY: promised by the caller.
        unsafe { vst1q_u8(out.as_mut_ptr().add((first + i) * pitch), finish.bytes(sums)) };
    }
}

/// The first weights of sixteen cells, and the second ones.
#[target_feature(enable = "neon")]
fn apart(cells: &[u32; LANES]) -> [[int16x8_t; 2]; 2] {
    // SAFETY: sixteen cells are 32 numbers of 16 bits, four vectors.
    let eight = |at: usize| unsafe { vld2q_s16(cells.as_ptr().cast::<i16>().add(at)) };
    let (low, high) = (eight(0), eight(LANES));
    [[low.0, high.0], [low.1, high.1]]
}

/// The scaling of sixteen sums, held in registers.
pub(super) struct Finish {
    bias: [int32x4_t; 4],
    scale: [float32x4_t; 4],
    low: float32x4_t,
    high: float32x4_t,
    zero: int32x4_t,
}

impl Finish {
    #[target_feature(enable = "neon")]
    pub(super) fn new(lanes: Lanes<'_>) -> Self {
        let (bias, scale) = (lanes.bias.as_ptr(), lanes.scale.as_ptr());
        Self {
            // SAFETY: both arrays hold sixteen numbers, four vectors.
            bias: [0, 4, 8, 12].map(|at| unsafe { vld1q_s32(bias.add(at)) }),
            // SAFETY: as above.
            scale: [0, 4, 8, 12].map(|at| unsafe { vld1q_f32(scale.add(at)) }),
            low: vdupq_n_f32(lanes.low),
            high: vdupq_n_f32(lanes.high),
            zero: vdupq_n_s32(lanes.zero),
        }
    }

    #[target_feature(enable = "neon")]
    pub(super) fn bytes(&self, sums: [int32x4_t; 4]) -> uint8x16_t {
        let quarter = |i: usize| {
            let scaled = vmulq_f32(vcvtq_f32_s32(vaddq_s32(sums[i], self.bias[i])), self.scale[i]);
            let bounded = vminq_f32(vmaxq_f32(scaled, self.low), self.high);
            vqmovn_s32(vaddq_s32(vcvtnq_s32_f32(bounded), self.zero))
        };
        let words = |i: usize| vqmovun_s16(vcombine_s16(quarter(i), quarter(i + 1)));
        vcombine_u8(words(0), words(2))
    }
}
