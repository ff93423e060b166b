//! From millions of colours to at most 256: exactly when there are so few, else by variance-based splitting, refined
//! once and dithered. Alpha is a fourth channel; a fully transparent pixel always stays one.

use crate::EngineError;
use crate::planes::Rgba;
use crate::pulse::Pulse;
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

/// At most `most` colours, dithered. The second value is the mean squared error a channel before dithering.
pub fn reduce(image: &Rgba, most: usize, pulse: &Pulse<'_>) -> Result<(Indexed, f64), EngineError> {
    let bins = histogram(image);
    let clear = image.data.as_chunks::<4>().0.iter().any(|pixel| pixel[3] == 0);
    let wanted = most.clamp(2, 256) - usize::from(clear);
    let mut colours = split(&bins, wanted);
    refine(&bins, &mut colours);
    let (pixels, error) = dither(image, &colours, clear, pulse)?;
    if clear {
        colours.push([0; 4]);
    }
    Ok((Indexed { colours, pixels }, error))
}

/// All pixels that share their high bits.
#[derive(Clone, Copy)]
struct Bin {
    count: f32,
    mean: [f32; 4],
}

const BINS: usize = 1 << 18;

/// Five bits of each colour, three of alpha.
fn key(pixel: [u8; 4]) -> usize {
    let high = |value: u8, bits: u32| usize::from(value >> (8 - bits));
    high(pixel[0], 5) << 13 | high(pixel[1], 5) << 8 | high(pixel[2], 5) << 3 | high(pixel[3], 3)
}

fn histogram(image: &Rgba) -> Vec<Bin> {
    let mut sums = vec![[0u64; 5]; BINS];
    for &pixel in image.data.as_chunks::<4>().0 {
        if pixel[3] != 0 {
            let sum = &mut sums[key(pixel)];
            sum[4] += 1;
            for (total, value) in sum.iter_mut().zip(pixel) {
                *total += u64::from(value);
            }
        }
    }
    let used = sums.iter().filter(|sum| sum[4] > 0);
    used.map(|sum| Bin {
        count: sum[4] as f32,
        mean: [0, 1, 2, 3].map(|channel| (sum[channel] as f64 / sum[4] as f64) as f32),
    })
    .collect()
}

/// One box of the colour space: a range of the bins, with its spread.
struct Cell {
    from: usize,
    to: usize,
    axis: usize,
    mean: [f64; 4],
    /// Squared distance from the mean, summed along the worst axis.
    spread: f64,
}

fn measure(bins: &[Bin], from: usize, to: usize) -> Cell {
    let (mut count, mut sum, mut squares) = (0.0f64, [0.0f64; 4], [0.0f64; 4]);
    for bin in &bins[from..to] {
        let weight = f64::from(bin.count);
        count += weight;
        for ((sum, squares), mean) in sum.iter_mut().zip(&mut squares).zip(bin.mean) {
            let value = f64::from(mean);
            *sum += weight * value;
            *squares += weight * value * value;
        }
    }
    let mean = sum.map(|total| total / count.max(1.0));
    let spreads: [f64; 4] = std::array::from_fn(|channel| squares[channel] - sum[channel] * mean[channel]);
    let axis = (0..4).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or(0);
    Cell { from, to, axis, mean, spread: spreads[axis] }
}

/// Splits the cell with the largest spread at its mean, again and again.
fn split(bins: &[Bin], wanted: usize) -> Vec<[u8; 4]> {
    let mut bins = bins.to_vec();
    let mut cells = vec![measure(&bins, 0, bins.len())];
    while cells.len() < wanted {
        let widest = (0..cells.len())
            .filter(|&i| cells[i].to - cells[i].from > 1)
            .max_by(|&a, &b| cells[a].spread.total_cmp(&cells[b].spread));
        let Some(widest) = widest else { break };
        let cell = cells.swap_remove(widest);
        let range = &mut bins[cell.from..cell.to];
        range.sort_by(|a, b| a.mean[cell.axis].total_cmp(&b.mean[cell.axis]));
        let below = range.partition_point(|bin| f64::from(bin.mean[cell.axis]) <= cell.mean[cell.axis]);
        let middle = cell.from + below.clamp(1, range.len() - 1);
        cells.push(measure(&bins, cell.from, middle));
        cells.push(measure(&bins, middle, cell.to));
    }
    cells.iter().map(|cell| cell.mean.map(|value| (value + 0.5) as u8)).collect()
}

