//! What the classifier names, and what the expert for dishes adds: the rules of `classed.rs` and `expertise.rs`.

use super::super::super::classed::of_classes;
use super::super::super::expertise::{is_dish, is_food, sees_food, sharpened};
use super::super::super::named::LEVELS;
use super::super::super::phrase::Phrase;
use super::super::{CAT, DOG, GREY, Opinion, PERSON, RED, scene};
use super::*;

const CHAIR: usize = 61;
const PIZZA: usize = 58;

fn said(scene: &Scene, groups: &[(&str, f32)], things: &[Item]) -> Vec<String> {
    let mut seen = believing(scene, groups);
    seen.things = things.to_vec();
    of_classes(&seen).into_iter().map(|phrase| phrase.words).collect()
}

fn has(said: &[String], words: &str) -> bool {
    said.iter().any(|phrase| phrase == words)
}

fn coloured(change: impl FnOnce(&mut Look)) -> Scene {
    let mut scene = scene(GREY);
    change(&mut scene.look);
    scene
}

#[test]
fn beside_a_class_the_detector_says_what_is_there_too() {
    let with = |word: &str, one: &Item| said(&scene(GREY), &[(word, 0.9)], &[*one]);
    let dog =
        |score: f32, agree: f32| has(&with("pizza", &Item { agree, ..item(DOG, score, 0.1) }), "with dog");
    holds_above(LEVELS.animal_beside, &|score| dog(score, 0.0));
    holds_above(LEVELS.glimpsed, &|agree| dog(0.3, agree));
    assert!(has(&with("pizza", &item(PERSON, 0.3, 0.1)), "with person"));
    assert!(!has(&with("pizza", &item(CHAIR, 0.9, 0.1)), "with chair"), "a chair is under things");
    assert!(!has(&with("hat", &item(PERSON, 0.9, 0.1)), "with person"), "worn clothes need no person");
    assert!(has(&with("hat", &item(CAT, 0.9, 0.1)), "with cat"));
}

#[test]
fn a_second_class_is_said_unless_it_is_a_place() {
    let second = |word: &str, mass: f32| said(&scene(GREY), &[("pizza", 0.6), (word, mass)], &[]);
    holds_above(LEVELS.second, &|mass| has(&second("vase", mass), "and vase"));
    assert!(!has(&second("beach", 0.5), "and beach"));
    let heard = |sure: f32| {
        has(&said(&looked().tag("vase", sure), &[("pizza", 0.6), ("vase", 0.4)], &[]), "and vase")
    };
    holds_from(LEVELS.agreed, &heard);
}

#[test]
fn buildings_that_rival_each_other_are_a_building() {
    let subject = |church: f32, castle: f32| {
        said(&scene(GREY), &[("church", church), ("castle", castle)], &[]).swap_remove(0)
    };
    holds_above(LEVELS.rival_building, &|castle| subject(0.4, castle) == "building");
    holds_below(LEVELS.one_building, &|church| subject(church, 0.3) == "building");
    let pizza = said(&scene(GREY), &[("pizza", 0.4), ("castle", 0.3)], &[]);
    assert_eq!(pizza[0], "pizza");
    let fourth = |castle: f32| {
        let groups = [("church", 0.45), ("dog", 0.2), ("cat", 0.2), ("castle", castle)];
        said(&scene(GREY), &groups, &[]).swap_remove(0)
    };
    assert_eq!((fourth(0.15).as_str(), fourth(0.25).as_str()), ("building", "building"));
    let fifth = [("church", 0.45), ("dog", 0.2), ("cat", 0.2), ("pizza", 0.2), ("castle", 0.15)];
    assert_eq!(said(&scene(GREY), &fifth, &[])[0], "church");
}

#[test]
fn colours_make_snowy_mountains_and_autumn_leaves() {
    let subject = |word: &str, scene: &Scene| said(scene, &[(word, 0.9)], &[]).swap_remove(0);
    holds_above(0.5, &|snow| subject("mountain", &coloured(|look| look.snow = snow)) == "snowy mountains");
    holds_above(0.4, &|autumn| {
        subject("plant", &coloured(|look| look.autumn = autumn)) == "autumn leaves plant"
    });
    let all = coloured(|look| (look.snow, look.autumn) = (0.9, 0.9));
    assert_eq!(subject("camel", &all), "camel");
    let snowy = said(&coloured(|look| look.snow = 0.9), &[("mountain", 0.9)], &[item(34, 0.9, 0.1)]);
    assert!(!has(&snowy, "in snow"), "said already: {snowy:?}");
}

#[test]
fn where_no_class_is_seen_colours_tell() {
    let painted = |change: &dyn Fn(&mut Look)| said(&coloured(change), &[("tool", 0.2)], &[]).swap_remove(0);
    holds_above(0.5, &|share| painted(&|look| look.green = share) == "green plants");
    holds_above(0.5, &|share| painted(&|look| look.autumn = share) == "autumn leaves");
    holds_above(0.9, &|share| painted(&|look| look.sky = share) == "sky");
    assert_eq!(painted(&|look| look.grey = true), "photo");
    assert_eq!(painted(&|_| {}), "close up");
    let subject = |word: &str, mass: f32, scene: &Scene| said(scene, &[(word, mass)], &[]).swap_remove(0);
    let green = coloured(|look| look.green = 0.9);
    holds_up_to(LEVELS.unseen, &|mass| subject("camel", mass, &green) == "green plants");
    let plain = scene(GREY);
    holds_up_to(LEVELS.blank, &|mass| subject("camel", mass, &plain) == "close up");
    holds_up_to(LEVELS.blank_built, &|mass| subject("church", mass, &plain) == "close up");
    holds_up_to(LEVELS.blank_built, &|mass| subject("valley", mass, &plain) == "close up");
    assert_eq!(subject("camel", 0.2, &on_white()), "object");
}

