//! EXIF orientation applied to pixels: eight ways to read a rectangle.

use crate::planes::{Plane, Raster, Rgba, Ycc};

/// Pixels are moved in squares of this side, so that both sides of a turn stay in the cache.
const TILE: usize = 32;

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
    let rows: Vec<&[u8]> = (0..plane.height).map(|y| plane.row(y)).collect();
    let (data, width, height) = turn(&rows, plane.width, orientation);
    Plane { width, height, stride: width, data }
}

fn turn_rgba(picture: &Rgba, orientation: u8) -> Rgba {
    let pixels = picture.data.as_chunks::<4>().0;
    let rows: Vec<&[[u8; 4]]> = pixels.chunks_exact(picture.width).collect();
    let (data, width, height) = turn(&rows, picture.width, orientation);
    Rgba { width, height, data: data.into_flattened(), opaque: picture.opaque }
}

/// The turned pixels with their width and height.
fn turn<P: Copy + Default>(rows: &[&[P]], width: usize, orientation: u8) -> (Vec<P>, usize, usize) {
    let height = rows.len();
    let (flip_x, flip_y) = match orientation {
        2 | 8 => (true, false),
        3 | 7 => (true, true),
        4 | 6 => (false, true),
        _ => (false, false),
    };
    let source_y = |y: usize| if flip_y { height - 1 - y } else { y };
    if !swaps(orientation) {
        let mut out = Vec::with_capacity(width * height);
        for y in 0..height {
            let row = rows[source_y(y)];
            if flip_x { out.extend(row.iter().rev()) } else { out.extend_from_slice(row) }
        }
        return (out, width, height);
    }
    // Result (x, y) is source (y, x), flipped: the new width is the old height.
    let mut out = vec![P::default(); width * height];
    for top in (0..width).step_by(TILE) {
        for left in (0..height).step_by(TILE) {
            for y in top..(top + TILE).min(width) {
                let source_x = if flip_x { width - 1 - y } else { y };
                let line = &mut out[y * height..][..height];
                for x in left..(left + TILE).min(height) {
                    line[x] = rows[source_y(x)][source_x];
                }
            }
        }
    }
    (out, height, width)
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
