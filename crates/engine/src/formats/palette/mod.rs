//! From millions of colours to at most 256: exactly when there are so few, else by variance-based splitting, k-means and
//! dithering where it helps. Alpha is a fourth channel; a fully transparent pixel always stays one.

mod cluster;
mod difference;
mod dither;
mod histogram;
mod nearest;
mod space;

pub use difference::difference;

use crate::EngineError;
use crate::planes::Rgba;
use crate::pulse::Pulse;
use space::Point;
use std::collections::HashMap;

/// An image as indices into its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    pub colours: Vec<[u8; 4]>,
    pub pixels: Vec<u8>,
}

/// The image with its own colours, if there are at most `most` of them. Fully transparent pixels count as one colour.
pub fn exact(image: &Rgba, most: usize) -> Option<Indexed> {
    let mut colours: Vec<[u8; 4]> = Vec::new();
    let mut places: HashMap<[u8; 4], u8> = HashMap::new();
    let mut pixels = Vec::with_capacity(image.data.len() / 4);
    let mut last = ([0; 4], None);
    for &pixel in image.data.as_chunks::<4>().0 {
        let pixel = if pixel[3] == 0 { [0; 4] } else { pixel };
        let index = match last {
            (colour, Some(index)) if colour == pixel => index,
            _ => match places.get(&pixel) {
                Some(&index) => index,
                None if colours.len() < most.min(256) => {
                    let index = colours.len() as u8;
                    places.insert(pixel, index);
                    colours.push(pixel);
                    index
                }
                None => return None,
            },
        };
        last = (pixel, Some(index));
        pixels.push(index);
    }
    Some(Indexed { colours, pixels })
}

/// At most `most` colours, dithered.
pub fn reduce(image: &Rgba, most: usize, pulse: &Pulse<'_>) -> Result<Indexed, EngineError> {
    let clear = image.data.as_chunks::<4>().0.iter().any(|pixel| pixel[3] == 0);
    let points = cluster::colours(histogram::bins(image), most.clamp(2, 256) - usize::from(clear));
    let mut colours: Vec<[u8; 4]> = points.iter().map(|&point| space::colour(point)).collect();
    let points: Vec<Point> = colours.iter().map(|&colour| space::point(colour)).collect();
    let place = clear.then_some(colours.len() as u8);
    let pixels = dither::draw(image, &points, place, pulse)?;
    colours.extend(clear.then_some([0; 4]));
    Ok(Indexed { colours, pixels })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gradient(width: usize, height: usize) -> Rgba {
        let data = (0..width * height)
            .flat_map(|i| [(i % width * 255 / width) as u8, (i / width * 255 / height) as u8, 90, 255])
            .collect();
        Rgba { width, height, data, opaque: true }
    }

    #[test]
    fn few_colours_are_kept_exactly_and_many_are_refused() {
        let image = gradient(8, 8);
        let indexed = exact(&image, 64).unwrap();
        assert_eq!(indexed.colours.len(), 64);
        let back: Vec<u8> = indexed.pixels.iter().flat_map(|&p| indexed.colours[usize::from(p)]).collect();
        assert_eq!(back, image.data);
        assert_eq!(exact(&image, 63), None);
    }

    #[test]
    fn a_reduced_gradient_stays_close_and_within_its_colours() {
        let image = gradient(128, 128);
        let indexed = reduce(&image, 64, &Pulse::none()).unwrap();
        assert!(indexed.colours.len() <= 64 && indexed.pixels.iter().all(|&p| usize::from(p) < 64));
        let off = difference(&image, &indexed, &Pulse::none()).unwrap();
        assert!(off < 0.3, "{off}");
    }

    #[test]
    fn transparent_pixels_stay_transparent() {
        let mut image = gradient(64, 64);
        image.data[3] = 0;
        image.opaque = false;
        let indexed = reduce(&image, 16, &Pulse::none()).unwrap();
        assert_eq!(indexed.colours[usize::from(indexed.pixels[0])][3], 0);
        assert!(indexed.colours.len() <= 16);
    }
}
