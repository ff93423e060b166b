//! Which detections are believed, how they are counted and what they are called: the rules of `weighing.rs`, `subject.rs`,
//! `evidence.rs` and `beside.rs`.

use super::super::super::beside::{beside, class_beside, portrait, with_colour, worth_saying};
use super::super::super::lexicon::Kind;
use super::super::super::named::LEVELS;
use super::super::super::subject::{certainty, named, noun};
use super::super::{BICYCLE, BIRD, CAR, CAT, COUCH, DOG, GREY, MIDDLE, PERSON, RED, TABLE, scene};
use super::*;

const BUS: usize = 5;
const TRUCK: usize = 7;
const BENCH: usize = 14;
const BEAR: usize = 22;
const UMBRELLA: usize = 27;
const BAT: usize = 38;
const GLOVE: usize = 39;
const RACKET: usize = 42;
const BOWL: usize = 50;
const PIZZA: usize = 58;
const CHAIR: usize = 61;
const LAPTOP: usize = 72;

/// Whether one detection is believed.
fn found(scene: Scene, label: usize, score: f32) -> bool {
    !scene.thing(label, score, MIDDLE).evidence().things.is_empty()
}

#[test]
fn how_sure_a_detection_must_be_depends_on_what_it_is_and_who_else_sees_it() {
    const BEAGLE: usize = 162;
    const PIZZA_CLASS: usize = 963;
    const MASS: f32 = 0.5;
    let decided = || scene(GREY).class(PIZZA_CLASS, MASS);
    holds_from(LEVELS.found, &|score| found(decided(), BUS, score));
    holds_from(LEVELS.found, &|score| found(decided(), BOWL, score));
    holds_from(LEVELS.found_often, &|score| found(decided(), DOG, score));
    holds_from(LEVELS.found_under, &|score| found(decided(), BENCH, score));
    holds_from(LEVELS.found_seconded, &|score| found(decided().class(BEAGLE, 0.2), DOG, score));
    holds_from(LEVELS.found_wanted, &|score| found(decided().context("our bus"), BUS, score));
    for label in [BUS, BICYCLE, UMBRELLA, BENCH] {
        holds_from(LEVELS.found_undecided, &|score| found(scene(GREY), label, score));
    }
    holds_from(LEVELS.found, &|score| found(scene(GREY), BOWL, score));
    assert!(!found(scene(GREY), 11, 0.99), "the detector has no such label");
}

/// The labels that are left of two on one spot.
fn left(scene: Scene, a: (usize, f32, [f32; 4]), b: (usize, f32, [f32; 4])) -> Vec<usize> {
    let scene = scene.thing(a.0, a.1, a.2).thing(b.0, b.1, b.2);
    scene.evidence().things.iter().map(|item| item.label).collect()
}

#[test]
fn two_labels_of_a_family_on_one_spot_are_one_thing() {
    let whole = [0.0, 0.0, 1.0, 1.0];
    let part = |width: f32| [0.0, 0.0, width, 1.0];
    let both =
        |a: usize, b: usize, width: f32| left(scene(GREY), (a, 0.9, whole), (b, 0.8, part(width))).len() == 2;
    holds_below(0.5, &|width| both(CAR, TRUCK, width));
    holds_up_to(0.6, &|width| left(scene(GREY), (CAT, 0.9, whole), (PERSON, 0.8, part(width))).len() == 2);
    assert!(both(CAR, CAT, 0.9), "of two families");
    assert!(left(scene(GREY), (DOG, 0.8, whole), (PERSON, 0.9, whole)).contains(&PERSON), "the surer one");
    assert_eq!(left(scene(GREY), (CAR, 0.8, whole), (TRUCK, 0.9, whole)), [TRUCK]);
    const PICKUP: usize = 717;
    const SPORTS_CAR: usize = 817;
    let told = |truck: f32| left(scene(GREY).class(PICKUP, truck), (CAR, 0.9, whole), (TRUCK, 0.8, whole));
    assert_eq!((told(0.05), told(0.3)), (vec![CAR], vec![TRUCK]), "the classifier tells them apart");
    let car = scene(GREY).class(SPORTS_CAR, 0.3);
    assert_eq!(left(car, (CAR, 0.8, whole), (TRUCK, 0.9, whole)), [CAR]);
}

