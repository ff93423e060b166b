//! The way out: from a profile's connection space (white is D50) to sRGB.

use super::power::power;
use super::profile::Pcs;

const D50: [f64; 3] = [0.9642, 1.0, 0.8249];

/// XYZ of D50 to linear sRGB, Bradford-adapted from D65.
pub(super) const FROM_XYZ: [[f64; 3]; 3] = [
    [3.133_856_1, -1.616_866_7, -0.490_614_6],
    [-0.978_768_4, 1.916_141_5, 0.033_454_0],
    [0.071_945_3, -0.228_991_4, 1.405_242_7],
];

/// A linear sample as sRGB stores it, 0..=1.
pub(super) fn encode(linear: f64) -> f64 {
    if linear <= 0.003_130_8 {
        (linear * 12.92).max(0.0)
    } else {
        (1.055 * power(linear, 1.0 / 2.4) - 0.055).min(1.0)
    }
}

/// The light of a stored sample, both 0..=1.
pub(super) fn decode(stored: f64) -> f64 {
    if stored <= 0.040_45 { stored / 12.92 } else { power((stored + 0.055) / 1.055, 2.4) }
}

pub(super) fn times(matrix: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// A colour of the connection space as linear sRGB; what sRGB cannot show is outside 0..=1.
pub(super) fn linear_of_pcs(pcs: Pcs, colour: [f64; 3]) -> [f64; 3] {
    let xyz = match pcs {
        Pcs::Xyz => colour,
        Pcs::Lab => xyz_of_lab(colour),
    };
    times(&FROM_XYZ, xyz)
}

/// [`encode`] for many values: read between the points of a table, off by less than a hundredth of a level.
pub(super) struct Encoder(Vec<f64>);

impl Encoder {
    const LAST: usize = 4096;

    pub(super) fn new() -> Self {
        Self((0..=Self::LAST).map(|i| encode(i as f64 / Self::LAST as f64)).collect())
    }

    pub(super) fn encode(&self, linear: f64) -> f64 {
        let place = linear.clamp(0.0, 1.0) * Self::LAST as f64;
        let low = (place as usize).min(Self::LAST - 1);
        let part = place - low as f64;
        self.0[low] * (1.0 - part) + self.0[low + 1] * part
    }
}

/// The luminance of a lightness of 0..=100.
pub(super) fn luminance(lightness: f64) -> f64 {
    uncubed((lightness + 16.0) / 116.0)
}

fn xyz_of_lab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let y = (lightness + 16.0) / 116.0;
    let [x, y, z] = [y + a / 500.0, y, y - b / 200.0].map(uncubed);
    [x * D50[0], y * D50[1], z * D50[2]]
}

fn uncubed(t: f64) -> f64 {
    if t > 6.0 / 29.0 { t * t * t } else { (t - 4.0 / 29.0) * 108.0 / 841.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back_as_light() {
        for level in 0..=255 {
            let stored = f64::from(level) / 255.0;
            assert!((encode(decode(stored)) - stored).abs() < 1e-4, "{level}");
        }
    }

    #[test]
    fn the_table_is_the_curve() {
        let encoder = Encoder::new();
        for i in 0..=100_000 {
            let light = f64::from(i) / 100_000.0;
            assert!((encoder.encode(light) - encode(light)).abs() < 0.01 / 255.0, "{light}");
        }
        assert_eq!((encoder.encode(-1.0), encoder.encode(7.0)), (0.0, encode(1.0)));
    }

    #[test]
    fn white_and_grey_have_no_colour() {
        for lightness in [0.0, 5.0, 50.0, 100.0] {
            let [r, g, b] = linear_of_pcs(Pcs::Lab, [lightness, 0.0, 0.0]).map(encode);
            assert!((r - g).abs() < 1e-3 && (b - g).abs() < 1e-3, "{lightness}: {r} {g} {b}");
            assert!((g - encode(luminance(lightness))).abs() < 1e-3);
        }
        assert!(linear_of_pcs(Pcs::Xyz, D50).iter().all(|v| encode(*v) > 0.999));
    }
}
