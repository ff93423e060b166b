use super::*;
use crate::names::preferred_problem;

fn own(preferred: &str, forbidden: &str) -> OwnWords {
    OwnWords::of(&ProcessingOptions {
        preferred_words: preferred.into(),
        forbidden_words: forbidden.into(),
        ..Default::default()
    })
}

fn said(name: &str, alt: &str, keywords: &[&str]) -> Said {
    Said {
        name: name.into(),
        alt_text: alt.into(),
        keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
        ..Said::default()
    }
}

#[test]
fn words_with_accents_are_found_in_names_without() {
    let options = |language| ProcessingOptions {
        language,
        preferred_words: "Couch = Sofa; Fahrrad = Velo".into(),
        forbidden_words: "Straße, grün".into(),
        ..Default::default()
    };
    let said = Said {
        name: "hund-auf-gruen-couch-an-der-strasse".into(),
        alt_text: "Ein Hund auf einer Couch.".into(),
        keywords: vec!["Straße".into(), "Hund".into()],
        ..Default::default()
    };
    let made = OwnWords::of(&options(Language::De)).apply(&said, &Scene::default());
    assert_eq!(made.name, "hund-auf-sofa");
    assert_eq!(
        (made.alt_text.as_str(), made.keywords),
        ("Ein Hund auf einer Sofa.", vec!["Hund".to_owned()])
    );
}

#[test]
fn preferred_words_replace_others_everywhere_and_keep_number_and_capitals() {
    let own = own("couch, settee = sofa\npotted plant = houseplant; tv = owl", "");
    let couches = said(
        "two-couches-beside-potted-plant",
        "Couches, a TV and a potted plant.",
        &["couch", "Potted plant", "room"],
    );
    let made = own.apply(&couches, &Scene::default());
    assert_eq!(made.name, "two-sofas-beside-houseplant");
    assert_eq!(made.alt_text, "Sofas, an Owl and a houseplant.");
    assert_eq!(made.keywords, ["sofa", "Houseplant", "room"]);
    let untouched = said("red-fox", "A  red fox.", &["fox"]);
    assert_eq!(own.apply(&untouched, &Scene::default()), untouched);
}

#[test]
fn forbidden_words_go_and_nothing_is_left_hanging() {
    let own = own("", "couch, cheap");
    for (name, made) in [
        ("dog-on-couch", "dog"),
        ("dog-on-couches-in-room", "dog-in-room"),
        ("couch-in-room", "room"),
        ("cheap-red-sofa", "red-sofa"),
        ("dog-on-a-couch-in-room", "dog-in-room"),
        ("cheap-dog-next-to-tree", "dog-next-to-tree"),
        ("on-the-road", "on-the-road"),
        ("couch", ""),
    ] {
        assert_eq!(own.apply(&said(name, "", &[]), &Scene::default()).name, made, "{name}");
    }
    let made = own.apply(
        &said("dog-on-couch", "A dog on a couch.", &["couch", "dog", "cheap couch"]),
        &Scene::default(),
    );
    assert_eq!((made.alt_text.as_str(), made.keywords), ("Dog.", vec!["dog".to_owned()]));
    let other = Said { alternatives: vec!["sofa-bed".into()], ..said("couch", "", &[]) };
    let made = own.apply(&other, &Scene::default());
    assert_eq!((made.name.as_str(), made.alternatives.len()), ("sofa-bed", 0));
    assert_eq!(or_original(String::new(), "IMG_1.jpg"), "img-1");
}

#[test]
fn keywords_are_counted_and_the_persons_own_are_always_there() {
    let options = ProcessingOptions {
        added_keywords: "Acme, Summer sale, dog".into(),
        max_keywords: 4,
        max_words: 3,
        ..Default::default()
    };
    let many = ["dog", "grass", "animal", "pet", "outdoors"];
    let made = OwnWords::of(&options).apply(&said("brown-dog-on-grass", "", &many), &Scene::default());
    assert_eq!(made.keywords, ["dog", "Acme", "Summer sale"]);
    assert_eq!(made.name, "brown-dog", "no join is left at the end");
}

#[test]
fn a_scene_is_said_only_when_asked_for_and_never_with_a_forbidden_word() {
    let scene = Scene {
        city: "Ribadeo".into(),
        country: "Spain".into(),
        people: vec!["Anna Old".into(), "Ben".into()],
    };
    let made = |place: bool, people: bool, forbidden: &str| {
        let options = ProcessingOptions {
            say_place: place,
            say_people: people,
            max_words: 1,
            forbidden_words: forbidden.into(),
            ..Default::default()
        };
        let answer =
            Said { alternatives: vec!["coast".into()], ..said("beach-at-dusk", "A beach.", &["sea"]) };
        let made = OwnWords::of(&options).apply(&answer, &scene);
        (made.name, made.alternatives.join(" "), made.alt_text)
    };
    let told = |name: &str, other: &str, alt: &str| (name.to_owned(), other.to_owned(), alt.to_owned());
    assert_eq!(made(false, false, ""), told("beach", "coast", "A beach."));
    assert_eq!(made(true, false, ""), told("beach-in-ribadeo", "coast-in-ribadeo", "A beach in Ribadeo."));
    assert_eq!(made(false, true, "old"), told("beach-with-ben", "coast-with-ben", "A beach: Ben."));
    assert_eq!(made(true, false, "ribadeo"), told("beach", "coast", "A beach."));
}

#[test]
fn a_line_without_a_sign_is_said() {
    assert_eq!(preferred_problem("couch = sofa\n\n tv=television"), None);
    for wrong in ["couch", "= sofa", "couch =", "couch = a, b"] {
        assert!(preferred_problem(wrong).is_some_and(|said| said.contains(wrong.trim())), "{wrong}");
    }
}

#[test]
fn plurals_and_articles_follow_the_word_that_is_preferred() {
    for (preferred, name, sentence, new_name, new_sentence) in [
        ("puppy = pup", "two-puppies", "Two puppies.", "two-pups", "Two pups."),
        ("key = latch", "keys", "Keys.", "latches", "Latches."),
        ("cat = puppy", "cats", "Cats.", "puppies", "Puppies."),
        ("dog = animal", "dog", "A dog with a toy.", "animal", "An animal with a toy."),
        ("animal = dog", "animal", "An animal.", "dog", "A dog."),
        ("dog = small dog", "dog-and-dog", "A dog.", "small-dog-and-small-dog", "A small dog."),
    ] {
        let made = own(preferred, "").apply(&said(name, sentence, &[]), &Scene::default());
        assert_eq!((made.name.as_str(), made.alt_text.as_str()), (new_name, new_sentence), "{preferred}");
    }
}

#[test]
fn articles_of_english_are_not_put_into_other_languages() {
    let options = ProcessingOptions {
        language: Language::Es,
        preferred_words: "gato = perro".into(),
        ..Default::default()
    };
    let two = said("gato", "Un gato junto a otro gato.", &[]);
    let made = OwnWords::of(&options).apply(&two, &Scene::default());
    assert_eq!(made.alt_text, "Un perro junto a otro perro.");
}
