//! Opaque RGBA to YCbCr in vectors: the sums of [`super::ycc`], so the same bits. Rows come from the top, one after the
//! other, and may be resized on the way, so that nothing but the result is held.

use super::matrix::{Matrix, mean};
use crate::planes::{Range, Ycc};
use crate::resize::{PlaneRows, divided, spanned};
use crate::simd::{Lanes, Narrow, Simd, Task, Wide, dispatch};

/// Takes rows of RGBA, makes planes. Alpha is not looked at.
#[derive(Debug)]
pub(crate) struct YccRows {
    range: Range,
    sub: usize,
    size: (usize, usize),
    y: PlaneRows,
    chroma: [PlaneRows; 2],
    /// The first row of a pair whose chroma is taken together.
    upper: Option<Vec<u8>>,
    luma: Vec<u8>,
    cb: Vec<u8>,
    cr: Vec<u8>,
}

impl YccRows {
    /// From `source` (width, height) to `size`. Chroma is divided by `sub` (1 or 2) before it is resized, and by
    /// `target_sub` in the result.
    pub(crate) fn new(
        source: (usize, usize),
        size: (usize, usize),
        sub: usize,
        target_sub: usize,
        range: Range,
    ) -> Self {
        let samples = |(width, height): (usize, usize), by| (width.div_ceil(by), height.div_ceil(by));
        let (from, to) = (samples(source, sub), samples(size, target_sub));
        let covered = divided(source, (sub, sub));
        let covered = spanned(covered, to, divided(size, (target_sub, target_sub)));
        let chroma = PlaneRows::covering(from, covered, to);
        Self {
            range,
            sub: target_sub,
            size,
            y: PlaneRows::new(source, size),
            chroma: [chroma.clone(), chroma],
            upper: (sub == 2).then(Vec::new),
            luma: vec![0; source.0],
            cb: vec![0; from.0],
            cr: vec![0; from.0],
        }
    }

    /// The next row, `width * 4` bytes.
    pub(crate) fn push(&mut self, row: &[u8]) {
        let matrix = Matrix::of(self.range);
        dispatch(LumaRow { matrix, pixels: row, out: &mut self.luma });
        self.y.push(&self.luma);
        match &mut self.upper {
            None => {
                dispatch(ChromaRow { matrix, pixels: row, cb: &mut self.cb, cr: &mut self.cr });
                self.push_chroma();
            }
            Some(upper) if upper.is_empty() => upper.extend_from_slice(row),
            Some(upper) => {
                let (cb, cr) = (&mut self.cb, &mut self.cr);
                dispatch(HalfChromaRow { matrix, upper, lower: row, cb, cr });
                upper.clear();
                self.push_chroma();
            }
        }
    }

    fn push_chroma(&mut self) {
        self.chroma[0].push(&self.cb);
        self.chroma[1].push(&self.cr);
    }

    /// The planes; complete when all rows were pushed.
    pub(crate) fn finish(mut self) -> Ycc {
        // The last of an odd number of rows stands for two.
        if let Some(upper) = self.upper.take().filter(|upper| !upper.is_empty()) {
            let (matrix, cb, cr) = (Matrix::of(self.range), &mut self.cb, &mut self.cr);
            dispatch(HalfChromaRow { matrix, upper: &upper, lower: &upper, cb, cr });
            self.push_chroma();
        }
        let chroma = self.chroma.map(PlaneRows::finish);
        Ycc {
            width: self.size.0,
            height: self.size.1,
            y: self.y.finish(),
            chroma: Some(chroma),
            sub_x: self.sub,
            sub_y: self.sub,
            range: self.range,
        }
    }
}

/// Weights for the R, G, B and alpha of all four pixels of a vector. The ones of more than 15 bits come in two parts.
#[inline(always)]
fn factors<W: Wide>(weights: &[i32; 3]) -> [W; 2] {
    let main = weights.map(|weight| weight.clamp(-32_768, 32_767));
    let rest = [weights[0] - main[0], weights[1] - main[1], weights[2] - main[2]];
    [main, rest].map(|[r, g, b]| {
        let (r, g, b) = (r as i16, g as i16, b as i16);
        W::load(&[r, g, b, 0, r, g, b, 0, r, g, b, 0, r, g, b, 0])
    })
}

/// For each pixel the part of red and green, and the part of blue.
#[inline(always)]
fn weighted<W: Wide>(pixels: W, factors: [W; 2]) -> W {
    pixels.madd(factors[0]).add32(pixels.madd(factors[1]))
}

/// Luma of a row.
struct LumaRow<'a> {
    matrix: &'a Matrix,
    pixels: &'a [u8],
    out: &'a mut [u8],
}

