//! Rows of numbers brought to 0..255, each between its least and its largest, laid out as the processor wants them.

use crate::embedded::simd::{self, Isa, Loop, round};

/// Rows as bytes.
pub(in crate::embedded) struct Rows {
    pub(super) cells: Vec<u8>,
    /// What one stands for, and what zero does, in each row.
    pub(super) steps: Vec<f32>,
    pub(super) lows: Vec<f32>,
}

impl Rows {
    /// Rows of `width` numbers each.
    pub(in crate::embedded) fn new(isa: Isa, values: &[f32], width: usize) -> Self {
        let mut rows = Self::empty(isa, values.len() / width.max(1), width);
        let (stride, wide) = (stride(isa, width), 4 / isa.group());
        simd::run(isa, Bytes { values, width, stride, wide, rows: &mut rows });
        rows
    }

    /// Bytes that stand for themselves.
    pub(in crate::embedded) fn bytes(isa: Isa, values: &[u8], width: usize) -> Self {
        let mut rows = Self::empty(isa, values.len() / width.max(1), width);
        let (stride, wide) = (stride(isa, width), 4 / isa.group());
        for (row, out) in values.chunks_exact(width).zip(rows.cells.chunks_exact_mut(stride)) {
            out.iter_mut().step_by(wide).zip(row).for_each(|(out, &value)| *out = value);
        }
        rows.steps.fill(1.0);
        rows
    }

    pub(super) fn count(&self) -> usize {
        self.steps.len()
    }

    fn empty(isa: Isa, count: usize, width: usize) -> Self {
        Self { cells: vec![0; count * stride(isa, width)], steps: vec![0.0; count], lows: vec![0.0; count] }
    }
}

/// Brings rows of numbers to bytes.
struct Bytes<'a> {
    values: &'a [f32],
    width: usize,
    stride: usize,
    wide: usize,
    rows: &'a mut Rows,
}

impl Loop for Bytes<'_> {
    type Gives = ();

    #[inline(always)]
    fn run(self) {
        let Self { values, width, stride, wide, rows } = self;
        for (at, row) in values.chunks_exact(width).enumerate() {
            let (low, high) = bounds(row);
            let step = (high - low) / 255.0;
            let factor = if step > 0.0 { 1.0 / step } else { 0.0 };
            let byte = |value: f32| round((value - low) * factor).min(255) as u8;
            let out = &mut rows.cells[at * stride..][..stride];
            if wide == 1 {
                out.iter_mut().zip(row).for_each(|(out, &value)| *out = byte(value));
            } else {
                out.iter_mut().step_by(2).zip(row).for_each(|(out, &value)| *out = byte(value));
            }
            (rows.steps[at], rows.lows[at]) = (step, low);
        }
    }
}

fn stride(isa: Isa, width: usize) -> usize {
    width.div_ceil(isa.group()) * 4
}

#[inline(always)]
fn bounds(row: &[f32]) -> (f32, f32) {
    const WIDE: usize = 16;
    let smaller = |a: f32, b: f32| if b < a { b } else { a };
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let (mut low, mut high) = ([0.0f32; WIDE], [0.0f32; WIDE]);
    let (chunks, rest) = row.as_chunks::<WIDE>();
    for chunk in chunks {
        low.iter_mut().zip(chunk).for_each(|(low, &value)| *low = smaller(*low, value));
        high.iter_mut().zip(chunk).for_each(|(high, &value)| *high = larger(*high, value));
    }
    let low = low.iter().chain(rest).copied().fold(0.0, smaller);
    (low, high.iter().chain(rest).copied().fold(0.0, larger))
}