#[test]
fn things_weigh_by_certainty_size_place_and_role() {
    let weight = |label: usize, score: f32, area: [f32; 4]| {
        let scene = scene(GREY).thing(label, score, area);
        let mut seen = scene.evidence();
        seen.masses.fill(0.0);
        seen.weigh(&scene.found)[0].weight
    };
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} {b}");
    let middle = [0.25, 0.25, 0.5, 0.5];
    near(weight(CAR, 0.8, middle), 0.8 * 0.5 * 1.2);
    near(weight(CAR, 0.8, [0.0, 0.25, 0.5, 0.5]), 0.8 * 0.5 * (1.2 - 0.6 * 0.25));
    near(weight(CAR, 0.8, [0.5, 0.5, 0.5, 0.5]), 0.8 * 0.5 * (1.2 - 0.6 * 0.5));
    near(weight(BOWL, 0.8, middle), 0.8 * 0.5 * 1.2 * 0.4);
    near(weight(BENCH, 0.8, middle), 0.8 * 0.5 * 1.2 * 0.35);
    near(weight(UMBRELLA, 0.8, middle), 0.8 * 0.5 * 1.2 * 0.8);
    let scene = scene(GREY).thing(CAR, 0.8, middle).thing(CAR, 0.8, [0.0, 0.25, 0.5, 0.5]);
    let mut seen = scene.evidence();
    seen.masses.fill(0.0);
    near(seen.weigh(&scene.found)[0].weight, 0.8 * 0.5 * (1.2 + (1.2 - 0.6 * 0.25) / 2.0));
    seen.masses[group("car")] = 0.5;
    near(seen.weigh(&scene.found[..1])[0].weight, 0.8 * 0.5 * 1.2 * 1.5);
}

#[test]
fn what_is_tiny_or_hardly_weighs_is_not_there() {
    let tiny = |size: f32| !scene(GREY).thing(CAR, 0.9, [0.0, 0.5, size, 1.0]).evidence().things.is_empty();
    holds_above(0.005, &tiny);
    let beside = |score: f32, size: f32| {
        let both =
            scene(GREY).thing(CAR, 0.9, [0.0, 0.0, 1.0, 1.0]).thing(DOG, score, [0.45, 0.45, size, size]);
        both.evidence().things.len() == 2
    };
    assert!(beside(0.9, 0.2) && !beside(0.9, 0.1));
    let larger = scene(GREY).thing(CAR, 0.9, [0.0, 0.0, 0.2, 0.2]).thing(CAR, 0.8, [0.4, 0.4, 0.4, 0.4]);
    assert_eq!(larger.evidence().things[0].largest.score, 0.8, "the largest stands for all");
}

/// How many are counted, and whether a stricter detector counts as many.
fn counted(label: usize, found: &[(f32, [f32; 4])]) -> (usize, bool) {
    let scene = found.iter().fold(scene(GREY), |scene, (score, area)| scene.thing(label, *score, *area));
    let seen = scene.evidence();
    (seen.things[0].count, seen.things[0].counted)
}

