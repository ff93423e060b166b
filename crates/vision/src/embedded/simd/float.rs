//! The loops of the text networks that stay in 32-bit floats. Every sum is added up from the front, and a product is rounded
//! before it is added (no fused multiply-add), so every processor gives the same numbers.

use super::Isa;
use super::shape::{Loop, WIDE};

/// A weighted sum of rows that lie in one source: one row of a convolution that keeps channels apart.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Taps<'a> {
    pub(in crate::embedded) source: &'a [f32],
    /// Where each tap's row starts.
    pub(in crate::embedded) starts: &'a [usize],
    pub(in crate::embedded) weights: &'a [f32],
}

/// Fills `out`; behind every start the source holds as many numbers, rounded up to whole blocks of [`WIDE`].
pub(in crate::embedded) fn float_taps(isa: Isa, taps: Taps<'_>, out: &mut [f32]) {
    vectorised(isa, || self::taps(taps, out));
}

/// Runs a loop compiled for the widest registers.
#[inline]
pub(in crate::embedded) fn run<L: Loop>(isa: Isa, work: L) -> L::Gives {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => super::avx2::run(work),
        #[cfg(target_arch = "x86_64")]
        Isa::Vnni | Isa::Vbmi => super::vnni::run(work),
        _ => work.run(),
    }
}

/// The same for a short loop.
#[inline]
pub(in crate::embedded) fn vectorised<T>(isa: Isa, work: impl FnOnce() -> T) -> T {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Vnni | Isa::Vbmi => super::avx2::vectorised(work),
        _ => work(),
    }
}

#[inline(always)]
fn taps(taps: Taps<'_>, out: &mut [f32]) {
    for (block, out) in out.chunks_mut(WIDE).enumerate() {
        let mut sums = [0.0; WIDE];
        for (&start, &weight) in taps.starts.iter().zip(taps.weights) {
            let values = &taps.source[start + block * WIDE..][..WIDE];
            sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum += weight * value);
        }
        out.copy_from_slice(&sums[..out.len()]);
    }
}
