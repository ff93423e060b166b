//! A mark laid over an image: planes or RGBA, integer arithmetic only, so that every machine gives the same bits.

use crate::planes::{Plane, Raster, Rgba, Ycc};

/// A small image with premultiplied alpha and the places of the raster where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Interleaved RGBA, colours already multiplied by alpha.
    pub(crate) pixels: Vec<u8>,
    /// Left upper corners; what lies outside the raster is cut.
    pub(crate) places: Vec<(i64, i64)>,
}

/// The part of a layer that lies on the raster: first and last column and row, in raster coordinates.
struct Overlap {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Layer {
    /// Whether any pixel is not grey: such a mark needs chroma planes.
    pub(crate) fn is_coloured(&self) -> bool {
        self.pixels.as_chunks::<4>().0.iter().any(|p| p[0] != p[1] || p[1] != p[2])
    }

    pub(crate) fn stamp(&self, raster: &mut Raster) {
        for &place in &self.places {
            match raster {
                Raster::Ycc(image) => self.over_planes(image, place),
                Raster::Rgba(image) => self.over_rgba(image, place),
            }
        }
    }

    /// On the rows of an image from `top` on.
    pub(crate) fn stamp_band(&self, band: &mut Ycc, top: usize) {
        for &(x, y) in &self.places {
            self.over_planes(band, (x, y - top as i64));
        }
    }

    /// Pixels of the layer's row that lies on row `y`, from column `left` to `right` of the raster.
    fn row(&self, place: (i64, i64), y: usize, left: usize, right: usize) -> &[[u8; 4]] {
        let start = (y as i64 - place.1) as usize * self.width + (left as i64 - place.0) as usize;
        &self.pixels.as_chunks::<4>().0[start..start + (right - left)]
    }

    fn overlap(&self, place: (i64, i64), width: usize, height: usize) -> Option<Overlap> {
        let span = |at: i64, length: usize, limit: usize| {
            let first = at.clamp(0, limit as i64) as usize;
            let last = (at + length as i64).clamp(0, limit as i64) as usize;
            (first < last).then_some((first, last))
        };
        let (left, right) = span(place.0, self.width, width)?;
        let (top, bottom) = span(place.1, self.height, height)?;
        Some(Overlap { left, right, top, bottom })
    }

    fn over_rgba(&self, image: &mut Rgba, place: (i64, i64)) {
        let Some(part) = self.overlap(place, image.width, image.height) else { return };
        for y in part.top..part.bottom {
            let row = &mut image.data[4 * (y * image.width + part.left)..4 * (y * image.width + part.right)];
            let marks = self.row(place, y, part.left, part.right);
            for (below, mark) in row.as_chunks_mut::<4>().0.iter_mut().zip(marks) {
                if mark[3] != 0 {
                    over(below, *mark);
                }
            }
        }
    }

    fn over_planes(&self, image: &mut Ycc, place: (i64, i64)) {
        let Some(part) = self.overlap(place, image.width, image.height) else { return };
        for y in part.top..part.bottom {
            let row = &mut image.y.row_mut(y)[part.left..part.right];
            for (below, mark) in row.iter_mut().zip(self.row(place, y, part.left, part.right)) {
                if mark[3] != 0 {
                    *below = (scaled(*below, 255 - mark[3]) + luma(*mark)).min(255) as u8;
                }
            }
        }
        let (width, height, sub_x, sub_y) = (image.width, image.height, image.sub_x, image.sub_y);
        let Some([blue, red]) = &mut image.chroma else { return };
        for cell_y in part.top / sub_y..part.bottom.div_ceil(sub_y).min(blue.height) {
            let rows = (cell_y * sub_y, (cell_y * sub_y + sub_y).min(height));
            for cell_x in part.left / sub_x..part.right.div_ceil(sub_x).min(blue.width) {
                let columns = (cell_x * sub_x, (cell_x * sub_x + sub_x).min(width));
                let sum = self.sum(place, &part, rows, columns);
                if sum[3] != 0 {
                    let area = ((rows.1 - rows.0) * (columns.1 - columns.0)) as i64;
                    tint(blue, cell_x, cell_y, area, sum[3], [-11_059, -21_709, 32_768], sum);
                    tint(red, cell_x, cell_y, area, sum[3], [32_768, -27_439, -5_329], sum);
                }
            }
        }
    }

