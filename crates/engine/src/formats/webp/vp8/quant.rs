//! Quantisers: from quality to steps, and from coefficients to levels.
//! Quantiser indices and dequantisation: RFC 6386, sections 9.6 and 14.1.

use super::activity::CALM;
use super::tables::{AC_STEPS, DC_STEPS};
use super::transform::Rows;
use crate::simd::{Lanes, Narrow, Wide, array};

/// How much of a step is added before rounding down, in 1/256: below 128 small values are pulled to zero. Those of high
/// frequencies save the most bits for the least that is seen.
#[derive(Clone, Copy)]
struct Rounding {
    dc: i32,
    ac: i32,
}

/// With fine steps everything counts.
fn luma_rounding(index: u8) -> Rounding {
    Rounding { dc: 124, ac: 80 + 12i32.saturating_sub(i32::from(index)).max(0) * 2 }
}

const LUMA_DC_ROUNDING: Rounding = Rounding { dc: 104, ac: 108 };
const CHROMA_ROUNDING: Rounding = Rounding { dc: 124, ac: 100 };

/// What a bit is worth in busy segments and in calm ones, where an error shows more.
type Worth = (i32, i32);

/// Squared error that a bit is worth, in 1/1024 of a squared step: between 4x4 modes, and between one 16x16 and sixteen
/// 4x4 predictions.
const PER_BIT_4: Worth = (18, 10);
const PER_BIT_CHOICE: Worth = (16, 10);
/// Hadamard sum that a bit is worth, in 1/256 of a step.
const HADAMARD_PER_BIT: Worth = (32, 12);
/// A 16x16 prediction that costs no more than these bits is not compared with 4x4 ones.
const GOOD_ENOUGH: Worth = (48, 0);

/// Raises high frequencies of luma a little before rounding, in 1/2048 of a step.
const SHARPEN: [[i32; 4]; 4] = [[0, 30, 60, 90], [30, 60, 90, 90], [60, 90, 90, 90], [90, 90, 90, 90]];

/// Steps and what is made of them, for four blocks side by side.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    step: [[i16; 16]; 4],
    /// 65536 / step, rounded up.
    reciprocal: [[i16; 16]; 4],
    bias: [[i16; 16]; 4],
}

impl Matrix {
    #[inline(never)]
    fn new(dc: i32, ac: i32, rounding: Rounding, sharpen: bool) -> Self {
        let table = |value: &dyn Fn(usize, usize) -> i32| {
            std::array::from_fn(|row| std::array::from_fn(|lane| value(row, lane % 4) as i16))
        };
        let step = |row: usize, column: usize| if row + column == 0 { dc } else { ac };
        Self {
            step: table(&step),
            reciprocal: table(&|row, column| 65535 / step(row, column) + 1),
            bias: table(&|row, column| {
                let part = if row + column == 0 { rounding.dc } else { rounding.ac };
                let raise = if sharpen { SHARPEN[row][column] * step(row, column) / 2048 } else { 0 };
                part * step(row, column) / 256 + raise
            }),
        }
    }

    /// The mean step.
    fn mean(&self) -> u32 {
        ((i32::from(self.step[0][0]) + 15 * i32::from(self.step[0][1]) + 8) >> 4) as u32
    }

    /// Levels, and the coefficients that the decoder makes of them.
    #[inline(always)]
    pub(super) fn quantise<W: Wide>(&self, coefficients: Rows<W>) -> (Rows<W>, Rows<W>) {
        self.quantise_with(coefficients, W::load)
    }

    /// The same for two blocks.
    #[inline(always)]
    pub(super) fn quantise_two<N: Narrow>(&self, coefficients: Rows<N>) -> (Rows<N>, Rows<N>) {
        self.quantise_with(coefficients, |row| N::load(row.first_chunk().expect("sixteen lanes")))
    }

    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn quantise_with<L: Lanes>(
        &self,
        coefficients: Rows<L>,
        load: impl Fn(&[i16; 16]) -> L,
    ) -> (Rows<L>, Rows<L>) {
        let levels: Rows<L> = array(|row| {
            let value = coefficients[row];
            let sign = value.shr16::<15>();
            let size = value.abs16().add16(load(&self.bias[row])).mulhi_u16(load(&self.reciprocal[row]));
            size.xor(sign).sub16(sign)
        });
        (levels, array(|row| levels[row].mullo16(load(&self.step[row]))))
    }

