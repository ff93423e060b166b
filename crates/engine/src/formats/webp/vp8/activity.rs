//! Which parts of the image are flat and which are busy: errors show in flat ones, so they get finer steps.
//! Segments: RFC 6386, sections 9.3 and 10.

use super::source::Source;
use super::transform::{hadamard, load, sums};
use crate::simd::{Simd, Task, dispatch};

/// Levels of activity that are told apart.
const LEVELS: usize = 256;
pub(super) const SEGMENTS: usize = 4;

/// The segment of each macroblock, and how far each segment's activity lies from the mean, -127..=127, flat ones above 0.
#[derive(Debug)]
pub(super) struct Segments {
    pub(super) of_block: Vec<u8>,
    pub(super) flatness: [i32; SEGMENTS],
    /// How calm each segment is by itself, 0..=[`CALM`]: skies and walls, where every step between blocks shows.
    pub(super) calm: [i32; SEGMENTS],
}

/// A segment without any detail.
pub(super) const CALM: i32 = 256;
/// Activities from which on a segment is not calm at all, and down to which it is calm in part.
const BUSY: i32 = 100;
const QUIET: i32 = 64;

struct Measure<'a>(&'a Source<'a>);

impl Task for Measure<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<S: Simd>(self) -> Vec<u8> {
        let (across, down) = self.0.blocks();
        let mut activity = Vec::with_capacity(across * down);
        for y in 0..down {
            for x in 0..across {
                activity.push(detail::<S>(&self.0.luma(x, y)));
            }
        }
        activity
    }
}

/// The mean logarithm of what each 4x4 block has beside its mean.
#[inline(always)]
fn detail<S: Simd>(luma: &[[[u8; 16]; 4]; 4]) -> u8 {
    let mut total = 0;
    for band in luma {
        let halves = sums(hadamard(load::<S::Wide>(band)));
        for (block, half) in halves.into_iter().enumerate() {
            let samples = band.iter().flat_map(|row| &row[4 * block..4 * block + 4]);
            let mean: u32 = samples.map(|&sample| u32::from(sample)).sum();
            total += log2((2 * half).saturating_sub(mean) + 8);
        }
    }
    (total / 64).min(255) as u8
}

/// 64 times the binary logarithm, roughly (between powers of two it is a line).
#[inline(always)]
fn log2(value: u32) -> u32 {
    let whole = value.ilog2();
    whole * 64 + (((value << 6) >> whole) & 63)
}

/// Groups the macroblocks by activity.
pub(super) fn segments(source: &Source<'_>) -> Segments {
    let activity = dispatch(Measure(source));
    let mut counts = [0u64; LEVELS];
    activity.iter().for_each(|&level| counts[usize::from(level)] += 1);
    let (centres, group) = cluster(&counts);
    let total: u64 = counts.iter().sum();
    let weighted: u64 = counts.iter().zip(0..).map(|(count, level)| count * level).sum();
    let mean = (weighted / total.max(1)) as i32;
    let flatness = centres.map(|centre| (mean - centre).clamp(-127, 127));
    let calm = centres.map(|centre| ((BUSY - centre) * CALM / (BUSY - QUIET)).clamp(0, CALM));
    Segments { of_block: activity.iter().map(|&level| group[usize::from(level)]).collect(), flatness, calm }
}

/// Centres of four groups of activity, and the group of each level: means and nearest means in turns.
fn cluster(counts: &[u64; LEVELS]) -> ([i32; SEGMENTS], [u8; LEVELS]) {
    let lowest = counts.iter().position(|&count| count > 0).unwrap_or(0) as i32;
    let highest = counts.iter().rposition(|&count| count > 0).unwrap_or(0) as i32;
    let mut centres: [i32; SEGMENTS] =
        std::array::from_fn(|i| lowest + (highest - lowest) * (2 * i as i32 + 1) / (2 * SEGMENTS as i32));
    let mut group = [0; LEVELS];
    for _ in 0..6 {
        let mut sums = [(0u64, 0u64); SEGMENTS];
        for (level, &count) in counts.iter().enumerate() {
            let nearest = (0..SEGMENTS).min_by_key(|&i| (centres[i] - level as i32).abs()).unwrap_or(0);
            group[level] = nearest as u8;
            sums[nearest].0 += count;
            sums[nearest].1 += count * level as u64;
        }
        for (centre, (count, sum)) in centres.iter_mut().zip(sums) {
            *centre = (sum + count / 2).checked_div(count).map_or(*centre, |mean| mean as i32);
        }
    }
    (centres, group)
}
