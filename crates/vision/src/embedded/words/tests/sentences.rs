//! What sentences say of a subject: how far it is believed.

use super::{CAR, DOG, GREY, MIDDLE, PERSON, Scene, scene};

const TIE: usize = 31;
const SMALL: [f32; 4] = [0.6, 0.3, 0.1, 0.1];

fn somebody() -> Scene {
    scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).tag("people", 0.05)
}

#[test]
fn what_the_sentence_says_of_somebody_is_said_where_the_head_believes_it() {
    let hat = |sure: f32| somebody().tag("hat", sure).sentence("a close up of a man wearing a hat");
    assert_eq!(hat(0.7).name(), "person-in-hat");
    assert_eq!(hat(0.7).describe().alt_text, "A close up of a person wearing a hat.");
    let told =
        |sentence: &str| somebody().tag("hat", 0.02).sentence("a man in a room").sentence(sentence).name();
    assert!(!told("a man in a hat").contains("hat"), "one sentence of two");
}

#[test]
fn each_thing_is_weighed_by_itself() {
    let dressed = somebody().tag("shirt", 0.9).tag("dog", 0.01);
    let dressed = dressed.sentence("a man in a black shirt smiling at a dog");
    assert_eq!(dressed.name(), "person-in-shirt");
    assert_eq!(dressed.describe().alt_text, "A person in a black shirt.");
    let doing = somebody().tag("camera", 0.9).tag("car", 0.01).sentence("a man holding a camera by a car");
    assert_eq!(doing.name(), "person-holding-camera");
}

#[test]
fn nobody_is_just_holding() {
    let held = somebody().tag("frisbee", 0.01).sentence("a man holding a frisbee").name();
    assert!(!held.contains("holding"), "{held}");
    let walks = somebody().tag("frisbee", 0.01).sentence("a man walking with a frisbee").name();
    assert_eq!(walks, "person-walking");
}

#[test]
fn what_the_detector_seldom_overlooks_must_be_found() {
    let dressed = |score: f32| {
        let scene = somebody().tag("tie", 0.6).tag("suit", 0.6).thing(TIE, score, SMALL);
        scene.sentence("a man with a tie").sentence("a man in a room").name()
    };
    assert!(
        dressed(0.6).contains("tie") && !dressed(0.1).contains("tie"),
        "{} {}",
        dressed(0.6),
        dressed(0.1)
    );
}

#[test]
fn several_people_are_not_one() {
    let people = |text: &str| somebody().tag("people", 0.9).sentence(text).name();
    assert!(people("a group of people that are here").contains("people"));
    let crowd = somebody().tag("people", 0.9).tag("crowd", 0.9).sentence("a crowd of people in a park");
    assert!(crowd.name().starts_with("crowd-of-people"), "{}", crowd.name());
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
