//! Who names the subject: the rules of `lead.rs`, `tagged.rs` and `role.rs`.

use super::super::super::lead::{classifier_leads, rider};
use super::super::super::named::LEVELS;
use super::super::super::phrase::Phrase;
use super::super::super::role::role;
use super::super::super::tagged;
use super::super::{BICYCLE, CAR, CAT, DOG, GREY, PERSON, TABLE, scene};
use super::*;

const BACKPACK: usize = 26;
const BOWL: usize = 50;
const CHAIR: usize = 61;
const REMOTE_CONTROL: usize = 74;
const MICROWAVE: usize = 77;

/// Whether the classifier leads over one thing with a group that it believes this much.
fn leads(one: &Item, word: &str, mass: f32) -> bool {
    classifier_leads(&believing(&scene(GREY), &[(word, mass)]), one)
}

#[test]
fn over_a_person_lead_clothes_pages_screens_and_what_is_much_larger() {
    let somebody = |score: f32, size: f32| item(PERSON, score, size);
    holds_above(LEVELS.leads_doubted, &|mass| leads(&somebody(0.5, 0.3), "hat", mass));
    holds_below(LEVELS.doubted_person, &|score| leads(&somebody(score, 0.3), "hat", 0.9));
    holds_above(LEVELS.leads_page, &|mass| leads(&somebody(0.9, 0.3), "book", mass));
    holds_above(LEVELS.leads, &|mass| leads(&somebody(0.9, 0.02), "lighthouse", mass));
    holds_below(0.03, &|size| leads(&somebody(0.9, size), "lighthouse", 0.9));
    let on_screen = |size: f32, mass: f32| {
        classifier_leads(&believing(&on_white(), &[("laptop", mass)]), &somebody(0.9, size))
    };
    holds_above(LEVELS.leads_screen, &|mass| on_screen(0.1, mass));
    holds_below(0.2, &|size| on_screen(size, 0.9));
    assert!(!leads(&somebody(0.9, 0.1), "laptop", 0.9), "a laptop in a room has a user");
}

#[test]
fn over_a_thing_leads_what_is_surer_by_how_much_of_a_subject_the_thing_is() {
    holds_above(LEVELS.leads_furniture, &|mass| leads(&item(CHAIR, 0.9, 0.3), "lighthouse", mass));
    holds_up_to(0.25, &|size| leads(&item(CHAIR, 0.9, size), "lighthouse", 0.3));
    holds_above(LEVELS.leads_side, &|mass| leads(&item(CHAIR, 0.9, 0.2), "lighthouse", mass));
    holds_above(LEVELS.leads_side, &|mass| leads(&item(TABLE, 0.9, 0.9), "lighthouse", mass));
    holds_above(LEVELS.leads_side, &|mass| leads(&item(BOWL, 0.9, 0.9), "lighthouse", mass));
    holds_above(LEVELS.leads_same, &|mass| leads(&item(BOWL, 0.9, 0.9), "soup", mass));
    assert!(!leads(&item(DOG, 0.9, 0.9), "dog", 0.99), "both see the same");
    holds_above(LEVELS.leads, &|mass| leads(&item(BACKPACK, 0.9, 0.3), "lighthouse", mass));
    holds_above(LEVELS.leads_small_held, &|mass| leads(&item(BACKPACK, 0.9, 0.05), "lighthouse", mass));
    holds_below(0.1, &|size| leads(&item(BACKPACK, 0.9, size), "lighthouse", 0.4));
    holds_above(LEVELS.leads, &|mass| leads(&item(CAR, 0.9, 0.05), "lighthouse", mass));
    holds_below(0.08, &|size| leads(&item(CAR, 0.9, size), "lighthouse", 0.9));
    holds_above(LEVELS.leads_doubted, &|mass| leads(&item(CAR, 0.6, 0.3), "lighthouse", mass));
    holds_below(LEVELS.doubted, &|score| leads(&item(CAR, score, 0.3), "lighthouse", 0.9));
}

#[test]
fn a_thing_that_the_head_knows_is_not_led_over_and_one_that_is_outvoted_is() {
    let lighthouse =
        |scene: Scene, one: &Item| classifier_leads(&believing(&scene, &[("lighthouse", 0.9)]), one);
    let small = item(CAR, 0.9, 0.05);
    assert!(lighthouse(looked(), &small) && !lighthouse(looked().tag("car", 0.8), &small));
    let phone = |sure: f32| {
        let scene = on_white().tag("phone", sure).tag("remote", 0.1);
        classifier_leads(&believing(&scene, &[("phone", 0.35)]), &item(REMOTE_CONTROL, 0.9, 0.5))
    };
    assert!(phone(0.8) && !phone(0.7));
}

#[test]
fn up_to_three_people_ride_what_they_touch() {
    let rides = |main: usize, people: usize, shared: f32| {
        let scene = scene(GREY);
        let mut seen = scene.evidence();
        let person = item(PERSON, 0.9, shared);
        seen.things = vec![Item { count: people, ..person }];
        let main = item(main, 0.9, 0.5);
        rider(&seen, &main).label == PERSON
    };
    holds_above(0.02, &|shared| rides(BICYCLE, 1, shared));
    assert!(rides(BICYCLE, 3, 0.1) && !rides(BICYCLE, 4, 0.1) && !rides(CAR, 1, 0.1));
}

