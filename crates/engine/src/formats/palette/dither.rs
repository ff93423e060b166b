//! Pixels to places in a palette. What a pixel is off by is handed on to its neighbours (Floyd and Steinberg), but only
//! where the image is smooth: there bands would show, while at edges and in text the noise would.

use super::nearest::Remembered;
use super::space::{Point, colour, distance, point};
use crate::EngineError;
use crate::planes::Rgba;
use crate::pulse::Pulse;
use std::collections::HashMap;

/// Neighbours that differ by more than this, squared, are an edge.
const EDGE: f32 = 24.0 * 24.0;
/// A palette's colour that differs by no more than this, squared, is taken as it is.
const NEAR: f32 = 2.0 * 2.0;
/// The share of an error that is handed on.
const HANDED_ON: f32 = 0.9;
/// An error larger than this, squared, stays where it is for the most part.
const LARGE: f32 = 16.0 * 16.0;

/// The place of each pixel. `clear` is the place of fully transparent pixels.
pub(super) fn draw(
    image: &Rgba,
    colours: &[Point],
    clear: Option<u8>,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let exact: HashMap<[u8; 4], u8> =
        colours.iter().enumerate().map(|(at, &point)| (colour(point), at as u8)).collect();
    let mut nearest = Remembered::new(colours);
    let width = image.width;
    let mut pixels = Vec::with_capacity(width * image.height);
    let (mut here, mut below) = (vec![[0f32; 4]; width + 2], vec![[0f32; 4]; width + 2]);
    let mut above: &[u8] = &image.data[..(width * 4).min(image.data.len())];
    let mut last = ([0; 4], None);
    for (y, row) in image.data.chunks_exact(width * 4).enumerate() {
        pulse.beat(y, image.height)?;
        let points = row.as_chunks::<4>().0;
        for (x, &pixel) in points.iter().enumerate() {
            if let Some(clear) = clear.filter(|_| pixel[3] == 0) {
                pixels.push(clear);
                continue;
            }
            if last.0 != pixel {
                last = (pixel, exact.get(&pixel).copied());
            }
            // The palette has this very colour: no better one, and nothing is left over.
            if let Some(place) = last.1 {
                pixels.push(place);
                continue;
            }
            let own = point(pixel);
            let left = points[x.saturating_sub(1)];
            let right = points[(x + 1).min(width - 1)];
            let up = above.as_chunks::<4>().0[x];
            let direct = nearest.find(own);
            // Near enough: what came from the neighbours ends here.
            if distance(own, colours[usize::from(direct)]) <= NEAR {
                pixels.push(direct);
                continue;
            }
            let edge = [left, right, up].into_iter().any(|other| distance(point(other), own) > EDGE);
            if edge {
                pixels.push(direct);
                continue;
            }
            let aim = std::array::from_fn(|at| own[at] + here[x + 1][at]);
            let place = nearest.find(aim);
            pixels.push(place);
            let chosen = colours[usize::from(place)];
            let size = distance(aim, chosen);
            let share = if size > LARGE { HANDED_ON * LARGE / size } else { HANDED_ON } / 16.0;
            for at in 0..4 {
                let error = (aim[at] - chosen[at]) * share;
                here[x + 2][at] += error * 7.0;
                below[x][at] += error * 3.0;
                below[x + 1][at] += error * 5.0;
                below[x + 2][at] += error;
            }
        }
        above = row;
        std::mem::swap(&mut here, &mut below);
        below.fill([0.0; 4]);
    }
    Ok(pixels)
}
