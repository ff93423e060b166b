//! How somebody looks, and whose facts are whose.

use super::super::facts;
use super::super::phrase::Phrase;
use super::{DOG, GREY, MIDDLE, PERSON, RED, Scene, scene};

fn somebody(colour: [u8; 3]) -> Scene {
    scene(colour).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).tag("people", 0.05)
}

#[test]
fn somebody_smiles_where_all_sentences_say_so() {
    let smile = somebody(GREY).sentence("a smiling man in a room");
    assert!(smile.name().starts_with("smiling-person"), "{}", smile.name());
    let one = somebody(GREY).sentence("a smiling man in a room").sentence("a man in a room");
    assert!(!one.name().contains("smiling"), "{}", one.name());
    let other = somebody(GREY).sentence("a man with a smiling dog");
    assert!(other.name().starts_with("person"), "{}", other.name());
}

#[test]
fn clothes_have_the_colour_that_sentences_and_image_agree_on() {
    let dressed = |colour: [u8; 3], worn: &str, sentences: usize| {
        let scene = somebody(colour).tag("shirt", 0.9).tag("hat", 0.9);
        (0..sentences).fold(scene, |scene, _| scene.sentence(&format!("a man in a {worn}"))).name()
    };
    for (colour, worn, sentences, wanted) in [
        (RED, "red shirt", 2, "person-in-red-shirt"),
        (RED, "red shirt", 1, "person-in-shirt"),
        (GREY, "red shirt", 2, "person-in-shirt"),
        (RED, "blue shirt", 2, "person-in-shirt"),
        (RED, "red hat", 2, "person-in-hat"),
    ] {
        assert_eq!(dressed(colour, worn, sentences), wanted, "{worn}, {sentences}");
    }
}

#[test]
fn alt_text_has_the_colour_that_the_name_has() {
    let scene =
        somebody(RED).tag("shirt", 0.9).sentence("a man in a red shirt").sentence("a man in a red shirt");
    assert_eq!(scene.describe().alt_text, "A person in a red shirt.");
}

#[test]
fn a_glass_of_wine_stays_a_glass() {
    let mut scene =
        scene(GREY).tag("wine", 0.95).photo("red wine", 0.9).sentence("a glass of wine on a table");
    scene.sentences[0].logs[1] = -2.0;
    assert_eq!(scene.describe().alt_text, "A glass of wine on a table.");
}

#[test]
fn what_somebody_rides_is_not_said_of_an_animal() {
    let told = |subject: &str, sentence: &str| {
        let scene =
            scene(GREY).thing(DOG, 0.9, MIDDLE).tag("bench", 0.97).tag("beach", 0.97).sentence(sentence);
        let phrases = vec![Phrase::new(subject, 0.9)];
        let said = facts::told(&scene.evidence(), &phrases.clone(), phrases, &|_, _| true);
        said.into_iter().map(|phrase| phrase.words).collect::<Vec<_>>()
    };
    assert_eq!(told("dog", "a dog on a bench"), ["dog", "on bench"]);
    assert_eq!(told("dog", "a man on a bench"), ["dog"]);
    assert_eq!(told("skier", "a man on a bench"), ["skier", "on bench"]);
    assert_eq!(told("dog", "a man on a beach"), ["dog", "on beach"]);
}
