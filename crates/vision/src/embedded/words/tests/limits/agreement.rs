//! How much another network must agree: the rules of `support.rs`.

use super::super::super::named::LEVELS;
use super::super::super::phrase::Phrase;
use super::super::super::support;
use super::super::{CAR, CAT, DOG, GREY, MIDDLE, PERSON, scene};
use super::*;

const HANDBAG: usize = 30;
const KITE: usize = 37;
const BOWL: usize = 50;
const PIZZA: usize = 58;
const CHAIR: usize = 61;
const REMOTE_CONTROL: usize = 74;

#[test]
fn a_second_thing_needs_the_head_the_classifier_or_a_very_sure_detector() {
    let (nothing, blind) = (looked(), scene(GREY));
    let said = |one: &Item| support::thing_beside(&nothing.evidence(), one);
    holds_from(LEVELS.echoed, &|agree| said(&Item { agree, ..item(CAR, 0.5, 0.2) }));
    holds_from(LEVELS.seen, &|score| said(&item(CAR, score, 0.2)));
    holds_from(LEVELS.untold, &|score| said(&item(HANDBAG, score, 0.2)));
    holds_from(LEVELS.agreed, &|sure| {
        support::thing_beside(&looked().tag("car", sure).evidence(), &item(CAR, 0.5, 0.2))
    });
    assert!(said(&item(PERSON, 0.1, 0.2)));
    assert!(support::thing_beside(&blind.evidence(), &item(CAR, 0.1, 0.2)), "the head did not look");
}

#[test]
fn what_only_the_classifier_sees_must_be_nearly_certain() {
    let nothing = looked();
    let told = looked().sentence("a person in a room");
    let beside = |scene: &Scene, word: &str, mass: f32| {
        support::class_beside(&believing(scene, &[(word, mass)]), group(word))
    };
    holds_from(LEVELS.classed, &|mass| beside(&nothing, "musical instrument", mass));
    holds_from(LEVELS.classed_lacked, &|mass| beside(&told, "musical instrument", mass));
    holds_from(LEVELS.classed, &|mass| beside(&told, "wig", mass));
    holds_from(LEVELS.classed, &|mass| beside(&told, "camera", mass));
    holds_from(LEVELS.around, &|mass| {
        support::class_around(&believing(&nothing, &[("library", mass)]), group("library"))
    });
    for heard in ["camera", "shoes"] {
        let group_of = if heard == "shoes" { "shoe" } else { heard };
        holds_from(LEVELS.agreed, &|sure| beside(&looked().tag(heard, sure), group_of, 0.1));
    }
    assert!(beside(&scene(GREY), "camera", 0.1), "the head did not look");
}

#[test]
fn an_animal_is_renamed_where_the_head_is_sure_and_nobody_sees_the_other() {
    let cat = |dog: f32, cat: f32, one: &Item| {
        let seen = scene(GREY).tag("dog", dog).tag("cat", cat).tag("car", dog);
        support::taken_for(&seen.evidence(), one) == Some("cat")
    };
    let dog = item(DOG, 0.6, 0.3);
    holds_from(LEVELS.overruling, &|sure| cat(0.5, sure, &dog));
    holds_below(LEVELS.general, &|own| cat(own, 0.95, &dog));
    holds_below(LEVELS.seconded, &|agree| cat(0.5, 0.95, &Item { agree, ..dog }));
    assert!(!cat(0.5, 0.95, &item(CAR, 0.6, 0.3)), "a car is no cat");
    holds_from(LEVELS.general, &|sure| {
        support::known_as_it_is(&scene(GREY).tag("dog", sure).evidence(), &dog)
    });
}

#[test]
fn several_people_need_the_head_and_a_word_of_the_sentence() {
    let several =
        |sure: f32, text: &str| support::several(&looked().tag("people", sure).sentence(text).evidence());
    holds_from(LEVELS.several, &|sure| several(sure, "a group in a park"));
    assert!(!several(0.99, "a man in a park"));
    assert!(!support::several(&looked().tag("people", 0.99).evidence()), "there is no sentence");
}

