//! Where each rule begins and ends: the last value on one side of its limit and the first one on the other. Numbers that stand in
//! `data/grammar.txt` are taken from there, the others are repeated.

use super::super::evidence::{Evidence, Item};
use super::super::lexicon::LEXICON;
use super::super::phrase::Phrase;
use super::{Area, Detection, GREY, Look, Rgb, Scene, scene, scene_like};

mod agreement;
mod classes;
mod colours;
mod leads;
mod light;
mod pages;
mod said;
mod things;

type Rule<'a> = &'a dyn Fn(f32) -> bool;

#[track_caller]
fn holds_from(limit: f32, rule: Rule<'_>) {
    assert_eq!([rule(limit.next_down()), rule(limit)], [false, true], "from {limit}");
}

#[track_caller]
fn holds_above(limit: f32, rule: Rule<'_>) {
    assert_eq!([rule(limit), rule(limit.next_up())], [false, true], "above {limit}");
}

#[track_caller]
fn holds_below(limit: f32, rule: Rule<'_>) {
    assert_eq!([rule(limit.next_down()), rule(limit)], [true, false], "below {limit}");
}

#[track_caller]
fn holds_up_to(limit: f32, rule: Rule<'_>) {
    assert_eq!([rule(limit), rule(limit.next_up())], [true, false], "up to {limit}");
}

/// One thing of this size.
fn item(label: usize, score: f32, size: f32) -> Item {
    let area = Area { left: 0.0, top: 0.0, width: size, height: 1.0 };
    let largest = Detection { label, score, area };
    Item { label, count: 1, weight: 1.0, largest, agree: 0.0, counted: true }
}

fn group(word: &str) -> usize {
    LEXICON.group(word).unwrap_or_else(|| panic!("no group {word}"))
}

/// The evidence of a scene in which the classifier believes in these groups and no others.
fn believing<'a>(scene: &'a Scene, groups: &[(&str, f32)]) -> Evidence<'a> {
    let mut seen = scene.evidence();
    seen.masses.fill(0.0);
    for (word, mass) in groups {
        seen.masses[group(word)] = *mass;
    }
    seen
}

/// A scene in which the head looked and saw nothing.
fn looked() -> Scene {
    scene(GREY).tag("dog", 0.0)
}

/// Something grey before a white ground.
fn on_white() -> Scene {
    let pixel = |i: usize| {
        let inside = (20..44).contains(&(i % 64)) && (20..44).contains(&(i / 64));
        let base: [u8; 3] = if inside { GREY } else { [235; 3] };
        base.map(|value| value.saturating_add((i * 7 % 13) as u8))
    };
    scene_like(&Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap())).tag("dog", 0.0)
}

fn words(phrases: &[Phrase]) -> Vec<&str> {
    phrases.iter().map(|phrase| phrase.words.as_str()).collect()
}
