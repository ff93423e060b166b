//! How densely an image's pixels lie in print, whatever unit its file speaks of: JFIF's dots an inch or a centimetre, PNG's
//! and BMP's pixels a metre.

/// Pixels a metre, across and down; never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Density {
    pub x: u32,
    pub y: u32,
}

const INCHES_A_METRE: f64 = 1.0 / 0.0254;
/// What cameras and programs write that know nothing about print.
const USUAL_DPI: u32 = 72;

impl Density {
    fn new(x: u32, y: u32) -> Option<Self> {
        let sensible = 1..=10_000_000;
        (sensible.contains(&x) && sensible.contains(&y)).then_some(Self { x, y })
    }

    /// From the body of a JFIF segment. A unit of 0 tells a shape only.
    pub(super) fn of_jfif(body: &[u8]) -> Option<Self> {
        let [x1, x2, y1, y2] = *body.get(8..12)?.first_chunk()?;
        let (x, y) = (u16::from_be_bytes([x1, x2]), u16::from_be_bytes([y1, y2]));
        let metre = |dots: u16, a_metre: f64| (f64::from(dots) * a_metre).round() as u32;
        match body[7] {
            1 => Self::new(metre(x, INCHES_A_METRE), metre(y, INCHES_A_METRE)),
            2 => Self::new(metre(x, 100.0), metre(y, 100.0)),
            _ => None,
        }
    }

    /// From the data of a `pHYs` chunk.
    pub(super) fn of_phys(data: &[u8]) -> Option<Self> {
        let (x, y) = (data.first_chunk()?, data.get(4..)?.first_chunk()?);
        let metres = data.get(8) == Some(&1);
        Self::new(u32::from_be_bytes(*x), u32::from_be_bytes(*y)).filter(|_| metres)
    }

    /// From the header of a BMP; the oldest has none.
    pub(super) fn of_bmp(file: &[u8]) -> Option<Self> {
        let long = |at: usize| Some(u32::from_le_bytes(*file.get(at..)?.first_chunk()?));
        Self::new(long(38)?, long(42)?).filter(|_| long(14).is_some_and(|header| header >= 40))
    }

    /// Dots an inch, for JFIF and EXIF.
    pub(super) fn dpi(self) -> (u32, u32) {
        let inch = |metre: u32| (f64::from(metre) / INCHES_A_METRE).round() as u32;
        (inch(self.x).max(1), inch(self.y).max(1))
    }

    /// Whether somebody chose it.
    pub(super) fn is_chosen(self) -> bool {
        self.dpi() != (USUAL_DPI, USUAL_DPI)
    }

    /// Unit and values of a JFIF segment.
    pub(super) fn to_jfif(self) -> [u8; 5] {
        let (x, y) = self.dpi();
        let short = |value: u32| (value.min(65_535) as u16).to_be_bytes();
        let ([x1, x2], [y1, y2]) = (short(x), short(y));
        [1, x1, x2, y1, y2]
    }

    pub(super) fn to_phys(self) -> Vec<u8> {
        [&self.x.to_be_bytes()[..], &self.y.to_be_bytes(), &[1]].concat()
    }

    /// Writes it into the header of a BMP of ours.
    pub(super) fn put_bmp(self, file: &mut [u8]) {
        if let Some(place) = file.get_mut(38..46) {
            place.copy_from_slice(&[self.x.to_le_bytes(), self.y.to_le_bytes()].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hundred_dots_an_inch_are_the_same_in_every_file() {
        let jfif = Density::of_jfif(b"JFIF\0\x01\x01\x01\x01\x2c\x01\x2c\0\0").unwrap();
        assert_eq!((jfif.x, jfif.dpi()), (11_811, (300, 300)));
        assert_eq!(Density::of_phys(&jfif.to_phys()), Some(jfif));
        assert_eq!(jfif.to_jfif(), [1, 1, 0x2c, 1, 0x2c]);
        assert_eq!(Density::of_jfif(b"JFIF\0\x01\x01\x02\0\x76\0\x76\0\0").unwrap().dpi(), (300, 300));
    }

    #[test]
    fn a_shape_without_a_unit_and_a_density_of_nothing_are_none() {
        assert_eq!(Density::of_jfif(b"JFIF\0\x01\x01\x00\0\x01\0\x01\0\0"), None);
        assert_eq!(Density::of_jfif(b"JFIF\0\x01\x01\x01\0\0\0\0\0\0"), None);
        assert_eq!(Density::of_phys(&[0, 0, 0, 9, 0, 0, 0, 9, 0]), None);
        assert_eq!(Density::of_phys(&[1]), None);
    }
}
