//! EXIF orientation applied to pixels: eight ways to read a rectangle.

use crate::planes::{Plane, Raster, Rgba, Ycc};

/// So many rows are moved at a time, so that both sides of a turn stay in the cache.
const BAND: usize = 32;

/// Whether an orientation swaps width and height.
pub fn swaps(orientation: u8) -> bool {
    (5..=8).contains(&orientation)
}

/// The upright image. Values outside 2..=8 change nothing.
pub fn apply(raster: Raster, orientation: u8) -> Raster {
    if !(2..=8).contains(&orientation) {
        return raster;
    }
    match raster {
        Raster::Ycc(planes) => Raster::Ycc(turn_planes(&planes, orientation)),
        Raster::Rgba(image) => Raster::Rgba(turn_rgba(&image, orientation)),
    }
}

fn turn_planes(planes: &Ycc, orientation: u8) -> Ycc {
    let y = turn_plane(&planes.y, orientation);
    let chroma =
        planes.chroma.as_ref().map(|pair| pair.each_ref().map(|plane| turn_plane(plane, orientation)));
    let (sub_x, sub_y) =
        if swaps(orientation) { (planes.sub_y, planes.sub_x) } else { (planes.sub_x, planes.sub_y) };
    let mut turned = Ycc { width: y.width, height: y.height, y, chroma, sub_x, sub_y, range: planes.range };
    settle_chroma(&mut turned, orientation);
    turned
}

/// Moves mirrored chroma to its luma. Of 171 columns the last chroma sample covers one: mirrored it comes first, and all lie
/// a column too far left. What lies in the middle between two samples is found by a filter that keeps fine detail, which
/// the mean of both would blur.
pub(crate) fn settle_chroma(planes: &mut Ycc, orientation: u8) {
    let (across, down) = mirrored(orientation);
    let (width, height, sub_x, sub_y) = (planes.width, planes.height, planes.sub_x, planes.sub_y);
    for plane in planes.chroma.iter_mut().flatten() {
        if across {
            let gap = (plane.width * sub_x).saturating_sub(width);
            let mut before = Vec::new();
            (0..plane.height).for_each(|y| settle_row(plane.row_mut(y), gap, sub_x, &mut before));
        }
        if down {
            let gap = (plane.height * sub_y).saturating_sub(height);
            settle_column(plane, gap, sub_y);
        }
    }
}

/// Whether columns and rows of the upright image run against those of the stored one.
fn mirrored(orientation: u8) -> (bool, bool) {
    (matches!(orientation, 2 | 3 | 6 | 7), matches!(orientation, 3 | 4 | 7 | 8))
}

/// `before` is room for the row as it was.
fn settle_row(row: &mut [u8], gap: usize, sub: usize, before: &mut Vec<u8>) {
    if gap == 0 {
        return;
    }
    before.clear();
    before.extend_from_slice(row);
    let last = row.len() - 1;
    for (i, sample) in row[..last].iter_mut().enumerate() {
        *sample = between(|tap| before[tap_place(i, tap, last)], gap, sub, i);
    }
}

fn settle_column(plane: &mut Plane, gap: usize, sub: usize) {
    if gap == 0 {
        return;
    }
    let (stride, width, last) = (plane.stride, plane.width, plane.height - 1);
    // The rows above as they were; those below are untouched.
    let mut above: [Vec<u8>; TAPS / 2] = std::array::from_fn(|_| plane.row(0).to_vec());
    for y in 0..last {
        above.rotate_left(1);
        above[TAPS / 2 - 1].copy_from_slice(plane.row(y));
        let columns = 0..width;
        for x in columns {
            let tap_of = |tap: usize| match above.get(tap) {
                Some(row) => row[x],
                None => plane.data[tap_place(y, tap, last) * stride + x],
            };
            let sample = between(tap_of, gap, sub, y);
            plane.data[y * stride + x] = sample;
        }
    }
}

/// Half a sample further, as video decoders do it.
const HALF: [i32; TAPS] = [-1, 4, -11, 40, 40, -11, 4, -1];
const TAPS: usize = 8;