#[test]
fn people_are_counted_who_are_not_far_behind_or_a_part_of_others() {
    let near = (0.9, [0.0, 0.0, 0.5, 1.0]);
    let second = |score: f32, area: [f32; 4]| counted(PERSON, &[near, (score, area)]);
    let beside = [0.5, 0.0, 0.5, 1.0];
    holds_above(LEVELS.counted, &|score| second(score, beside).0 == 2);
    holds_above(LEVELS.counted_surely, &|score| second(score, beside) == (2, true));
    holds_above(0.125, &|width| second(0.9, [0.5, 0.0, width, 1.0]).0 == 2);
    let inside = |outside: f32| second(0.9, [0.5 - (0.4 - outside), 0.0, 0.4, 0.9]).0;
    assert_eq!((inside(0.05), inside(0.15)), (1, 2), "three quarters of somebody within another");
    let crowd = |count: usize, width: f32| {
        let behind = (1..count).map(|at| (0.9, [0.2 + 0.1 * at as f32, 0.0, 0.02, 1.0]));
        let all: Vec<_> = std::iter::once((0.9, [0.0, 0.0, width, 1.0])).chain(behind).collect();
        counted(PERSON, &all).0
    };
    assert_eq!((crowd(7, 0.14), crowd(6, 0.14)), (7, 1));
    holds_below(0.15, &|width| crowd(7, width) == 7);
}

#[test]
fn things_are_counted_that_lie_apart() {
    let dogs = |score: f32, area: [f32; 4]| counted(DOG, &[(0.9, [0.0, 0.0, 0.5, 1.0]), (score, area)]);
    assert_eq!(dogs(0.9, [0.5, 0.0, 0.4, 1.0]), (2, true));
    assert_eq!(dogs(0.51, [0.5, 0.0, 0.4, 1.0]), (2, false));
    assert_eq!(dogs(0.9, [0.1, 0.1, 0.3, 0.5]), (1, true));
    assert_eq!(counted(DOG, &[(0.51, [0.0, 0.0, 0.5, 1.0])]), (1, true), "one is one");
}

/// The name of a thing where the classifier believes in a group.
fn called(one: &Item, word: &str, mass: f32) -> String {
    noun(&believing(&scene(GREY), &[(word, mass)]), one)
}

#[test]
fn a_thing_is_called_by_a_finer_word_that_the_classifier_is_sure_of() {
    let bird = Item { agree: 0.5, ..item(BIRD, 0.9, 0.3) };
    holds_above(LEVELS.renamed, &|mass| called(&bird, "owl", mass) == "owl");
    let laptop = Item { agree: 0.5, ..item(LAPTOP, 0.9, 0.3) };
    holds_above(LEVELS.renamed_freely, &|mass| called(&laptop, "computer", mass) == "computer");
    let tv = Item { agree: 0.5, ..item(71, 0.9, 0.3) };
    assert_eq!(called(&tv, "theater", 0.9), "tv", "a place is no thing");
    let cake = Item { agree: 0.5, ..item(60, 0.9, 0.3) };
    assert_eq!(called(&cake, "ice cream", 0.9), "cake", "food keeps its word");
    assert_eq!(called(&item(BOWL, 0.9, 0.3), "soup", 0.9), "bowl");
    const MIRROR: usize = 475;
    let mirror = scene(GREY).class(MIRROR, 0.9).thing(CAR, 0.9, MIDDLE);
    assert_eq!(noun(&mirror.evidence(), &mirror.evidence().things[0]), "car", "a mirror is a part of it");
}

#[test]
fn an_animal_that_the_detector_does_not_know_has_the_classifiers_word() {
    let dog = item(DOG, 0.9, 0.3);
    holds_above(LEVELS.stands_in, &|mass| called(&dog, "kangaroo", mass) == "kangaroo");
    holds_below(LEVELS.seconded, &|agree| called(&Item { agree, ..dog }, "kangaroo", 0.9) == "kangaroo");
    holds_above(0.05, &|size| called(&item(DOG, 0.9, size), "kangaroo", 0.9) == "kangaroo");
    assert_eq!(called(&item(CAR, 0.9, 0.3), "tractor", 0.9), "tractor");
    assert_eq!(called(&item(CAR, 0.9, 0.3), "bus", 0.9), "car", "the detector knows buses");
    assert_eq!(called(&dog, "horse", 0.9), "horse", "animals are taken for each other");
    let scene = looked().tag("dog", 0.8);
    assert_eq!(noun(&believing(&scene, &[("kangaroo", 0.9)]), &dog), "dog", "the head says so, too");
}

