//! The names of a whole batch: near-duplicates and bursts share one stem and count up; other images with equal names
//! get what else is known about them before they get a number.

use super::alike::{belong, second};
use super::clean::typed_words;
use super::{Candidate, MAX_NAME};
use crate::language::{Language, Spelling};
use std::collections::HashSet;

/// A name for each picture, in the order they came. Equal ones are left to [`super::unique`]: a series that came in the
/// order of time, and images of which nothing else is known.
pub fn settle(batch: &[Candidate], spelling: Spelling) -> Vec<String> {
    let series = series(batch, spelling.language);
    let mut names: Vec<String> = series.iter().map(|&first| stem(batch, &series, first).to_owned()).collect();
    let mut taken: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut used: HashSet<(String, usize)> = HashSet::new();
    for at in 0..batch.len() {
        let key = names[at].to_lowercase();
        // The first image, or series, with a name keeps it.
        let rival = used.iter().any(|(name, first)| *name == key && *first != series[at]);
        if rival && let Some(other) = other_name(&batch[at], &taken, spelling) {
            taken.insert(other.to_lowercase());
            rename(&mut names, &series, series[at], &other);
        }
        used.insert((names[at].to_lowercase(), series[at]));
    }
    (0..batch.len())
        .filter(|&at| series[at] == at)
        .for_each(|first| count(batch, &series, first, &mut names));
    names
}

/// Counts a series in the order of time, where it came in another one. What has no time stands before the rest.
fn count(batch: &[Candidate], series: &[usize], first: usize, names: &mut [String]) {
    let came: Vec<(Option<i64>, usize)> =
        (first..batch.len()).filter(|&at| series[at] == first).map(|at| (second(&batch[at]), at)).collect();
    // Counted, not sorted: the browser's module is smaller by a sorting function.
    let rank = |one: &(Option<i64>, usize)| came.iter().filter(|other| *other < one).count();
    let ranks: Vec<usize> = came.iter().map(rank).collect();
    if ranks.iter().enumerate().all(|(place, rank)| place == *rank) {
        return;
    }
    let stem = names[first].clone();
    let mut used: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let free = (2u32..).map(|n| format!("{stem}-{n}")).filter(|name| used.insert(name.to_lowercase()));
    let numbered: Vec<String> = free.take(came.len()).collect();
    for ((_, at), rank) in came.iter().zip(ranks).filter(|(_, rank)| *rank > 0) {
        names[*at].clone_from(&numbered[rank - 1]);
    }
}

/// For each image the first one of its series: itself when it stands alone.
fn series(batch: &[Candidate], language: Language) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..batch.len()).collect();
    for at in 1..batch.len() {
        if let Some(before) = (0..at).rev().find(|&before| belong(&batch[before], &batch[at], language)) {
            firsts[at] = firsts[before];
        }
    }
    firsts
}

/// The surest name of a series.
fn stem<'a>(batch: &'a [Candidate], series: &[usize], first: usize) -> &'a str {
    let members = (0..batch.len()).filter(|&at| series[at] == first);
    let surest = members.rev().max_by(|&a, &b| batch[a].confidence.total_cmp(&batch[b].confidence));
    &batch[surest.unwrap_or(first)].name
}

