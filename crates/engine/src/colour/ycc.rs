//! Full-range BT.601 YCbCr to RGB and back in integers, with the rounding of libjpeg, so that other programs agree.

use super::matrix::{Matrix, mean};
use super::range::to_full_range;
use super::rows::YccRows;
use crate::planes::{Plane, Range, Rgba, Ycc};

/// Planes to opaque RGBA; halved chroma is spread with the triangle filter that libjpeg calls "fancy".
pub fn to_rgba(planes: &Ycc) -> Rgba {
    if planes.range == Range::Limited {
        let mut planes = planes.clone();
        to_full_range(&mut planes);
        return to_rgba(&planes);
    }
    let (width, height) = (planes.width, planes.height);
    let mut data = vec![255u8; width * height * 4];
    let Some([cb, cr]) = &planes.chroma else {
        for (y, row) in data.chunks_exact_mut(width * 4).enumerate() {
            for (pixel, &luma) in row.as_chunks_mut::<4>().0.iter_mut().zip(planes.y.row(y)) {
                *pixel = [luma, luma, luma, 255];
            }
        }
        return Rgba { width, height, data, opaque: true };
    };
    let mut spread_cb = Spread::new(cb, planes);
    let mut spread_cr = Spread::new(cr, planes);
    for (y, row) in data.chunks_exact_mut(width * 4).enumerate() {
        let (blue, red) = (spread_cb.row(y), spread_cr.row(y));
        let samples = planes.y.row(y).iter().zip(blue).zip(red);
        for (pixel, ((&luma, &cb), &cr)) in row.as_chunks_mut::<4>().0.iter_mut().zip(samples) {
            *pixel = rgb(luma, cb, cr);
        }
    }
    Rgba { width, height, data, opaque: true }
}

fn rgb(luma: u8, cb: u8, cr: u8) -> [u8; 4] {
    const HALF: i32 = 1 << 15;
    let (y, cb, cr) = (i32::from(luma), i32::from(cb) - 128, i32::from(cr) - 128);
    let red = y + ((91_881 * cr + HALF) >> 16);
    let green = y + ((-22_554 * cb - 46_802 * cr + HALF) >> 16);
    let blue = y + ((116_130 * cb + HALF) >> 16);
    [red.clamp(0, 255) as u8, green.clamp(0, 255) as u8, blue.clamp(0, 255) as u8, 255]
}

/// One chroma plane, made as wide and high as luma row by row.
struct Spread<'a> {
    plane: &'a Plane,
    sub_x: usize,
    sub_y: usize,
    /// Four times the values of the row between two chroma rows.
    between: Vec<u16>,
    out: Vec<u8>,
}

impl<'a> Spread<'a> {
    fn new(plane: &'a Plane, planes: &Ycc) -> Self {
        let out = vec![0; (plane.width * planes.sub_x).max(planes.width)];
        Self { plane, sub_x: planes.sub_x, sub_y: planes.sub_y, between: vec![0; plane.width], out }
    }

    fn row(&mut self, y: usize) -> &[u8] {
        let last = self.plane.height.saturating_sub(1);
        let near = self.plane.row((y / self.sub_y).min(last));
        // libjpeg does not interpolate where there are hardly any samples.
        let smooth = self.plane.width > 2;
        let far = match (self.sub_y, y % 2) {
            _ if !smooth => near,
            (2, 0) => self.plane.row((y / 2).saturating_sub(1).min(last)),
            (2, _) => self.plane.row((y / 2 + 1).min(last)),
            _ => near,
        };
        for ((to, &near), &far) in self.between.iter_mut().zip(near).zip(far) {
            *to = 3 * u16::from(near) + u16::from(far);
        }
        match self.sub_x {
            2 if smooth => self.double(),
            factor => self.repeat(factor),
        }
        &self.out
    }

    fn repeat(&mut self, factor: usize) {
        for (to, &sum) in self.out.chunks_mut(factor).zip(&self.between) {
            to.fill(((sum + 2) >> 2) as u8);
        }
    }

    fn double(&mut self) {
        let sums = &self.between;
        // libjpeg alternates the rounding so that it does not drift, the other way round without vertical spreading.
        let (left_bias, right_bias) = if self.sub_y == 2 { (8, 7) } else { (7, 8) };
        for (i, pair) in self.out.as_chunks_mut::<2>().0.iter_mut().enumerate().take(sums.len()) {
            let here = sums[i];
            let (left, right) = (sums[i.saturating_sub(1)], sums[(i + 1).min(sums.len() - 1)]);
            pair[0] = ((3 * here + left + left_bias) >> 4) as u8;
            pair[1] = ((3 * here + right + right_bias) >> 4) as u8;
        }
    }
}

/// RGBA to planes with chroma divided by `sub` (1 or 2) in both directions. Alpha is left out; colours of chroma blocks
/// are weighted by it, so that what is transparent does not bleed.
pub fn from_rgba(image: &Rgba, sub: usize) -> Ycc {
    from_rgba_in(image, sub, Range::Full)
}

