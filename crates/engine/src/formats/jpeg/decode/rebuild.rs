//! From coefficients to samples: dequantisation and the scaled inverse transforms, a run of neighbouring blocks at a time.
//! Dequantisation: ITU-T T.81, A.3.4.

use super::super::dct;
use crate::simd::{Lanes, Narrow, Simd, Wide, array};

/// Coefficients up to this end lie in the first four rows and columns.
const QUARTER: u8 = 10;

/// A run of blocks of one component in a row.
#[derive(Debug)]
pub(super) struct Blocks<'a> {
    /// Samples per block side.
    pub(super) side: usize,
    /// `side * side` coefficients a block.
    pub(super) coefficients: &'a [i16],
    /// Where each block's coefficients end in zigzag order.
    pub(super) ends: &'a [u8],
    /// In the order of the coefficients.
    pub(super) quant: &'a [i16; 64],
}

impl Blocks<'_> {
    /// Writes the samples; `out` begins at the first block's first sample.
    #[inline(always)]
    pub(super) fn write<S: Simd>(&self, out: &mut [u8], stride: usize) {
        match self.side {
            8 => self.write_full::<S>(out, stride),
            4 => self.write_half::<S>(out, stride),
            2 => self.write_quarter(out, stride),
            _ => self.write_eighth(out),
        }
    }

    #[inline(always)]
    fn write_full<S: Simd>(&self, out: &mut [u8], stride: usize) {
        let mut at = 0;
        if S::WIDE_IS_NATIVE {
            let quant: [S::Wide; 8] = array(|k| {
                let column = dct::column::<S::Narrow>(self.quant, k);
                S::Wide::join(column, column)
            });
            while at + 2 <= self.ends.len() {
                self.full_pair::<S>(at, &quant, &mut out[8 * at..], stride);
                at += 2;
            }
        }
        let quant: [S::Narrow; 8] = array(|k| dct::column(self.quant, k));
        while at < self.ends.len() {
            self.full_one(at, &quant, &mut out[8 * at..], stride);
            at += 1;
        }
    }

    #[inline(always)]
    fn full_pair<S: Simd>(&self, at: usize, quant: &[S::Wide; 8], out: &mut [u8], stride: usize) {
        let end = self.ends[at].max(self.ends[at + 1]);
        if end <= 1 {
            self.fill_mean(at, out, stride);
            self.fill_mean(at + 1, &mut out[8..], stride);
            return;
        }
        let blocks: &[i16; 128] = self.coefficients[64 * at..].first_chunk().expect("two blocks");
        let rows = if end <= QUARTER {
            dct::inverse_of_quarter(array(|k| dct::columns::<S>(blocks, k).mullo16(quant[k])))
        } else {
            dct::inverse(array(|k| dct::columns::<S>(blocks, k).mullo16(quant[k])))
        };
        for k in 0..4 {
            let (first, second) = rows[2 * k].pack16(rows[2 * k + 1]).halves();
            let base = 2 * k * stride;
            out[base..base + 16].copy_from_slice(&first.low64(second).bytes());
            out[base + stride..base + stride + 16].copy_from_slice(&first.high64(second).bytes());
        }
    }

    #[inline(always)]
    fn full_one<V: Narrow>(&self, at: usize, quant: &[V; 8], out: &mut [u8], stride: usize) {
        let end = self.ends[at];
        if end <= 1 {
            self.fill_mean(at, out, stride);
            return;
        }
        let block = &self.coefficients[64 * at..64 * at + 64];
        let rows = if end <= QUARTER {
            dct::inverse_of_quarter(array(|k| dct::column::<V>(block, k).mullo16(quant[k])))
        } else {
            dct::inverse(array(|k| dct::column::<V>(block, k).mullo16(quant[k])))
        };
        for k in 0..4 {
            let bytes = rows[2 * k].pack16(rows[2 * k + 1]).bytes();
            let base = 2 * k * stride;
            out[base..base + 8].copy_from_slice(&bytes[..8]);
            out[base + stride..base + stride + 8].copy_from_slice(&bytes[8..]);
        }
    }

    #[inline(always)]
    fn fill_mean(&self, at: usize, out: &mut [u8], stride: usize) {
        let mean = dct::mean(i32::from(self.coefficients[64 * at].wrapping_mul(self.quant[0])));
        for k in 0..8 {
            out[k * stride..k * stride + 8].copy_from_slice(&[mean; 8]);
        }
    }

    #[inline(always)]
    fn write_half<S: Simd>(&self, out: &mut [u8], stride: usize) {
        let quant: [S::Narrow; 2] = array(|k| dct::column(self.quant, k));
        let mut at = 0;
        while at + 4 <= self.ends.len() {
            let block = |i: usize, k: usize| {
                dct::column::<S::Narrow>(&self.coefficients[16 * (at + i)..], k).mullo16(quant[k])
            };
            // Blocks 0 and 1 in the low half, 2 and 3 in the high one.
            let (a, b) = (S::Wide::join(block(0, 0), block(2, 0)), S::Wide::join(block(1, 0), block(3, 0)));
            let (c, d) = (S::Wide::join(block(0, 1), block(2, 1)), S::Wide::join(block(1, 1), block(3, 1)));
            let rows = dct::inverse_half([a.low64(b), a.high64(b), c.low64(d), c.high64(d)]);
            for (k, row) in rows.into_iter().enumerate() {
                let (low, high) = row.halves();
                let base = 2 * k * stride + 4 * at;
                out[base..base + 16].copy_from_slice(&low.low64(high).bytes());
                out[base + stride..base + stride + 16].copy_from_slice(&low.high64(high).bytes());
            }
            at += 4;
        }
        while at < self.ends.len() {
            let block = &self.coefficients[16 * at..16 * at + 16];
            let (a, c) = (dct::column::<S::Narrow>(block, 0), dct::column::<S::Narrow>(block, 1));
            let (a, c) = (a.mullo16(quant[0]), c.mullo16(quant[1]));
            let rows = dct::inverse_half([a.low64(a), a.high64(a), c.low64(c), c.high64(c)]);
            for (k, row) in rows.into_iter().enumerate() {
                let bytes = row.bytes();
                let base = 2 * k * stride + 4 * at;
                out[base..base + 4].copy_from_slice(&bytes[..4]);
                out[base + stride..base + stride + 4].copy_from_slice(&bytes[8..12]);
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn write_quarter(&self, out: &mut [u8], stride: usize) {
        let (top, bottom) = out.split_at_mut(stride);
        for (at, block) in self.coefficients.chunks_exact(4).take(self.ends.len()).enumerate() {
            let value = |slot: usize| i32::from(block[slot].wrapping_mul(self.quant[slot]));
            let samples = dct::inverse_quarter(value(0), value(1), value(2), value(3));
            top[2 * at..2 * at + 2].copy_from_slice(&samples[..2]);
            bottom[2 * at..2 * at + 2].copy_from_slice(&samples[2..]);
        }
    }

    #[inline(always)]
    fn write_eighth(&self, out: &mut [u8]) {
        for (sample, &dc) in out.iter_mut().zip(&self.coefficients[..self.ends.len()]) {
            *sample = dct::mean(i32::from(dc.wrapping_mul(self.quant[0])));
        }
    }
}
