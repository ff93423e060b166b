//! Sentences, the user's words and the whole description: the rules of `decided.rs`, `draft.rs`, `compose.rs`,
//! `context.rs` and `certain.rs`.

use super::super::super::certain::{certain, parts};
use super::super::super::decided::decided;
use super::super::super::draft::Draft;
use super::super::super::named::LEVELS;
use super::super::{CAR, Context, DOG, Description, Drawn, GREY, MIDDLE, PERSON, describe, scene};
use super::*;

const KITE: usize = 37;

/// The subject where a user gave a context.
fn named(scene: Scene, groups: &[(&str, f32)], context: &str) -> String {
    let scene = scene.context(context);
    let seen = believing(&scene, groups);
    decided(&seen, Draft::new(&seen, &|_, _| true)).phrases.swap_remove(0).words
}

#[test]
fn a_users_word_is_said_where_some_network_sees_a_little_of_it() {
    let dog = || looked().thing(DOG, 0.9, MIDDLE);
    holds_from(0.15, &|sure| named(dog().tag("bear", sure), &[], "a brown bear") == "brown bear");
    holds_from(0.05, &|mass| named(dog(), &[("bear", mass)], "a brown bear") == "brown bear");
    let glimpsed = dog().thing(22, 0.1, MIDDLE);
    assert_eq!(named(glimpsed, &[], "a brown bear"), "brown bear", "the detector caught a glimpse");
    let car = || looked().thing(CAR, 0.9, MIDDLE);
    assert_eq!(named(car(), &[], "vintage old race car"), "old race car", "two words before it");
    assert_eq!(named(car(), &[], "the cars"), "cars");
}

#[test]
fn a_short_context_names_what_nobody_knows() {
    let camel = |mass: f32, context: &str| named(scene(GREY), &[("camel", mass)], context);
    holds_below(LEVELS.classified, &|mass| camel(mass, "Zorba Klimt") == "zorba klimt");
    assert_eq!(camel(0.35, "Zorba Klimt Ravel Satie"), "zorba klimt ravel satie");
    assert_eq!(camel(0.35, "Zorba Klimt Ravel Satie Monet"), "camel", "too long");
    assert_eq!(camel(0.35, "Zorba Klimt, Ravel"), "camel", "two clauses");
    assert_eq!(camel(0.35, "the Zorba"), "camel", "a word that says nothing");
    let car = |score: f32| named(scene(GREY).thing(CAR, score, MIDDLE), &[], "Zorba Klimt");
    holds_below(LEVELS.unsure, &|score| car(score) == "zorba klimt");
    assert_eq!(named(scene(GREY).thing(PERSON, 0.45, MIDDLE), &[], "Zorba Klimt"), "person");
}

#[test]
fn a_place_of_the_context_stands_behind_the_subject() {
    let said = |scene: Scene, context: &str| {
        let scene = scene.context(context);
        let seen = believing(&scene, &[("camel", 0.9)]);
        let phrases = decided(&seen, Draft::new(&seen, &|_, _| true)).phrases;
        phrases.get(1).map(|phrase| phrase.words.clone()).unwrap_or_default()
    };
    assert_eq!(said(scene(GREY), "taken in New York City"), "in new york");
    assert_eq!(said(scene(GREY), "taken in summer, at Lisbon"), "in lisbon");
    assert_eq!(said(scene(GREY), "From Lisbon"), "in lisbon");
    assert_eq!(said(scene(GREY), "taken in summer"), "");
    assert_ne!(said(on_white(), "taken in Lisbon"), "in lisbon", "a thing on white is nowhere");
}

#[test]
fn a_context_is_in_a_name_that_has_a_telling_word_of_it() {
    for (context, name, is) in [
        ("our beach holiday", "two-people-on-beach", true),
        ("our dogs", "beagle-dog", true),
        ("our cat", "cat-on-sofa", true),
        ("on my sofa", "person-on-chair", false),
        ("the photo", "photo-of-lamp", false),
        ("", "cat", false),
    ] {
        assert_eq!(Context::new(context).is_in(name), is, "{context} {name}");
    }
}