#[test]
fn a_role_is_backed_by_a_class_a_thing_or_a_place() {
    let player = |place: f32, mass: f32| {
        let scene = looked().tag("baseball player", 0.9).tag("field", place);
        role(&believing(&scene, &[("baseball player", mass)])).is_some()
    };
    holds_from(LEVELS.backed, &|sure| player(sure, 0.0));
    holds_above(LEVELS.seconded, &|mass| player(0.0, mass));
    let surest = looked().tag("soldier", 0.9).tag("chef", 0.95);
    assert_eq!(role(&surest.evidence()).map(|(role, _)| role.said.word), Some("chef"));
}

/// The place that the image is about.
fn leading(scene: &Scene, main: Option<&Item>, groups: &[(&str, f32)]) -> Vec<String> {
    let mut seen = believing(scene, groups);
    seen.things = main.into_iter().copied().collect();
    let phrases = tagged::leading_place(&seen, main).unwrap_or_default();
    phrases.into_iter().map(|phrase| phrase.words).collect()
}

#[test]
fn a_place_leads_where_nothing_is_there_but_what_belongs_to_it() {
    let street = || looked().tag("street", 0.9);
    let kitchen = || looked().tag("kitchen", 0.9);
    let is = |said: Vec<String>, word: &str| said == [word];
    holds_below(0.12, &|size| is(leading(&street(), Some(&item(CAR, 0.9, size)), &[]), "street"));
    assert!(is(leading(&kitchen(), Some(&item(TABLE, 0.9, 0.5)), &[]), "kitchen"));
    assert!(leading(&street(), Some(&item(TABLE, 0.9, 0.05)), &[]).is_empty(), "no table of a street");
    assert!(leading(&kitchen(), Some(&item(CAR, 0.9, 0.05)), &[]).is_empty(), "no car of a kitchen");
    assert!(leading(&street(), Some(&item(DOG, 0.9, 0.05)), &[]).is_empty(), "a dog is no traffic");
    holds_up_to(LEVELS.classified, &|mass| is(leading(&street(), None, &[("pizza", mass)]), "street"));
    assert!(is(leading(&street(), None, &[("laptop", 0.9)]), "street"), "devices belong to places");
    assert!(is(leading(&street(), None, &[("coast", 0.9)]), "street"), "a street says enough");
    let water = looked().tag("water", 0.9);
    holds_below(LEVELS.clearer, &|mass| is(leading(&water, None, &[("coast", mass)]), "water"));
    assert!(
        leading(&on_white().tag("kitchen", 0.9), None, &[]).is_empty(),
        "nothing is around a thing on white"
    );
}

#[test]
fn furniture_between_walls_is_a_room() {
    let room = |scene: Scene, sure: f32, one: &Item| {
        leading(&scene.tag("indoors", sure), Some(one), &[]).first().is_some_and(|words| words == "room")
    };
    holds_from(LEVELS.walls, &|sure| room(looked(), sure, &item(TABLE, 0.9, 0.5)));
    holds_below(0.12, &|size| room(looked(), 0.9, &item(MICROWAVE, 0.9, size)));
    assert!(!room(looked(), 0.9, &item(CAT, 0.9, 0.1)), "a cat is no furniture");
    assert!(!room(on_white(), 0.9, &item(TABLE, 0.9, 0.5)));
    let with = |score: f32| leading(&looked().tag("indoors", 0.9), Some(&item(TABLE, score, 0.5)), &[]);
    assert_eq!(with(0.5), ["room", "with table"]);
    assert_eq!(with(0.96), ["room"], "surer things are said later");
}

/// The head's word for the subject.
fn word(scene: &Scene, groups: &[(&str, f32)]) -> Option<String> {
    tagged::leading_word(&believing(scene, groups)).map(|phrase| phrase.words)
}

#[test]
fn a_word_of_the_head_leads_where_the_classifier_is_not_sure() {
    let is = |word: Option<String>, wanted: &str| word.as_deref() == Some(wanted);
    let giraffe = looked().tag("giraffe", 0.9);
    holds_below(LEVELS.unshaken, &|mass| is(word(&giraffe, &[("pizza", mass)]), "giraffe"));
    let tower = looked().tag("tower", 0.9);
    holds_below(LEVELS.classified, &|mass| is(word(&tower, &[("pizza", mass)]), "tower"));
    let certain = looked().tag("tower", 0.95);
    holds_below(LEVELS.outright, &|mass| is(word(&certain, &[("pizza", mass)]), "tower"));
    let both = looked().tag("giraffe", 0.9).tag("tower", 0.95);
    assert!(is(word(&both, &[("pizza", 0.1)]), "giraffe"), "animals come first");
    assert!(is(word(&both, &[("pizza", 0.8)]), "tower"));
    assert_eq!(word(&looked().tag("child", 0.99), &[]), None, "a child is a person");
    let food = looked().tag("food", 0.99);
    holds_from(LEVELS.tasted, &|mass| is(word(&food, &[("pizza", mass)]), "food"));
    let served = |label: usize, word: &str| tagged::served(&item(label, 0.9, 0.3), &Phrase::new(word, 0.9));
    assert!(served(BOWL, "salad") && served(TABLE, "salad"));
    assert!(!served(DOG, "salad") && !served(BOWL, "tower"));
}
