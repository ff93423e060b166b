//! Weights out of a file: lengths are checked, nothing is trusted.

use super::dense::Linear;
use super::maths::Normalise;
use crate::VisionError;
use crate::embedded::simd::{self, Isa};

/// The rest of a file.
#[derive(Clone)]
pub(in crate::embedded) struct Bytes<'a> {
    rest: &'a [u8],
    isa: Isa,
}

/// Brings each row to mean zero and spread one, then scales and shifts it.
#[derive(Debug)]
pub(in crate::embedded) struct Norm {
    factors: Vec<f32>,
    shifts: Vec<f32>,
    least: f32,
}

impl<'a> Bytes<'a> {
    pub(in crate::embedded) fn new(rest: &'a [u8], isa: Isa) -> Self {
        Self { rest, isa }
    }

    pub(in crate::embedded) fn take(&mut self, count: usize) -> Result<&'a [u8], VisionError> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(short)?;
        self.rest = rest;
        Ok(bytes)
    }

    pub(in crate::embedded) fn number(&mut self) -> Result<usize, VisionError> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or_else(short)?;
        self.rest = rest;
        usize::try_from(u32::from_le_bytes(*bytes)).map_err(|_| short())
    }

    pub(in crate::embedded) fn floats(&mut self, count: usize) -> Result<Vec<f32>, VisionError> {
        let bytes = self.take(count.checked_mul(4).ok_or_else(short)?)?;
        Ok(bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }

    pub(in crate::embedded) fn linear(&mut self, rows: usize, inputs: usize) -> Result<Linear, VisionError> {
        let scales = self.floats(rows)?;
        let weights = self.take(rows.checked_mul(inputs).ok_or_else(short)?)?;
        Ok(Linear::new(self.isa, inputs, &scales, weights, &self.floats(rows)?))
    }

    pub(in crate::embedded) fn norm(&mut self, width: usize, least: f32) -> Result<Norm, VisionError> {
        Ok(Norm { factors: self.floats(width)?, shifts: self.floats(width)?, least })
    }

    /// The rows of a layer as floats.
    pub(in crate::embedded) fn rows(&mut self, rows: usize, inputs: usize) -> Result<Vec<f32>, VisionError> {
        let scales = self.floats(rows)?;
        let weights = self.take(rows.checked_mul(inputs).ok_or_else(short)?)?;
        let row =
            |(row, scale): (&[u8], &f32)| row.iter().map(|&w| f32::from(w as i8) * scale).collect::<Vec<_>>();
        Ok(weights.chunks_exact(inputs.max(1)).zip(&scales).flat_map(row).collect())
    }

    /// All that is left, as lines of text.
    pub(in crate::embedded) fn lines(self) -> Result<Vec<String>, VisionError> {
        let text = std::str::from_utf8(self.rest).map_err(|_| short())?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    pub(in crate::embedded) fn rest(self) -> &'a [u8] {
        self.rest
    }

    /// Nothing may be left.
    pub(in crate::embedded) fn end(self) -> Result<(), VisionError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(VisionError::model("the eye's file is longer than it says"))
        }
    }
}

impl Norm {
    pub(in crate::embedded) fn run(&self, isa: Isa, rows: &[f32]) -> Vec<f32> {
        let mut out = rows.to_vec();
        let (factors, shifts) = (&self.factors, &self.shifts);
        simd::run(isa, Normalise { rows: &mut out, factors, shifts, least: self.least });
        out
    }
}

fn short() -> VisionError {
    VisionError::model("the eye's file is cut short; fetch it again")
}
