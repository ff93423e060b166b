//! Names of goods and animals that only the layer of goods has words for.

use super::*;

/// Classes of the classifier.
const BUCKLE: usize = 464;
const SHARK: usize = 2;
const LAMPSHADE: usize = 619;
const WEB_PAGE: usize = 916;
/// A thing of the detector.
const CLOCK: usize = 84;

/// A thing before white, which the classifier hardly knows.
fn before_white() -> Scene {
    let pixel = |i: usize| {
        let inside = (20..44).contains(&(i % 64)) && (20..44).contains(&(i / 64));
        // Some texture: an even image would be taken for a drawing.
        if inside { [160 + (i * 7 % 60) as u8, 20, 30] } else { [250 - (i * 7 % 13) as u8; 3] }
    };
    scene_like(&Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap()))
}

#[test]
fn a_sure_good_is_the_subject_with_its_colour_and_ground() {
    let ring = before_white().class(BUCKLE, 0.5).good("ring", 0.97);
    assert_eq!(ring.name(), "red-ring-on-white-background");
    assert_eq!(ring.describe().alt_text, "A red ring on a white background.");
    let doubted = before_white().class(BUCKLE, 0.5).good("ring", 0.6).name();
    assert!(!doubted.contains("ring-"), "{doubted}");
}

#[test]
fn goods_that_are_taken_for_each_other_are_said_by_the_word_for_all() {
    let jewelry = before_white().good("ring", 0.5).good("earrings", 0.45).name();
    assert_eq!(jewelry, "red-jewelry-on-white-background");
    // Animals have no such word.
    let animals = scene(GREY).good("dolphin", 0.5).good("octopus", 0.45).name();
    assert!(!animals.contains("animal") && !animals.contains("dolphin"), "{animals}");
}

#[test]
fn a_good_is_no_graphic_and_a_very_sure_one_no_page() {
    let even = |i: usize| if (20..44).contains(&(i % 64)) { [160, 20, 30] } else { [250; 3] };
    let look = Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(even).collect()).unwrap());
    assert_eq!(scene_like(&look).name(), "red-graphic");
    assert!(scene_like(&look).good("lipstick", 0.9).name().contains("lipstick"));
    let page = || scene_like(&look).class(WEB_PAGE, 0.6);
    assert_eq!(page().good("watch", 0.9).name(), "screenshot");
    assert!(page().good("watch", 0.96).name().contains("watch"));
}

#[test]
fn a_clock_is_a_watch_where_the_layer_sees_one() {
    let wrist =
        scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).thing(CLOCK, 0.8, [0.4, 0.4, 0.3, 0.3]);
    let wrist = wrist.tag("clock", 0.9).sentence("a person with a clock");
    assert!(wrist.good("watch", 0.7).rules().ends_with("watch"));
}

#[test]
fn a_close_up_of_something_is_named_where_the_layer_is_sure() {
    let close_up = |share| scene(GREY).sentence("a close up of a flower").good("ring", share).rules();
    assert_eq!([close_up(0.7), close_up(0.85)], ["close-up", "ring"]);
}

#[test]
fn an_animal_that_no_other_network_knows_is_said_instead_of_its_likeness() {
    let dolphin = scene(GREY).class(SHARK, 0.6).good("dolphin", 0.96);
    assert_eq!(dolphin.name(), "dolphin");
}

#[test]
fn where_nothing_is_known_less_is_enough() {
    assert_eq!(before_white().good("bracelet", 0.65).name(), "red-bracelet-on-white-background");
    assert_eq!(before_white().good("bracelet", 0.55).name(), "red-object-on-white-background");
    // The detector's thing that neither head nor sentence sees.
    let umbrella = before_white().thing(25, 0.66, MIDDLE).tag("umbrella", 0.02).sentence("a cake on a plate");
    assert_eq!(umbrella.good("ring", 0.7).rules(), "red-ring-on-white-background");
}

#[test]
fn what_the_classifier_is_sure_of_stays_and_between_its_own_words_the_layer_decides() {
    let lampshade = scene(GREY).class(LAMPSHADE, 0.75);
    assert!(lampshade.good("nail polish", 0.98).name().contains("lampshade"));
    assert!(scene(GREY).class(BUCKLE, 0.75).good("watch", 0.85).name().contains("watch"));
}

#[test]
fn what_head_and_sentence_see_and_somebody_stay_the_subject() {
    let dog = scene(GREY).thing(DOG, 0.9, MIDDLE).tag("dog", 0.95).sentence("a dog on a couch");
    assert!(dog.good("wallet", 0.97).name().contains("dog"));
    let person = scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).sentence("a man with a watch");
    assert!(person.good("watch", 0.97).name().contains("person"));
}
