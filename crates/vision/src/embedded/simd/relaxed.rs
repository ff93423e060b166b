//! The loops for WebAssembly with relaxed vectors: sixteen 8-bit products to an instruction.
//!
//! The instruction promises sums only for weights of eight bits and values of seven, and leaves open how the eighth bit of a
//! value is read. Browsers hand it to one instruction of the machine below, so it is tried once with the extremes: where
//! values have no sign (x86-64 with VNNI) they are taken as they are; where they have one (ARM) 128 is taken from each, and
//! given back as that many times the sum of the weights. Where sums come out otherwise, the plain loops run.
#![expect(unsafe_code, reason = "vector loads; the callers in `simd` check every length first")]

use super::wasm::{finish, load, store, store_sums};
use super::{LANES, Lanes, ROWS, Tile, Window};
use std::arch::wasm32::*;
use std::hint::black_box;
use std::sync::OnceLock;

/// Pixels at a time: with more, the sums no longer fit the registers of the machine below.
const STRIP: usize = 2;

/// How the instruction reads the eighth bit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::embedded) enum Values {
    Unsigned,
    Signed,
}

/// The sums of sixteen channels.
type Sums = [v128; 4];

/// How this machine reads values; nothing where its sums are not exact.
pub(super) fn values() -> Option<Values> {
    static SEEN: OnceLock<Option<Values>> = OnceLock::new();
    *SEEN.get_or_init(|| {
        [Values::Unsigned, Values::Signed]
            .into_iter()
            .find(|values| EXTREMES.iter().all(|pair| values.exact(*pair)))
    })
}

/// Four weights and the values they are multiplied with: every sum that a narrower register between would cut off.
const EXTREMES: [([i8; 4], [u8; 4]); 6] = [
    ([127; 4], [255; 4]),
    ([-128; 4], [255; 4]),
    ([127; 4], [128; 4]),
    ([-128; 4], [128; 4]),
    ([-128; 4], [127; 4]),
    ([127, -128, 1, -1], [255, 128, 127, 200]),
];

impl Values {
    fn exact(self, (weights, values): ([i8; 4], [u8; 4])) -> bool {
        let sum: i32 =
            weights.iter().zip(values).map(|(&weight, value)| i32::from(weight) * self.read(value)).sum();
        let [weights, values] = [weights.map(|weight| weight as u8), values]
            .map(|four| black_box(u32x4_splat(u32::from_le_bytes(four))));
        i32x4_extract_lane::<0>(dot(weights, values, i32x4_splat(0))) == sum
    }

    fn read(self, value: u8) -> i32 {
        match self {
            Self::Unsigned => i32::from(value),
            Self::Signed => i32::from(value as i8),
        }
    }

    /// What sums start from, so that nothing is left to give back in the end.
    #[target_feature(enable = "relaxed-simd")]
    fn start(self, weights: &[u32]) -> Sums {
        let mut sums = [i32x4_splat(0); 4];
        if self == Self::Signed {
            let taken = u32x4_splat(u32::from_le_bytes([0x80; 4]));
            for cells in weights.as_chunks::<LANES>().0 {
                add(&mut sums, cells, [taken; 4]);
            }
            sums = sums.map(|sum| i32x4_neg(sum));
        }
        sums
    }

    fn prepare(self, values: v128) -> v128 {
        match self {
            Self::Unsigned => values,
            Self::Signed => v128_xor(values, u8x16_splat(0x80)),
        }
    }
}

pub(super) fn tile(
    values: Values,
    cells: &[u8],
    starts: &[usize; ROWS],
    weights: &[u32],
    lanes: Lanes<'_>,
    out: &mut Tile,
) {
    let start = values.start(weights);
    for (starts, out) in starts.as_chunks::<STRIP>().0.iter().zip(out.as_chunks_mut::<STRIP>().0) {
        // The kind of values is known in each of the loops.
        let sums = match values {
            Values::Unsigned => strip(Values::Unsigned, start, cells, starts, weights),
            Values::Signed => strip(Values::Signed, start, cells, starts, weights),
        };
        for (out, sums) in out.iter_mut().zip(sums) {
            store(out, finish(sums, lanes));
        }
    }
}

