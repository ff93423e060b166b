//! An image as a mark: fitted to a share of the output's width, resampled on premultiplied alpha, made paler.

use crate::planes::Rgba;

/// Weights are in 1/16384.
const ONE: i32 = 1 << 14;

/// The size of the mark on the output: `share` of its width, aspect kept, never larger than the image.
pub(crate) fn fitted(source: (usize, usize), image: (u32, u32), share: f64) -> (u32, u32) {
    let (source_width, source_height) = (source.0.max(1) as f64, source.1.max(1) as f64);
    let (width, height) = (f64::from(image.0), f64::from(image.1));
    let wanted = width * share.clamp(0.0, 1.0);
    let scale = (wanted / source_width).min(height / source_height);
    let side = |length: f64, limit: u32| ((length * scale).round() as u32).clamp(1, limit.max(1));
    (side(source_width, image.0), side(source_height, image.1))
}

/// The mark at its size, premultiplied, times `opacity`.
pub(crate) fn resample(source: &Rgba, width: usize, height: usize, opacity: f64) -> Vec<u8> {
    let premultiplied: Vec<[u8; 4]> =
        source.data.as_chunks::<4>().0.iter().map(|p| premultiply(*p)).collect();
    let across = Filter::new(source.width, width);
    let mut rows = Vec::with_capacity(source.height * width);
    for row in premultiplied.chunks_exact(source.width.max(1)) {
        rows.extend(across.taps.iter().map(|tap| tap.mix(|i| row[i])));
    }
    let down = Filter::new(source.height, height);
    let share = (opacity.clamp(0.0, 1.0) * 256.0).round() as u32;
    let mut out = Vec::with_capacity(width * height * 4);
    for tap in &down.taps {
        for x in 0..width {
            let pixel = tap.mix(|i| rows[i * width + x]);
            // Ringing must not make a colour brighter than its alpha allows.
            out.extend(pixel.map(|v| ((u32::from(v.min(pixel[3])) * share + 128) >> 8) as u8));
        }
    }
    out
}

fn premultiply([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    let times = |c: u8| ((u32::from(c) * u32::from(a) + 127) / 255) as u8;
    [times(r), times(g), times(b), a]
}

/// The weighted source samples of every target sample along one axis.
struct Filter {
    taps: Vec<Tap>,
}

struct Tap {
    first: usize,
    weights: Vec<i32>,
}

impl Tap {
    fn mix(&self, sample: impl Fn(usize) -> [u8; 4]) -> [u8; 4] {
        let mut sum = [ONE / 2; 4];
        for (i, weight) in self.weights.iter().enumerate() {
            let pixel = sample(self.first + i);
            for (total, value) in sum.iter_mut().zip(pixel) {
                *total += weight * i32::from(value);
            }
        }
        sum.map(|total| (total >> 14).clamp(0, 255) as u8)
    }
}

impl Filter {
    fn new(from: usize, to: usize) -> Self {
        let ratio = from as f64 / to as f64;
        let stretch = ratio.max(1.0);
        let tap = |target: usize| {
            let centre = (target as f64 + 0.5) * ratio;
            let first = (centre - 2.0 * stretch).floor().max(0.0) as usize;
            let last = ((centre + 2.0 * stretch).ceil() as usize).clamp(first + 1, from.max(first + 1));
            let weight = |i: usize| catmull_rom((i as f64 + 0.5 - centre) / stretch);
            let sum: f64 = (first..last).map(weight).sum();
            let mut weights: Vec<i32> =
                (first..last).map(|i| (weight(i) / sum * f64::from(ONE)).round() as i32).collect();
            // What rounding lost goes to the middle, so that a flat area stays as it is.
            let middle = weights.len() / 2;
            weights[middle] += ONE - weights.iter().sum::<i32>();
            Tap { first, weights }
        };
        Self { taps: (0..to).map(tap).collect() }
    }
}

/// The Catmull-Rom cubic: sharp like Lanczos, but a polynomial, which every machine computes alike.
fn catmull_rom(x: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 {
        (1.5 * x - 2.5) * x * x + 1.0
    } else if x < 2.0 {
        ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn flat(width: usize, height: usize, pixel: [u8; 4]) -> Rgba {
        Rgba { width, height, data: pixel.repeat(width * height), opaque: pixel[3] == 255 }
    }

    #[test]
    fn the_mark_takes_its_share_of_the_width_and_keeps_its_shape() {
        assert_eq!(fitted((300, 100), (2000, 1000), 0.2), (400, 133));
        assert_eq!(fitted((100, 400), (2000, 1000), 1.0), (250, 1000));
    }

    #[test]
    fn a_flat_mark_stays_flat_and_paler_by_its_opacity() {
        let pixels = resample(&flat(7, 5, [255, 0, 128, 255]), 20, 3, 0.5);
        assert_eq!(pixels.len(), 20 * 3 * 4);
        assert!(pixels.as_chunks::<4>().0.iter().all(|p| *p == [128, 0, 64, 128]));
    }

    #[test]
    fn colours_under_clear_pixels_do_not_leak() {
        let mut logo = flat(4, 4, [255, 255, 255, 0]);
        logo.data[..4].copy_from_slice(&[10, 20, 30, 255]);
        for pixel in resample(&logo, 9, 9, 1.0).as_chunks::<4>().0 {
            assert!(pixel[0] <= pixel[3] && u32::from(pixel[0]) * 255 <= 11 * u32::from(pixel[3]) + 255);
        }
    }

    proptest! {
        #[test]
        fn every_size_can_be_reached(from in 1usize..60, to in 1usize..60, height in 1usize..9, value: u8) {
            let pixels = resample(&flat(from, height, [value, value, value, 255]), to, height, 1.0);
            prop_assert!(pixels.as_chunks::<4>().0.iter().all(|p| *p == [value, value, value, 255]));
        }

        #[test]
        fn a_mark_is_never_larger_than_the_image(
            w in 1usize..9000, h in 1usize..9000, width in 1u32..9000, height in 1u32..9000, share in 0.1f64..=1.0,
        ) {
            let size = fitted((w, h), (width, height), share);
            prop_assert!(size.0 >= 1 && size.1 >= 1 && size.0 <= width && size.1 <= height);
        }
    }
}