#[test]
fn a_class_is_disputed_where_detector_and_head_agree_on_something_else() {
    let disputed = |label: usize, own: &str, heard: f32| {
        let seen = looked().tag(own, 0.8).tag("cat", heard);
        support::disputed(&seen.evidence(), &item(label, 0.8, 0.3), group("cat"))
    };
    holds_below(LEVELS.unheard, &|heard| disputed(DOG, "dog", heard));
    for (label, own) in [(BOWL, "bowl"), (CHAIR, "chair")] {
        assert!(!disputed(label, own, 0.0), "{own}");
    }
}

#[test]
fn classifier_and_head_outvote_the_detector_before_a_plain_ground_only() {
    let outvoted = |scene: Scene, label: usize, mass: f32| {
        support::outvoted(&believing(&scene, &[("phone", mass)]), &item(label, 0.8, 0.3), group("phone"))
    };
    let heard =
        |phone: f32, remote: f32| on_white().tag("phone", phone).tag("remote", remote).tag("people", remote);
    holds_from(LEVELS.voted, &|mass| outvoted(heard(0.8, 0.1), REMOTE_CONTROL, mass));
    holds_from(LEVELS.agreed, &|phone| outvoted(heard(phone, 0.1), REMOTE_CONTROL, 0.5));
    holds_below(0.4, &|remote| outvoted(heard(0.8, remote), REMOTE_CONTROL, 0.5));
    assert!(!outvoted(heard(0.8, 0.1), PERSON, 0.5));
    assert!(!outvoted(heard(0.8, 0.1), HANDBAG, 0.5), "the head knows no handbags");
    let elsewhere = looked().tag("phone", 0.8).tag("remote", 0.1);
    assert!(!outvoted(elsewhere, REMOTE_CONTROL, 0.5));
}

#[test]
fn a_thing_is_denied_where_neither_head_nor_classifier_knows_of_it() {
    let kite = |scene: Scene, sure: f32, agree: f32| {
        support::denied(&scene.tag("kite", sure).evidence(), &Item { agree, ..item(KITE, 0.7, 0.3) })
    };
    holds_below(LEVELS.denied, &|sure| kite(looked(), sure, 0.0));
    holds_below(LEVELS.shown, &|sure| kite(on_white(), sure, 0.0));
    holds_below(LEVELS.unheard, &|agree| kite(looked(), 0.0, agree));
    let handbag = |scene: Scene, score: f32| support::denied(&scene.evidence(), &item(HANDBAG, score, 0.3));
    holds_below(LEVELS.untold, &|score| handbag(on_white(), score));
    assert!(!handbag(looked(), 0.1), "the head has no word for it");
    assert!(!support::denied(&looked().evidence(), &item(PERSON, 0.1, 0.3)));
    assert!(!support::denied(&scene(GREY).evidence(), &item(KITE, 0.1, 0.3)), "the head did not look");
}

#[test]
fn a_speck_is_small_and_doubted_by_all() {
    let speck = |sure: f32, one: &Item| support::speck(&looked().tag("car", sure).evidence(), one);
    let car = item(CAR, 0.5, 0.04);
    holds_below(0.05, &|size| speck(0.5, &item(CAR, 0.5, size)));
    holds_below(LEVELS.doubted, &|score| speck(0.5, &item(CAR, score, 0.04)));
    holds_below(LEVELS.seconded, &|agree| speck(0.5, &Item { agree, ..car }));
    holds_below(LEVELS.general, &|sure| speck(sure, &car));
    assert!(!speck(0.5, &item(PERSON, 0.5, 0.04)) && !speck(0.5, &item(HANDBAG, 0.5, 0.04)));
}

#[test]
fn food_is_tasted_where_detector_or_classifier_sees_some() {
    let nothing = looked();
    let tasted = |groups: &[(&str, f32)]| support::tasted(&believing(&nothing, groups));
    holds_from(LEVELS.tasted, &|mass| tasted(&[("pizza", mass)]));
    assert!(tasted(&[("pizza", 0.06), ("soup", 0.06)]), "all food together");
    assert!(!tasted(&[("dog", 0.9)]));
    let found = |label: usize| {
        let scene = looked().thing(label, 0.9, MIDDLE);
        support::tasted(&believing(&scene, &[]))
    };
    assert!(found(PIZZA) && !found(CAT));
}

