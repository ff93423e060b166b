//! Which images belong to one series: how alike they look, and how far apart in time and place they were taken.
//! Images of different places are no series, however alike they look. On a plain background all images look alike,
//! whatever they show: there the names are compared too.

use serde::Serialize;

use super::Candidate;
use super::agree::{contained, share_a_subject};
use crate::language::Language;

/// The thresholds by which the screens find near duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Likeness {
    /// Maximum bits that differ between the fingerprints of two copies of one image.
    pub same_image: u32,
    /// Minimum changes from one bit to the next, across and down, in the fingerprint of a scene. A small thing or a few
    /// lines of text on paper have 12 to 25 changes, photos about 38, random bits 56.
    pub telling: u32,
    /// Maximum bits that differ in a burst, where the subject may have moved.
    pub same_scene: u32,
    /// Seconds between two images of a burst.
    pub burst_s: i64,
}

pub const LIKENESS: Likeness = Likeness { same_image: 6, telling: 30, same_scene: 18, burst_s: 20 };

/// Maximum bits that differ when an image on a plain background is stored again or smaller.
const SAME_FILE: u32 = 2;
/// Maximum bits that differ within [`MOMENT_S`], where the camera may have moved too. Unrelated images differ in about 32.
const SAME_MOMENT: u32 = 24;
/// Seconds between two images of continuous shooting.
const MOMENT_S: i64 = 2;
/// Seconds between two images of a burst at one place.
const STAY_S: i64 = 60;
/// Metres between two positions of a phone at one place, and from which on it is another place.
const HERE_M: f64 = 30.0;
const ELSEWHERE_M: f64 = 300.0;

/// Whether two images belong to one series.
pub(super) fn belong(a: &Candidate, b: &Candidate, language: Language) -> bool {
    let (Some(one), Some(other)) = (fingerprint(a), fingerprint(b)) else { return false };
    let bits = (one ^ other).count_ones();
    // Nearly all pairs of a batch end here.
    if bits > SAME_MOMENT {
        return false;
    }
    let apart_m = metres_apart(a, b);
    if apart_m.is_some_and(|apart| apart > ELSEWHERE_M) {
        return false;
    }
    let here = apart_m.is_some_and(|apart| apart <= HERE_M);
    let within = |most: i64| seconds_apart(a, b).is_some_and(|apart| apart <= most);
    let burst = bits <= LIKENESS.same_scene && within(if here { STAY_S } else { LIKENESS.burst_s })
        || within(MOMENT_S);
    let telling = changes(one).min(changes(other)) >= LIKENESS.telling;
    let same_name = a.name == b.name || bits <= SAME_FILE && contained(&a.name, &b.name, language);
    bits <= LIKENESS.same_image && (telling || same_name)
        || burst && (telling || share_a_subject(&a.name, &b.name, language))
}

/// Whether two images are shots of one moment, as the screens find them: alike and taken within seconds. On a plain background
/// everything looks alike, and nothing is said.
pub fn is_burst(a: &Candidate, b: &Candidate) -> bool {
    let (Some(one), Some(other)) = (fingerprint(a), fingerprint(b)) else { return false };
    (one ^ other).count_ones() <= LIKENESS.same_scene
        && changes(one).min(changes(other)) >= LIKENESS.telling
        && seconds_apart(a, b).is_some_and(|apart| apart <= LIKENESS.burst_s)
}

fn fingerprint(image: &Candidate) -> Option<u64> {
    u64::from_str_radix(&image.fingerprint, 16).ok()
}

/// How often neighbouring bits differ, across and down: seldom on a plain background, even where it is shaded. Eight bits
/// are a row.
fn changes(fingerprint: u64) -> u32 {
    const NOT_LAST_IN_ROW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_LAST_ROW: u64 = u64::MAX >> 8;
    let across = (fingerprint ^ fingerprint >> 1) & NOT_LAST_IN_ROW;
    let down = (fingerprint ^ fingerprint >> 8) & NOT_LAST_ROW;
    across.count_ones() + down.count_ones()
}

fn seconds_apart(a: &Candidate, b: &Candidate) -> Option<i64> {
    Some((second(a)? - second(b)?).abs())
}

