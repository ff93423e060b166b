//! EXIF orientation applied to pixels: eight ways to read a rectangle.

use crate::planes::{Plane, Raster, Rgba, Ycc};

/// So many rows are moved at a time, so that both sides of a turn stay in the cache.
const BAND: usize = 32;

/// Whether an orientation swaps width and height.
pub fn swaps(orientation: u8) -> bool {
    (5..=8).contains(&orientation)
}

/// The upright picture. Values outside 2..=8 change nothing.
pub fn apply(raster: Raster, orientation: u8) -> Raster {
    if !(2..=8).contains(&orientation) {
        return raster;
    }
    match raster {
        Raster::Ycc(planes) => Raster::Ycc(turn_planes(&planes, orientation)),
        Raster::Rgba(picture) => Raster::Rgba(turn_rgba(&picture, orientation)),
    }
}

fn turn_planes(planes: &Ycc, orientation: u8) -> Ycc {
    let y = turn_plane(&planes.y, orientation);
    let chroma =
        planes.chroma.as_ref().map(|pair| pair.each_ref().map(|plane| turn_plane(plane, orientation)));
    let (sub_x, sub_y) =
        if swaps(orientation) { (planes.sub_y, planes.sub_x) } else { (planes.sub_x, planes.sub_y) };
    Ycc { width: y.width, height: y.height, y, chroma, sub_x, sub_y, range: planes.range }
}

fn turn_plane(plane: &Plane, orientation: u8) -> Plane {
    let turn = Turn { width: plane.width, height: plane.height, orientation };
    let (width, height) = turn.size();
    let mut out = Plane::filled(width, height, 0);
    let rows: Vec<&[u8]> = (0..plane.height).map(|y| plane.row(y)).collect();
    turn.put_all(&rows, &mut out.data);
    out
}

fn turn_rgba(picture: &Rgba, orientation: u8) -> Rgba {
    let turn = Turn { width: picture.width, height: picture.height, orientation };
    let (width, height) = turn.size();
    let mut data = vec![[0; 4]; width * height];
    let rows: Vec<&[[u8; 4]]> = picture.data.as_chunks::<4>().0.chunks_exact(picture.width).collect();
    turn.put_all(&rows, &mut data);
    Rgba { width, height, data: data.into_flattened(), opaque: picture.opaque }
}

/// How the pixels of a picture of this size move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) orientation: u8,
}

impl Turn {
    /// Width and height of the upright picture.
    pub(crate) fn size(&self) -> (usize, usize) {
        if swaps(self.orientation) { (self.height, self.width) } else { (self.width, self.height) }
    }

    fn put_all<P: Copy>(&self, rows: &[&[P]], out: &mut [P]) {
        for (band, rows) in rows.chunks(BAND).enumerate() {
            self.put(rows, band * BAND, out);
        }
    }

    /// Puts the rows from `top` on where they belong in the upright picture.
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

    /// A picture of 3 x 2 whose pixels are `a b c / d e f`, as the orientation tag says it must be shown.
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
}
