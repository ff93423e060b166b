//! Tone curves: a power, a table, or one of ICC's five formulas. From 0..=1 to 0..=1.

use super::power::power;
use super::profile::{fixed_at, u16_at, u32_at};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Curve {
    /// `y = x` to this power.
    Power(f64),
    Table(Vec<u16>),
    /// Number of the formula, then its g, a, b, c, d, e, f.
    Formula(u16, [f64; 7]),
}

impl Curve {
    /// Reads a `curv` or `para` element; also gives its length in bytes.
    pub(super) fn read(data: &[u8]) -> Option<(Self, usize)> {
        match data.get(..4)? {
            b"curv" => {
                let count = u32_at(data, 8)? as usize;
                let length = count.checked_mul(2)?.checked_add(12)?;
                let table = data.get(12..length)?;
                let curve = match count {
                    0 => Self::Power(1.0),
                    1 => Self::Power(f64::from(u16_at(table, 0)?) / 256.0),
                    _ => Self::table16(table),
                };
                Some((curve, length))
            }
            b"para" => {
                let kind = u16_at(data, 8)?;
                let count = *[1, 3, 4, 5, 7].get(usize::from(kind))?;
                let mut numbers = [0.0; 7];
                for (i, number) in numbers.iter_mut().enumerate().take(count) {
                    *number = fixed_at(data, 12 + 4 * i)?;
                }
                Some((Self::Formula(kind, numbers), 12 + 4 * count))
            }
            _ => None,
        }
    }

    /// Several elements behind each other, each beginning at a multiple of four.
    pub(super) fn read_several(data: &[u8], count: usize) -> Option<Vec<Self>> {
        let mut at = 0usize;
        (0..count)
            .map(|_| {
                let (curve, length) = Self::read(data.get(at..)?)?;
                at = at.checked_add(length)?.next_multiple_of(4);
                Some(curve)
            })
            .collect()
    }

    pub(super) fn table16(bytes: &[u8]) -> Self {
        Self::Table(bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect())
    }

    pub(super) fn table8(bytes: &[u8]) -> Self {
        Self::Table(bytes.iter().map(|&byte| u16::from(byte) * 257).collect())
    }

    pub(super) fn at(&self, x: f64) -> f64 {
        let x = x.clamp(0.0, 1.0);
        let y = match self {
            Self::Power(1.0) => x,
            Self::Power(g) => power(x, *g),
            Self::Table(table) => between(table, x),
            Self::Formula(kind, numbers) => formula(*kind, numbers, x),
        };
        if y.is_nan() { 0.0 } else { y.clamp(0.0, 1.0) }
    }
}

/// A value between the two nearest of a table.
fn between(table: &[u16], x: f64) -> f64 {
    let place = x * (table.len().saturating_sub(1)) as f64;
    let low = place as usize;
    let value = |i: usize| table.get(i.min(table.len().saturating_sub(1))).map_or(0.0, |v| f64::from(*v));
    let part = place - low as f64;
    (value(low) * (1.0 - part) + value(low + 1) * part) / 65_535.0
}

fn formula(kind: u16, &[g, a, b, c, d, e, f]: &[f64; 7], x: f64) -> f64 {
    let curved = || power(a * x + b, g);
    // The first two bend where their base becomes positive.
    let bent = a * x + b >= 0.0;
    match kind {
        0 => power(x, g),
        1 if bent => curved(),
        2 if bent => curved() + c,
        2 => c,
        3 if x >= d => curved(),
        3 => c * x,
        4 if x >= d => curved() + e,
        4 => c * x + f,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn para(kind: u16, numbers: &[f64]) -> Vec<u8> {
        let mut out = [b"para\0\0\0\0".as_slice(), &kind.to_be_bytes(), &[0, 0]].concat();
        numbers.iter().for_each(|n| out.extend(((n * 65_536.0).round() as i32).to_be_bytes()));
        out
    }

    #[test]
    fn the_formula_of_srgb_is_linear_in_the_dark_and_ends_at_one() {
        let data = para(3, &[2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045]);
        let (curve, length) = Curve::read(&data).unwrap();
        assert_eq!(length, data.len());
        assert!((curve.at(0.02) - 0.02 / 12.92).abs() < 1e-4);
        assert!((curve.at(0.5) - 0.21404).abs() < 1e-4);
        assert!((curve.at(1.0) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_table_is_read_between_its_values() {
        let data = [b"curv\0\0\0\0\0\0\0\x03".as_slice(), &[0, 0, 0x40, 0, 0xff, 0xff]].concat();
        let (curve, _) = Curve::read(&data).unwrap();
        assert_eq!(curve.at(0.5), f64::from(0x4000) / 65_535.0);
        assert_eq!((curve.at(-3.0), curve.at(7.0)), (0.0, 1.0));
        assert_eq!(curve.at(0.25), f64::from(0x2000) / 65_535.0);
    }

    #[test]
    fn senseless_curves_are_refused_or_stay_in_range() {
        assert!(Curve::read(b"curv\0\0\0\0\xff\xff\xff\xff").is_none());
        assert!(Curve::read(&para(9, &[1.0])).is_none());
        for numbers in [[0.0; 7], [-3.0; 7], [32_000.0; 7]] {
            for kind in 0..5 {
                let (curve, _) = Curve::read(&para(kind, &numbers)).unwrap();
                for x in [0.0, 0.3, 1.0] {
                    assert!((0.0..=1.0).contains(&curve.at(x)), "{kind} {numbers:?}");
                }
            }
        }
    }
}
