//! Resizing as rows arrive from top to bottom: only the rows that a result still needs are kept.

use super::weights::Weights;
use crate::planes::Plane;
use crate::simd::{Lanes, Narrow, Simd, Task, Wide, dispatch};

/// Samples that are worked on at once in the vertical pass.
const STEP: usize = 16;

/// Takes source rows, makes target rows.
#[derive(Debug)]
pub(crate) struct RowResizer {
    /// Samples of a source row, and padded to whole steps.
    source_len: usize,
    padded: usize,
    channels: usize,
    source_height: usize,
    vertical: Weights,
    horizontal: Weights,
    /// The last rows, row `y` at `y % capacity`.
    ring: Vec<u8>,
    capacity: usize,
    received: usize,
    made: usize,
    /// Vertical sums of one row, 6 fractional bits.
    sums: Vec<i16>,
    out: Plane,
}

impl RowResizer {
    /// `channels` interleaved samples a pixel (1 or 4).
    pub(crate) fn new(
        source_width: usize,
        source_height: usize,
        width: usize,
        height: usize,
        channels: usize,
    ) -> Self {
        let vertical = Weights::new(source_height, height, 2);
        let horizontal = Weights::new(source_width, width, if channels == 1 { 8 } else { 2 });
        let source_len = source_width * channels;
        let padded = source_len.next_multiple_of(STEP);
        let capacity = vertical.taps;
        Self {
            source_len,
            padded,
            channels,
            source_height,
            ring: vec![0; capacity * padded],
            capacity,
            received: 0,
            made: 0,
            sums: vec![0; padded.max(horizontal.taps * channels) + STEP],
            out: Plane {
                width: width * channels,
                height,
                stride: width * channels,
                data: vec![0; width * channels * height],
            },
            vertical,
            horizontal,
        }
    }

    /// The next source row; rows beyond the source's height are passed over.
    pub(crate) fn push(&mut self, row: &[u8]) {
        if self.received == self.source_height {
            return;
        }
        let slot = (self.received % self.capacity) * self.padded;
        self.ring[slot..slot + self.source_len].copy_from_slice(&row[..self.source_len]);
        self.received += 1;
        while self.made < self.out.height && self.is_ready() {
            dispatch(MakeRow(self));
            self.made += 1;
        }
    }

    fn is_ready(&self) -> bool {
        self.received >= (self.vertical.starts[self.made] + self.vertical.taps).min(self.source_height)
    }

    /// The target; complete when all rows were pushed.
    pub(crate) fn finish(self) -> Plane {
        self.out
    }
}

/// One target row.
struct MakeRow<'a>(&'a mut RowResizer);

impl Task for MakeRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let this = self.0;
        vertical::<S>(this);
        let stride = this.out.stride;
        let out = &mut this.out.data[this.made * stride..][..stride];
        if this.channels == 1 {
            horizontal::<S>(&this.sums, &this.horizontal, out);
        } else {
            horizontal_pixels::<S>(&this.sums, &this.horizontal, out);
        }
    }
}

/// Weighted sums of the rows of one window, with 6 fractional bits.
#[inline(always)]
fn vertical<S: Simd>(this: &mut RowResizer) {
    let weights = this.vertical.of(this.made);
    let start = this.vertical.starts[this.made];
    let row = |k: usize| {
        // A source smaller than the taps: its last row stands in, with a weight of zero.
        let y = (start + k).min(this.source_height - 1);
        &this.ring[(y % this.capacity) * this.padded..][..this.padded]
    };
    let half = S::Wide::splat32(1 << 7);
    for x in (0..this.padded).step_by(STEP) {
        let (mut low, mut high) = (half, half);
        for (k, pair) in weights.chunks_exact(2).enumerate() {
            let first = S::Wide::load_u8(row(2 * k)[x..].first_chunk().expect("padded"));
            let second = S::Wide::load_u8(row(2 * k + 1)[x..].first_chunk().expect("padded"));
            let pair = S::Wide::splat_pair(i32::from(pair[0]), i32::from(pair[1]));
            low = low.add32(first.low16(second).madd(pair));
            high = high.add32(first.high16(second).madd(pair));
        }
        let sums = low.shr32::<8>().pack32(high.shr32::<8>());
        sums.store(this.sums[x..].first_chunk_mut().expect("padded"));
    }
}

/// Weighted sums along the row, rounded to bytes.
#[inline(always)]
fn horizontal<S: Simd>(sums: &[i16], weights: &Weights, out: &mut [u8]) {
    let half = S::Narrow::splat32(1 << 19);
    let last = out.len() - 1;
    for (group, out) in out.chunks_mut(4).enumerate() {
        let part = |t: usize| {
            let i = (4 * group + t).min(last);
            let window = &sums[weights.starts[i]..][..weights.taps];
            let mut sum = S::Narrow::splat32(0);
            for (samples, weights) in window.chunks_exact(8).zip(weights.of(i).chunks_exact(8)) {
                let samples = S::Narrow::load(samples.first_chunk().expect("eight"));
                sum = sum.add32(samples.madd(S::Narrow::load(weights.first_chunk().expect("eight"))));
            }
            sum
        };
        let (a, b, c, d) = (part(0), part(1), part(2), part(3));
        let (ab, cd) = (a.low32(b).add32(a.high32(b)), c.low32(d).add32(c.high32(d)));
        let sum = ab.low64(cd).add32(ab.high64(cd)).add32(half).shr32::<20>();
        let bytes = sum.pack32(sum).pack16(sum.pack32(sum)).bytes();
        out.copy_from_slice(&bytes[..out.len()]);
    }
}

/// The same for pixels of four channels.
#[inline(always)]
fn horizontal_pixels<S: Simd>(sums: &[i16], weights: &Weights, out: &mut [u8]) {
    let half = S::Narrow::splat32(1 << 19);
    for (i, out) in out.chunks_exact_mut(4).enumerate() {
        let window = &sums[weights.starts[i] * 4..][..weights.taps * 4];
        let mut sum = half;
        for (pixels, pair) in window.chunks_exact(8).zip(weights.of(i).chunks_exact(2)) {
            let pixels = S::Narrow::load(pixels.first_chunk().expect("two pixels"));
            let pair = S::Narrow::splat_pair(i32::from(pair[0]), i32::from(pair[1]));
            // The two pixels' channels side by side.
            sum = sum.add32(pixels.low16(pixels.high64(pixels)).madd(pair));
        }
        let sum = sum.shr32::<20>();
        let bytes = sum.pack32(sum).pack16(sum).bytes();
        out.copy_from_slice(&bytes[..4]);
    }
}
