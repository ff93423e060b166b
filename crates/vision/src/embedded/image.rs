//! The image as the networks see it: upright RGB, squashed to a square.

use super::simd::{Isa, vectorised};

/// Upright RGB pixels, three bytes each, rows without gaps.
#[derive(Clone, Debug)]
pub struct Rgb {
    width: usize,
    height: usize,
    data: Vec<u8>,
}

/// Weights are whole numbers that sum to this, so that every processor gives the same bytes.
const ONE: i32 = 1 << 14;

impl Rgb {
    /// `None` when the size is zero or does not fit the data.
    pub fn new(width: usize, height: usize, data: Vec<u8>) -> Option<Self> {
        let length = width.checked_mul(height)?.checked_mul(3)?;
        (length > 0 && length == data.len()).then_some(Self { width, height, data })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// A part of the image; what lies outside is cut off, at least one pixel stays.
    pub fn crop(&self, left: usize, top: usize, width: usize, height: usize) -> Rgb {
        let (left, top) = (left.min(self.width - 1), top.min(self.height - 1));
        let (width, height) = (width.clamp(1, self.width - left), height.clamp(1, self.height - top));
        let rows = self.data.chunks_exact(self.width * 3).skip(top).take(height);
        let data = rows.flat_map(|row| &row[left * 3..(left + width) * 3]).copied().collect();
        Rgb { width, height, data }
    }

    /// The whole image in `width` by `height`, proportions given up, smoothed with a triangle filter.
    pub fn squash(&self, width: usize, height: usize) -> Rgb {
        let isa = Isa::detect();
        let rows = vectorised(isa, || self.resize_rows(height));
        vectorised(isa, || Rgb { width: self.width, height, data: rows }.resize_columns(width))
    }

    /// 64 bits that stay nearly the same in near-duplicates: which of two neighbours is brighter, in a copy of 9 by 8.
    pub fn fingerprint(&self) -> u64 {
        let small = self.squash(9, 8);
        let grey: Vec<u32> = small
            .data
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&[r, g, b]| 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b))
            .collect();
        let pairs = grey.chunks_exact(9).flat_map(|row| row.windows(2));
        pairs.fold(0, |bits, pair| bits << 1 | u64::from(pair[1] > pair[0]))
    }

    #[inline(always)]
    fn resize_rows(&self, height: usize) -> Vec<u8> {
        let stride = self.width * 3;
        let mut out = vec![0; height * stride];
        let mut sums = vec![0i32; stride];
        for (row, taps) in out.chunks_exact_mut(stride).zip(taps(self.height, height)) {
            sums.fill(ONE / 2);
            for (i, &weight) in taps.weights.iter().enumerate() {
                let source = &self.data[(taps.start + i) * stride..][..stride];
                sums.iter_mut().zip(source).for_each(|(sum, &value)| *sum += weight * i32::from(value));
            }
            row.iter_mut().zip(&sums).for_each(|(out, &sum)| *out = (sum / ONE) as u8);
        }
        out
    }

    #[inline(always)]
    fn resize_columns(&self, width: usize) -> Rgb {
        let taps = taps(self.width, width);
        let mut data = vec![0; width * self.height * 3];
        for (row, source) in data.chunks_exact_mut(width * 3).zip(self.data.chunks_exact(self.width * 3)) {
            for (pixel, taps) in row.chunks_exact_mut(3).zip(&taps) {
                let mut sums = [ONE / 2; 3];
                for (source, weight) in source[taps.start * 3..].chunks_exact(3).zip(&taps.weights) {
                    sums.iter_mut().zip(source).for_each(|(sum, &value)| *sum += weight * i32::from(value));
                }
                pixel.iter_mut().zip(sums).for_each(|(out, sum)| *out = (sum / ONE) as u8);
            }
        }
        Rgb { width, height: self.height, data }
    }
}

/// Which source samples make one output sample, and how much each counts.
struct Taps {
    start: usize,
    weights: Vec<i32>,
}

fn taps(from: usize, to: usize) -> Vec<Taps> {
    let scale = from as f64 / to as f64;
    let reach = scale.max(1.0);
    (0..to)
        .map(|i| {
            let centre = (i as f64 + 0.5) * scale;
            let start = (centre - reach).ceil().max(0.0) as usize;
            let end = ((centre + reach).floor() as usize).clamp(start + 1, from);
            let raw: Vec<f64> =
                (start..end).map(|j| (1.0 - ((j as f64 + 0.5 - centre) / reach).abs()).max(0.0)).collect();
            Taps { start, weights: whole(&raw) }
        })
        .collect()
}

/// Scales weights to whole numbers that sum to exactly [`ONE`]; the largest takes what rounding leaves.
fn whole(raw: &[f64]) -> Vec<i32> {
    let total: f64 = raw.iter().sum();
    let mut weights: Vec<i32> = raw.iter().map(|w| (w / total * f64::from(ONE)).round() as i32).collect();
    let rest = ONE - weights.iter().sum::<i32>();
    if let Some(largest) = weights.iter_mut().max() {
        *largest += rest;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_image_stays_even_at_any_size() {
        let image = Rgb::new(37, 11, [10, 200, 255].repeat(37 * 11)).unwrap();
        for (width, height) in [(5, 3), (64, 64), (1, 1), (37, 11)] {
            let out = image.squash(width, height);
            assert_eq!((out.width(), out.height()), (width, height));
            assert!(out.data().chunks_exact(3).all(|pixel| pixel == [10, 200, 255]), "{width}x{height}");
        }
    }

    #[test]
    fn halves_keep_their_side_when_squashed() {
        let row: Vec<u8> = (0..100).flat_map(|x| if x < 50 { [0; 3] } else { [255; 3] }).collect();
        let out = Rgb::new(100, 4, row.repeat(4)).unwrap().squash(10, 2);
        assert_eq!(out.data()[0], 0);
        assert_eq!(out.data()[9 * 3], 255);
    }

    #[test]
    fn a_fingerprint_stays_nearly_the_same_at_another_size_and_turns_with_the_image() {
        let wave = |width: usize, height: usize, mirrored: bool| {
            let pixel = |i: usize| {
                let (x, y) = (i % width, i / width);
                let x = if mirrored { width - 1 - x } else { x };
                [(x * 255 / width) as u8, ((x * 3 / width + y) % 2 * 90) as u8, (y * 200 / height) as u8]
            };
            Rgb::new(width, height, (0..width * height).flat_map(pixel).collect()).unwrap().fingerprint()
        };
        let far = |a: u64, b: u64| (a ^ b).count_ones();
        assert!(far(wave(200, 160, false), wave(90, 72, false)) <= 4);
        assert!(far(wave(200, 160, false), wave(200, 160, true)) > 30);
    }

    #[test]
    fn sizes_that_do_not_fit_the_data_are_refused() {
        assert!(Rgb::new(0, 5, Vec::new()).is_none());
        assert!(Rgb::new(2, 2, vec![0; 11]).is_none());
        assert!(Rgb::new(usize::MAX, 2, vec![0; 11]).is_none());
    }
}