#[test]
fn points_of_light_in_the_dark_are_stars_unless_they_are_windows() {
    let stars = |mean: f32, stars: f32, windows: f32| {
        let sky = coloured(|look| (look.mean, look.stars) = (mean, stars));
        has(&said(&sky, &[("dog", 0.9), ("building", windows)], &[]), "stars in night sky")
    };
    holds_below(40.0, &|mean| stars(mean, 0.01, 0.0));
    holds_above(0.006, &|share| stars(30.0, share, 0.0));
    holds_below(LEVELS.windows, &|windows| stars(30.0, 0.01, windows));
}

#[test]
fn the_expert_for_dishes_is_asked_where_food_is_found_or_heard_of() {
    holds_from(LEVELS.edible, &|sure| sees_food(&looked().tag("salad", sure).evidence()));
    assert!(!sees_food(&looked().tag("car", 0.99).evidence()));
    assert!(sees_food(&scene(GREY).thing(PIZZA, 0.9, [0.2, 0.2, 0.5, 0.5]).evidence()));
    assert!(!sees_food(&scene(GREY).thing(DOG, 0.9, [0.2, 0.2, 0.5, 0.5]).evidence()));
}

/// The phrases with the expert's opinion.
fn expert(scene: Scene, word: &str, sure: f32, said: &[&str]) -> Vec<String> {
    let opinion = Opinion { word: word.to_owned(), sure, ..Opinion::default() };
    let scene = scene.dish(opinion);
    let phrases = said.iter().map(|words| Phrase::new(*words, 0.9)).collect();
    sharpened(&scene.evidence(), phrases).into_iter().map(|phrase| phrase.words).collect()
}

#[test]
fn the_expert_must_be_surer_of_a_dish_the_more_its_noun_says() {
    let named = |said: &str, sure: f32| expert(looked(), "ramen", sure, &[said]) == ["ramen"];
    holds_from(LEVELS.expert, &|sure| named("pizza", sure));
    holds_from(LEVELS.expert_bland, &|sure| named("food", sure));
    holds_from(LEVELS.expert_bland, &|sure| named("two white plates", sure));
    assert!(!named("car", 0.99) && !named("red car", 0.99), "a car is no dish");
    let agreed =
        |heard: f32| expert(looked().tag("rice", heard), "fried rice", 0.4, &["pizza"]) == ["fried rice"];
    holds_from(LEVELS.agreed, &agreed);
    assert_eq!(expert(looked(), "pizzas", 0.99, &["pizza"]), ["pizza"], "the same word again");
    let family = |noun: &str, sure: f32| {
        let general = ("noodles".to_owned(), sure);
        let scene = looked().dish(Opinion { word: "ramen".to_owned(), general, ..Opinion::default() });
        let said = sharpened(&scene.evidence(), vec![Phrase::new(noun, 0.9)]);
        said[0].words == "noodles"
    };
    holds_from(LEVELS.expert_family, &|sure| family("food", sure));
    assert!(!family("pizza", 0.99));
}

#[test]
fn around_a_dish_only_its_toppings_stay_and_what_holds_it() {
    let ramen = |scene: Scene, said: &[&str]| expert(scene, "ramen", 0.99, said);
    let heard = |sure: f32| ramen(looked().tag("egg", sure), &["egg"]) == ["ramen", "with egg"];
    holds_from(LEVELS.agreed, &heard);
    assert_eq!(ramen(looked().tag("pizza", 0.99), &["pizza"]), ["ramen"], "a pizza is no topping");
    for (said, wanted) in [
        (&["food", "with ramen"][..], &["ramen"][..]),
        (&["food", "and pizza"], &["ramen"]),
        (&["food", "and egg"], &["ramen", "with egg"]),
        (&["food", "with egg", "and onion"], &["ramen", "with egg", "and onion"]),
        (&["food", "with plate"], &["ramen", "on plate"]),
        (&["food", "with bowl"], &["ramen", "in bowl"]),
        (&["food", "with cup"], &["ramen", "in cup"]),
        (&["food", "with bowl", "on table"], &["ramen", "with bowl", "on table"]),
        (&["food", "with bowl", "in kitchen"], &["ramen", "with bowl", "in kitchen"]),
        (&["food", "with bowl", "and cat"], &["ramen", "with bowl", "and cat"]),
        (&["food", "at night"], &["ramen", "at night"]),
    ] {
        assert_eq!(ramen(looked(), said), wanted, "{said:?}");
    }
    assert_eq!(
        expert(looked(), "fried rice", 0.99, &["food", "with rice", "by sea"]),
        ["fried rice", "by sea"]
    );
}

#[test]
fn food_is_known_by_its_class_its_label_its_word_or_what_holds_it() {
    for food in ["soup", "hot pot soup", "donut", "fries", "wok"] {
        assert!(is_food(food), "{food}");
    }
    for other in ["dog", "beagle dog", "car", "tower", "guitar"] {
        assert!(!is_food(other), "{other}");
    }
    assert!(is_dish("sushi") && is_dish("Sushi") && !is_dish("car"));
}

#[test]
fn what_has_a_colour_is_said_with_it() {
    assert_eq!(said(&scene(RED), &[("bag", 0.9)], &[])[0], "red bag");
    assert_eq!(said(&scene(RED), &[("bubbles", 0.9)], &[])[0], "bubbles");
    assert_eq!(said(&scene(RED), &[("butterfly", 0.9)], &[])[0], "red butterfly");
}