/// When an image was taken, in seconds from some day; `None` when a part of the time is missing.
pub(super) fn second(image: &Candidate) -> Option<i64> {
    let digits: Vec<i64> =
        image.taken_at.as_deref()?.chars().filter_map(|c| c.to_digit(10)).map(i64::from).take(14).collect();
    let [y1, y2, y3, y4, m1, m2, d1, d2, rest @ ..] = &digits[..] else { return None };
    let [h1, h2, n1, n2, s1, s2] = *rest else { return None };
    let day = day(1000 * y1 + 100 * y2 + 10 * y3 + y4, 10 * m1 + m2, 10 * d1 + d2);
    Some(((day * 24 + 10 * h1 + h2) * 60 + 10 * n1 + n2) * 60 + 10 * s1 + s2)
}

/// Days are counted from a March, so that the day that leap years add is the last of its year.
fn day(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
}

/// On a plane, which is right to the metre where it matters.
fn metres_apart(a: &Candidate, b: &Candidate) -> Option<f64> {
    const METRES_A_DEGREE: f64 = 111_195.0;
    let (here, there) = ((a.latitude?, a.longitude?), (b.latitude?, b.longitude?));
    let around = (here.1 - there.1).abs();
    let east = around.min(360.0 - around) * cosine(here.0.to_radians());
    let north = here.0 - there.0;
    Some((north * north + east * east).sqrt() * METRES_A_DEGREE)
}

