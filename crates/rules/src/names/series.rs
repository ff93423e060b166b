//! The names of a whole batch: near-duplicates and bursts share one stem and count up; other pictures with equal names
//! get what else is known about them before they get a number.

use super::MAX_NAME;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Pictures whose fingerprints differ in so few bits show the same.
const SAME_PICTURE: u32 = 6;
/// In a burst the subject may have moved.
const SAME_SCENE: u32 = 18;
/// Pictures of a burst follow each other within so many seconds.
const BURST_S: u32 = 20;

/// What is known about one picture of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NameCandidate))]
#[serde(rename_all = "camelCase", default)]
pub struct Candidate {
    /// Words joined by hyphens, without extension.
    pub name: String,
    pub alternatives: Vec<String>,
    pub keywords: Vec<String>,
    /// 0 to 1; in a series the surest picture gives the stem.
    pub confidence: f32,
    /// 64 bits as hexadecimal digits; empty when nobody looked.
    pub fingerprint: String,
    /// When it was taken, year first, any marks between the numbers.
    pub taken_at: Option<String>,
}

/// A name for each picture, in the order they came. Equal ones are left to [`super::unique`]: a series, and pictures of
/// which nothing else is known.
pub fn settle(batch: &[Candidate]) -> Vec<String> {
    let series = series(batch);
    let mut names: Vec<String> = series.iter().map(|&first| stem(batch, &series, first).to_owned()).collect();
    let mut taken: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut used: HashSet<(String, usize)> = HashSet::new();
    for at in 0..batch.len() {
        let key = names[at].to_lowercase();
        // The first picture, or series, with a name keeps it.
        let rival = used.iter().any(|(name, first)| *name == key && *first != series[at]);
        if rival && let Some(other) = other_name(&batch[at], &taken) {
            taken.insert(other.to_lowercase());
            rename(&mut names, &series, series[at], &other);
        }
        used.insert((names[at].to_lowercase(), series[at]));
    }
    names
}

/// For each picture the first one of its series: itself when it stands alone.
fn series(batch: &[Candidate]) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..batch.len()).collect();
    for at in 1..batch.len() {
        if let Some(before) = (0..at).rev().find(|&before| belong(&batch[before], &batch[at])) {
            firsts[at] = firsts[before];
        }
    }
    firsts
}

fn belong(a: &Candidate, b: &Candidate) -> bool {
    let Some(bits) = differing_bits(&a.fingerprint, &b.fingerprint) else { return false };
    bits <= SAME_PICTURE || bits <= SAME_SCENE && seconds_apart(a, b).is_some_and(|apart| apart <= BURST_S)
}

fn differing_bits(a: &str, b: &str) -> Option<u32> {
    let bits = |text: &str| u64::from_str_radix(text, 16).ok();
    Some((bits(a)? ^ bits(b)?).count_ones())
}

/// Within one day; a burst over midnight is two.
fn seconds_apart(a: &Candidate, b: &Candidate) -> Option<u32> {
    let (a, b) = (digits(a.taken_at.as_deref()?), digits(b.taken_at.as_deref()?));
    if a.len() < 14 || b.len() < 14 || a[..8] != b[..8] {
        return None;
    }
    let second = |time: &[u32]| {
        (time[8] * 10 + time[9]) * 3600 + (time[10] * 10 + time[11]) * 60 + time[12] * 10 + time[13]
    };
    Some(second(&a).abs_diff(second(&b)))
}

fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).take(14).collect()
}

/// The surest name of a series.
fn stem<'a>(batch: &'a [Candidate], series: &[usize], first: usize) -> &'a str {
    let members = (0..batch.len()).filter(|&at| series[at] == first);
    let surest = members.rev().max_by(|&a, &b| batch[a].confidence.total_cmp(&batch[b].confidence));
    &batch[surest.unwrap_or(first)].name
}

/// Another name that nobody has: an alternative that says more, else the name with a search word it does not have.
fn other_name(picture: &Candidate, taken: &HashSet<String>) -> Option<String> {
    let free = |name: &String| !name.is_empty() && !taken.contains(&name.to_lowercase());
    let said = |word: &str| picture.name.split('-').any(|own| word.split(['-', ' ']).any(|part| part == own));
    let longer = picture
        .keywords
        .iter()
        .filter(|word| !word.is_empty() && !said(word))
        .map(|word| format!("{}-{}", picture.name, word.replace(' ', "-").to_lowercase()));
    let fits = |name: &String| name.chars().count() <= MAX_NAME;
    picture
        .alternatives
        .iter()
        .filter(|name| name.contains('-'))
        .cloned()
        .chain(longer)
        .filter(fits)
        .find(free)
}

fn rename(names: &mut [String], series: &[usize], first: usize, other: &str) {
    for (name, _) in names.iter_mut().zip(series).filter(|(_, own)| **own == first) {
        other.clone_into(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(name: &str, fingerprint: u64, taken_at: &str) -> Candidate {
        Candidate {
            name: name.into(),
            fingerprint: format!("{fingerprint:016x}"),
            taken_at: Some(taken_at.into()),
            confidence: 0.5,
            ..Candidate::default()
        }
    }

    fn settled(batch: &[Candidate]) -> Vec<String> {
        super::super::unique(&settle(batch))
    }

    const FAR: u64 = 0xffff_ffff_0000_0000;

    #[test]
    fn near_duplicates_share_the_surest_stem_and_count_up() {
        let mut batch =
            [picture("dog", 0, ""), picture("brown-dog-on-grass", 1, ""), picture("animal", 3, "")];
        batch[1].confidence = 0.9;
        assert_eq!(settled(&batch), ["brown-dog-on-grass", "brown-dog-on-grass-2", "brown-dog-on-grass-3"]);
    }

    #[test]
    fn a_burst_is_a_series_and_the_same_scene_an_hour_later_is_not() {
        let moved = 0xfff;
        let at =
            |time| [picture("dog-running", 0, "2024:05:01 10:00:00"), picture("dog-jumping", moved, time)];
        assert_eq!(settled(&at("2024:05:01 10:00:09")), ["dog-running", "dog-running-2"]);
        assert_eq!(settled(&at("2024:05:01 11:00:09")), ["dog-running", "dog-jumping"]);
        assert_eq!(settled(&at("")), ["dog-running", "dog-jumping"]);
    }

    #[test]
    fn different_pictures_with_one_name_say_what_is_different() {
        let mut batch = [picture("dog", 0, ""), picture("dog", FAR, ""), picture("dog", !0, "")];
        batch[1].alternatives = vec!["dog".into(), "beagle-dog".into()];
        batch[2].keywords = vec!["dog".into(), "living room".into()];
        assert_eq!(settled(&batch), ["dog", "beagle-dog", "dog-living-room"]);
    }

    #[test]
    fn what_has_nothing_else_to_say_gets_a_number_and_no_two_are_alike() {
        let batch = [picture("dog", 0, ""), picture("Dog", FAR, ""), picture("cat", !0, "")];
        assert_eq!(settled(&batch), ["dog", "Dog-2", "cat"]);
        assert!(settled(&[]).is_empty());
    }

    #[test]
    fn a_damaged_fingerprint_or_time_makes_no_series() {
        let mut batch = [picture("dog", 0, "soon"), picture("cat", 0, "99")];
        batch[1].fingerprint = "zebra".into();
        assert_eq!(settled(&batch), ["dog", "cat"]);
    }
}
