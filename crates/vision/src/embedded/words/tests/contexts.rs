//! What a user's words decide: a table of evidence, context and name.

use super::{CAR, DOG, GREY, MIDDLE, Opinion, PERSON, Scene, scene};

fn food() -> Scene {
    scene(GREY).tag("food", 0.93).class(923, 0.15)
}

fn sure_of(word: &str, others: &[&str]) -> Opinion {
    let others = others.iter().map(|word| ((*word).to_owned(), 0.05)).collect();
    Opinion { word: word.to_owned(), sure: 0.3, others, ..Opinion::default() }
}

#[test]
fn words_that_the_image_supports_name_the_subject() {
    for (what, seen, context, wanted) in [
        ("nothing was said", food(), "", "food"),
        ("a dish for food", food(), "Our new Lasagne", "lasagne"),
        (
            "a dish with its adjectives",
            food(),
            "fresh mushroom risotto from the menu",
            "fresh-mushroom-risotto",
        ),
        (
            "a dish that the expert believes in a little",
            food().dish(sure_of("stew", &["curry"])),
            "Thai curry",
            "thai-curry",
        ),
        ("a short name where nothing is known", food(), "Cacio Pepe", "cacio-pepe"),
        (
            "the subject's own noun with more",
            scene(GREY).thing(CAR, 0.9, MIDDLE),
            "vintage race car",
            "vintage-race-car",
        ),
        (
            "a word that the head hears a little",
            scene(GREY).thing(DOG, 0.9, MIDDLE).tag("bear", 0.2),
            "a brown bear",
            "brown-bear",
        ),
        (
            "a word of a sentence",
            scene(GREY).thing(DOG, 0.9, MIDDLE).sentence("a small puppy on a bed"),
            "my puppy",
            "puppy-on-bed",
        ),
        (
            "a place after a small word",
            scene(GREY).tag("beach", 0.95),
            "holiday in Ribadeo",
            "beach-in-ribadeo",
        ),
    ] {
        let name = seen.context(context).name();
        assert_eq!(name, wanted, "{what}");
    }
}

#[test]
fn words_that_the_image_contradicts_change_nothing() {
    for (what, seen, context) in [
        ("another animal", scene(GREY).thing(DOG, 0.9, MIDDLE).tag("dog", 0.9), "our cat Minka"),
        ("a dish for no food", scene(GREY).thing(CAR, 0.9, MIDDLE), "lasagne"),
        ("a name for a person", scene(GREY).thing(PERSON, 0.9, MIDDLE), "John Smith"),
        ("a number", scene(GREY).thing(DOG, 0.9, MIDDLE).sentence("two dogs on a bed"), "our two whippets"),
        ("a colour", scene(GREY).thing(DOG, 0.9, MIDDLE).sentence("a white dog on a bed"), "white whippets"),
        ("a wish about style", food(), "use short names for my blog"),
        ("a place in small letters", scene(GREY).tag("beach", 0.95), "taken in summer"),
    ] {
        let plain = Scene { context: super::Context::default(), ..seen };
        let without = plain.name();
        assert_eq!(plain.context(context).name(), without, "{what}");
    }
}

#[test]
fn the_judge_names_what_no_rule_knows() {
    let nothing = || scene([119, 110, 101]);
    assert_eq!(nothing().name(), "close-up");
    let told =
        nothing().tag("box", 0.4).tag("table", 0.4).sentence("a white box on a wooden table").describe();
    assert_eq!(told.name, "box-on-table");
    assert_eq!(told.alt_text, "A white box on a wooden table.");
}

#[test]
fn a_blue_sky_is_said_under_the_open_sky_only() {
    use super::super::super::image::Rgb;
    use super::super::Look;
    let pixel = |i: usize| if i < 64 * 24 { [90, 150, 230] } else { [120, 110, (100 + i % 9) as u8] };
    let look = Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap());
    let car = || super::scene_like(&look).thing(CAR, 0.9, [0.2, 0.5, 0.5, 0.4]);
    assert!(car().name().ends_with("under-blue-sky"), "{}", car().name());
    assert!(car().tag("street", 0.6).name().ends_with("under-blue-sky"));
    assert!(!car().tag("street", 0.3).name().contains("sky"));
    assert!(!car().tag("street", 0.6).tag("indoors", 0.6).name().contains("sky"));
}