/// One step of k-means: every colour moves to the middle of the bins that are nearest to it.
fn refine(bins: &[Bin], colours: &mut [[u8; 4]]) {
    let mut sums = vec![[0.0f64; 5]; colours.len()];
    for bin in bins {
        let (near, _) = nearest(bin.mean.map(|value| (value + 0.5) as i32), colours);
        let sum = &mut sums[near];
        sum[4] += f64::from(bin.count);
        for (total, mean) in sum.iter_mut().zip(bin.mean) {
            *total += f64::from(bin.count) * f64::from(mean);
        }
    }
    for (colour, sum) in colours.iter_mut().zip(&sums).filter(|(_, sum)| sum[4] > 0.0) {
        *colour = std::array::from_fn(|channel| (sum[channel] / sum[4] + 0.5) as u8);
    }
}

fn nearest(pixel: [i32; 4], colours: &[[u8; 4]]) -> (usize, i32) {
    let distance = |colour: &[u8; 4]| -> i32 {
        (0..4).map(|channel| (pixel[channel] - i32::from(colour[channel])).pow(2)).sum()
    };
    let found = colours.iter().map(distance).enumerate().min_by_key(|&(_, far)| far);
    found.unwrap_or((0, 0))
}

/// Floyd-Steinberg: what a pixel is off by is handed on to its neighbours.
fn dither(
    image: &Rgba,
    colours: &[[u8; 4]],
    clear: bool,
    pulse: &Pulse<'_>,
) -> Result<(Vec<u8>, f64), EngineError> {
    let width = image.width;
    let mut pixels = Vec::with_capacity(width * image.height);
    let mut known = vec![u16::MAX; BINS];
    let (mut here, mut below) = (vec![[0i32; 4]; width + 2], vec![[0i32; 4]; width + 2]);
    let mut off = 0u64;
    for (y, row) in image.data.chunks_exact(width * 4).enumerate() {
        pulse.beat(y, image.height)?;
        for (x, &pixel) in row.as_chunks::<4>().0.iter().enumerate() {
            if clear && pixel[3] == 0 {
                pixels.push(colours.len() as u8);
                continue;
            }
            let aim: [i32; 4] = std::array::from_fn(|channel| {
                (i32::from(pixel[channel]) + here[x + 1][channel] / 16).clamp(0, 255)
            });
            let place = &mut known[key(aim.map(|value| value as u8))];
            if *place == u16::MAX {
                *place = nearest(aim, colours).0 as u16;
            }
            let chosen = colours.get(usize::from(*place)).copied().unwrap_or_default();
            pixels.push(*place as u8);
            for channel in 0..4 {
                let error = aim[channel] - i32::from(chosen[channel]);
                off +=
                    u64::from((i32::from(pixel[channel]) - i32::from(chosen[channel])).unsigned_abs()).pow(2);
                here[x + 2][channel] += error * 7;
                below[x][channel] += error * 3;
                below[x + 1][channel] += error * 5;
                below[x + 2][channel] += error;
            }
        }
        std::mem::swap(&mut here, &mut below);
        below.fill([0; 4]);
    }
    let error = off as f64 / (pixels.len().max(1) * 4) as f64;
    Ok((pixels, error))
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
        let (indexed, error) = reduce(&gradient(128, 128), 64, &Pulse::none()).unwrap();
        assert!(indexed.colours.len() <= 64 && indexed.pixels.iter().all(|&p| usize::from(p) < 64));
        assert!(error < 150.0, "{error}");
    }

    #[test]
    fn transparent_pixels_stay_transparent() {
        let mut image = gradient(64, 64);
        image.data[3] = 0;
        image.opaque = false;
        let (indexed, _) = reduce(&image, 16, &Pulse::none()).unwrap();
        assert_eq!(indexed.colours[usize::from(indexed.pixels[0])][3], 0);
        assert!(indexed.colours.len() <= 16);
    }
}
