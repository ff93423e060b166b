//! A profile's look-up table (`AToB`): curves, a grid of colours, a matrix, curves again. Gives the connection space.

use super::curve::Curve;
use super::profile::{Pcs, fixed_at, u16_at, u32_at};
use super::simplex;

#[derive(Clone, Debug)]
pub(super) struct Table {
    /// One per input.
    first: Vec<Curve>,
    grid: Grid,
    middle: Vec<Curve>,
    matrix: [f64; 12],
    last: Vec<Curve>,
    /// How the three results mean a colour: scale and shift of each.
    meaning: [(f64, f64); 3],
}

/// Points between which colours are interpolated; three values each.
#[derive(Clone, Debug, Default)]
struct Grid {
    /// Points along each input; empty: the inputs are the outputs.
    sides: Vec<usize>,
    values: Vec<u16>,
}

const IDENTITY: [f64; 12] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
/// XYZ is stored with one bit before the point.
const XYZ: (f64, f64) = (1.0 + 32_767.0 / 32_768.0, 0.0);

impl Table {
    /// `inputs` is 3 or 4.
    pub(super) fn read(data: &[u8], inputs: usize, pcs: Pcs) -> Option<Self> {
        let (given, outputs) = (usize::from(*data.get(8)?), usize::from(*data.get(9)?));
        if given != inputs || outputs != 3 {
            return None;
        }
        match data.get(..4)? {
            b"mft1" => Self::read_old(data, inputs, pcs, 1),
            b"mft2" => Self::read_old(data, inputs, pcs, 2),
            b"mAB " => Self::read_new(data, inputs, pcs),
            _ => None,
        }
    }

    /// The tables of the second version of ICC, of 8 or 16 bits.
    fn read_old(data: &[u8], inputs: usize, pcs: Pcs, bytes: usize) -> Option<Self> {
        let side = usize::from(*data.get(10)?);
        let (before, after, start) = match bytes {
            1 => (256, 256, 48),
            _ => (usize::from(u16_at(data, 48)?), usize::from(u16_at(data, 50)?), 52),
        };
        if before < 2 || after < 2 {
            return None;
        }
        let points = side.checked_pow(inputs as u32)?.checked_mul(3)?;
        let mut rest = data.get(start..)?;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count.checked_mul(bytes)?)?;
            rest = left;
            Some(taken)
        };
        let curves = |data: &[u8], entries: usize| -> Vec<Curve> {
            data.chunks_exact(entries * bytes).map(|part| table(part, bytes)).collect()
        };
        let first = curves(take(inputs * before)?, before);
        let grid = Grid::new(vec![side; inputs], take(points)?, bytes)?;
        let last = curves(take(3 * after)?, after);
        // 16 bits of Lab end at 0xff00 here.
        let wide = if bytes == 2 { 65_535.0 / 65_280.0 } else { 1.0 };
        let meaning = meaning(pcs, wide);
        Some(Self { first, grid, middle: Vec::new(), matrix: IDENTITY, last, meaning })
    }

    /// The table of the fourth version: every part has its place and may be missing.
    fn read_new(data: &[u8], inputs: usize, pcs: Pcs) -> Option<Self> {
        let part = |at: usize| -> Option<Option<&[u8]>> {
            match u32_at(data, at)? as usize {
                0 => Some(None),
                start => Some(Some(data.get(start..)?)),
            }
        };
        let curves = |at: usize, count: usize| match part(at)? {
            Some(data) => Curve::read_several(data, count),
            None => Some(Vec::new()),
        };
        let mut matrix = IDENTITY;
        if let Some(data) = part(16)? {
            for (i, number) in matrix.iter_mut().enumerate() {
                *number = fixed_at(data, 4 * i)?;
            }
        }
        let grid = match part(24)? {
            Some(data) => {
                let sides = data.get(..inputs)?.iter().map(|&side| usize::from(side)).collect();
                Grid::new(sides, data.get(20..)?, usize::from(*data.get(16)?))?
            }
            None if inputs == 3 => Grid::default(),
            None => return None,
        };
        let (first, middle, last) = (curves(28, inputs)?, curves(20, 3)?, curves(12, 3)?);
        Some(Self { first, grid, middle, matrix, last, meaning: meaning(pcs, 1.0) })
    }

    /// The colour of some samples, in the profile's connection space.
    pub(super) fn at(&self, samples: &[f64]) -> [f64; 3] {
        let mut bent = [0.0; 4];
        for (i, (to, sample)) in bent.iter_mut().zip(samples).enumerate() {
            *to = self.first.get(i).map_or(*sample, |curve| curve.at(*sample));
        }
        let [x, y, z] = through(&self.middle, self.grid.at(&bent[..samples.len()]));
        let m = &self.matrix;
        let row = |i: usize| m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z + m[9 + i];
        let ends = through(&self.last, [row(0), row(1), row(2)]);
        std::array::from_fn(|i| ends[i] * self.meaning[i].0 + self.meaning[i].1)
    }
}

fn through(curves: &[Curve], values: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| curves.get(i).map_or(values[i], |curve| curve.at(values[i])))
}

fn table(data: &[u8], bytes: usize) -> Curve {
    if bytes == 1 { Curve::table8(data) } else { Curve::table16(data) }
}

fn meaning(pcs: Pcs, wide: f64) -> [(f64, f64); 3] {
    match pcs {
        Pcs::Xyz => [XYZ; 3],
        Pcs::Lab => [(100.0 * wide, 0.0), (255.0 * wide, -128.0), (255.0 * wide, -128.0)],
    }
}

impl Grid {
    fn new(sides: Vec<usize>, data: &[u8], bytes: usize) -> Option<Self> {
        let points = sides.iter().try_fold(3usize, |all, side| all.checked_mul(*side))?;
        let data = data.get(..points.checked_mul(bytes)?)?;
        let values = match (bytes, table(data, bytes)) {
            (1 | 2, Curve::Table(values)) => values,
            _ => return None,
        };
        (sides.iter().all(|side| *side > 1)).then_some(Self { sides, values })
    }

    fn at(&self, place: &[f64]) -> [f64; 3] {
        if self.sides.is_empty() {
            return [place[0], place[1], place[2]];
        }
        let mut base = 0;
        let mut steps = [(0.0, 0); 4];
        // The last input runs fastest.
        let mut stride = 3;
        for (i, (&side, &value)) in self.sides.iter().zip(place).enumerate().rev() {
            let along = value.clamp(0.0, 1.0) * (side - 1) as f64;
            let low = (along as usize).min(side - 2);
            base += low * stride;
            steps[i] = (along - low as f64, stride);
            stride *= side;
        }
        let steps = &mut steps[..self.sides.len()];
        let mut sum = [0.0; 3];
        simplex::walk(steps, 1.0, base, |weight, at| {
            for (sum, value) in sum.iter_mut().zip(&self.values[at..at + 3]) {
                *sum += weight * f64::from(*value);
            }
        });
        sum.map(|value| value / 65_535.0)
    }
}