/// The sample of a tap around the gap behind sample `at`; the first and the last stand for what lies outside.
fn tap_place(at: usize, tap: usize, last: usize) -> usize {
    (at + tap).saturating_sub(TAPS / 2 - 1).min(last)
}

/// `gap` parts in `sub` from one sample to the next; in the middle by all taps. What lies between two values is rounded down
/// and up by turns.
fn between(sample: impl Fn(usize) -> u8, gap: usize, sub: usize, at: usize) -> u8 {
    let turn = at & 1;
    if 2 * gap == sub {
        let sum: i32 = HALF.iter().enumerate().map(|(tap, by)| by * i32::from(sample(tap))).sum();
        return ((sum + 32 - turn as i32) >> 6).clamp(0, 255) as u8;
    }
    let (here, next) = (usize::from(sample(TAPS / 2 - 1)), usize::from(sample(TAPS / 2)));
    ((here * (sub - gap) + next * gap + (sub - turn) / 2) / sub) as u8
}

fn turn_plane(plane: &Plane, orientation: u8) -> Plane {
    let turn = Turn { width: plane.width, height: plane.height, orientation };
    let (width, height) = turn.size();
    let mut out = Plane::filled(width, height, 0);
    let rows: Vec<&[u8]> = (0..plane.height).map(|y| plane.row(y)).collect();
    turn.put_all(&rows, &mut out.data);
    out
}

fn turn_rgba(image: &Rgba, orientation: u8) -> Rgba {
    let turn = Turn { width: image.width, height: image.height, orientation };
    let (width, height) = turn.size();
    let mut data = vec![[0; 4]; width * height];
    let rows: Vec<&[[u8; 4]]> = image.data.as_chunks::<4>().0.chunks_exact(image.width).collect();
    turn.put_all(&rows, &mut data);
    Rgba { width, height, data: data.into_flattened(), opaque: image.opaque }
}

/// How the pixels of an image of this size move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) orientation: u8,
}

