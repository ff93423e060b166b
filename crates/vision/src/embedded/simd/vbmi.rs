//! Windows for x86-64 with AVX-512 VBMI: four taps of sixteen channels to an instruction.
#![expect(unsafe_code, reason = "vector loads and stores; the callers in `simd` check every length first")]

use super::vnni::Finish;
use super::{LANES, Lanes, Window};
use std::arch::x86_64::*;

/// Pixels whose sums are kept at a time, so that no sum waits for the one before it.
const STRIP: usize = 4;

pub(super) fn window(window: &Window<'_>, lanes: Lanes<'_>, out: &mut [u8], pitch: usize, pixels: usize) {
    let whole = pixels - pixels % STRIP;
    // SAFETY: `Isa::detect` saw the instructions, and `simd::window` checked that taps, weights and output lie in their
    // slices.
    unsafe {
        for first in (0..whole).step_by(STRIP) {
            strip::<STRIP>(window, lanes, out, pitch, first);
        }
        for first in whole..pixels {
            strip::<1>(window, lanes, out, pitch, first);
        }
    }
}

/// # Safety
/// Every tap of `N` pixels from `first` on, sixteen weights to four offsets and those output pixels lie in their slices.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx512vbmi")]
unsafe fn strip<const N: usize>(
    window: &Window<'_>,
    lanes: Lanes<'_>,
    out: &mut [u8],
    pitch: usize,
    first: usize,
) {
    let finish = Finish::new(lanes);
    // SAFETY: the order holds 64 bytes, one vector.
    let order = unsafe { _mm512_loadu_si512(ORDER.as_ptr().cast()) };
    let mut sums = [finish.bias; N];
    for (taps, weights) in window.offsets.as_chunks::<4>().0.iter().zip(window.weights.as_chunks::<LANES>().0)
    {
        // SAFETY: sixteen cells are one vector.
        let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: promised by the caller.
            let values =
                unsafe { gather(window.source.as_ptr().add(window.start + (first + i) * window.step), taps) };
            *sum = _mm512_dpbusd_epi32(*sum, _mm512_permutexvar_epi8(order, values), weights);
        }
    }
    for (i, sum) in sums.into_iter().enumerate() {
        // SAFETY: promised by the caller.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().add((first + i) * pitch).cast(), finish.bytes(sum)) };
    }
}

/// Sixteen bytes of four taps, one after the other.
///
/// # Safety
/// Sixteen bytes lie at each offset from `at`.
#[target_feature(enable = "avx512f")]
unsafe fn gather(at: *const u8, taps: &[usize; 4]) -> __m512i {
    // SAFETY: promised by the caller.
    let load = |tap: usize| unsafe { _mm_loadu_si128(at.add(taps[tap]).cast()) };
    let first = _mm512_castsi128_si512(load(0));
    let two = _mm512_mask_broadcast_i32x4(first, 0x00f0, load(1));
    let three = _mm512_mask_broadcast_i32x4(two, 0x0f00, load(2));
    _mm512_mask_broadcast_i32x4(three, 0xf000, load(3))
}

/// Byte `4 c + tap` comes from byte `16 tap + c`.
const ORDER: [u8; 64] = {
    let mut order = [0; 64];
    let mut at = 0;
    while at < 64 {
        order[at] = (at % 4 * LANES + at / 4) as u8;
        at += 1;
    }
    order
};
