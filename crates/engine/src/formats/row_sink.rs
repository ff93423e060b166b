//! Takes RGBA rows from top to bottom and keeps what the pipeline needs: cropped, reduced while they come where the result
//! is much smaller, and as planes where the result has planes of the same size.

use super::Want;
use crate::colour;
use crate::planes::{Plane, Range, Raster, Rgba, Ycc};

/// Planes are made of so many rows at a time; an even number, for halved chroma.
const BAND: usize = 64;
/// Reduced by no more than this.
const MOST_REDUCED: usize = 8;

/// A rectangle of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

pub(super) struct RowSink {
    crop: Crop,
    opaque: bool,
    /// Pixels of the source for one of the result, in each direction.
    reduce: usize,
    sums: Vec<u32>,
    summed_rows: usize,
    /// Rows that are not yet planes; all of them where RGBA is wanted.
    rows: Vec<u8>,
    planes: Option<Planes>,
}

/// Planes that grow band by band.
struct Planes {
    range: Range,
    y: Vec<u8>,
    chroma: [Vec<u8>; 2],
}

impl RowSink {
    pub(super) fn new(crop: Crop, opaque: bool, want: &Want<'_>) -> Self {
        let reduce = if opaque { reduction(crop, want) } else { 1 };
        let same_size = crop.width <= want.width as usize && crop.height <= want.height as usize;
        let planar = opaque && want.planar && want.half_chroma && same_size;
        let planes = planar.then(|| Planes {
            range: want.range,
            y: Vec::with_capacity(crop.width * crop.height),
            chroma: [Vec::new(), Vec::new()],
        });
        let (width, height) = (crop.width.div_ceil(reduce), crop.height.div_ceil(reduce));
        let rows = Vec::with_capacity(width * 4 * if planar { BAND } else { height });
        Self { crop, opaque, reduce, sums: vec![0; width * 3], summed_rows: 0, rows, planes }
    }

    /// Row `y` of the uncropped image.
    pub(super) fn push(&mut self, y: usize, row: &[u8]) {
        let Crop { x, y: top, width, height } = self.crop;
        if y < top || y >= top + height {
            return;
        }
        let Some(row) = row.get(x * 4..(x + width) * 4) else { return };
        if self.reduce > 1 {
            return self.add(row, y + 1 == top + height);
        }
        self.rows.extend_from_slice(row);
        if self.planes.is_some() && self.rows.len() == width * 4 * BAND {
            self.turn_to_planes();
        }
    }

    /// Sums up squares of pixels; the last row of a square gives their mean.
    fn add(&mut self, row: &[u8], last: bool) {
        for (sum, square) in self.sums.as_chunks_mut::<3>().0.iter_mut().zip(row.chunks(self.reduce * 4)) {
            for pixel in square.as_chunks::<4>().0 {
                (0..3).for_each(|at| sum[at] += u32::from(pixel[at]));
            }
        }
        self.summed_rows += 1;
        if self.summed_rows < self.reduce && !last {
            return;
        }
        for (sum, square) in self.sums.as_chunks_mut::<3>().0.iter_mut().zip(row.chunks(self.reduce * 4)) {
            let count = (square.len() / 4 * self.summed_rows) as u32;
            let [r, g, b] = sum.map(|sum| ((sum + count / 2) / count) as u8);
            self.rows.extend_from_slice(&[r, g, b, 255]);
            *sum = [0; 3];
        }
        self.summed_rows = 0;
    }

    fn turn_to_planes(&mut self) {
        let width = self.crop.width;
        let Some(planes) = &mut self.planes else { return };
        let data = std::mem::take(&mut self.rows);
        let band = Rgba { width, height: data.len() / (width * 4), data, opaque: true };
        let made = colour::from_rgba_in(&band, 2, planes.range);
        append(&mut planes.y, &made.y);
        if let Some(chroma) = &made.chroma {
            planes.chroma.iter_mut().zip(chroma).for_each(|(to, from)| append(to, from));
        }
        self.rows = band.data;
        self.rows.clear();
    }

    pub(super) fn finish(mut self) -> Raster {
        let (width, height) = (self.crop.width.div_ceil(self.reduce), self.crop.height.div_ceil(self.reduce));
        if self.planes.is_some() && !self.rows.is_empty() {
            self.turn_to_planes();
        }
        match self.planes {
            None => {
                self.rows.resize(width * height * 4, 255);
                Raster::Rgba(Rgba { width, height, data: self.rows, opaque: self.opaque })
            }
            Some(planes) => Raster::Ycc(planes.finish(width, height)),
        }
    }
}

impl Planes {
    fn finish(self, width: usize, height: usize) -> Ycc {
        let plane = |mut data: Vec<u8>, width: usize, height: usize| {
            data.resize(width * height, 128);
            Plane { width, height, stride: width, data }
        };
        let half = (width.div_ceil(2), height.div_ceil(2));
        let chroma = Some(self.chroma.map(|data| plane(data, half.0, half.1)));
        Ycc { width, height, y: plane(self.y, width, height), chroma, sub_x: 2, sub_y: 2, range: self.range }
    }
}

fn append(to: &mut Vec<u8>, plane: &Plane) {
    (0..plane.height).for_each(|y| to.extend_from_slice(plane.row(y)));
}

/// By how much rows are reduced while they come: what is left has at least twice the size that is wanted, so that the
/// resize that follows decides about sharpness.
fn reduction(crop: Crop, want: &Want<'_>) -> usize {
    let (mut reduce, sides) = (1, [(crop.width, want.width), (crop.height, want.height)]);
    let enough = |reduce: usize| sides.iter().all(|(has, wants)| has / reduce >= 2 * *wants as usize);
    while reduce < MOST_REDUCED && enough(reduce * 2) {
        reduce *= 2;
    }
    reduce
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(crop: Crop, want: &Want<'_>, size: (usize, usize)) -> Raster {
        let mut sink = RowSink::new(crop, true, want);
        for y in 0..size.1 {
            let row: Vec<u8> = (0..size.0).flat_map(|x| [x as u8, y as u8, 7, 255]).collect();
            sink.push(y, &row);
        }
        sink.finish()
    }

    #[test]
    fn rows_are_cropped_and_reduced_to_no_less_than_twice_the_wish() {
        let crop = Crop { x: 2, y: 3, width: 40, height: 20 };
        let Raster::Rgba(whole) = pushed(crop, &Want::full(), (50, 30)) else { panic!("RGBA") };
        assert_eq!((whole.width, whole.height, &whole.data[..4]), (40, 20, &[2, 3, 7, 255][..]));
        let want = Want { width: 5, height: 2, ..Want::full() };
        let Raster::Rgba(small) = pushed(crop, &want, (50, 30)) else { panic!("RGBA") };
        assert_eq!((small.width, small.height), (10, 5), "a quarter: an eighth would be too small");
        assert_eq!(&small.data[..4], &[4, 5, 7, 255], "the mean of 2..=5 and 3..=6, rounded");
    }

    #[test]
    fn bands_make_the_same_planes_as_the_whole() {
        let crop = Crop { x: 0, y: 0, width: 33, height: 131 };
        let Raster::Rgba(whole) = pushed(crop, &Want::full(), (33, 131)) else { panic!("RGBA") };
        let want = Want { planar: true, half_chroma: true, ..Want::full() };
        let Raster::Ycc(planes) = pushed(crop, &want, (33, 131)) else { panic!("planes") };
        assert_eq!(planes, colour::from_rgba_in(&whole, 2, Range::Full));
    }
}
