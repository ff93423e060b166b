//! The one pass over the image: decides every macroblock and keeps its levels.
//! Macroblocks and their contexts: RFC 6386, sections 11 and 13.3.

use super::activity::{SEGMENTS, Segments};
use super::chroma::{self, Chroma};
use super::cost::{self, CHROMA, LUMA, LUMA_AC, LUMA_DC, Modes};
use super::luma4::{self, Canvas};
use super::luma16::{self, Context, Pixels};
use super::macroblock::{Choice, Levels, Luma, OUTSIDE, Present};
use super::predict::Around;
use super::quant::Segment;
use super::source::{Samples, Source};
use super::tables::COEFFICIENTS;
use super::tokens::Tokens;
use crate::simd::{Simd, Task};

/// Bits, in 1/256, that the modes of all macroblocks may take: their partition ends at 2^19 bytes.
const MOST_HEADER_BITS: u64 = ((1 << 19) - 8192) * 8 * 256;
/// So many macroblocks are seen before the costs follow the image for the first time.
const FIRST_UPDATE: usize = 48;

/// What the pass found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) choices: Vec<Choice>,
    pub(super) tokens: Tokens,
}

/// `watch` is told the place and the pixels of every macroblock, as a decoder without a filter would show them; `false` ends
/// the search without a result.
pub(super) struct Search<'a, W> {
    pub(super) source: &'a Source<'a>,
    pub(super) segments: &'a Segments,
    pub(super) quantisers: &'a [Segment; SEGMENTS],
    pub(super) watch: W,
}

/// The lowest pixels, modes and levels of the macroblock above.
#[derive(Clone, Copy)]
struct Above {
    luma: [u8; 16],
    chroma: [[u8; 8]; 2],
    modes: [u8; 4],
    present: Present,
}

/// The rightmost of the one on the left, and the pixels in the corner.
#[derive(Clone, Copy)]
struct Left {
    luma: [u8; 16],
    chroma: [[u8; 8]; 2],
    corner: u8,
    chroma_corner: [u8; 2],
    modes: [u8; 4],
    present: Present,
}

impl Left {
    fn outside(row: usize) -> Self {
        let corner = if row == 0 { 127 } else { 129 };
        Self {
            luma: [129; 16],
            chroma: [[129; 8]; 2],
            corner,
            chroma_corner: [corner; 2],
            modes: OUTSIDE,
            present: Present::default(),
        }
    }
}

impl<W: FnMut(usize, usize, &Pixels, &chroma::Pixels) -> bool> Task for Search<'_, W> {
    type Output = Option<Found>;

    #[inline(always)]
    fn run<S: Simd>(mut self) -> Option<Found> {
        let (across, down) = self.source.blocks();
        let total = across * down;
        let outside =
            Above { luma: [127; 16], chroma: [[127; 8]; 2], modes: OUTSIDE, present: Present::default() };
        let mut above = vec![outside; across];
        let mut found = Found { choices: Vec::with_capacity(total), tokens: Tokens::new() };
        let mut costs = cost::Levels::new(&COEFFICIENTS);
        let modes = cost::modes();
        let mut header_bits = 0;
        let mut next_update = FIRST_UPDATE;
        for y in 0..down {
            let mut left = Left::outside(y);
            for x in 0..across {
                let done = found.choices.len();
                if done == next_update {
                    costs.update(&found.tokens.probabilities());
                    next_update += done.min(total / 16 + 1);
                }
                let samples = self.source.samples(x, y);
                let segment = self.segments.of_block[done];
                let quantiser = &self.quantisers[usize::from(segment)];
                let share = MOST_HEADER_BITS * (done as u64 + 1) / total as u64;
                let beyond = next_pixels(&above, x, y);
                let coded = macroblock::<S>(
                    &samples,
                    &above[x],
                    &left,
                    beyond,
                    (x > 0, y > 0),
                    quantiser,
                    (&costs, &modes),
                    share.saturating_sub(header_bits),
                );
                header_bits += coded.header_bits;
                let (above, left) = (&mut above[x], &mut left);
                found.keep(&coded, segment, &mut above.present, &mut left.present);
                let (lower, right) = found.choices[done].edges();
                (above.modes, left.modes) = (lower, right);
                move_on(&coded, above, left);
                if !(self.watch)(x, y, &coded.luma_pixels, &coded.chroma.pixels) {
                    return None;
                }
            }
        }
        Some(found)
    }
}

/// The four pixels above and to the right.
#[inline(always)]
fn next_pixels(above: &[Above], x: usize, y: usize) -> [u8; 4] {
    match above.get(x + 1) {
        Some(next) => [next.luma[0], next.luma[1], next.luma[2], next.luma[3]],
        None if y == 0 => [127; 4],
        None => [above[x].luma[15]; 4],
    }
}