/// Another name that nobody has: an alternative that says more, else the name with a search word it does not have.
fn other_name(picture: &Candidate, taken: &HashSet<String>, spelling: Spelling) -> Option<String> {
    let free = |name: &String| !name.is_empty() && !taken.contains(&name.to_lowercase());
    let said = |word: &str| picture.name.split('-').any(|own| word.split(['-', ' ']).any(|part| part == own));
    let longer = picture
        .keywords
        .iter()
        .map(|word| typed_words(word, spelling))
        .filter(|word| !word.is_empty() && !said(word))
        .map(|word| with_word(&picture.name, &word));
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

/// The name with one word more; where that is too long its last words make room, the first one stays.
fn with_word(name: &str, word: &str) -> String {
    let mut kept = name;
    while kept.chars().count() + 1 + word.chars().count() > MAX_NAME {
        let Some((shorter, _)) = kept.rsplit_once('-') else { break };
        kept = shorter;
    }
    format!("{kept}-{word}")
}

fn rename(names: &mut [String], series: &[usize], first: usize, other: &str) {
    for (name, _) in names.iter_mut().zip(series).filter(|(_, own)| **own == first) {
        other.clone_into(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        super::super::unique(&settle(batch, Spelling::default()))
    }

    const FAR: u64 = 0xffff_ffff_0000_0000;
    /// The fingerprint of a scene with something everywhere.
    const SCENE: u64 = 0x5a36_96e1_4bd2_78c5;

    #[test]
    fn near_duplicates_share_the_surest_stem_and_count_up() {
        let near = |name: &str, moved: u64| picture(name, SCENE ^ moved, "");
        let mut batch = [near("dog", 0), near("brown-dog-on-grass", 1), near("animal", 3)];
        batch[1].confidence = 0.9;
        assert_eq!(settled(&batch), ["brown-dog-on-grass", "brown-dog-on-grass-2", "brown-dog-on-grass-3"]);
    }

    #[test]
    fn different_things_on_white_and_different_pages_keep_their_names() {
        // As seen: small things and pages of one layout, on white.
        let things = [
            picture("yellow-daisy-flower-on-white-background", 0x0000_0810_1008_0000, ""),
            picture("pointer-dog-on-white-background", 0x0000_1010_1010_0000, ""),
            picture("church-tower-on-white-background", 0x0000_0810_1010_0000, ""),
            picture("invoice-acme-company-blue-widgets", 0x4060_6040_4000_0000, ""),
            picture("meeting-notes-project-falcon", 0x4060_6060_4000_0000, ""),
            picture("invoice-acme-company-red-gadgets", 0x4060_6040_4000_0000, ""),
        ];
        let own: Vec<&str> = things.iter().map(|thing| thing.name.as_str()).collect();
        assert_eq!(settled(&things), own);
    }

    #[test]
    fn the_same_thing_on_white_in_another_file_shares_its_stem() {
        let name = "yellow-daisy-flower-on-white-background";
        let mut batch = [picture("daisy-flower-on-white-background", 0x10, ""), picture(name, 0x18, "")];
        batch[1].confidence = 0.9;
        assert_eq!(settled(&batch), [name.to_owned(), format!("{name}-2")]);
    }

    #[test]
    fn a_burst_of_five_counts_in_the_order_of_time_however_it_came() {
        let at = |second: u32| picture("dog-running", 1 << second, &format!("2024:05:01 10:00:0{second}"));
        let burst = [at(3), at(1), at(5), at(2), at(4)];
        let counted = ["dog-running-3", "dog-running", "dog-running-5", "dog-running-2", "dog-running-4"];
        assert_eq!(settled(&burst), counted);
        let mut sorted = burst.clone();
        sorted.sort_by_key(second);
        assert_eq!(settle(&sorted, Spelling::default()), ["dog-running"; 5], "numbers are left to the list");
        assert_eq!(settled(&sorted)[4], "dog-running-5");
    }

    #[test]
    fn a_number_that_another_picture_has_is_not_given_again() {
        let batch = [
            picture("dog", 0, "2024:05:01 10:00:01"),
            picture("dog", 1, "2024:05:01 10:00:00"),
            picture("dog-2", FAR, ""),
        ];
        assert_eq!(settled(&batch), ["dog-3", "dog", "dog-2"]);
    }

    #[test]
    fn different_pictures_taken_minutes_apart_are_no_series() {
        let batch =
            [picture("dog", 0, "2024:05:01 10:00:00"), picture("market", 0xf_ffff, "2024:05:01 10:03:00")];
        assert_eq!(settled(&batch), ["dog", "market"]);
    }

    #[test]
    fn a_full_name_gives_up_its_last_words_to_say_what_is_different() {
        let long = "brown-dog-running-on-grass-beside-a-wooden-fence";
        let mut batch = [picture(long, 0, ""), picture(long, FAR, "")];
        batch[1].keywords = vec!["summer".into()];
        assert_eq!(settled(&batch)[1], "brown-dog-running-on-grass-beside-a-wooden-summer");
        // Two words with a hyphen fit exactly, and one letter more does not.
        let name = format!("dog-{}", "x".repeat(MAX_NAME - "dog--cat".len()));
        assert_eq!(with_word(&name, "cat"), format!("{name}-cat"));
        assert_eq!(with_word(&name, "cats"), "dog-cats");
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

    proptest! {
        /// Every image has a word of its own, so a number would say less than we know.
        #[test]
        fn no_name_differs_by_a_number_alone_while_there_is_something_to_say(
            names in proptest::collection::vec("(dog|cat|dog-on-grass)", 1..20)
        ) {
            let one = |(at, name): (usize, &String)| Candidate {
                keywords: vec!["animal".into(), format!("mark{}", char::from(b'a' + at as u8))],
                ..picture(name, u64::MAX / 255 * (at as u64 * 13 + 7), "")
            };
            let batch: Vec<Candidate> = names.iter().enumerate().map(one).collect();
            let made = settle(&batch, Spelling::default());
            prop_assert_eq!(super::super::unique(&made), made);
        }
    }
}
