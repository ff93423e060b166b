//! The loops for x86-64 with AVX2: sixteen 16-bit products to an instruction.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::{LANES, Lanes, Loop, ROWS, Sums, Tile, Window};
use std::arch::x86_64::*;

/// Pixels at a time: the sums of more do not fit the registers.
const STRIP: usize = 6;

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    for (starts, out) in starts.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        // SAFETY: `Isa::detect` saw AVX2, and `simd::tile` checked that every pixel has a cell for each weight.
        unsafe { strip_avx2(cells, starts, weights, lanes, out) }
    }
}

pub(super) fn sums(cells: &[u8], starts: &[usize; ROWS], rows: usize, weights: &[u32], out: &mut Sums) {
    let strips = starts.as_chunks().0.iter().zip(out.as_chunks_mut::<STRIP>().0);
    for (starts, out) in strips.take(rows.div_ceil(STRIP)) {
        // SAFETY: as in `tile`.
        unsafe { sums_avx2(cells, starts, weights, out) }
    }
}

pub(super) fn window(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    // SAFETY: `Isa::detect` saw AVX2, and `simd::window` checked that taps, weights and output lie in their slices.
    unsafe { window_avx2(window, lanes, out, pitch, pixels) }
}

pub(super) fn run<L: Loop>(work: L) -> L::Gives {
    // SAFETY: as in `vectorised`.
    unsafe { run_avx2(work) }
}

/// As [`with_avx2`].
#[target_feature(enable = "avx2")]
fn run_avx2<L: Loop>(work: L) -> L::Gives {
    work.run()
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
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "avx2")]
unsafe fn strip_avx2(
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
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), finish.bytes(sums)) };
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "avx2")]
unsafe fn sums_avx2(cells: &[u8], starts: &[usize; STRIP], weights: &[u32], out: &mut [[i32; LANES]; STRIP]) {
    // SAFETY: promised by the caller.
    let sums = unsafe { add_up(cells, starts, weights) };
    for (out, [low, high]) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile is sixteen numbers, two vectors.
        unsafe {
            _mm256_storeu_si256(out.as_mut_ptr().cast(), low);
            _mm256_storeu_si256(out.as_mut_ptr().add(8).cast(), high);
        }
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn add_up(cells: &[u8], starts: &[usize; STRIP], weights: &[u32]) -> [[__m256i; 2]; STRIP] {
    let mut sums = [[_mm256_setzero_si256(); 2]; STRIP];
    for (depth, weights) in weights.chunks_exact(LANES).enumerate() {
        // SAFETY: the chunk holds sixteen cells, two vectors.
        let (low, high) = unsafe { (load8(weights.as_ptr()), load8(weights.as_ptr().add(8))) };
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: promised by the caller.
            let cell = unsafe { cells.as_ptr().add(start + 4 * depth).cast::<i32>().read_unaligned() };
            let pixel = _mm256_set1_epi32(cell);
            sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(pixel, low));
            sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(pixel, high));
        }
    }
    sums
}

/// # Safety
/// Every tap of every pixel, `offsets.len() / 2 * LANES` weights and every output pixel lie in their slices.
#[target_feature(enable = "avx2")]
unsafe fn window_avx2(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    let finish = Finish::new(lanes);
    let (source, weights) = (window.source.as_ptr(), window.weights.as_ptr());
    for pixel in 0..pixels {
        let base = window.start + pixel * window.step;
        let mut sums = [_mm256_setzero_si256(); 2];
        for (i, taps) in window.offsets.chunks_exact(2).enumerate() {
            // SAFETY: promised by the caller.
            let (first, second, low, high) = unsafe {
                (
                    _mm_loadu_si128(source.add(base + taps[0]).cast()),
                    _mm_loadu_si128(source.add(base + taps[1]).cast()),
                    load8(weights.add(i * LANES)),
                    load8(weights.add(i * LANES + 8)),
                )
            };
            let left = _mm256_cvtepu8_epi16(_mm_unpacklo_epi8(first, second));
            let right = _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(first, second));
            sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(left, low));
            sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(right, high));
        }
        // SAFETY: promised by the caller.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().add(pixel * pitch).cast(), finish.bytes(sums)) };
    }
}

/// The scaling of sixteen sums, held in registers.
struct Finish {
    bias: [__m256i; 2],
    scale: [__m256; 2],
    low: __m256,
    high: __m256,
    zero: __m256i,
}

impl Finish {
    #[target_feature(enable = "avx2")]
    fn new(lanes: Lanes<'_>) -> Self {
        let (bias, scale) = (lanes.bias.as_ptr(), lanes.scale.as_ptr());
        // SAFETY: both arrays hold sixteen numbers, two vectors.
        let (bias, scale) = unsafe {
            (
                [load8(bias.cast()), load8(bias.add(8).cast())],
                [_mm256_loadu_ps(scale), _mm256_loadu_ps(scale.add(8))],
            )
        };
        Self {
            bias,
            scale,
            low: _mm256_set1_ps(lanes.low),
            high: _mm256_set1_ps(lanes.high),
            zero: _mm256_set1_epi32(lanes.zero),
        }
    }

    #[target_feature(enable = "avx2")]
    fn bytes(&self, sums: [__m256i; 2]) -> __m128i {
        let half = |i: usize| {
            let scaled =
                _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_add_epi32(sums[i], self.bias[i])), self.scale[i]);
            let bounded = _mm256_min_ps(_mm256_max_ps(scaled, self.low), self.high);
            _mm256_add_epi32(_mm256_cvtps_epi32(bounded), self.zero)
        };
        // Packing works within each half of the register; the permutation puts the channels back in order.
        let words = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(half(0), half(1)));
        _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words))
    }
}

/// # Safety
/// Eight cells lie at `at`.
#[target_feature(enable = "avx2")]
unsafe fn load8(at: *const u32) -> __m256i {
    // SAFETY: promised by the caller; the load needs no alignment.
    unsafe { _mm256_loadu_si256(at.cast()) }
}
