//! Quantisation: tables scaled by quality in the way of libjpeg, and exact division by multiplication.
//! Quantisation tables: ITU-T T.81, K.1.

use super::super::dct;
use super::super::zigzag::{ZIGZAG, transposed};
use crate::simd::{Lanes, Narrow, array};

const LUMA: [u16; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78,
    87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
/// The first four rows and columns of the chroma table; the rest is 99.
const CHROMA: [[u16; 4]; 4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]];

/// One table, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QuantTable([u16; 64]);

impl QuantTable {
    pub(super) fn luma(quality: u8) -> Self {
        Self(LUMA.map(|value| scaled(value, percent(quality))))
    }

    pub(super) fn chroma(quality: u8) -> Self {
        let base = |i: usize| if i % 8 < 4 && i / 8 < 4 { CHROMA[i / 8][i % 8] } else { 99 };
        Self(std::array::from_fn(|i| scaled(base(i), percent(quality))))
    }

    /// Luma's and chroma's tables of the smallest files: steps that grow evenly with the frequency. At equal SSIMULACRA2
    /// they take about a tenth fewer bytes than the standard's, whose steps for the highest frequencies are too coarse.
    pub(super) fn even(quality: u8) -> [Self; 2] {
        let percent = percent(quality);
        // So that an image scores as it does with the standard's tables at the same quality.
        let percent = (percent * 21 / 20).min(percent * 4 / 5 + 8);
        [(12, 5), (10, 4)].map(|(first, growth)| {
            Self(std::array::from_fn(|i| scaled(first + growth * (i % 8 + i / 8) as u16, percent)))
        })
    }

    /// As a file holds it.
    pub(super) fn zigzag(&self) -> [u8; 64] {
        ZIGZAG.map(|natural| self.0[usize::from(natural)] as u8)
    }
}

/// What the steps of quality 50 are multiplied by, in hundredths.
fn percent(quality: u8) -> u32 {
    let quality = u32::from(quality.clamp(1, 100));
    if quality < 50 { 5000 / quality } else { 200 - 2 * quality }
}

fn scaled(value: u16, percent: u32) -> u16 {
    ((u32::from(value) * percent + 50) / 100).clamp(1, 255) as u16
}

/// Division of transformed values (times 8) by a table's values with rounding, exact for every value that occurs: a
/// multiplication by a 16-bit reciprocal and a shift, both as upper halves of products.
#[derive(Clone, Debug)]
pub(super) struct Divisors {
    half: [i16; 64],
    reciprocal: [i16; 64],
    shift: [i16; 64],
}

impl Divisors {
    pub(super) fn new(table: &QuantTable) -> Self {
        let mut divisors = Self { half: [0; 64], reciprocal: [0; 64], shift: [0; 64] };
        for (natural, &value) in table.0.iter().enumerate() {
            let slot = usize::from(transposed(natural as u8));
            let divisor = u32::from(value) * 8;
            let log = divisor.ilog2();
            // A power of two has a reciprocal of 2^16, one bit too many: half of it and one shift less.
            let fits = 16 - u32::from(divisor.is_power_of_two());
            divisors.half[slot] = (divisor / 2) as i16;
            divisors.reciprocal[slot] = (1u32 << (fits + log)).div_ceil(divisor) as u16 as i16;
            divisors.shift[slot] = (1u32 << (32 - log - fits)) as u16 as i16;
        }
        divisors
    }

    /// The vectors for [`divide`], made once for a row of blocks.
    #[inline(always)]
    pub(super) fn columns<V: Narrow>(&self) -> [[V; 3]; 8] {
        array(|k| [dct::column(&self.half, k), dct::column(&self.reciprocal, k), dct::column(&self.shift, k)])
    }
}

/// One column divided by `[half, reciprocal, shift]`.
#[inline(always)]
pub(super) fn divide<L: Lanes>(values: L, by: [L; 3]) -> L {
    let sign = values.shr16::<15>();
    let quotient = values.abs16().add16(by[0]).mulhi_u16(by[1]).mulhi_u16(by[2]);
    quotient.xor(sign).sub16(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Level, Simd, Task, dispatch_at};

    struct DivideAll<'a>(&'a Divisors, i16);

    impl Task for DivideAll<'_> {
        type Output = [i16; 64];

        #[inline(always)]
        fn run<S: Simd>(self) -> [i16; 64] {
            let by = self.0.columns::<S::Narrow>();
            let mut out = [0; 64];
            for (by, out) in by.into_iter().zip(out.chunks_exact_mut(8)) {
                divide(S::Narrow::splat16(self.1), by).store(out.first_chunk_mut().unwrap());
            }
            out
        }
    }

    #[test]
    fn division_is_exact_for_every_table_value() {
        for quality in 1..=100 {
            let table = QuantTable::luma(quality);
            let divisors = Divisors::new(&table);
            for value in (-16384..16384).step_by(97) {
                let quotients = dispatch_at(Level::Scalar, DivideAll(&divisors, value));
                for (natural, &q) in table.0.iter().enumerate() {
                    let (q, magnitude) = (i32::from(q) * 8, i32::from(value).abs());
                    let expected = (magnitude + q / 2) / q * i32::from(value.signum());
                    let slot = usize::from(transposed(natural as u8));
                    assert_eq!(i32::from(quotients[slot]), expected, "{value} / {q}");
                }
            }
        }
    }

    #[test]
    fn tables_are_the_ones_of_libjpeg() {
        assert_eq!(QuantTable::luma(50).0, LUMA);
        assert_eq!(QuantTable::luma(80).zigzag()[..8], [6, 4, 5, 6, 5, 4, 6, 6]);
        assert_eq!(QuantTable::chroma(80).zigzag()[..8], [7, 7, 7, 10, 8, 10, 19, 10]);
        assert!(QuantTable::luma(100).0.iter().all(|&q| q == 1));
    }

    #[test]
    fn even_tables_are_finer_for_high_frequencies_and_lose_nothing_at_the_best_quality() {
        for quality in [30, 50, 70, 80, 90] {
            let (even, standard) = (QuantTable::even(quality), QuantTable::luma(quality));
            assert!(even[0].0[40..].iter().sum::<u16>() < standard.0[40..].iter().sum(), "{quality}");
            assert!(even[1].0.iter().zip(&even[0].0).all(|(chroma, luma)| chroma <= luma), "{quality}");
        }
        assert!(QuantTable::even(100).iter().all(|table| table.0 == [1; 64]));
    }
}