/// A macroblock as it will be written.
struct Coded {
    luma: Luma,
    dc: Levels,
    blocks: [Levels; 16],
    luma_pixels: Pixels,
    chroma: Chroma,
    header_bits: u64,
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the surroundings of a macroblock, used once")]
fn macroblock<S: Simd>(
    samples: &Samples,
    above: &Above,
    left: &Left,
    beyond: [u8; 4],
    (has_left, has_above): (bool, bool),
    segment: &Segment,
    (costs, modes): (&cost::Levels, &Modes),
    header_bits: u64,
) -> Coded {
    let context = Context { segment, costs, above: &above.present, left: &left.present };
    // An image so large that its modes nearly fill their partition does with the cheapest.
    let is_full = header_bits < 12 * 256;
    let around = Around { above: above.luma, left: left.luma, corner: left.corner, has_above, has_left };
    let whole = luma16::search::<S>(&samples.luma, &around, &context, is_full);
    let score = whole.distortion * 256 + whole.bits * segment.per_bit_choice;
    let canvas = Canvas::new(&above.luma, beyond, &left.luma, left.corner);
    let blocks = if is_full || score < segment.per_bit_choice * segment.good_enough {
        None
    } else {
        let most = u32::try_from(header_bits).unwrap_or(u32::MAX);
        luma4::search::<S>(&samples.luma, canvas, modes, (above.modes, left.modes), &context, score, most)
    };
    let around = [0, 1].map(|plane| Around {
        above: above.chroma[plane],
        left: left.chroma[plane],
        corner: left.chroma_corner[plane],
        has_above,
        has_left,
    });
    let chroma = chroma::search::<S>(&samples.chroma, &around, &context, is_full);
    // Two bits for the segment and one for the skip flag.
    let rest = u64::from(chroma::mode_bits(chroma.mode)) + 3 * 256;
    match blocks {
        Some(found) => Coded {
            luma: Luma::Blocks(found.modes),
            dc: Levels::default(),
            blocks: found.blocks,
            luma_pixels: found.pixels,
            chroma,
            header_bits: rest + u64::from(found.mode_bits),
        },
        None => Coded {
            luma: Luma::Whole(whole.mode),
            dc: whole.dc,
            blocks: whole.blocks,
            luma_pixels: whole.pixels,
            chroma,
            header_bits: rest + u64::from(luma16::mode_bits(whole.mode)),
        },
    }
}

impl Found {
    #[inline(always)]
    fn keep(&mut self, coded: &Coded, segment: u8, above: &mut Present, left: &mut Present) {
        let has_dc = matches!(coded.luma, Luma::Whole(_));
        let any = coded.dc.present
            | coded.blocks.iter().chain(&coded.chroma.blocks).fold(0, |any, block| any | block.present);
        let choice = Choice { segment, skipped: any == 0, luma: coded.luma, chroma: coded.chroma.mode };
        self.choices.push(choice);
        if any == 0 {
            above.clear(has_dc);
            left.clear(has_dc);
            return;
        }
        if has_dc {
            self.push(LUMA_DC, &coded.dc, &mut above.dc, &mut left.dc);
        }
        let kind = if has_dc { LUMA_AC } else { LUMA };
        for (i, block) in coded.blocks.iter().enumerate() {
            self.push(kind, block, &mut above.luma[i % 4], &mut left.luma[i / 4]);
        }
        for (i, block) in coded.chroma.blocks.iter().enumerate() {
            let plane = i / 4 * 2;
            self.push(CHROMA, block, &mut above.chroma[plane + i % 2], &mut left.chroma[plane + i / 2 % 2]);
        }
    }

    #[inline(always)]
    fn push(&mut self, kind: usize, block: &Levels, above: &mut u8, left: &mut u8) {
        self.tokens.push(kind, usize::from(*above + *left), &block.values, block.present);
        *above = u8::from(block.present != 0);
        *left = *above;
    }
}

/// The edges that the next macroblocks see.
#[inline(always)]
fn move_on(coded: &Coded, above: &mut Above, left: &mut Left) {
    left.corner = above.luma[15];
    left.chroma_corner = above.chroma.map(|row| row[7]);
    above.luma = coded.luma_pixels[3][3];
    left.luma = std::array::from_fn(|y| coded.luma_pixels[y / 4][y % 4][15]);
    let pixels = &coded.chroma.pixels;
    for plane in 0..2 {
        above.chroma[plane].copy_from_slice(&pixels[1][3][8 * plane..8 * plane + 8]);
        left.chroma[plane] = std::array::from_fn(|y| pixels[y / 4][y % 4][8 * plane + 7]);
    }
}
