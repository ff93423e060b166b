//! The inner loops of the text networks, in 32-bit floats. Every sum is added up from the front, and a product is rounded
//! before it is added (no fused multiply-add), so every processor gives the same numbers.

use super::Isa;
#[cfg(target_arch = "x86_64")]
use super::x86_float;

/// Columns and rows of one tile of a product.
pub(in crate::embedded) const WIDE: usize = 32;
pub(in crate::embedded) const HIGH: usize = 6;

pub(in crate::embedded) type FloatTile = [[f32; WIDE]; HIGH];

/// A weighted sum of rows that lie in one source: one row of a convolution that keeps channels apart.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Taps<'a> {
    pub(in crate::embedded) source: &'a [f32],
    /// Where each tap's row starts.
    pub(in crate::embedded) starts: &'a [usize],
    pub(in crate::embedded) weights: &'a [f32],
}

/// Multiplies [`HIGH`] rows with [`WIDE`] columns.
pub(in crate::embedded) fn float_tile(
    isa: Isa,
    rows: [&[f32]; HIGH],
    columns: &[[f32; WIDE]],
    out: &mut FloatTile,
) {
    let rows = rows.map(|row| &row[..columns.len()]);
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => x86_float::tile_in_halves(rows, columns, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Vnni | Isa::Vbmi => x86_float::tile(rows, columns, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon | Isa::Dot => super::neon_float::tile(rows, columns, out),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => super::wasm_float::tile(rows, columns, out),
        Isa::Portable => tile(rows, columns, out),
    }
}

/// Fills `out`; behind every start the source holds as many numbers, rounded up to whole blocks of [`WIDE`].
pub(in crate::embedded) fn float_taps(isa: Isa, taps: Taps<'_>, out: &mut [f32]) {
    vectorised(isa, || self::taps(taps, out));
}

/// Runs a plain loop compiled for the widest registers that plain loops gain from.
#[inline]
pub(in crate::embedded) fn vectorised<T>(isa: Isa, work: impl FnOnce() -> T) -> T {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Vnni | Isa::Vbmi => x86_float::vectorised(work),
        _ => work(),
    }
}

/// The product in plain Rust: the reference for every other version, and what other processors run.
fn tile(rows: [&[f32]; HIGH], columns: &[[f32; WIDE]], out: &mut FloatTile) {
    *out = [[0.0; WIDE]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        for (sums, row) in out.iter_mut().zip(rows) {
            let factor = row[at];
            sums.iter_mut().zip(column).for_each(|(sum, &value)| *sum += factor * value);
        }
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
