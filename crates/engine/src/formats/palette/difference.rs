//! How far an image with fewer colours looks from its source: structural similarity (SSIM) of blocks, at full and at half
//! size, in luma and chroma. Blocks that differ most count most, so that a small damaged place is not lost in a large
//! background.

use super::Indexed;
use crate::EngineError;
use crate::planes::Rgba;
use crate::pulse::Pulse;

/// Samples a side of a block.
const BLOCK: usize = 8;
/// Differences below this variance are hard to see.
const CALM: f32 = 40.0;
/// How much luma and the two chroma channels count.
const WEIGHTS: [f32; 3] = [0.6, 0.2, 0.2];

/// 0 is equal; about 0.1 is hard to tell apart.
pub fn difference(image: &Rgba, indexed: &Indexed, pulse: &Pulse<'_>) -> Result<f32, EngineError> {
    let mut sum = 0.0;
    for (done, scale) in [1, 2].into_iter().enumerate() {
        sum += at_scale(image, indexed, scale, &pulse.one_of(done, 2))?;
    }
    Ok(sum / 2.0)
}

fn at_scale(image: &Rgba, indexed: &Indexed, scale: usize, pulse: &Pulse<'_>) -> Result<f32, EngineError> {
    let side = BLOCK * scale;
    let (mut sum, mut count) = (0.0f64, 0u64);
    for top in (0..image.height).step_by(side) {
        pulse.beat(top, image.height)?;
        for left in (0..image.width).step_by(side) {
            let off = block(image, indexed, (left, top), scale);
            sum += f64::from(off * off * off * off);
            count += 1;
        }
    }
    Ok((sum / count.max(1) as f64).sqrt().sqrt() as f32)
}

/// Sums over the samples of a block, for one channel.
#[derive(Clone, Copy, Default)]
struct Sums {
    one: i64,
    other: i64,
    one_squared: i64,
    other_squared: i64,
    both: i64,
}

fn block(image: &Rgba, indexed: &Indexed, (left, top): (usize, usize), scale: usize) -> f32 {
    let mut sums = [Sums::default(); 3];
    let mut samples = 0;
    let (right, bottom) = ((left + BLOCK * scale).min(image.width), (top + BLOCK * scale).min(image.height));
    for y in (top..bottom).step_by(scale) {
        for x in (left..right).step_by(scale) {
            let (mut one, mut other) = ([0; 3], [0; 3]);
            for y in y..(y + scale).min(bottom) {
                for x in x..(x + scale).min(right) {
                    let at = y * image.width + x;
                    add(&mut one, image.data.as_chunks::<4>().0[at]);
                    add(&mut other, indexed.colours[usize::from(indexed.pixels[at])]);
                }
            }
            let area = ((x + scale).min(right) - x) * ((y + scale).min(bottom) - y);
            for (sums, (one, other)) in sums.iter_mut().zip(one.into_iter().zip(other)) {
                let (one, other) = (one / area as i64, other / area as i64);
                sums.one += one;
                sums.other += other;
                sums.one_squared += one * one;
                sums.other_squared += other * other;
                sums.both += one * other;
            }
            samples += 1;
        }
    }
    sums.iter().zip(WEIGHTS).map(|(sums, weight)| weight * sums.unlike(samples)).sum()
}

/// Luma and chroma of a pixel over mid grey.
fn add(to: &mut [i64; 3], [r, g, b, a]: [u8; 4]) {
    let over = |value: u8| (i64::from(value) * i64::from(a) + 128 * (255 - i64::from(a))) / 255;
    let (r, g, b) = (over(r), over(g), over(b));
    to[0] += (77 * r + 150 * g + 29 * b) >> 8;
    to[1] += (b - g) / 2;
    to[2] += (r - g) / 2;
}

impl Sums {
    /// 1 - SSIM.
    fn unlike(&self, samples: i64) -> f32 {
        let mean = |sum: i64| sum as f32 / samples as f32;
        let (one, other) = (mean(self.one), mean(self.other));
        let spread = |squares: i64, a: f32, b: f32| (mean(squares) - a * b).max(0.0);
        let both = mean(self.both) - one * other;
        let structure = (2.0 * both + CALM)
            / (spread(self.one_squared, one, one) + spread(self.other_squared, other, other) + CALM);
        let level = 1.0 - (one - other) * (one - other) / 2048.0;
        (1.0 - structure * level.max(0.0)).max(0.0)
    }
}
