//! What a profile comes to: everything that does not depend on the pixel, worked out once.

use super::curve::Curve;
use super::profile::{Pcs, Profile, Space};
use super::simplex;
use super::srgb::{Encoder, FROM_XYZ, decode, encode, linear_of_pcs, luminance, times};
use super::table::Table;

#[derive(Debug)]
pub(super) enum Way {
    Matrix(Box<Matrix>),
    Grey(Box<[u8; 256]>),
    Grid(Grid<3>),
    Inks(Grid<4>),
}

impl Way {
    pub(super) fn new(icc: &[u8]) -> Option<Self> {
        let profile = Profile::read(icc)?;
        // A table says more than a matrix; the first one is the perceptual one.
        let table = |inputs| Table::read(profile.tag(b"A2B0")?, inputs, profile.pcs);
        match profile.space {
            Space::Rgb => match table(3) {
                Some(table) => Some(Self::Grid(Grid::new(33, &table, profile.pcs))),
                None => Matrix::new(&profile).map(|matrix| Self::Matrix(Box::new(matrix))),
            },
            Space::Grey => grey(&profile).map(|table| Self::Grey(Box::new(table))),
            Space::Cmyk => table(4).map(|table| Self::Inks(Grid::new(17, &table, profile.pcs))),
        }
    }
}

fn grey(profile: &Profile<'_>) -> Option<[u8; 256]> {
    let (curve, _) = Curve::read(profile.tag(b"kTRC")?)?;
    Some(std::array::from_fn(|value| {
        let light = curve.at(value as f64 / 255.0);
        let light = if profile.pcs == Pcs::Lab { luminance(light * 100.0) } else { light };
        (encode(light) * 255.0).round() as u8
    }))
}

/// Curves, a matrix, and sRGB's own curve as a table.
#[derive(Debug)]
pub(super) struct Matrix {
    linear: [[f32; 256]; 3],
    /// From linear samples to places in `stored`.
    rows: [[f32; 3]; 3],
    stored: Vec<u8>,
}

/// Fine enough for the steep beginning of sRGB's curve.
const STORED: usize = 1 << 14;

impl Matrix {
    fn new(profile: &Profile<'_>) -> Option<Self> {
        if profile.pcs != Pcs::Xyz {
            return None;
        }
        let mut linear = [[0.0; 256]; 3];
        for (table, name) in linear.iter_mut().zip([b"rTRC", b"gTRC", b"bTRC"]) {
            let (curve, _) = Curve::read(profile.tag(name)?)?;
            for (value, light) in table.iter_mut().enumerate() {
                *light = curve.at(value as f64 / 255.0) as f32;
            }
        }
        let primaries = [profile.xyz(b"rXYZ")?, profile.xyz(b"gXYZ")?, profile.xyz(b"bXYZ")?];
        let columns = primaries.map(|primary| times(&FROM_XYZ, primary));
        let last = (STORED - 1) as f64;
        let rows = std::array::from_fn(|row| columns.map(|column| (column[row] * last) as f32));
        Some(Self { linear, rows, stored: stored() })
    }

    pub(super) fn convert(&self, pixel: &mut [u8; 4]) {
        let [r, g, b, alpha] = *pixel;
        let light = [r, g, b].map(usize::from);
        let [r, g, b] = [self.linear[0][light[0]], self.linear[1][light[1]], self.linear[2][light[2]]];
        for (sample, row) in pixel.iter_mut().zip(&self.rows) {
            let place = (row[0] * r + row[1] * g + row[2] * b + 0.5) as i32;
            *sample = self.stored[place.clamp(0, STORED as i32 - 1) as usize];
        }
        pixel[3] = alpha;
    }
}

/// sRGB's curve from even steps of light: each level begins half way after the one before it.
fn stored() -> Vec<u8> {
    let begins = |level: u8| (decode((f64::from(level) - 0.5) / 255.0) * (STORED - 1) as f64).ceil() as usize;
    let mut table = vec![0; STORED];
    for level in 1..=255 {
        table[begins(level)..].fill(level);
    }
    table
}

/// A look-up table resampled to even steps, straight to stored sRGB with 8 bits behind the point.
#[derive(Debug)]
pub(super) struct Grid<const N: usize> {
    /// For each sample: the point below it, and how far it lies from there to the next, in 256ths.
    places: [(u8, u16); 256],
    side: usize,
    points: Vec<[u16; 3]>,
}

impl<const N: usize> Grid<N> {
    fn new(side: usize, table: &Table, pcs: Pcs) -> Self {
        let last = side - 1;
        let places = std::array::from_fn(|value| {
            let along = (value * last * 256 + 127) / 255;
            let low = (along / 256).min(last - 1);
            (low as u8, (along - low * 256) as u16)
        });
        let encoder = Encoder::new();
        let points = (0..side.pow(N as u32)).map(|number| {
            // The last input runs fastest.
            let sample = |i: usize| number / side.pow((N - 1 - i) as u32) % side;
            let samples: [f64; N] = std::array::from_fn(|i| sample(i) as f64 / last as f64);
            linear_of_pcs(pcs, table.at(&samples))
                .map(|light| (encoder.encode(light) * 65_280.0).round() as u16)
        });
        Self { places, side, points: points.collect() }
    }

    /// The stored colour of some samples, opaque.
    pub(super) fn at(&self, samples: [u8; N]) -> [u8; 4] {
        let (mut base, mut stride) = (0, 1);
        let mut steps = [(0u32, 0usize); N];
        for (step, sample) in steps.iter_mut().zip(samples).rev() {
            let (low, part) = self.places[usize::from(sample)];
            base += usize::from(low) * stride;
            *step = (u32::from(part), stride);
            stride *= self.side;
        }
        let mut sum = [0u32; 3];
        simplex::walk(&mut steps, 256, base, |weight, at| {
            for (sum, value) in sum.iter_mut().zip(self.points[at]) {
                *sum += weight * u32::from(value);
            }
        });
        let [r, g, b] = sum.map(|value| ((value + (1 << 15)) >> 16) as u8);
        [r, g, b, 255]
    }
}
