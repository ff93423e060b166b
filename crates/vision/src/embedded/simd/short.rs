//! Products of 16-bit numbers with sums of 32 bits: whole numbers, so every processor gives the same ones. Callers choose
//! their numbers so small that no sum overflows.

use super::Isa;
use super::shape::{HIGH, Pair, ShortTile, WIDE};

/// Multiplies [`HIGH`] rows with [`WIDE`] columns.
pub(in crate::embedded) fn short_tile(
    isa: Isa,
    rows: [&[Pair]; HIGH],
    columns: &[[Pair; WIDE]],
    out: &mut ShortTile,
) {
    // Every version reads a row as far as the columns are deep, and no further.
    let rows = rows.map(|row| &row[..columns.len()]);
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => super::x86_short::tile_in_halves(rows, columns, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Vnni | Isa::Vbmi => super::x86_short::tile(rows, columns, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon | Isa::Dot => super::neon_short::tile(rows, columns, out),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => super::wasm_short::tile(rows, columns, out),
        #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
        Isa::Relaxed(_) => super::wasm_short::tile(rows, columns, out),
        Isa::Portable => tile(rows, columns, out),
    }
}

/// The product in plain Rust: the reference for every other version, and what other processors run.
fn tile(rows: [&[Pair]; HIGH], columns: &[[Pair; WIDE]], out: &mut ShortTile) {
    *out = [[0; WIDE]; HIGH];
    for (at, column) in columns.iter().enumerate() {
        for (sums, row) in out.iter_mut().zip(rows) {
            let [a, b] = row[at].map(i32::from);
            sums.iter_mut()
                .zip(column)
                .for_each(|(sum, &[c, d])| *sum += a * i32::from(c) + b * i32::from(d));
        }
    }
}
