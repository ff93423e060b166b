//! Resizing as rows arrive from top to bottom: only the rows that a result still needs are kept.

use super::weights::Weights;
use crate::planes::Plane;
use crate::simd::{Lanes, Narrow, Simd, Task, Wide, dispatch};

/// Samples that are worked on at once in the vertical pass.
const STEP: usize = 32;

/// Takes source rows, makes target rows.
#[derive(Clone, Debug)]
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
    /// Where the rows of the current window begin in the ring.
    window: Vec<usize>,
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
        let whole = (source_width as f64, source_height as f64);
        Self::covering((source_width, source_height), whole, (width, height), channels)
    }

    /// From a source of whose samples those of the target span the first `covered`: an image may end within the last
    /// column and row, as a shrunken JPEG's does.
    pub(crate) fn covering(
        (source_width, source_height): (usize, usize),
        covered: (f64, f64),
        (width, height): (usize, usize),
        channels: usize,
    ) -> Self {
        let vertical = Weights::new(source_height, covered.1, height, 2);
        let horizontal = Weights::new(source_width, covered.0, width, if channels == 1 { 8 } else { 2 });
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
            window: vec![0; vertical.taps],
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
            for (k, offset) in self.window.iter_mut().enumerate() {
                // A source smaller than the taps: its last row stands in, with a weight of zero.
                let y = (self.vertical.starts[self.made] + k).min(self.source_height - 1);
                *offset = (y % self.capacity) * self.padded;
            }
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
        vertical::<S>(&this.ring, &this.window, this.vertical.of(this.made), &mut this.sums[..this.padded]);
        let stride = this.out.stride;
        let out = &mut this.out.data[this.made * stride..][..stride];
        if this.horizontal.is_identity {
            round::<S>(&this.sums, out);
        } else if this.channels == 1 {
            horizontal::<S>(&this.sums, &this.horizontal, out);
        } else {
            horizontal_pixels::<S>(&this.sums, &this.horizontal, out);
        }
    }
}

/// Weighted sums of the rows of one window, with 6 fractional bits.
#[inline(always)]
fn vertical<S: Simd>(ring: &[u8], window: &[usize], weights: &[i16], sums: &mut [i16]) {
    let half = S::Wide::splat32(1 << 7);
    for (step, sums) in sums.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
        let mut parts = [[half; 2]; 2];
        for (rows, pair) in window.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0) {
            let row = |k: usize| {
                let samples: &[u8; STEP] = ring[rows[k] + step * STEP..].first_chunk().expect("padded");
                samples.as_chunks::<16>().0
            };
            let (first, second) = (row(0), row(1));
            let pair = S::Wide::splat_pair(i32::from(pair[0]), i32::from(pair[1]));
            for (part, (first, second)) in parts.iter_mut().zip(first.iter().zip(second)) {
                let (first, second) = (S::Wide::load_u8(first), S::Wide::load_u8(second));
                part[0] = part[0].add32(first.low16(second).madd(pair));
                part[1] = part[1].add32(first.high16(second).madd(pair));
            }
        }
        for ([low, high], sums) in parts.into_iter().zip(sums.as_chunks_mut::<16>().0) {
            low.shr32::<8>().pack32(high.shr32::<8>()).store(sums);
        }
    }
}

/// Sums to bytes when the width stays.
#[inline(always)]
fn round<S: Simd>(sums: &[i16], out: &mut [u8]) {
    let half = S::Narrow::splat16(32);
    for (sums, out) in sums.chunks_exact(8).zip(out.chunks_mut(8)) {
        let rounded = S::Narrow::load(sums.first_chunk().expect("eight")).add16(half).shr16::<6>();
        out.copy_from_slice(&rounded.pack16(rounded).bytes()[..out.len()]);
    }
}

/// Weighted sums along the row, rounded to bytes. The usual numbers of taps are compiled as constants: counting and
/// checking costs more than the sums.
#[inline(always)]
fn horizontal<S: Simd>(sums: &[i16], weights: &Weights, out: &mut [u8]) {
    let done = match weights.taps {
        8 => horizontal_of::<S, 8>(sums, weights, out),
        16 => horizontal_of::<S, 16>(sums, weights, out),
        24 => horizontal_of::<S, 24>(sums, weights, out),
        _ => 0,
    };
    for (i, out) in out.iter_mut().enumerate().skip(done) {
        let sum = dot::<S>(&sums[weights.starts[i]..][..weights.taps], weights.of(i));
        *out = rounded::<S>([sum; 4])[0];
    }
}

/// Four samples at a time; gives how many were made.
#[inline(always)]
fn horizontal_of<S: Simd, const TAPS: usize>(sums: &[i16], weights: &Weights, out: &mut [u8]) -> usize {
    let windows = weights.values.as_chunks::<TAPS>().0.as_chunks::<4>().0;
    let starts = weights.starts.as_chunks::<4>().0;
    let (groups, rest) = out.as_chunks_mut::<4>();
    for ((windows, starts), out) in windows.iter().zip(starts).zip(groups) {
        let [a, b, c, d] = *starts;
        *out = rounded::<S>([
            dot::<S>(samples::<TAPS>(sums, a), &windows[0]),
            dot::<S>(samples::<TAPS>(sums, b), &windows[1]),
            dot::<S>(samples::<TAPS>(sums, c), &windows[2]),
            dot::<S>(samples::<TAPS>(sums, d), &windows[3]),
        ]);
    }
    weights.starts.len() - rest.len()
}

#[inline(always)]
fn samples<const TAPS: usize>(sums: &[i16], start: usize) -> &[i16; TAPS] {
    sums[start..].first_chunk().expect("padded")
}

/// Four output samples from their partial sums.
#[inline(always)]
fn rounded<S: Simd>([a, b, c, d]: [S::Narrow; 4]) -> [u8; 4] {
    let half = S::Narrow::splat32(1 << 19);
    let (ab, cd) = (a.low32(b).add32(a.high32(b)), c.low32(d).add32(c.high32(d)));
    let sum = ab.low64(cd).add32(ab.high64(cd)).add32(half).shr32::<20>();
    let words = sum.pack32(sum);
    let [a, b, c, d, ..] = words.pack16(words).bytes();
    [a, b, c, d]
}

/// Four partial sums of an output sample.
#[inline(always)]
fn dot<S: Simd>(samples: &[i16], weights: &[i16]) -> S::Narrow {
    let (windows, window_rest) = samples.as_chunks::<16>();
    let (pairs, weights_rest) = weights.as_chunks::<16>();
    let mut sum = S::Narrow::splat32(0);
    for (samples, weights) in windows.iter().zip(pairs) {
        let (low, high) = S::Wide::load(samples).madd(S::Wide::load(weights)).halves();
        sum = sum.add32(low.add32(high));
    }
    if let (Some(samples), Some(weights)) = (window_rest.first_chunk(), weights_rest.first_chunk()) {
        sum = sum.add32(S::Narrow::load(samples).madd(S::Narrow::load(weights)));
    }
    sum
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