pub(super) fn sums(
    values: Values,
    cells: &[u8],
    starts: &[usize; ROWS],
    rows: usize,
    weights: &[u32],
    out: &mut super::Sums,
) {
    let start = values.start(weights);
    let strips = starts.as_chunks::<STRIP>().0.iter().zip(out.as_chunks_mut::<STRIP>().0);
    for (starts, out) in strips.take(rows.div_ceil(STRIP)) {
        let sums = match values {
            Values::Unsigned => strip(Values::Unsigned, start, cells, starts, weights),
            Values::Signed => strip(Values::Signed, start, cells, starts, weights),
        };
        out.iter_mut().zip(sums).for_each(|(out, sums)| store_sums(out, sums));
    }
}

#[target_feature(enable = "relaxed-simd")]
#[inline]
fn strip(
    values: Values,
    start: Sums,
    cells: &[u8],
    starts: &[usize; STRIP],
    weights: &[u32],
) -> [Sums; STRIP] {
    let mut sums = [start; STRIP];
    for (depth, weights) in weights.as_chunks::<LANES>().0.iter().enumerate() {
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: `simd::tile` checked that every pixel has a cell for each weight.
            let pixel = unsafe { v128_load32_splat(cells.as_ptr().add(start + 4 * depth).cast()) };
            add(sums, weights, [values.prepare(pixel); 4]);
        }
    }
    sums
}

pub(super) fn window(
    values: Values,
    window: &Window<'_>,
    lanes: Lanes<'_>,
    out: &mut [u8],
    pitch: usize,
    pixels: usize,
) {
    let start = values.start(window.weights);
    for pixel in 0..pixels {
        let sums = match values {
            Values::Unsigned => taps(Values::Unsigned, start, window, pixel),
            Values::Signed => taps(Values::Signed, start, window, pixel),
        };
        store(&mut out[pixel * pitch..pixel * pitch + LANES], finish(sums, lanes));
    }
}

#[target_feature(enable = "relaxed-simd")]
#[inline]
fn taps(values: Values, start: Sums, window: &Window<'_>, pixel: usize) -> Sums {
    let base = window.start + pixel * window.step;
    // SAFETY: `simd::window` checked that every tap of every pixel has sixteen bytes in the source.
    let tap = |tap: usize| unsafe { v128_load(window.source.as_ptr().add(base + tap).cast()) };
    let mut sums = start;
    for (taps, weights) in window.offsets.as_chunks::<4>().0.iter().zip(window.weights.as_chunks::<LANES>().0)
    {
        add(&mut sums, weights, side_by_side(taps.map(|at| values.prepare(tap(at)))));
    }
    sums
}

#[target_feature(enable = "relaxed-simd")]
#[inline]
fn add(sums: &mut Sums, weights: &[u32; LANES], values: [v128; 4]) {
    for (i, (sum, values)) in sums.iter_mut().zip(values).enumerate() {
        *sum = dot(load(&weights[4 * i..4 * i + 4]), values, *sum);
    }
}

#[target_feature(enable = "relaxed-simd")]
#[inline]
fn dot(weights: v128, values: v128, sum: v128) -> v128 {
    i32x4_relaxed_dot_i8x16_i7x16_add(weights, values, sum)
}

/// The bytes of four taps channel by channel: four channels to a vector.
fn side_by_side([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let pairs = |a, b| {
        [
            i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
            i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
        ]
    };
    let fours = |ab, cd| {
        [
            i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(ab, cd),
            i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(ab, cd),
        ]
    };
    let ([ab_low, ab_high], [cd_low, cd_high]) = (pairs(a, b), pairs(c, d));
    let ([first, second], [third, fourth]) = (fours(ab_low, cd_low), fours(ab_high, cd_high));
    [first, second, third, fourth]
}