#[test]
fn a_sure_word_overrules_a_classifier_that_stands_alone() {
    let overruled = |sure: f32, mass: f32, heard: f32| {
        let scene = looked().tag("cat", heard);
        let seen = believing(&scene, &[("cat", mass)]);
        support::overruled(&seen, group("cat"), &Phrase::new("tower", sure))
    };
    holds_from(LEVELS.overruling, &|sure| overruled(sure, 0.5, 0.0));
    holds_below(LEVELS.outright, &|mass| overruled(0.95, mass, 0.0));
    holds_below(LEVELS.unheard, &|heard| overruled(0.95, 0.5, heard));
}

/// What the head adds to these phrases.
fn added(scene: &Scene, said: &[&str]) -> Vec<String> {
    let said: Vec<Phrase> = said.iter().map(|words| Phrase::new(*words, 0.9)).collect();
    let added = support::added(&scene.evidence(), &said, |word| word == "surfboard");
    added.into_iter().map(|phrase| phrase.words).collect()
}

#[test]
fn the_less_is_said_the_less_sure_a_thing_must_be_that_only_the_head_sees() {
    let phone = |sure: f32, said: &[&str]| !added(&looked().tag("phone", sure), said).is_empty();
    holds_from(LEVELS.added, &|sure| phone(sure, &["person", "on beach"]));
    holds_from(LEVELS.added, &|sure| phone(sure, &["person", "portrait", "on beach"]));
    holds_from(LEVELS.added_alone, &|sure| phone(sure, &["person"]));
    holds_from(LEVELS.added_alone, &|sure| phone(sure, &["person", "portrait"]));
    let told = |sure: f32, said: &[&str]| {
        !added(&looked().tag("phone", sure).sentence("a man with two phones"), said).is_empty()
    };
    holds_from(LEVELS.added_told, &|sure| told(sure, &["person"]));
    holds_from(LEVELS.added_also, &|sure| told(sure, &["person", "on beach"]));
    let worn = |scene: Scene, label: usize, sure: f32| {
        !added(&scene.thing(label, 0.9, MIDDLE).tag("jacket", sure), &["person", "on beach"]).is_empty()
    };
    holds_from(LEVELS.dressed, &|sure| worn(on_white(), PERSON, sure));
    holds_from(LEVELS.added, &|sure| worn(looked(), PERSON, sure));
    holds_from(LEVELS.added, &|sure| worn(on_white(), CAR, sure));
}

#[test]
fn at_most_two_things_are_added_the_surest_first() {
    let three = |a: f32, b: f32, c: f32| looked().tag("phone", a).tag("kite", b).tag("lamp", c);
    assert_eq!(added(&three(0.92, 0.94, 0.93), &["person"]), ["with kite", "and lamp"]);
    assert_eq!(added(&three(0.92, 0.94, 0.93), &["person", "with cup"]), ["and kite", "and lamp"]);
    assert_eq!(added(&three(0.86, 0.88, 0.87), &["person"]), ["with kite"], "of those less sure one");
    assert_eq!(added(&three(0.86, 0.92, 0.87), &["person"]), ["with kite"]);
    assert_eq!(added(&three(0.86, 0.92, 0.87), &["person", "portrait"]), ["with kite"]);
    let dressed = looked().thing(PERSON, 0.9, MIDDLE).tag("jacket", 0.95).tag("phone", 0.94);
    assert_eq!(added(&dressed, &["person", "on beach"]), ["in jacket", "with phone"]);
}

#[test]
fn nothing_is_added_that_was_said_found_or_says_nothing() {
    for (word, said) in [
        ("surfboard", "surfer"),
        ("kite", "red kite"),
        ("television", "with tv"),
        ("plant", "room"),
        ("man", "person"),
        ("sea", "person"),
    ] {
        assert_eq!(added(&looked().tag(word, 0.99), &[said]), Vec::<String>::new(), "{word}");
    }
    let beside = |label: usize, word: &str| {
        added(&looked().thing(label, 0.9, MIDDLE).tag(word, 0.99), &["thing"]).is_empty()
    };
    assert!(beside(REMOTE_CONTROL, "remote") && beside(KITE, "kite") && !beside(KITE, "remote"));
    assert!(beside(DOG, "horse") && !beside(CAR, "horse"), "a second animal is the first one again");
}
