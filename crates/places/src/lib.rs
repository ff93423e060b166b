//! Which city an image was taken in: a table of GeoNames' cities with at least 1,000 inhabitants (`NOTICE` says whose it is), and a
//! search through it. Nothing is asked of anybody.
//!
//! A city is a circle whose size follows from its population. Inside circles the relatively nearest centre counts, so that a suburb is
//! not taken for the large city beside it; outside all of them the nearest edge does, up to [`MOST_KM`].

use std::f64::consts::PI;

/// Made by `scripts/places`: how many cities, their columns, and a line for each name under one for its country.
static TABLE: &[u8] = include_bytes!("../data/cities.bin");

/// Kilometres from the edge of a city from which on it is not near any more.
pub const MOST_KM: f64 = 10.0;
/// The radius of a city is this many kilometres, and more with its population.
const LEAST_RADIUS_KM: f64 = 1.0;
/// Kilometres of radius for the square root of a population: 6,000 people live on a square kilometre.
const RADIUS_KM: f64 = 0.0073;
const KM_A_DEGREE: f64 = 111.195;
/// No city's radius and [`MOST_KM`] together reach farther north or south.
const MOST_DEGREES: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub city: &'static str,
    pub country: &'static str,
}

/// The city at a position in degrees; `None` when none is near or the position is none.
pub fn near(latitude: f64, longitude: f64) -> Option<Place> {
    if !(-90.0..=90.0).contains(&latitude) || !(-180.0..=180.0).contains(&longitude) {
        return None;
    }
    let columns = Columns::read(TABLE)?;
    let narrow = (latitude * PI / 180.0).cos();
    let mut best: Option<(f64, usize)> = None;
    for at in 0..columns.count {
        let north = columns.latitude(at) - latitude;
        if north.abs() > MOST_DEGREES {
            continue;
        }
        let around = (columns.longitude(at) - longitude).abs();
        let east = around.min(360.0 - around) * narrow;
        let distance = (north * north + east * east).sqrt() * KM_A_DEGREE;
        let rank = rank(distance, columns.radius_km(at));
        if rank.is_some_and(|rank| best.is_none_or(|(known, _)| rank < known)) {
            best = rank.map(|rank| (rank, at));
        }
    }
    columns.place(best?.1)
}

/// Below one inside a city, above one outside; `None` when it is not near.
fn rank(distance: f64, radius: f64) -> Option<f64> {
    let outside = distance - radius;
    match outside {
        inside if inside <= 0.0 => Some(distance / radius),
        near if near <= MOST_KM => Some(1.0 + near),
        _ => None,
    }
}

/// The table's columns; `None` for a table that is cut off.
struct Columns {
    count: usize,
    bytes: &'static [u8],
    text: &'static str,
}

impl Columns {
    fn read(table: &'static [u8]) -> Option<Self> {
        let (count, rest) = table.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let (bytes, text) = rest.split_at_checked(count.checked_mul(5)?)?;
        Some(Self { count, bytes, text: std::str::from_utf8(text).ok()? })
    }

    fn byte(&self, column: usize, at: usize) -> u8 {
        self.bytes[column * self.count + at]
    }

    fn degrees(&self, column: usize, at: usize) -> f64 {
        f64::from(i16::from_le_bytes([self.byte(column, at), self.byte(column + 1, at)])) / 100.0
    }

    fn latitude(&self, at: usize) -> f64 {
        self.degrees(0, at)
    }

    fn longitude(&self, at: usize) -> f64 {
        self.degrees(2, at)
    }

    /// The last column is twice the logarithm of the population: a quarter of it is that of its square root.
    fn radius_km(&self, at: usize) -> f64 {
        LEAST_RADIUS_KM + RADIUS_KM * (f64::from(self.byte(4, at)) / 4.0).exp2()
    }

    fn place(&self, wanted: usize) -> Option<Place> {
        let (mut country, mut at) = ("", 0);
        for line in self.text.split('\n') {
            match line.strip_prefix('>') {
                Some(name) => country = name,
                None if at == wanted => return Some(Place { city: line, country }),
                None => at += 1,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(latitude: f64, longitude: f64) -> Option<(&'static str, &'static str)> {
        near(latitude, longitude).map(|place| (place.city, place.country))
    }

    #[test]
    fn photos_of_known_places_are_in_their_cities() {
        for (what, latitude, longitude, city, country) in [
            ("the harbour", 43.5380, -7.0400, "Ribadeo", "Spain"),
            ("the Eiffel Tower", 48.8584, 2.2945, "Paris", "France"),
            ("a suburb's town hall", 48.8353, 2.2406, "Boulogne-Billancourt", "France"),
            ("Avenida Paulista", -23.5614, -46.6559, "São Paulo", "Brazil"),
            ("Castle Square", 52.2479, 21.0149, "Warsaw", "Poland"),
            ("the opera", -33.8568, 151.2153, "Sydney", "Australia"),
            ("an airport on an island", -17.80, 177.42, "Nadi", "Fiji"),
            ("a village", 46.5580, 7.8923, "Lauterbrunnen", "Switzerland"),
        ] {
            assert_eq!(found(latitude, longitude), Some((city, country)), "{what}");
        }
    }

    #[test]
    fn nothing_is_said_of_the_sea_of_a_desert_or_of_no_position() {
        for (latitude, longitude) in [
            (35.0, -40.0),
            (23.5, 10.0),
            (90.0, 0.0),
            (-90.0, 180.0),
            (91.0, 0.0),
            (0.0, 181.0),
            (f64::NAN, 0.0),
            (f64::INFINITY, 0.0),
        ] {
            assert_eq!(found(latitude, longitude), None, "{latitude} {longitude}");
        }
    }

    #[test]
    fn a_city_is_near_up_to_ten_kilometres_from_its_edge() {
        assert_eq!(rank(0.0, 2.0), Some(0.0));
        assert_eq!(rank(12.0, 2.0), Some(11.0));
        assert_eq!(rank(12.1, 2.0), None);
    }

    #[test]
    fn every_city_of_the_table_has_a_name_and_a_country() {
        let columns = Columns::read(TABLE).unwrap();
        let names = columns.text.split('\n').filter(|line| !line.starts_with('>')).count();
        assert_eq!(names, columns.count);
        assert!(columns.place(0).is_some() && columns.place(columns.count - 1).is_some());
        assert!(columns.text.split('\n').all(|line| line.trim_start_matches('>').trim() != ""));
        assert!((0..columns.count).all(|at| (columns.radius_km(at) + MOST_KM) / KM_A_DEGREE < MOST_DEGREES));
    }
}
