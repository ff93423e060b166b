//! The two inner loops of the networks, for each kind of processor. Sums are whole numbers and their scaling is one
//! rounded multiplication, so every version gives the same bytes.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod float;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod neon_dot;
#[cfg(target_arch = "aarch64")]
mod neon_short;
mod portable;
#[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
mod relaxed;
mod shape;
mod short;
mod two;
#[cfg(target_arch = "x86_64")]
mod vbmi;
#[cfg(target_arch = "x86_64")]
mod vnni;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm_short;
#[cfg(target_arch = "x86_64")]
mod x86_short;

pub(super) use float::{Taps, float_taps, run, vectorised};
pub(super) use portable::round;
pub(super) use shape::{HIGH, LANES, Lanes, Loop, Pair, ROWS, ShortTile, Sums, Tile, WIDE, Window};
pub(super) use short::short_tile;
pub(super) use two::two_sums;

/// Which version of the loops runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Isa {
    #[cfg_attr(
        any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")),
        allow(dead_code, reason = "there is always something better there; only tests compare with it")
    )]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Vnni,
    /// VNNI, and bytes in any order in one step.
    #[cfg(target_arch = "x86_64")]
    Vbmi,
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// NEON with dot products of bytes.
    #[cfg(target_arch = "aarch64")]
    Dot,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm,
    /// Dot products of bytes, where the machine below makes exact ones.
    #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
    Relaxed(relaxed::Values),
}

impl Isa {
    /// The best version this processor can run.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512vnni")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx2")
            {
                let vbmi = std::arch::is_x86_feature_detected!("avx512vbmi");
                return if vbmi { Self::Vbmi } else { Self::Vnni };
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                return Self::Avx2;
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            if std::arch::is_aarch64_feature_detected!("dotprod") { Self::Dot } else { Self::Neon }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            #[cfg(feature = "relaxed")]
            if let Some(values) = relaxed::values() {
                return Self::Relaxed(values);
            }
            Self::Wasm
        }
        #[cfg(not(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128"))))]
        {
            Self::Portable
        }
    }

    /// Every version this processor can run.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        match Self::detect() {
            #[cfg(target_arch = "x86_64")]
            Self::Vbmi => vec![Self::Portable, Self::Avx2, Self::Vnni, Self::Vbmi],
            #[cfg(target_arch = "x86_64")]
            Self::Vnni => vec![Self::Portable, Self::Avx2, Self::Vnni],
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => vec![Self::Portable, Self::Avx2],
            #[cfg(target_arch = "aarch64")]
            Self::Dot => vec![Self::Portable, Self::Neon, Self::Dot],
            #[cfg(target_arch = "aarch64")]
            Self::Neon => vec![Self::Portable, Self::Neon],
            _ => vec![Self::Portable],
        }
    }

    /// How many input channels one 32-bit cell of a matrix holds.
    pub(super) fn group(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vnni | Self::Vbmi => 4,
            #[cfg(target_arch = "aarch64")]
            Self::Dot => 4,
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Relaxed(_) => 4,
            _ => 2,
        }
    }

    /// How many taps of a window one 32-bit cell holds.
    pub(super) fn taps(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vbmi => 4,
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Relaxed(_) => 4,
            _ => 2,
        }
    }
}

/// Packs up to `room` (two or four) weights of one channel into a cell.
pub(super) fn cell(room: usize, weights: impl Iterator<Item = i8>) -> u32 {
    let bits = 32 / room as u32;
    let mask = u32::MAX >> (32 - bits);
    weights
        .enumerate()
        .fold(0, |cell, (i, weight)| cell | ((i32::from(weight) as u32 & mask) << (bits * i as u32)))
}

/// Multiplies [`ROWS`] pixels with the weights of [`LANES`] channels. The cells of pixel `r` start at byte `starts[r]`.
pub(super) fn tile(
    isa: Isa,
    cells: &[u8],
    starts: &[usize; ROWS],
    weights: &[u32],
    lanes: Lanes<'_>,
    out: &mut Tile,
) {
    let depth_bytes = weights.len() / LANES * 4;
    assert!(
        starts.iter().all(|start| start + depth_bytes <= cells.len()),
        "every pixel has a cell for each weight"
    );
    match isa {
        Isa::Portable => portable::tile(cells, starts, weights, lanes, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => avx2::tile(cells, starts, weights, lanes, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Vnni | Isa::Vbmi => vnni::tile(cells, starts, weights, lanes, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon => neon::tile(cells, starts, weights, lanes, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Dot => neon_dot::tile(cells, starts, weights, lanes, out),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => wasm::tile(cells, starts, weights, lanes, out),
        #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
        Isa::Relaxed(values) => relaxed::tile(values, cells, starts, weights, lanes, out),
    }
}

/// The same product with its sums as they are; only those of the first `rows` rows count.
pub(super) fn sums(
    isa: Isa,
    cells: &[u8],
    starts: &[usize; ROWS],
    rows: usize,
    weights: &[u32],
    out: &mut Sums,
) {
    let depth_bytes = weights.len() / LANES * 4;
    assert!(starts.iter().all(|start| start + depth_bytes <= cells.len()), "every row has all its cells");
    match isa {
        Isa::Portable => portable::sums(cells, starts, rows, weights, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => avx2::sums(cells, starts, rows, weights, out),
        #[cfg(target_arch = "x86_64")]
        Isa::Vnni | Isa::Vbmi => vnni::sums(cells, starts, rows, weights, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon => neon::sums(cells, starts, rows, weights, out),
        #[cfg(target_arch = "aarch64")]
        Isa::Dot => neon_dot::sums(cells, starts, rows, weights, out),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => wasm::sums(cells, starts, rows, weights, out),
        #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
        Isa::Relaxed(values) => relaxed::sums(values, cells, starts, rows, weights, out),
    }
}

/// Fills one row of sixteen channels; `out` starts at those channels of the row's first pixel, `pitch` from the next.
pub(super) fn window(
    isa: Isa,
    window: &Window<'_>,
    lanes: Lanes<'_>,
    out: &mut [u8],
    pitch: usize,
    pixels: usize,
) {
    let reach = window.offsets.iter().max().map_or(0, |far| far + LANES);
    assert!(pixels > 0 && (pixels - 1) * pitch + LANES <= out.len(), "the output row holds every pixel");
    assert!(
        window.start + (pixels - 1) * window.step + reach <= window.source.len(),
        "taps lie in the source"
    );
    let groups = window.offsets.chunks_exact(isa.taps());
    assert!(groups.remainder().is_empty(), "taps come in whole groups");
    assert_eq!(window.weights.len(), groups.len() * LANES, "a group of taps to each row of weights");
    match isa {
        Isa::Portable => portable::window(window, lanes, out, pitch, pixels),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Vnni => avx2::window(window, lanes, out, pitch, pixels),
        #[cfg(target_arch = "x86_64")]
        Isa::Vbmi => vbmi::window(window, lanes, out, pitch, pixels),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon | Isa::Dot => neon::window(window, lanes, out, pitch, pixels),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => wasm::window(window, lanes, out, pitch, pixels),
        #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
        Isa::Relaxed(values) => relaxed::window(values, window, lanes, out, pitch, pixels),
    }
}

#[cfg(test)]
mod tests;
