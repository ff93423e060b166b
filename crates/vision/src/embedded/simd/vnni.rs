//! The matrix product for x86-64 with AVX-512 VNNI: sixty-four 8-bit products to an instruction, sums exact.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::{LANES, Lanes, Loop, ROWS, Sums, Tile};
use std::arch::x86_64::*;

/// Rows of a sentence that is being written, and of what else has few.
const FEW: usize = 4;

pub(super) fn tile(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    // SAFETY: `Isa::detect` saw AVX-512 with VNNI, and `simd::tile` checked that every pixel has a cell for each weight.
    unsafe { tile_vnni(cells, starts, weights, lanes, out) }
}

pub(super) fn sums(cells: &[u8], starts: &[usize; ROWS], rows: usize, weights: &[u32], out: &mut Sums) {
    match starts.first_chunk::<FEW>().filter(|_| rows <= FEW) {
        // SAFETY: as in `tile`.
        Some(few) => unsafe { sums_vnni(cells, few, weights, out) },
        // SAFETY: as in `tile`.
        None => unsafe { sums_vnni(cells, starts, weights, out) },
    }
}

pub(super) fn run<L: Loop>(work: L) -> L::Gives {
    // SAFETY: `Isa::detect` saw AVX-512.
    unsafe { with_avx512(work) }
}

/// A loop that is inlined here is compiled for this function's registers.
#[target_feature(enable = "avx2,avx512f,avx512bw")]
fn with_avx512<L: Loop>(work: L) -> L::Gives {
    work.run()
}

pub(super) fn two_sums(
    cells: &[u8],
    starts: &[usize; ROWS],
    rows: usize,
    weights: [&[u32]; 2],
    out: &mut [Sums; 2],
) {
    assert_eq!(weights[0].len(), weights[1].len(), "both blocks are as deep");
    match starts.first_chunk::<FEW>().filter(|_| rows <= FEW) {
        // SAFETY: as in `tile`, and both blocks are as deep.
        Some(few) => unsafe { two_vnni(cells, few, weights, out) },
        // SAFETY: as above.
        None => unsafe { two_vnni(cells, starts, weights, out) },
    }
}

/// A row's cell is read once for both blocks.
///
/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights of a block, and both blocks have as many.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn two_vnni<const N: usize>(
    cells: &[u8],
    starts: &[usize; N],
    weights: [&[u32]; 2],
    out: &mut [Sums; 2],
) {
    let mut sums = [[_mm512_setzero_si512(); 2]; N];
    for depth in 0..weights[0].len() / LANES {
        // SAFETY: at every depth both blocks hold sixteen cells, one vector.
        let [first, second] =
            unsafe { weights.map(|weights| _mm512_loadu_si512(weights.as_ptr().add(depth * LANES).cast())) };
        for (sums, start) in sums.iter_mut().zip(starts) {
            // SAFETY: promised by the caller.
            let cell = unsafe { cells.as_ptr().add(start + 4 * depth).cast::<i32>().read_unaligned() };
            let cell = _mm512_set1_epi32(cell);
            sums[0] = _mm512_dpbusd_epi32(sums[0], cell, first);
            sums[1] = _mm512_dpbusd_epi32(sums[1], cell, second);
        }
    }
    for (row, sums) in sums.into_iter().enumerate() {
        for (out, sum) in out.iter_mut().zip(sums) {
            // SAFETY: a row of the tile is sixteen numbers.
            unsafe { _mm512_storeu_si512(out[row].as_mut_ptr().cast(), sum) };
        }
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn sums_vnni<const N: usize>(cells: &[u8], starts: &[usize; N], weights: &[u32], out: &mut Sums) {
    // SAFETY: promised by the caller.
    let sums = unsafe { add_up(cells, starts, weights, _mm512_setzero_si512()) };
    for (out, sum) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile is sixteen numbers.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), sum) };
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn tile_vnni(cells: &[u8], starts: &[usize; ROWS], weights: &[u32], lanes: Lanes<'_>, out: &mut Tile) {
    let finish = Finish::new(lanes);
    // SAFETY: promised by the caller.
    let sums = unsafe { add_up(cells, starts, weights, finish.bias) };
    for (out, sum) in out.iter_mut().zip(sums) {
        // SAFETY: a row of the tile is sixteen bytes.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), finish.bytes(sum)) };
    }
}

/// # Safety
/// From each start on, `cells` holds four bytes for every sixteen weights.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn add_up<const N: usize>(
    cells: &[u8],
    starts: &[usize; N],
    weights: &[u32],
    first: __m512i,
) -> [__m512i; N] {
    let mut sums = [first; N];
    for (depth, weights) in weights.chunks_exact(LANES).enumerate() {
        // SAFETY: the chunk holds sixteen cells, one vector.
        let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
        for (sum, start) in sums.iter_mut().zip(starts) {
            // SAFETY: promised by the caller.
            let cell = unsafe { cells.as_ptr().add(start + 4 * depth).cast::<i32>().read_unaligned() };
            *sum = _mm512_dpbusd_epi32(*sum, _mm512_set1_epi32(cell), weights);
        }
    }
    sums
}

/// The scaling of sixteen sums that started from their biases, held in registers.
pub(super) struct Finish {
    pub(super) bias: __m512i,
    scale: __m512,
    low: __m512,
    high: __m512,
    zero: __m512i,
}

impl Finish {
    #[target_feature(enable = "avx512f")]
    pub(super) fn new(lanes: Lanes<'_>) -> Self {
        // SAFETY: both arrays hold sixteen numbers, one vector.
        let (bias, scale) = unsafe {
            (_mm512_loadu_si512(lanes.bias.as_ptr().cast()), _mm512_loadu_ps(lanes.scale.as_ptr()))
        };
        let (low, high) = (_mm512_set1_ps(lanes.low), _mm512_set1_ps(lanes.high));
        Self { bias, scale, low, high, zero: _mm512_set1_epi32(lanes.zero) }
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn bytes(&self, sum: __m512i) -> __m128i {
        let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), self.scale);
        let bounded = _mm512_min_ps(_mm512_max_ps(scaled, self.low), self.high);
        _mm512_cvtepi32_epi8(_mm512_add_epi32(_mm512_cvtps_epi32(bounded), self.zero))
    }
}