/// The same in either range.
pub fn from_rgba_in(image: &Rgba, sub: usize, range: Range) -> Ycc {
    let matrix = Matrix::of(range);
    let (width, height) = (image.width, image.height);
    if image.opaque {
        let mut rows = YccRows::new((width, height), (width, height), sub, sub, range);
        image.data.chunks_exact(width * 4).for_each(|row| rows.push(row));
        return rows.finish();
    }
    let mut y = Plane::filled(width, height, 0);
    for (to, from) in y.data.chunks_exact_mut(width).zip(image.data.chunks_exact(width * 4)) {
        for (luma, pixel) in to.iter_mut().zip(from.as_chunks::<4>().0) {
            *luma = matrix.luma(pixel);
        }
    }
    let chroma = if sub == 2 { half_chroma(image, matrix) } else { full_chroma(image, matrix) };
    Ycc { width, height, y, chroma: Some(chroma), sub_x: sub, sub_y: sub, range }
}

fn full_chroma(image: &Rgba, matrix: &Matrix) -> [Plane; 2] {
    let mut cb = Plane::filled(image.width, image.height, 0);
    let mut cr = cb.clone();
    let pixels = image.data.as_chunks::<4>().0;
    for ((cb, cr), pixel) in cb.data.iter_mut().zip(&mut cr.data).zip(pixels) {
        (*cb, *cr) = matrix.chroma([pixel[0], pixel[1], pixel[2]].map(i32::from));
    }
    [cb, cr]
}

fn half_chroma(image: &Rgba, matrix: &Matrix) -> [Plane; 2] {
    let (width, height) = (image.width.div_ceil(2), image.height.div_ceil(2));
    let mut cb = Plane::filled(width, height, 0);
    let mut cr = cb.clone();
    let line = |y: usize| {
        image.data[y.min(image.height - 1) * image.width * 4..][..image.width * 4].as_chunks::<4>().0
    };
    for y in 0..height {
        let (upper, lower) = (line(2 * y), line(2 * y + 1));
        let (cb, cr) = (cb.row_mut(y), cr.row_mut(y));
        for (x, (cb, cr)) in cb.iter_mut().zip(cr).enumerate() {
            let (left, right) = (2 * x, (2 * x + 1).min(image.width - 1));
            let block = [&upper[left], &upper[right], &lower[left], &lower[right]];
            (*cb, *cr) = matrix.chroma(weighted_mean(block));
        }
    }
    [cb, cr]
}

fn weighted_mean(block: [&[u8; 4]; 4]) -> [i32; 3] {
    let weight: i32 = block.iter().map(|pixel| i32::from(pixel[3])).sum();
    if weight == 0 {
        return mean(block);
    }
    [0, 1, 2].map(|channel| {
        let sum: i32 = block.iter().map(|pixel| i32::from(pixel[channel]) * i32::from(pixel[3])).sum();
        (sum + weight / 2) / weight
    })
}

/// The alpha values as a plane of their own.
pub fn alpha_plane(image: &Rgba) -> Plane {
    let data = image.data.chunks_exact(4).map(|pixel| pixel[3]).collect();
    Plane { width: image.width, height: image.height, stride: image.width, data }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(width: usize, height: usize) -> Rgba {
        let data = (0..width * height)
            .flat_map(|i| [(i * 7 % 256) as u8, (i * 13 % 256) as u8, (i * 29 % 256) as u8, 255])
            .collect();
        Rgba { width, height, data, opaque: true }
    }

    #[test]
    fn colours_survive_the_way_there_and_back_within_two_steps() {
        let image = colours(31, 17);
        let back = to_rgba(&from_rgba(&image, 1));
        let worst = image.data.iter().zip(&back.data).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(2), "{worst:?}");
    }

    #[test]
    fn vectors_and_single_pixels_give_the_same_planes_at_every_width() {
        for width in 1..35 {
            let image = colours(width, 5);
            // Alpha that is the same everywhere weighs nothing, but goes the way of single pixels.
            let slow = Rgba { opaque: false, ..image.clone() };
            for sub in [1, 2] {
                for range in [Range::Full, Range::Limited] {
                    let (vectors, pixels) =
                        (from_rgba_in(&image, sub, range), from_rgba_in(&slow, sub, range));
                    assert_eq!(vectors, pixels, "{width}, {sub}, {range:?}");
                }
            }
        }
    }

    #[test]
    fn a_flat_colour_is_flat_at_every_sampling_and_odd_size() {
        for (width, height) in [(1, 1), (2, 3), (5, 4), (7, 7)] {
            let data = [[200, 30, 90, 255]; 49][..width * height].concat();
            let image = Rgba { width, height, data, opaque: true };
            let back = to_rgba(&from_rgba(&image, 2));
            assert!(back.data.chunks_exact(4).all(|pixel| pixel == &back.data[..4]), "{width} x {height}");
        }
    }

    #[test]
    fn transparent_neighbours_do_not_colour_the_edge() {
        let data = [[255, 0, 0, 255], [0, 255, 0, 0], [0, 255, 0, 0], [0, 255, 0, 0]].concat();
        let image = Rgba { width: 2, height: 2, data, opaque: false };
        let opaque = Rgba { width: 2, height: 2, data: [[255, 0, 0, 255]; 4].concat(), opaque: true };
        assert_eq!(from_rgba(&image, 2).chroma, from_rgba(&opaque, 2).chroma);
    }
}