impl Task for LumaRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let factors = factors::<S::Wide>(&self.matrix.luma);
        let add = S::Wide::splat32(self.matrix.luma_add);
        let (pixels, pixels_left) = self.pixels.as_chunks::<32>();
        let (out, out_left) = self.out.as_chunks_mut::<8>();
        for (pixels, out) in pixels.iter().zip(out) {
            let (a, b) = pixels.split_at(16);
            let a = S::Wide::load_u8(a.first_chunk().expect("sixteen"));
            let b = S::Wide::load_u8(b.first_chunk().expect("sixteen"));
            let (a, b) = (weighted(a, factors), weighted(b, factors));
            // Pixels 0 1 4 5 in the low half, 2 3 6 7 in the high one: red with green, then blue.
            let (low, high) = (a.low32(b), a.high32(b));
            let sum = low.low32(high).add32(low.high32(high)).add32(add);
            let (low, high) = sum.shr32::<16>().halves();
            let words = low.low64(high).pack32(low.high64(high));
            out.copy_from_slice(&words.pack16(words).bytes()[..8]);
        }
        for (pixel, out) in pixels_left.as_chunks::<4>().0.iter().zip(out_left) {
            *out = self.matrix.luma(pixel);
        }
    }
}

/// What makes both chroma values.
struct ChromaFactors<W> {
    cb: [W; 2],
    cr: [W; 2],
    add: W,
}

impl<W: Wide> ChromaFactors<W> {
    #[inline(always)]
    fn new(matrix: &Matrix) -> Self {
        Self { cb: factors(&matrix.cb), cr: factors(&matrix.cr), add: W::splat32(matrix.chroma_add) }
    }

    /// Four pixels, 16 bits a channel, to four blue and then four red values.
    #[inline(always)]
    fn apply(&self, pixels: W) -> [u8; 8] {
        let (cb, cr) = (weighted(pixels, self.cb), weighted(pixels, self.cr));
        let (low, high) = (cb.low32(cr), cb.high32(cr));
        let sum = low.low64(high).add32(low.high64(high)).add32(self.add);
        let (low, high) = sum.shr32::<16>().halves();
        let (even, odd) = (low.low32(high), low.high32(high));
        let words = even.low32(odd).pack32(even.high32(odd));
        *words.pack16(words).bytes().first_chunk().expect("eight")
    }
}

/// Chroma of a row, pixel by pixel.
struct ChromaRow<'a> {
    matrix: &'a Matrix,
    pixels: &'a [u8],
    cb: &'a mut [u8],
    cr: &'a mut [u8],
}

impl Task for ChromaRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let factors = ChromaFactors::<S::Wide>::new(self.matrix);
        let (pixels, pixels_left) = self.pixels.as_chunks::<16>();
        let (cb, cb_left) = self.cb.as_chunks_mut::<4>();
        let (cr, cr_left) = self.cr.as_chunks_mut::<4>();
        for ((pixels, cb), cr) in pixels.iter().zip(cb).zip(cr) {
            let both = factors.apply(S::Wide::load_u8(pixels));
            cb.copy_from_slice(&both[..4]);
            cr.copy_from_slice(&both[4..]);
        }
        for ((pixel, cb), cr) in pixels_left.as_chunks::<4>().0.iter().zip(cb_left).zip(cr_left) {
            (*cb, *cr) = self.matrix.chroma([pixel[0], pixel[1], pixel[2]].map(i32::from));
        }
    }
}

/// Chroma of two rows, of the means of 2 x 2 pixels.
struct HalfChromaRow<'a> {
    matrix: &'a Matrix,
    upper: &'a [u8],
    lower: &'a [u8],
    cb: &'a mut [u8],
    cr: &'a mut [u8],
}

impl Task for HalfChromaRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let factors = ChromaFactors::<S::Wide>::new(self.matrix);
        let (upper, upper_left) = self.upper.as_chunks::<32>();
        let (lower, lower_left) = self.lower.as_chunks::<32>();
        let (cb, cb_left) = self.cb.as_chunks_mut::<4>();
        let (cr, cr_left) = self.cr.as_chunks_mut::<4>();
        for (((upper, lower), cb), cr) in upper.iter().zip(lower).zip(&mut *cb).zip(&mut *cr) {
            let both = factors.apply(means::<S>(upper, lower));
            cb.copy_from_slice(&both[..4]);
            cr.copy_from_slice(&both[4..]);
        }
        // Up to seven pixels are left: their blocks may begin in the last four of the vectors' results or after them.
        let (cb, cr) = (cb.as_flattened_mut(), cr.as_flattened_mut());
        let done = 4 * upper.len();
        let left = cb[done..].iter_mut().chain(cb_left).zip(cr[done..].iter_mut().chain(cr_left));
        let (upper, lower) = (upper_left.as_chunks::<4>().0, lower_left.as_chunks::<4>().0);
        for (x, (cb, cr)) in left.enumerate().take(upper.len().div_ceil(2)) {
            let (a, b) = (2 * x, (2 * x + 1).min(upper.len() - 1));
            (*cb, *cr) = self.matrix.chroma(mean([&upper[a], &upper[b], &lower[a], &lower[b]]));
        }
    }
}

/// The means of four blocks of 2 x 2 pixels.
#[inline(always)]
fn means<S: Simd>(upper: &[u8; 32], lower: &[u8; 32]) -> S::Wide {
    let column = |at: usize| {
        let upper = S::Wide::load_u8(upper[at..].first_chunk().expect("sixteen"));
        let lower = S::Wide::load_u8(lower[at..].first_chunk().expect("sixteen"));
        let (low, high) = upper.add16(lower).halves();
        low.low64(high).add16(low.high64(high))
    };
    S::Wide::join(column(0), column(16)).add16(S::Wide::splat16(2)).shr16::<2>()
}
