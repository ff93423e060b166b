//! What is weighed of a subject that a name can have. The order is that of the network's inputs.

use super::super::colour::COLOURS;
use super::super::photos::logarithm;
use super::super::phrase::listed;
use super::super::told::{SOMEBODY, same, split};
use super::super::trust::signs;
use super::super::wider::WIDER;
use super::candidates::Candidate;
use super::scene::{Scene, Told};
use crate::embedded::photos::{Family, PHOTOS};

pub(super) const PARTS: usize = 70;

/// No word is less likely.
const UNLIKELY: f32 = -4.0;
const FAMILIES: [Family; 7] = [
    Family::Thing,
    Family::Food,
    Family::Animal,
    Family::Plant,
    Family::Place,
    Family::Person,
    Family::Event,
];

pub(super) fn parts(scene: &Scene<'_>, one: &Candidate) -> [f32; PARTS] {
    let mut parts = Vec::with_capacity(PARTS);
    parts.extend([
        1.0,
        flag(one.ruled),
        flag(one.told),
        one.told_by,
        flag(one.likely),
        flag(one.wider),
        flag(one.classed),
        flag(one.heard),
        flag(one.tasted > 0.0),
        one.tasted,
    ]);
    parts.extend(alike(scene, one));
    parts.extend(beside_others(scene, one));
    parts.extend(told(scene, one));
    parts.extend(of_rules(scene, one));
    parts.extend(alone(scene, one));
    parts.try_into().unwrap_or([0.0; PARTS])
}

/// What labelled photos that look alike show.
fn alike(scene: &Scene<'_>, one: &Candidate) -> [f32; 12] {
    let shown = one.node.map_or(0.0, |node| scene.shown[node]);
    let own = one.node.and_then(|node| {
        let leaf = WIDER.nodes[node].below.iter().find(|&&leaf| PHOTOS[leaf].word == WIDER.nodes[node].word);
        leaf.map(|&leaf| scene.seen.photos[leaf])
    });
    let top = |rank: usize| scene.likely.get(rank).map_or(0.0, |&leaf| scene.seen.photos[leaf]);
    let classed = one.node.map_or(0.0, |node| scene.classed[node]);
    [
        logarithm(shown),
        shown,
        logarithm(own.unwrap_or_default()),
        own.unwrap_or_default(),
        flag(one.node.is_some()),
        flag(own.is_some()),
        top(0),
        top(1),
        top(2),
        scene.graphic,
        classed,
        logarithm(classed),
    ]
}

/// Whether it is wider than the subject of the rules, and that of the first sentence.
pub(super) fn is_wider(scene: &Scene<'_>, one: &Candidate) -> [bool; 2] {
    let last = |words: &str| split(words).last().unwrap_or_default().to_owned();
    let wider =
        |node: Option<usize>, words: &str| is(node, one.node) && !same(&last(words), &last(&one.words));
    let told = &scene.sentences[0];
    [wider(scene.ruled_node, &scene.ruled.words), wider(told.node, &told.subject)]
}

/// Whether one is a kind of the other.
fn is(node: Option<usize>, wide: Option<usize>) -> bool {
    node.zip(wide).is_some_and(|(node, wide)| node != wide && WIDER.is(node, wide))
}

/// How it stands to the subjects of the rules and of the first sentence.
fn beside_others(scene: &Scene<'_>, one: &Candidate) -> [f32; 8] {
    let first = &scene.sentences[0];
    let last = |words: &str| split(words).last().unwrap_or_default().to_owned();
    let alike = |words: &str| same(&last(words), &last(&one.words));
    [
        flag(is(scene.ruled_node, one.node)),
        flag(is(one.node, scene.ruled_node)),
        flag(alike(&scene.ruled.words)),
        flag(is(first.node, one.node)),
        flag(is(one.node, first.node)),
        flag(alike(&first.subject)),
        flag(first.node.is_some() && first.node == scene.ruled_node),
        flag(is(first.node, scene.ruled_node) || is(scene.ruled_node, first.node)),
    ]
}

/// What sentences say of it.
fn told(scene: &Scene<'_>, one: &Candidate) -> [f32; 10] {
    let count = scene.sentences.len() as f32;
    let share =
        |has: &dyn Fn(&Told) -> bool| scene.sentences.iter().filter(|told| has(told)).count() as f32 / count;
    let has = |told: &Told, part: &str| told.words.iter().any(|word| same(word, part));
    let last = split(&one.words).last().unwrap_or_default();
    let about = |told: &Told| one.node.zip(told.node).is_some_and(|(node, own)| WIDER.is(own, node));
    let first = &scene.sentences[0];
    let of_told = |value: f32| if one.told { value } else { 0.0 };
    [
        share(&|told| has(told, last)),
        share(&|told| split(&one.words).all(|part| has(told, part))),
        share(&|told| one.node.is_some_and(|node| told.nodes.binary_search(&node).is_ok())),
        share(&about),
        first.sure,
        first.logs[0].max(UNLIKELY),
        of_told(first.sure),
        of_told(first.logs[0].max(UNLIKELY)),
        of_told(first.logs[1].max(UNLIKELY)),
        flag(first.words.first().is_some_and(|word| word == "close")),
    ]
}

/// How sure the rules are of their subject; once more where this is it.
fn of_rules(scene: &Scene<'_>, one: &Candidate) -> [f32; 14] {
    let subject = &scene.ruled.words;
    let sure = f64::from(scene.ruled.sure.clamp(0.02, 0.98));
    let odds = (sure / (1.0 - sure)).ln() as f32;
    let [belief, known, score, told] = scene.ruled_signs;
    let shown = scene.ruled_node.map_or(0.0, |node| scene.shown[node]);
    let somebody = split(subject).any(|word| listed(SOMEBODY, word));
    let coloured = split(subject).next().is_some_and(|first| COLOURS.contains(&first));
    let own = |value: f32| if one.ruled { value } else { 0.0 };
    [
        odds,
        belief,
        known,
        score,
        told,
        logarithm(shown),
        flag(somebody),
        own(odds),
        own(belief),
        own(score),
        own(told),
        own(logarithm(shown)),
        own(flag(somebody)),
        own(flag(coloured)),
    ]
}

/// What the other networks think of it, and what kind of word it is.
fn alone(scene: &Scene<'_>, one: &Candidate) -> [f32; 16] {
    let [belief, known, score, told] = signs(scene.seen, &one.words);
    let node = one.node.map(|node| &WIDER.nodes[node]);
    let below = node.map_or(0, |node| node.below.len());
    let mut parts = [0.0; 16];
    parts[..9].copy_from_slice(&[
        belief,
        known,
        score,
        told,
        flag(node.is_some_and(|node| node.bland)),
        (1.0 + below as f64).ln() as f32,
        flag(one.words.contains(' ')),
        flag(scene.seen.look.shows_alone()),
        flag(split(&one.words).any(|word| listed(SOMEBODY, word))),
    ]);
    for (part, family) in parts[9..].iter_mut().zip(FAMILIES) {
        *part = flag(node.is_some_and(|node| node.family == Some(family)));
    }
    parts
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