#[test]
fn people_are_called_by_what_they_play() {
    let person = item(PERSON, 0.9, 0.3);
    holds_above(LEVELS.role, &|mass| called(&person, "baseball player", mass) == "baseball player");
    holds_above(LEVELS.role, &|mass| called(&person, "scuba diver", mass) == "scuba diver");
    for (label, wanted) in
        [(BAT, "baseball player"), (GLOVE, "baseball player"), (RACKET, "tennis player"), (DOG, "person")]
    {
        let scene = scene(GREY);
        let mut seen = scene.evidence();
        seen.things = vec![item(label, 0.9, 0.1)];
        assert_eq!(noun(&seen, &person), wanted);
    }
    let surfer = looked().tag("surfer", 0.97).tag("sea", 0.9);
    let sure = |label: usize| certainty(&surfer.evidence(), &item(label, 0.7, 0.3));
    assert_eq!((sure(PERSON), sure(DOG)), (0.97, 0.7));
    let few = Item { counted: false, count: 1, ..item(DOG, 0.9, 0.3) };
    let names = |one: &Item| named(&scene(GREY).evidence(), one);
    assert_eq!(names(&few), "dog");
    assert_eq!(names(&Item { count: 2, ..few }), "dogs");
    assert_eq!(names(&Item { count: 2, counted: true, ..few }), "two dogs");
}

#[test]
fn a_class_has_its_own_word_where_it_is_most_of_its_group() {
    const BEAGLE: usize = 162;
    const BASSET: usize = 161;
    const OBELISK: usize = 682;
    let name = |class: usize, belief: f32, word: &str| {
        let mut scene = scene(GREY);
        scene.classes.fill(0.0);
        scene.class(class, belief).evidence().name(group(word)).to_owned()
    };
    holds_above(LEVELS.finer, &|belief| name(BEAGLE, belief, "dog") == "beagle dog");
    holds_above(LEVELS.finer_alone, &|belief| name(OBELISK, belief, "monument") == "obelisk");
    let two = |belief: f32| {
        let mut scene = scene(GREY);
        scene.classes.fill(0.0);
        scene.class(BEAGLE, belief).class(BASSET, 0.25).evidence().name(group("dog")) == "beagle dog"
    };
    holds_above(0.25, &two);
    const SCHNAUZERS: [usize; 2] = [196, 197];
    let both = scene(GREY).class(SCHNAUZERS[0], 0.2).class(SCHNAUZERS[1], 0.2);
    assert_eq!(both.evidence().name(group("dog")), "schnauzer dog", "classes of one name add up");
}

#[test]
fn colours_are_said_of_one_large_thing() {
    let red = scene(RED);
    let seen = red.evidence();
    let coloured = |one: &Item| with_colour(&seen, one, "car".to_owned()) == "red car";
    let car = |size: f32| {
        let area = Area { left: 0.5 - size / 2.0, top: 0.0, width: size, height: 1.0 };
        let one = item(CAR, 0.9, size);
        Item { largest: Detection { area, ..one.largest }, ..one }
    };
    holds_above(0.04, &|size| coloured(&car(size)));
    assert!(!coloured(&Item { count: 2, ..car(0.3) }));
    let couch = |words: &str| with_colour(&seen, &item(COUCH, 0.9, 0.9), words.to_owned());
    assert_eq!((couch("couch").as_str(), couch("sofa").as_str()), ("red couch", "sofa"));
    let animal = |label: usize, word: &str| with_colour(&seen, &item(label, 0.9, 0.9), word.to_owned());
    assert_eq!(animal(BIRD, "bird"), "red bird");
    assert_eq!((animal(DOG, "dog").as_str(), animal(BEAR, "bear").as_str()), ("dog", "bear"));
}