    /// The sums of the four channels over the cell's pixels that the layer covers.
    fn sum(
        &self,
        place: (i64, i64),
        part: &Overlap,
        rows: (usize, usize),
        columns: (usize, usize),
    ) -> [i64; 4] {
        let mut sum = [0; 4];
        let (left, right) = (columns.0.max(part.left), columns.1.min(part.right));
        for y in rows.0.max(part.top)..rows.1.min(part.bottom) {
            for pixel in self.row(place, y, left, right) {
                for (total, value) in sum.iter_mut().zip(pixel) {
                    *total += i64::from(*value);
                }
            }
        }
        sum
    }
}

/// `value * share / 255`, rounded.
fn scaled(value: u8, share: u8) -> u32 {
    let product = u32::from(value) * u32::from(share) + 128;
    (product + (product >> 8)) >> 8
}

/// BT.601 luma of a premultiplied pixel.
fn luma([r, g, b, _]: [u8; 4]) -> u32 {
    (19_595 * u32::from(r) + 38_470 * u32::from(g) + 7_471 * u32::from(b) + 32_768) >> 16
}

/// One chroma sample under a cell of `area` pixels whose channels sum to `sum`.
fn tint(plane: &mut Plane, x: usize, y: usize, area: i64, alpha: i64, weights: [i64; 3], sum: [i64; 4]) {
    let sample = &mut plane.data[y * plane.stride + x];
    let colour: i64 = weights.iter().zip(sum).map(|(weight, value)| weight * value).sum();
    let kept = (i64::from(*sample) - 128) * (255 * area - alpha);
    let full = 255 * area * 65_536;
    let value = rounded(kept * 65_536 + colour * 255, full);
    *sample = (128 + value).clamp(0, 255) as u8;
}

/// Division to the nearest integer, halves upwards.
fn rounded(value: i64, by: i64) -> i64 {
    (2 * value + by).div_euclid(2 * by)
}

/// Porter-Duff "over": a premultiplied pixel on a straight one.
fn over(below: &mut [u8; 4], mark: [u8; 4]) {
    let free = 255 - mark[3];
    if below[3] == 255 {
        for channel in 0..3 {
            below[channel] = (u32::from(mark[channel]) + scaled(below[channel], free)).min(255) as u8;
        }
        return;
    }
    // In 255ths of 255ths, so that a faint mark on a faint image keeps its colour.
    let under = u32::from(below[3]) * u32::from(free);
    let alpha = u32::from(mark[3]) * 255 + under;
    for channel in 0..3 {
        let colour = u32::from(mark[channel]) * 255 * 255 + u32::from(below[channel]) * under;
        below[channel] = ((colour + alpha / 2) / alpha).min(255) as u8;
    }
    below[3] = ((alpha + 127) / 255) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(pixel: [u8; 4], side: usize, place: (i64, i64)) -> Layer {
        Layer { width: side, height: side, pixels: pixel.repeat(side * side), places: vec![place] }
    }

    fn planes(width: usize, height: usize, sub: usize, value: [u8; 3]) -> Ycc {
        let (chroma_width, chroma_height) = (width.div_ceil(sub), height.div_ceil(sub));
        Ycc {
            width,
            height,
            y: Plane::filled(width, height, value[0]),
            chroma: Some([1, 2].map(|i| Plane::filled(chroma_width, chroma_height, value[i]))),
            sub_x: sub,
            sub_y: sub,
            range: crate::planes::Range::Full,
        }
    }

    #[test]
    fn an_opaque_mark_replaces_what_is_below() {
        let mut raster = Raster::Rgba(Rgba { width: 3, height: 3, data: vec![9; 36], opaque: false });
        square([200, 100, 50, 255], 2, (1, 1)).stamp(&mut raster);
        let Raster::Rgba(image) = raster else { unreachable!() };
        assert_eq!(image.data[4 * 4..4 * 5], [200, 100, 50, 255]);
        assert_eq!(image.data[..4], [9; 4]);
    }

    #[test]
    fn a_mark_on_a_clear_image_keeps_its_own_colour_and_alpha() {
        let mut below = [0, 0, 0, 0];
        over(&mut below, [50, 25, 0, 100]);
        assert_eq!(below, [128, 64, 0, 100]);
    }

    #[test]
    fn white_red_and_black_have_the_values_of_jpeg() {
        for (pixel, expected) in [
            ([255, 255, 255, 255], [255, 128, 128]),
            ([255, 0, 0, 255], [76, 85, 255]),
            ([0, 0, 0, 255], [0, 128, 128]),
        ] {
            let mut raster = Raster::Ycc(planes(4, 4, 2, [90, 40, 200]));
            square(pixel, 4, (0, 0)).stamp(&mut raster);
            let Raster::Ycc(image) = raster else { unreachable!() };
            let [blue, red] = image.chroma.unwrap();
            assert_eq!([image.y.data[5], blue.data[1], red.data[1]], expected);
        }
    }

    #[test]
    fn a_quarter_of_a_chroma_cell_moves_chroma_by_a_quarter() {
        let mut raster = Raster::Ycc(planes(4, 4, 2, [0, 128, 128]));
        square([0, 0, 255, 255], 1, (2, 2)).stamp(&mut raster);
        let Raster::Ycc(image) = raster else { unreachable!() };
        let [blue, _] = image.chroma.unwrap();
        assert_eq!(blue.data, [128, 128, 128, 160]);
    }

    proptest! {
        #[test]
        fn no_place_size_or_subsampling_reaches_outside(
            width in 1usize..20, height in 1usize..20, sub in 1usize..5, side in 1usize..24,
            x in -30i64..30, y in -30i64..30, alpha: u8,
        ) {
            let layer = square([alpha / 2, alpha, 0, alpha], side, (x, y));
            layer.stamp(&mut Raster::Ycc(planes(width, height, sub, [10, 20, 30])));
            let mut raster = Raster::Rgba(Rgba { width, height, data: vec![7; width * height * 4], opaque: false });
            layer.stamp(&mut raster);
        }

        #[test]
        fn bands_get_the_same_mark_as_the_whole(
            width in 1usize..20, height in 1usize..40, sub in 1usize..3, side in 1usize..24,
            x in -10i64..20, y in -10i64..40, alpha: u8,
        ) {
            let layer = square([alpha / 2, alpha, 0, alpha], side, (x, y));
            let mut raster = Raster::Ycc(planes(width, height, sub, [10, 20, 30]));
            layer.stamp(&mut raster);
            let Raster::Ycc(whole) = raster else { unreachable!() };
            for top in (0..height).step_by(8) {
                let mut band = planes(width, (height - top).min(8), sub, [10, 20, 30]);
                layer.stamp_band(&mut band, top);
                for row in 0..band.height {
                    prop_assert_eq!(band.y.row(row), whole.y.row(top + row));
                }
                let pairs = band.chroma.iter().flatten().zip(whole.chroma.iter().flatten());
                for (band, whole) in pairs {
                    for row in 0..band.height {
                        prop_assert_eq!(band.row(row), whole.row(top / sub + row));
                    }
                }
            }
        }

        #[test]
        fn planes_and_rgba_agree(r: u8, g: u8, b: u8, alpha: u8, grey: u8) {
            let mark = [r, g, b].map(|c| (u32::from(c) * u32::from(alpha) / 255) as u8);
            let layer = square([mark[0], mark[1], mark[2], alpha], 2, (0, 0));
            let mut raster = Raster::Ycc(planes(2, 2, 1, [grey, 128, 128]));
            layer.stamp(&mut raster);
            let mut pixel = [grey, grey, grey, 255];
            over(&mut pixel, [mark[0], mark[1], mark[2], alpha]);
            let Raster::Ycc(image) = raster else { unreachable!() };
            prop_assert!(luma(pixel).abs_diff(u32::from(image.y.data[0])) <= 2);
        }
    }
}
