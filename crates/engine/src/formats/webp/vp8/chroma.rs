//! Chroma of a macroblock: U and V side by side with one mode. Chroma prediction: RFC 6386, section 12.2.

use super::cost;
use super::luma16::{Context, cheapest};
use super::macroblock::{Levels, scan};
use super::predict::Around;
use super::transform::{self, add, load, subtract, transpose};
use crate::simd::Simd;

/// Two rows of blocks: two of U, then two of V.
pub(super) type Pixels = [[[u8; 16]; 4]; 2];

#[derive(Clone, Debug)]
pub(super) struct Chroma {
    pub(super) mode: u8,
    /// Four of U, then four of V.
    pub(super) blocks: [Levels; 8],
    pub(super) pixels: Pixels,
}

/// The branches of each mode: probability of 0 and bit.
pub(super) const MODE_PATHS: [&[(u8, bool)]; 4] = [
    &[(142, false)],
    &[(142, true), (114, true), (183, true)],
    &[(142, true), (114, false)],
    &[(142, true), (114, true), (183, false)],
];

pub(super) fn mode_bits(mode: u8) -> u32 {
    MODE_PATHS[usize::from(mode & 3)].iter().map(|&(zero, bit)| cost::bit(bit, zero)).sum()
}

#[inline(always)]
pub(super) fn search<S: Simd>(
    samples: &Pixels,
    around: &[Around<8>; 2],
    context: &Context<'_>,
    only_dc: bool,
) -> Chroma {
    let averages = around.each_ref().map(Around::average);
    let predict = |mode, band| prediction(around, averages, mode, band);
    let mode = cheapest::<S>(samples, only_dc, context.segment, mode_bits, predict);
    let mut chroma = Chroma { mode, blocks: [Levels::default(); 8], pixels: [[[0; 16]; 4]; 2] };
    for (band, samples) in samples.iter().enumerate() {
        let predicted = load::<S::Wide>(&prediction(around, averages, mode, band));
        let difference = subtract(load::<S::Wide>(samples), predicted);
        let (levels, back) = context.segment.chroma.quantise(transform::forward(difference));
        for (i, (values, rows)) in transform::blocks(levels).into_iter().enumerate() {
            chroma.blocks[4 * (i / 2) + 2 * band + i % 2] = Levels { values, present: scan(rows) };
        }
        let residual = transpose(transform::inverse_transposed(back));
        chroma.pixels[band] = add::<S>(predicted, residual);
    }
    chroma
}

/// Four rows of both planes.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn prediction(around: &[Around<8>; 2], averages: [u8; 2], mode: u8, band: usize) -> [[u8; 16]; 4] {
    std::array::from_fn(|row| {
        let [u, v] = [0, 1].map(|plane| around[plane].row(mode, 4 * band + row, averages[plane]));
        std::array::from_fn(|x| if x < 8 { u[x] } else { v[x - 8] })
    })
}