/// Right to a thousandth between the poles; the library's function would make the browser's module larger by kilobytes.
fn cosine(angle: f64) -> f64 {
    let square = angle * angle;
    1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belong(a: &Candidate, b: &Candidate) -> bool {
        super::belong(a, b, Language::En)
    }

    fn taken(bits: u32, time: &str, place: Option<(f64, f64)>) -> Candidate {
        Candidate {
            fingerprint: format!("{:016x}", (1u64 << bits) - 1),
            taken_at: Some(time.into()),
            latitude: place.map(|place| place.0),
            longitude: place.map(|place| place.1),
            ..Candidate::default()
        }
    }

    const NOON: &str = "2024:05:01 12:00:00";
    const PARIS: Option<(f64, f64)> = Some((48.858_4, 2.294_5));

    #[test]
    fn the_less_time_lies_between_the_more_may_have_moved() {
        for (bits, time, together) in [
            (6, "2019:01:01 00:00:00", true),
            (7, "2024:05:01 12:01:00", false),
            (18, "2024:05:01 12:00:20", true),
            (18, "2024:05:01 12:00:21", false),
            (24, "2024:05:01 12:00:02", true),
            (24, "2024:05:01 12:00:03", false),
            (25, NOON, false),
        ] {
            assert_eq!(belong(&taken(0, NOON, None), &taken(bits, time, None)), together, "{bits} {time}");
        }
    }

    #[test]
    fn a_burst_is_alike_within_seconds_and_no_plain_background() {
        let shot = |fingerprint: u64, time: &str| Candidate {
            fingerprint: format!("{fingerprint:016x}"),
            taken_at: Some(time.into()),
            ..Candidate::default()
        };
        const SCENE: u64 = 0x5a36_96e1_4bd2_78c5;
        let first = shot(SCENE, NOON);
        assert!(is_burst(&first, &shot(SCENE ^ 0xff, "2024:05:01 12:00:20")));
        assert!(!is_burst(&first, &shot(SCENE ^ 0xff, "2024:05:01 12:00:21")));
        assert!(!is_burst(&first, &shot(SCENE ^ 0x000f_ffff, NOON)));
        assert!(!is_burst(&shot(0xff, NOON), &shot(0, NOON)));
        assert!(!is_burst(&first, &Candidate { taken_at: None, ..first.clone() }));
        assert!(!is_burst(&first, &Candidate::default()));
    }

    #[test]
    fn bits_of_plain_backgrounds_change_seldom_and_those_of_scenes_often() {
        for (fingerprint, telling) in [
            (0, false),
            (0xf0f0_f0f0_f0f0_f0f0, false),
            (0x0000_1018_1800_0000, false),
            (0x5a36_96e1_4bd2_78c5, true),
        ] {
            let count = changes(fingerprint);
            assert_eq!(count >= LIKENESS.telling, telling, "{fingerprint:x} {count}");
        }
        let stripes_and_chequers = [0xf0f0_f0f0_f0f0_f0f0, 0xffff_ffff, 0xaa55_aa55_aa55_aa55];
        assert_eq!(stripes_and_chequers.map(changes), [8, 8, 112]);
    }

    #[test]
    fn on_a_plain_background_names_say_whether_it_is_the_same() {
        let called = |name: &str, time: &str| Candidate { name: name.into(), ..taken(3, time, None) };
        let later = "2024:05:01 15:00:00";
        for (name, time, together) in [
            ("daisy-on-white-background", later, true),
            ("pointer-dog-on-white-background", later, false),
            ("white-daisy-on-white-background", later, false),
            ("white-daisy-on-white-background", NOON, true),
            ("pointer-dog-on-white-background", NOON, false),
        ] {
            let daisy = called("yellow-daisy-on-white-background", NOON);
            assert_eq!(belong(&daisy, &called(name, time)), together, "{name} {time}");
        }
    }

    #[test]
    fn on_a_plain_background_what_is_left_out_counts_unless_it_is_the_same_file() {
        let called = |name: &str, bits| Candidate { name: name.into(), ..taken(bits, NOON, None) };
        let later = |name: &str, bits| Candidate { taken_at: None, ..called(name, bits) };
        let stop = called("street-sign-stop", 0);
        assert!(belong(&stop, &later("street-sign", 2)));
        assert!(!belong(&stop, &later("street-sign", 3)));
        assert!(belong(&stop, &later("street-sign-stop", 6)));
    }

    #[test]
    fn one_place_gives_more_time_and_another_place_ends_a_series() {
        let minute = "2024:05:01 12:01:00";
        let near = Some((48.858_5, 2.294_6));
        assert!(belong(&taken(0, NOON, PARIS), &taken(12, minute, near)));
        assert!(!belong(&taken(0, NOON, PARIS), &taken(12, "2024:05:01 12:03:00", near)));
        assert!(!belong(&taken(0, NOON, PARIS), &taken(12, minute, Some((48.860, 2.294_5)))));
        assert!(!belong(&taken(0, NOON, PARIS), &taken(0, NOON, Some((48.86, 2.35)))));
        assert!(belong(
            &taken(0, NOON, Some((0.0, 179.999_99))),
            &taken(12, minute, Some((0.0, -179.999_99)))
        ));
    }

    #[test]
    fn a_burst_may_pass_midnight_and_the_end_of_february() {
        let apart = |a, b| seconds_apart(&taken(0, a, None), &taken(0, b, None));
        assert_eq!(apart("2023:12:31 23:59:59", "2024-01-01T00:00:01"), Some(2));
        assert_eq!(apart("2024:02:28 12:00:00", "2024:03:01 12:00:00"), Some(2 * 86_400));
        assert_eq!(apart("2023:02:28 12:00:00", "2023:03:01 12:00:00"), Some(86_400));
        assert_eq!(apart("2023:02:28", "2023:03:01 12:00:00"), None);
        for (a, b, days) in [
            ("1900:02:28 12:00:00", "1900:03:01 12:00:00", 1),
            ("2000:02:28 12:00:00", "2000:03:01 12:00:00", 2),
            ("1999:12:31 12:00:00", "2000:01:01 12:00:00", 1),
            ("1989:06:15 12:00:00", "2024:06:15 12:00:00", 12_784),
            ("1999:12:31 12:00:00", "2101:01:01 12:00:00", 36_891),
        ] {
            assert_eq!(apart(a, b), Some(days * 86_400), "{a} {b}");
        }
    }

    #[test]
    fn degrees_of_longitude_are_shorter_towards_the_poles() {
        for latitude in (-90..=90).step_by(15).map(f64::from) {
            let angle = latitude.to_radians();
            assert!((cosine(angle) - angle.cos()).abs() < 0.001, "{latitude}");
        }
        let apart =
            |lat, lon| metres_apart(&taken(0, NOON, Some((60.0, 10.0))), &taken(0, NOON, Some((lat, lon))));
        for (lat, lon, metres) in [(60.0, 10.01, 556.0), (60.01, 10.0, 1112.0), (60.01, 10.01, 1243.0)] {
            assert!(apart(lat, lon).is_some_and(|apart| (apart - metres).abs() < 2.0), "{lat} {lon}");
        }
    }
}
