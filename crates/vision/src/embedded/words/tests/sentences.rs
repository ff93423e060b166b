//! Sentences about people: how far they are believed, and when they are the name.

use super::{CAR, DOG, GREY, MIDDLE, PERSON, Scene, scene};

const TIE: usize = 31;
const SMALL: [f32; 4] = [0.6, 0.3, 0.1, 0.1];
const PHONE: usize = 76;

fn somebody() -> Scene {
    scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).tag("people", 0.05)
}

#[test]
fn one_person_is_believed_where_the_head_sees_no_people() {
    let hat = |sure: f32| somebody().tag("hat", sure).sentence("a close up of a man wearing a hat");
    assert_eq!(hat(0.7).name(), "person-wearing-hat");
    assert_eq!(hat(0.7).describe().alt_text, "A close up of a person wearing a hat.");
    assert_eq!(hat(0.2).name(), "person", "the head does not believe in the hat");
    let nobody = scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.1).tag("hat", 0.7);
    assert_eq!(nobody.sentence("a close up of a man wearing a hat").name(), "person");
}

#[test]
fn a_sentence_ends_before_what_the_head_does_not_believe_in() {
    let dressed = somebody().tag("shirt", 0.5).tag("tie", 0.7).thing(TIE, 0.35, SMALL);
    let dressed = dressed.sentence("a man in a black shirt and tie smiling at a dog");
    assert_eq!(dressed.name(), "person-in-black-shirt-and-tie");
    assert_eq!(dressed.describe().alt_text, "A person in a black shirt and tie.");
}

#[test]
fn what_somebody_holds_must_be_surer() {
    let holding = |sure: f32| somebody().tag("camera", sure).sentence("a man holding a camera").name();
    assert_eq!(holding(0.7), "person");
    assert_eq!(holding(0.9), "person-holding-camera");
}

#[test]
fn a_sentence_ends_before_what_the_detector_did_not_find() {
    let phone = |score: f32| {
        let scene = somebody().tag("phone", 0.91).thing(PHONE, score, SMALL);
        scene.sentence("a man talking on a cell phone").name()
    };
    assert!(
        phone(0.35).contains("phone") && !phone(0.25).contains("phone"),
        "{} {}",
        phone(0.35),
        phone(0.25)
    );
}

#[test]
fn a_sentence_is_the_name_where_it_says_all_that_the_rules_say_of_somebody() {
    let tie = |text: &str| {
        somebody().tag("tie", 0.92).tag("suit", 0.6).thing(TIE, 0.42, SMALL).sentence(text).name()
    };
    assert_eq!(tie("a man in a suit and tie"), "person-in-suit-and-tie");
    assert_eq!(tie("a man in a suit"), "person-with-tie");
}

#[test]
fn several_people_are_not_one() {
    let people = |sure: f32, text: &str| somebody().tag("people", sure).sentence(text).name();
    assert_eq!(people(0.9, "a group of people that are here"), "group-of-people-here");
    assert!(people(0.9, "a man that is here").starts_with("person"));
    let crowd = somebody().tag("people", 0.9).tag("crowd", 0.9).sentence("a crowd of people in a park");
    assert_eq!(crowd.name(), "crowd-of-people");
}

#[test]
fn a_number_is_said_that_a_sentence_says_too() {
    let dogs = |sentence: &str, scores: &[f32]| {
        let areas = [[0.02, 0.3, 0.28, 0.5], [0.36, 0.3, 0.28, 0.5], [0.7, 0.3, 0.28, 0.5]];
        let scene =
            scores.iter().zip(areas).fold(scene(GREY), |scene, (&score, area)| scene.thing(DOG, score, area));
        scene.tag("dog", 0.95).sentence(sentence).name()
    };
    assert!(dogs("three dogs on a couch", &[0.9, 0.9, 0.9]).starts_with("three-dogs"));
    assert!(dogs("dogs on a couch", &[0.9, 0.9, 0.9]).starts_with("dogs"));
    // Nothing else was found.
    assert!(dogs("dogs on a couch", &[0.9, 0.9]).starts_with("two-dogs"));
    assert!(dogs("dogs on a couch", &[0.9, 0.9, 0.2]).starts_with("dogs"));
}

#[test]
fn of_things_the_plural_alone_is_said() {
    let cars = |sentence: Option<&str>| {
        let areas = [[0.02, 0.3, 0.4, 0.5], [0.55, 0.3, 0.4, 0.5]];
        let scene = areas.iter().fold(scene(GREY), |scene, area| scene.thing(CAR, 0.9, *area));
        sentence.into_iter().fold(scene.tag("car", 0.95), Scene::sentence).name()
    };
    assert!(cars(Some("two cars on a street")).starts_with("cars"));
    assert!(cars(None).starts_with("two-cars"), "quick names count what the detector finds");
}