#[test]
fn a_context_makes_classes_count_more_and_can_be_taken_back() {
    const BEAGLE: usize = 162;
    const BASSET: usize = 161;
    let mut classes = vec![0.001; 1000];
    let context = Context::new("the beagle dogs");
    context.favour(&mut classes);
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-4 * b, "{a} {b}");
    near(classes[BEAGLE], classes[0] * 6.0);
    near(classes[BASSET], classes[0] * 3.0);
    near(classes.iter().sum(), 1.0);
    context.forget(&mut classes);
    near(classes[BEAGLE], 0.001);
    near(classes[0], 0.001);
}

/// The subject of a photo with one thing.
fn subject(scene: &Scene, groups: &[(&str, f32)], one: Item) -> String {
    let mut seen = believing(scene, groups);
    seen.things = vec![one];
    Draft::new(&seen, &|_, _| true).phrases.swap_remove(0).words
}

#[test]
fn a_thing_is_the_subject_that_is_large_enough_or_seen_twice() {
    let plain = scene(GREY);
    holds_above(0.02, &|size| subject(&plain, &[], item(CAR, 0.9, size)) == "car");
    holds_above(LEVELS.seconded, &|agree| {
        subject(&plain, &[], Item { agree, ..item(CAR, 0.9, 0.01) }) == "car"
    });
    let denied = looked();
    holds_above(LEVELS.unseen, &|mass| {
        subject(&denied, &[("lighthouse", mass)], item(KITE, 0.9, 0.3)) == "lighthouse"
    });
    let drawn = |score: f32| {
        let mut scene = scene(GREY);
        scene.drawn = Drawn { logo: 0.0, illustration: 1.0 };
        let mut seen = believing(&scene, &[]);
        seen.things = vec![item(KITE, score, 0.3)];
        Draft::new(&seen, &|_, _| true).phrases.len() == 2
    };
    holds_from(LEVELS.illustrated, &drawn);
}

#[test]
fn keywords_and_other_names_are_what_is_likely() {
    let said = |scene: &Scene, groups: &[(&str, f32)]| describe(&believing(scene, groups));
    let has = |words: &[String], word: &str| words.iter().any(|known| known == word);
    holds_from(LEVELS.keyword, &|sure| has(&said(&looked().tag("phone", sure), &[]).keywords, "phone"));
    let car = scene(GREY).thing(CAR, 0.9, MIDDLE);
    let likely = |mass: f32| said(&car, &[("lighthouse", mass)]);
    holds_above(LEVELS.worth_a_keyword, &|mass| has(&likely(mass).keywords, "lighthouse"));
    holds_above(LEVELS.worth_a_keyword, &|mass| has(&likely(mass).alternatives, "lighthouse"));
    assert!(!has(&said(&looked().tag("woman", 0.99), &[]).keywords, "woman"));
    let many = ["phone", "cup", "lamp", "kite", "car", "bus", "boat", "bed", "book", "vase", "sign"];
    let all = many.iter().fold(looked(), |scene, word| scene.tag(word, 0.9));
    assert_eq!(said(&all, &[]).keywords.len(), Description::MAX_KEYWORDS);
    let once = said(&car.tag("car", 0.9), &[("car", 0.5)]).keywords;
    assert_eq!(once.iter().filter(|word| *word == "car").count(), 1);
}

#[test]
fn certainty_weighs_the_head_and_the_sentence() {
    let seen = looked().tag("car", 0.8).sentence("a red car here");
    assert_eq!(
        parts(&seen.evidence(), "red-car-on-street", 0.5),
        [1.0, 0.0, f64::from(0.8_f32), 1.0, 2.0 / 3.0, 0.0]
    );
    let shown = seen.photo("car", 0.4).photo("electric car", 0.2);
    assert_eq!(parts(&shown.evidence(), "red-car-on-street", 0.5)[5], f64::from(0.4_f32));
    let none = scene(GREY);
    let [_, own, belief, known, told, alike] = parts(&none.evidence(), "thing", 1.0);
    assert!((own - (0.98_f64 / 0.02).ln()).abs() < 1e-9);
    assert_eq!([belief, known, told, alike], [0.0; 4]);
    let sure = certain(&none.evidence(), "thing", 0.5);
    assert!((f64::from(sure) - 1.0 / (1.0 + 0.696_f64.exp())).abs() < 1e-6, "{sure}");
}
