//! How well an image came out: its sharpness and what of it is black or white. Compared within one scene only.

use crate::Shot;
use crate::planes::{Range, Raster};

/// From how close to black or white on a pixel has lost its detail.
const CLIPPED: u8 = 3;

/// Measures the brightness of a reduced copy.
pub(super) fn shot(raster: &Raster) -> Shot {
    let (width, height) = raster.size();
    let (mut total, mut squares, mut count) = (0.0, 0.0, 0usize);
    let rows: Vec<Vec<u8>> = (0..height).map(|y| brightness(raster, y)).collect();
    let clipped = rows.iter().flatten().filter(|value| **value < CLIPPED || **value > 255 - CLIPPED).count();
    for triple in rows.windows(3) {
        let (above, row, below) = (&triple[0], &triple[1], &triple[2]);
        for x in 1..width.saturating_sub(1) {
            let around = [above[x], below[x], row[x - 1], row[x + 1]].map(i32::from);
            let change = f64::from(around.iter().sum::<i32>() - 4 * i32::from(row[x]));
            total += change;
            squares += change * change;
            count += 1;
        }
    }
    let mean = total / count.max(1) as f64;
    let sharpness = (squares / count.max(1) as f64 - mean * mean).max(0.0) as f32;
    let clipped = clipped as f32 / (width * height).max(1) as f32;
    Shot { sharpness, clipped, score: sharpness * (1.0 - clipped) }
}

/// One row as 0 for black to 255 for white.
fn brightness(raster: &Raster, y: usize) -> Vec<u8> {
    match raster {
        Raster::Ycc(planes) if planes.range == Range::Full => planes.y.row(y).to_vec(),
        Raster::Ycc(planes) => {
            let full = |value: &u8| (u32::from((*value).clamp(16, 235) - 16) * 255 / 219) as u8;
            planes.y.row(y).iter().map(full).collect()
        }
        Raster::Rgba(image) => {
            let row = &image.data[y * image.width * 4..][..image.width * 4];
            let luma = |pixel: &[u8]| {
                let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(u32::from);
                ((77 * red + 150 * green + 29 * blue) >> 8) as u8
            };
            row.chunks_exact(4).map(luma).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planes::Rgba;

    fn checks(side: usize, dark: u8, light: u8) -> Raster {
        let mut image = Rgba::transparent(64, 48);
        for (at, pixel) in image.data.chunks_exact_mut(4).enumerate() {
            let (x, y) = (at % 64, at / 64);
            let value = if (x / side + y / side).is_multiple_of(2) { dark } else { light };
            pixel.copy_from_slice(&[value, value, value, 255]);
        }
        Raster::Rgba(image)
    }

    #[test]
    fn edges_are_sharp_and_what_is_black_or_white_counts_against_an_image() {
        let (sharp, soft) = (shot(&checks(4, 60, 180)), shot(&checks(4, 100, 140)));
        assert!(sharp.score > soft.score && soft.sharpness > 0.0, "{sharp:?} {soft:?}");
        let burnt = shot(&checks(4, 60, 255));
        assert!((burnt.clipped - 0.5).abs() < 0.01 && burnt.score < burnt.sharpness, "{burnt:?}");
        assert_eq!(shot(&checks(64, 128, 128)), Shot { sharpness: 0.0, clipped: 0.0, score: 0.0 });
    }

    #[test]
    fn an_image_of_one_pixel_has_no_edges() {
        let one = shot(&Raster::Rgba(Rgba { width: 1, height: 1, data: vec![0; 4], opaque: false }));
        assert_eq!((one.sharpness, one.clipped, one.score), (0.0, 1.0, 0.0));
    }
}
