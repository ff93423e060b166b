//! Rows of 16-bit samples resized as they come, by the same weights as those of 8 bits. Colour is weighted by alpha.

use super::weights::{ONE, Weights};

/// Fractional bits that vertical sums keep.
const FRACTION: u32 = 6;
const WHOLE: u64 = u16::MAX as u64;

/// Takes source rows, makes target rows.
#[derive(Debug)]
pub(crate) struct WideRows {
    channels: usize,
    vertical: Weights,
    horizontal: Weights,
    source_height: usize,
    height: usize,
    /// The last rows, row `y` at `y % taps`.
    ring: Vec<Vec<u16>>,
    received: usize,
    made: usize,
    sums: Vec<i32>,
    out: Vec<u16>,
}

impl WideRows {
    /// Both are (width, height). With 2 or 4 channels the last is alpha.
    pub(crate) fn new(source: (usize, usize), size: (usize, usize), channels: usize) -> Self {
        let vertical = Weights::new(source.1, source.1 as f64, size.1, 1);
        let horizontal = Weights::new(source.0, source.0 as f64, size.0, 1);
        let length = source.0 * channels;
        Self {
            channels,
            source_height: source.1,
            height: size.1,
            ring: vec![vec![0; length]; vertical.taps],
            received: 0,
            made: 0,
            sums: vec![0; length],
            out: vec![0; size.0 * channels],
            vertical,
            horizontal,
        }
    }

    /// The next source row; `next` then gives the target rows that it completes.
    pub(crate) fn push(&mut self, row: &[u16]) {
        let slot = self.received % self.ring.len();
        self.ring[slot].copy_from_slice(row);
        if self.has_alpha() {
            self.ring[slot].chunks_exact_mut(self.channels).for_each(weigh);
        }
        self.received += 1;
    }

    /// The next target row, if its source rows are all there.
    pub(crate) fn next(&mut self) -> Option<&[u16]> {
        let start = *self.vertical.starts.get(self.made)?;
        let ready = (start + self.vertical.taps).min(self.source_height);
        if self.made == self.height || self.received < ready {
            return None;
        }
        self.sum_column(start);
        self.sum_row();
        if self.has_alpha() {
            self.out.chunks_exact_mut(self.channels).for_each(unweigh);
        }
        self.made += 1;
        Some(&self.out)
    }

    fn has_alpha(&self) -> bool {
        self.channels.is_multiple_of(2)
    }

    fn sum_column(&mut self, start: usize) {
        self.sums.fill(1 << (14 - FRACTION - 1));
        for (k, &weight) in self.vertical.of(self.made).iter().enumerate() {
            // A source smaller than the taps: its last row stands in, with a weight of zero.
            let row = &self.ring[(start + k).min(self.source_height - 1) % self.ring.len()];
            for (sum, &sample) in self.sums.iter_mut().zip(row) {
                *sum += i32::from(sample) * i32::from(weight);
            }
        }
        self.sums.iter_mut().for_each(|sum| *sum >>= 14 - FRACTION);
    }

    fn sum_row(&mut self) {
        let half = i64::from(ONE) << (FRACTION - 1);
        for (x, pixel) in self.out.chunks_exact_mut(self.channels).enumerate() {
            let first = self.horizontal.starts[x] * self.channels;
            for (channel, out) in pixel.iter_mut().enumerate() {
                let samples = self.sums[first + channel..].iter().step_by(self.channels);
                let products = samples.zip(self.horizontal.of(x)).map(|(&s, &w)| i64::from(s) * i64::from(w));
                *out = ((products.sum::<i64>() + half) >> (14 + FRACTION)).clamp(0, 65_535) as u16;
            }
        }
    }
}

fn weigh(pixel: &mut [u16]) {
    if let [colours @ .., alpha] = pixel {
        for value in colours {
            *value = ((u64::from(*value) * u64::from(*alpha) + WHOLE / 2) / WHOLE) as u16;
        }
    }
}

fn unweigh(pixel: &mut [u16]) {
    if let [colours @ .., alpha] = pixel {
        let alpha = u64::from(*alpha);
        for value in colours {
            let sum = (u64::from(*value) * WHOLE + alpha / 2).checked_div(alpha);
            *value = sum.unwrap_or(0).min(WHOLE) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resized(rows: &[Vec<u16>], size: (usize, usize), channels: usize) -> Vec<Vec<u16>> {
        let mut resizer = WideRows::new((rows[0].len() / channels, rows.len()), size, channels);
        let mut out = Vec::new();
        for row in rows {
            resizer.push(row);
            while let Some(row) = resizer.next() {
                out.push(row.to_vec());
            }
        }
        out
    }

    #[test]
    fn even_areas_keep_all_sixteen_bits_at_every_size() {
        for value in [0, 1, 257, 12_345, 65_534, 65_535] {
            for size in [(3, 2), (7, 5), (20, 9), (31, 40)] {
                let rows = resized(&vec![vec![value; 20 * 3]; 9], size, 3);
                assert_eq!(rows, vec![vec![value; size.0 * 3]; size.1], "{value} at {size:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_seen_does_not_bleed() {
        let row: Vec<u16> = [[60_000, 65_535], [0, 0]].concat().repeat(8);
        let rows = resized(&vec![row; 6], (4, 3), 2);
        assert!(rows.iter().flatten().step_by(2).all(|&grey| grey.abs_diff(60_000) < 4), "{rows:?}");
    }

    #[test]
    fn a_gradient_agrees_with_that_of_eight_bits_and_is_finer() {
        let wide: Vec<Vec<u16>> = (0..40).map(|y| (0..64).map(|x| x * 500 + y * 300).collect()).collect();
        let rows = resized(&wide, (21, 13), 1);
        for (y, row) in rows.iter().enumerate() {
            for (x, &value) in row.iter().enumerate() {
                let at = |i: usize, n: usize, of: usize| (i as f64 + 0.5) * of as f64 / n as f64 - 0.5;
                let exact = at(x, 21, 64) * 500.0 + at(y, 13, 40) * 300.0;
                // The edge has fewer neighbours on one side.
                let inside = (2..19).contains(&x) && (2..11).contains(&y);
                assert!(!inside || (f64::from(value) - exact).abs() < 40.0, "{x} {y}: {value} {exact}");
            }
        }
    }
}
