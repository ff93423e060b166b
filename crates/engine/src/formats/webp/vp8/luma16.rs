//! Luma of a macroblock from one 16x16 prediction, its DCs transformed once more.
//! Luma prediction and the Y2 block: RFC 6386, sections 12.3 and 14.3.

use super::cost::{self, LUMA_AC, LUMA_DC};
use super::macroblock::{Levels, Present, scan};
use super::predict::Around;
use super::quant::Segment;
use super::transform::{self, Rows, add, hadamard, load, squares, subtract, sums, transpose};
use crate::simd::{Lanes, Simd, Wide, array};

/// Luma in four rows of four blocks.
pub(super) type Pixels = [[[u8; 16]; 4]; 4];

/// A way to code the luma of a macroblock.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) mode: u8,
    pub(super) dc: Levels,
    pub(super) blocks: [Levels; 16],
    pub(super) pixels: Pixels,
    pub(super) distortion: u64,
    /// In 1/256.
    pub(super) bits: u64,
}

/// The branches of each mode: probability of 0 and bit. The first says that it is a 16x16 prediction.
pub(super) const MODE_PATHS: [[(u8, bool); 3]; 4] = [
    [(145, true), (156, false), (163, false)],
    [(145, true), (156, true), (128, true)],
    [(145, true), (156, false), (163, true)],
    [(145, true), (156, true), (128, false)],
];

pub(super) fn mode_bits(mode: u8) -> u32 {
    MODE_PATHS[usize::from(mode & 3)].iter().map(|&(zero, bit)| cost::bit(bit, zero)).sum()
}

/// What the blocks cost depends on what lies around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) segment: &'a Segment,
    pub(super) costs: &'a cost::Levels,
    pub(super) above: &'a Present,
    pub(super) left: &'a Present,
}

/// The mode whose difference looks cheapest, in full.
#[inline(always)]
pub(super) fn search<S: Simd>(
    samples: &Pixels,
    around: &Around<16>,
    context: &Context<'_>,
    only_dc: bool,
) -> Whole {
    let average = around.average();
    let predict = |mode, band| prediction(around, mode, band, average);
    let mode = cheapest::<S>(samples, only_dc, context.segment, mode_bits, predict);
    code::<S>(samples, around, average, mode, context)
}

/// Of the four modes, or of the first alone, the one whose difference and bits together look cheapest.
#[inline(always)]
pub(super) fn cheapest<S: Simd>(
    samples: &[[[u8; 16]; 4]],
    only_first: bool,
    segment: &Segment,
    mode_bits: impl Fn(u8) -> u32,
    predict: impl Fn(u8, usize) -> [[u8; 16]; 4],
) -> u8 {
    let mut best = (u32::MAX, 0);
    for mode in 0..if only_first { 1 } else { 4 } {
        let mut total = S::Wide::splat16(0);
        for (band, samples) in samples.iter().enumerate() {
            let difference = subtract(load::<S::Wide>(samples), load(&predict(mode, band)));
            total = total.add16(hadamard(difference));
        }
        let difference: u32 = sums(total).into_iter().sum();
        best = best.min((difference * 256 + mode_bits(mode) * segment.hadamard_per_bit / 256, mode));
    }
    best.1
}

/// Transforms, quantises and reconstructs.
#[inline(always)]
fn code<S: Simd>(
    samples: &Pixels,
    around: &Around<16>,
    average: u8,
    mode: u8,
    context: &Context<'_>,
) -> Whole {
    let segment = context.segment;
    let mut dcs = [0; 16];
    let mut dequantised = [[[0; 16]; 4]; 4];
    let mut whole = Whole {
        mode,
        dc: Levels::default(),
        blocks: [Levels::default(); 16],
        pixels: [[[0; 16]; 4]; 4],
        distortion: 0,
        bits: u64::from(mode_bits(mode)),
    };
    for band in 0..4 {
        let difference =
            subtract(load::<S::Wide>(&samples[band]), load(&prediction(around, mode, band, average)));
        let mut coefficients = transform::forward(difference);
        let mut first = [0; 16];
        coefficients[0].store(&mut first);
        for block in 0..4 {
            dcs[4 * band + block] = std::mem::take(&mut first[4 * block]);
        }
        coefficients[0] = S::Wide::load(&first);
        let (levels, back) = segment.luma.quantise(coefficients);
        for (block, (values, rows)) in transform::blocks(levels).into_iter().enumerate() {
            whole.blocks[4 * band + block] = Levels { values, present: scan(rows) };
        }
        back.iter().zip(&mut dequantised[band]).for_each(|(row, to)| row.store(to));
    }
    let back = code_dcs(&dcs, segment, &mut whole.dc);
    for band in 0..4 {
        for block in 0..4 {
            dequantised[band][0][4 * block] = back[4 * band + block];
        }
        let coefficients: Rows<S::Wide> = array(|row| S::Wide::load(&dequantised[band][row]));
        let residual = transpose(transform::inverse_transposed(coefficients));
        let (source, predicted) =
            (load::<S::Wide>(&samples[band]), load::<S::Wide>(&prediction(around, mode, band, average)));
        whole.pixels[band] = add::<S>(predicted, residual);
        let error = subtract(subtract(source, predicted), residual);
        whole.distortion += u64::from(squares(error));
    }
    whole.bits += u64::from(bits(&whole, context));
    whole
}

fn code_dcs(dcs: &[i16; 16], segment: &Segment, levels: &mut Levels) -> [i16; 16] {
    let mut back = transform::forward_dc(dcs);
    let mut rows = 0;
    for (place, value) in back.iter_mut().enumerate() {
        (levels.values[place], *value) = segment.luma_dc.quantise_one(place, *value);
        rows |= u32::from(levels.values[place] != 0) << place;
    }
    levels.present = scan(rows);
    transform::inverse_dc(&back)
}

fn bits(whole: &Whole, context: &Context<'_>) -> u32 {
    let (mut above, mut left) = (context.above.luma, context.left.luma);
    let dc_context = usize::from(context.above.dc + context.left.dc);
    let mut bits = context.costs.block(LUMA_DC, dc_context, &whole.dc.values, whole.dc.present);
    for (i, block) in whole.blocks.iter().enumerate() {
        let (above, left) = (&mut above[i % 4], &mut left[i / 4]);
        bits += context.costs.block(LUMA_AC, usize::from(*above + *left), &block.values, block.present);
        *above = u8::from(block.present != 0);
        *left = *above;
    }
    bits
}

/// Four rows of a prediction.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn prediction(around: &Around<16>, mode: u8, band: usize, average: u8) -> [[u8; 16]; 4] {
    std::array::from_fn(|row| around.row(mode, 4 * band + row, average))
}
