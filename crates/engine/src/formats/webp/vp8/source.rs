//! The image as rows of macroblocks; what is missing at the right and below repeats the last pixel.
//! Macroblocks of a frame: RFC 6386, section 2.

use crate::planes::Plane;
use crate::simd::array;

/// Planes at 4:2:0 in WebP's range, chroma of half the size rounded up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) y: &'a Plane,
    pub(super) u: &'a Plane,
    pub(super) v: &'a Plane,
}

/// The samples of one macroblock: luma in four rows of four blocks; chroma in two, U on the left and V on the right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Samples {
    pub(super) luma: [[[u8; 16]; 4]; 4],
    pub(super) chroma: [[[u8; 16]; 4]; 2],
}

impl Source<'_> {
    /// Macroblocks across and down.
    pub(super) fn blocks(&self) -> (usize, usize) {
        (self.y.width.div_ceil(16), self.y.height.div_ceil(16))
    }

    #[inline(always)]
    pub(super) fn samples(&self, x: usize, y: usize) -> Samples {
        let mut samples = Samples { luma: self.luma(x, y), chroma: [[[0; 16]; 4]; 2] };
        for (row, out) in samples.chroma.as_flattened_mut().iter_mut().enumerate() {
            let (u, v): ([u8; 8], [u8; 8]) =
                (run(self.u, 8 * x, 8 * y + row), run(self.v, 8 * x, 8 * y + row));
            out[..8].copy_from_slice(&u);
            out[8..].copy_from_slice(&v);
        }
        samples
    }

    #[inline(always)]
    pub(super) fn luma(&self, x: usize, y: usize) -> [[[u8; 16]; 4]; 4] {
        array(|band| array(|row| run(self.y, 16 * x, 16 * y + 4 * band + row)))
    }
}

/// `N` samples of a row from `x` on.
#[inline(always)]
fn run<const N: usize>(plane: &Plane, x: usize, y: usize) -> [u8; N] {
    let row = plane.row(y.min(plane.height - 1));
    match row.get(x..).and_then(|rest| rest.first_chunk()) {
        Some(inside) => *inside,
        None => run_over_the_edge(row, x),
    }
}

#[cold]
fn run_over_the_edge<const N: usize>(row: &[u8], x: usize) -> [u8; N] {
    std::array::from_fn(|i| row[(x + i).min(row.len() - 1)])
}