#[test]
fn portraits_and_close_ups_fill_the_image() {
    let said = |one: &Item, kind: Kind| portrait(one, kind).map(|phrase| phrase.words);
    let is = |one: &Item, kind: Kind, words: &str| said(one, kind).as_deref() == Some(words);
    holds_above(0.6, &|size| is(&item(PERSON, 0.9, size), Kind::Person, "portrait"));
    holds_from(LEVELS.portrayed, &|score| is(&item(PERSON, score, 0.9), Kind::Person, "portrait"));
    holds_above(0.68, &|size| is(&item(CAT, 0.9, size), Kind::Animal, "close up"));
    for (label, kind) in [(PERSON, Kind::Person), (CAT, Kind::Animal)] {
        assert_eq!(said(&Item { count: 2, ..item(label, 0.9, 0.9) }, kind), None);
    }
}

#[test]
fn a_second_thing_is_worth_saying_where_it_is_sure_and_stands_for_itself() {
    let worth =
        |main: usize, other: usize, score: f32| worth_saying(&item(main, 0.9, 0.5), &item(other, score, 0.2));
    holds_above(LEVELS.beside, &|score| worth(DOG, CAR, score));
    assert!(!worth(DOG, DOG, 0.9) && !worth(DOG, BOWL, 0.9) && worth(PIZZA, BOWL, 0.9));
    let joined = |main: usize, other: usize| {
        beside(&scene(GREY).evidence(), &item(main, 0.9, 0.5), &item(other, 0.9, 0.2)).words
    };
    for (main, other, wanted) in [
        (CAR, CHAIR, "and chair"),
        (DOG, CHAIR, "on chair"),
        (CAR, TABLE, "on table"),
        (PERSON, TABLE, "at table"),
        (CAR, PERSON, "and person"),
        (CAR, DOG, "and dog"),
        (CAR, PIZZA, "and pizza"),
        (CAR, BICYCLE, "and bicycle"),
        (DOG, PIZZA, "and pizza"),
        (PERSON, CAR, "and car"),
    ] {
        assert_eq!(joined(main, other), wanted, "{main} {other}");
    }
    let many = Item { count: 2, ..item(PERSON, 0.9, 0.5) };
    let rides = |people: usize, bicycles: usize| {
        let bicycle = Item { count: bicycles, ..item(BICYCLE, 0.9, 0.2) };
        beside(&scene(GREY).evidence(), &Item { count: people, ..many }, &bicycle).words
    };
    assert_eq!([rides(2, 2), rides(1, 2), rides(2, 1)], ["on bicycles", "on bicycle", "on bicycle"]);
}

#[test]
fn a_class_is_said_beside_a_thing_by_its_kind() {
    let said = |one: &Item, word: &str, mass: f32| {
        class_beside(&believing(&scene(GREY), &[(word, mass)]), one).map(|phrase| phrase.words)
    };
    let is =
        |one: &Item, word: &str, mass: f32, wanted: &str| said(one, word, mass).as_deref() == Some(wanted);
    let (person, car) = (item(PERSON, 0.9, 0.3), item(CAR, 0.9, 0.3));
    holds_above(LEVELS.with, &|mass| is(&person, "hat", mass, "in hat"));
    holds_above(LEVELS.with, &|mass| is(&person, "guitar", mass, "with guitar"));
    holds_above(LEVELS.with_life, &|mass| is(&person, "owl", mass, "with owl"));
    holds_above(LEVELS.with_life, &|mass| is(&person, "flower", mass, "with flower"));
    for (one, word) in [
        (&Item { count: 2, ..person }, "hat"),
        (&car, "hat"),
        (&person, "book"),
        (&person, "wedding couple"),
        (&person, "beach"),
    ] {
        assert_eq!(said(one, word, 0.9), None, "{word}");
    }
    let scene = scene(GREY).thing(DOG, 0.9, MIDDLE);
    let taken = |word: &str| class_beside(&believing(&scene, &[(word, 0.9)]), &person).is_none();
    assert!(taken("dog") && taken("owl") && !taken("guitar"), "the detector's animal is that one");
}