    /// The same for one value at `place` of a block.
    pub(super) fn quantise_one(&self, place: usize, value: i16) -> (i16, i16) {
        let (row, column) = (place / 4, place % 4);
        let size = u32::from(value.unsigned_abs()) + self.bias[row][column] as u32;
        let level = ((size * self.reciprocal[row][column] as u32) >> 16) as i16;
        let level = if value < 0 { -level } else { level };
        (level, level * self.step[row][column])
    }
}

/// Everything that depends on the quantiser of a segment.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) luma: Matrix,
    pub(super) luma_dc: Matrix,
    pub(super) chroma: Matrix,
    /// What a bit may cost in squared error when 4x4 modes are compared.
    pub(super) per_bit_4: u64,
    /// The same between one 16x16 and sixteen 4x4 predictions.
    pub(super) per_bit_choice: u64,
    /// The weight of a mode's bits beside sums of Hadamard coefficients, times 256.
    pub(super) hadamard_per_bit: u32,
    /// Bits of a 16x16 prediction that is not compared, in 1/256.
    pub(super) good_enough: u64,
}

/// The steps of chroma DCs come from this far beside the segment's own: flat colours show their errors.
pub(super) const CHROMA_DC_SHIFT: i32 = -2;

impl Segment {
    #[inline(never)]
    pub(super) fn new(index: u8, calm: i32) -> Self {
        let at = |shift: i32, most: i32| (i32::from(index) + shift).clamp(0, most) as usize;
        let dc = |shift, most| i32::from(DC_STEPS[at(shift, most)]);
        let ac = i32::from(AC_STEPS[at(0, 127)]);
        let luma = Matrix::new(dc(0, 127), ac, luma_rounding(index), true);
        let luma_dc = Matrix::new(2 * dc(0, 127), (ac * 155 / 100).max(8), LUMA_DC_ROUNDING, false);
        let chroma = Matrix::new(dc(CHROMA_DC_SHIFT, 117), ac, CHROMA_ROUNDING, false);
        let between = |(busy, still): Worth| (busy + (still - busy) * calm / CALM) as u32;
        let squared = |matrix: &Matrix, factor: Worth| {
            (u64::from(matrix.mean()).pow(2) * u64::from(between(factor)) / 1024).max(1)
        };
        Self {
            per_bit_4: squared(&luma, PER_BIT_4),
            per_bit_choice: squared(&luma, PER_BIT_CHOICE),
            hadamard_per_bit: luma.mean() * between(HADAMARD_PER_BIT),
            good_enough: u64::from(between(GOOD_ENOUGH)) * 256,
            luma,
            luma_dc,
            chroma,
        }
    }
}

/// The quantiser index of each quality, so that bytes and looks follow libwebp's at the same number.
static INDEX_OF_QUALITY: [u8; 101] = [
    127, 101, 94, 89, 85, 82, 80, 77, 75, 73, 72, 70, 68, 67, 65, 64, 63, 62, 60, 59, 58, 57, 56, 55, 54, 53,
    52, 51, 50, 50, 49, 48, 47, 46, 46, 45, 44, 44, 43, 42, 42, 41, 40, 40, 39, 38, 38, 37, 37, 36, 35, 35,
    34, 34, 33, 33, 32, 32, 31, 31, 30, 29, 29, 28, 28, 28, 27, 27, 26, 26, 25, 25, 24, 24, 23, 23, 22, 21,
    19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 6, 5, 4, 3, 2, 2, 1, 0, 0,
];

pub(super) fn index_of_quality(quality: u8) -> u8 {
    INDEX_OF_QUALITY[usize::from(quality.min(100))]
}