impl Turn {
    /// Width and height of the upright image.
    pub(crate) fn size(&self) -> (usize, usize) {
        if swaps(self.orientation) { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// All rows of the image.
    pub(crate) fn put_all<P: Copy>(&self, rows: &[&[P]], out: &mut [P]) {
        for (band, rows) in rows.chunks(BAND).enumerate() {
            self.put(rows, band * BAND, out);
        }
    }

    /// Puts the rows from `top` on where they belong in the upright image.
    pub(crate) fn put<P: Copy>(&self, rows: &[&[P]], top: usize, out: &mut [P]) {
        let (flip_x, flip_y) = match self.orientation {
            2 | 8 => (true, false),
            3 | 7 => (true, true),
            4 | 6 => (false, true),
            _ => (false, false),
        };
        let place = |y: usize| if flip_y { self.height - 1 - y } else { y };
        if !swaps(self.orientation) {
            for (row, y) in rows.iter().zip(top..) {
                let line = &mut out[place(y) * self.width..][..self.width];
                line.copy_from_slice(row);
                if flip_x {
                    line.reverse();
                }
            }
            return;
        }
        // A column becomes a line: the new width is the old height.
        for x in 0..self.width {
            let line = if flip_x { self.width - 1 - x } else { x };
            let line = &mut out[line * self.height..][..self.height];
            for (row, y) in rows.iter().zip(top..) {
                line[place(y)] = row[x];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of 3 x 2 whose pixels are `a b c / d e f`, as the orientation tag says it must be shown.
    fn shown(orientation: u8) -> (usize, String) {
        let plane = Plane { width: 3, height: 2, stride: 3, data: b"abcdef".to_vec() };
        let turned = turn_plane(&plane, orientation);
        (turned.width, String::from_utf8(turned.data).unwrap())
    }

    #[test]
    fn all_eight_orientations_are_as_the_standard_says() {
        let expected = [
            (1, 3, "abcdef"),
            (2, 3, "cbafed"),
            (3, 3, "fedcba"),
            (4, 3, "defabc"),
            (5, 2, "adbecf"),
            (6, 2, "daebfc"),
            (7, 2, "fcebda"),
            (8, 2, "cfbead"),
        ];
        for (orientation, width, pixels) in expected {
            assert_eq!(shown(orientation), (width, pixels.to_owned()), "orientation {orientation}");
        }
    }

    #[test]
    fn chroma_turns_with_luma() {
        let planes = Ycc {
            width: 5,
            height: 3,
            y: Plane::filled(5, 3, 9),
            chroma: Some([Plane::filled(3, 3, 1), Plane::filled(3, 3, 2)]),
            sub_x: 2,
            sub_y: 1,
            range: crate::planes::Range::Full,
        };
        let turned = turn_planes(&planes, 6);
        assert_eq!((turned.width, turned.height, turned.sub_x, turned.sub_y), (3, 5, 1, 2));
        assert_eq!(turned.chroma.unwrap()[0].height, 3);
    }

    /// An image whose luma and chroma rise alike, so that each chroma sample shows where it believes to lie.
    fn rising(width: usize, height: usize, sub: usize) -> Ycc {
        let ramp = |sub: usize| {
            let (width, height) = (width.div_ceil(sub), height.div_ceil(sub));
            let at = |x: usize| (4 * sub * x + 2 * (sub - 1)) as u8;
            let data = (0..width * height).map(|i| at(i % width) + at(i / width)).collect();
            Plane { width, height, stride: width, data }
        };
        let chroma = Some([ramp(sub), ramp(sub)]);
        Ycc { width, height, y: ramp(1), chroma, sub_x: sub, sub_y: sub, range: crate::planes::Range::Full }
    }

    #[test]
    fn mirrored_chroma_of_an_odd_side_lies_where_its_luma_lies() {
        for (sub, orientation) in (2..=8).flat_map(|turn| [(2, turn), (4, turn)]) {
            let turned = turn_planes(&rising(27, 19, sub), orientation);
            let [chroma, _] = turned.chroma.as_ref().unwrap();
            // The first and last samples reach over the edge.
            for y in 1..chroma.height - 2 {
                for x in 1..chroma.width - 2 {
                    let luma = |x: usize, y: usize| u32::from(turned.y.row(y)[x]);
                    let block = (0..sub * sub).map(|i| luma(x * sub + i % sub, y * sub + i / sub));
                    let mean = f64::from(block.sum::<u32>()) / (sub * sub) as f64;
                    let far = (f64::from(chroma.row(y)[x]) - mean).abs();
                    assert!(far <= 1.0, "orientation {orientation}, {sub}: {far} at {x} {y}");
                }
            }
        }
    }

    /// The energy of a chroma pattern of this period after a turn, beside that before it.
    fn kept(period: f64, orientation: u8) -> f64 {
        let wave = |at: usize| 128.0 + 60.0 * (at as f64 * std::f64::consts::TAU / period).sin();
        let (width, height) = (41, 33);
        let pattern = |i: usize| (wave(i % width) + wave(i / width) - 128.0) as u8;
        let plane = Plane { width, height, stride: width, data: (0..width * height).map(pattern).collect() };
        let energy = |plane: &Plane| {
            let inside = (6..plane.height - 6).flat_map(|y| &plane.row(y)[6..plane.width - 6]);
            inside.map(|&sample| (f64::from(sample) - 128.0).powi(2)).sum::<f64>()
        };
        let before = energy(&plane);
        let planes = Ycc {
            width: 2 * width - 1,
            height: 2 * height - 1,
            y: Plane::filled(2 * width - 1, 2 * height - 1, 9),
            chroma: Some([plane.clone(), plane]),
            sub_x: 2,
            sub_y: 2,
            range: crate::planes::Range::Full,
        };
        energy(&turn_planes(&planes, orientation).chroma.unwrap()[0]) / before
    }

    #[test]
    fn turned_chroma_of_an_odd_side_keeps_its_detail() {
        for orientation in 2..=8 {
            for period in [4.0, 6.0, 10.0] {
                let share = kept(period, orientation);
                assert!(
                    (0.93..1.1).contains(&share),
                    "orientation {orientation}, period {period}: {share:.3}"
                );
            }
        }
    }
}
