//! Second facts of the rules: which are left out, what is said instead of a doubtful subject, and how additions are joined.

use super::{CAT, GREY, MIDDLE, PERSON, Scene, scene};

const TRUCK: usize = 7;
const UMBRELLA: usize = 27;
const TIE: usize = 31;
const HOT_DOG: usize = 57;
const POTTED_PLANT: usize = 63;
const KING_PENGUIN: usize = 145;
const SORREL_HORSE: usize = 339;
const MARMOT: usize = 336;
const FOOTBALL_HELMET: usize = 560;
const MAYPOLE: usize = 645;
const PLANE: usize = 726;
const POT: usize = 738;
const RESTAURANT: usize = 762;
const SMALL: [f32; 4] = [0.6, 0.5, 0.3, 0.4];

fn somebody() -> Scene {
    scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9)
}

#[test]
fn a_second_thing_needs_a_sentence_or_much_belief() {
    let cat = |belief: f32, text: &str| {
        let cat = scene(GREY).thing(CAT, 0.9, MIDDLE).tag("cat", 0.9).tag("umbrella", belief);
        let cat = cat.thing(UMBRELLA, 0.7, SMALL);
        if text.is_empty() { cat.rules() } else { cat.sentence(text).rules() }
    };
    for (belief, text, said) in [
        (0.8, "a cat under an umbrella", true),
        (0.8, "a cat that is here", false),
        (0.99, "a cat that is here", true),
        (0.8, "", true),
    ] {
        assert_eq!(cat(belief, text).contains("umbrella"), said, "{belief} {text}: {}", cat(belief, text));
    }
}

#[test]
fn a_landscape_needs_less_than_a_street() {
    let truck = |place: &str, belief: f32, text: &str| {
        let truck = scene(GREY).thing(TRUCK, 0.9, MIDDLE).tag("truck", 0.9).tag(place, belief);
        truck.sentence(text).rules().contains(place)
    };
    let plain = "a truck that is here";
    assert!(truck("desert", 0.88, plain) && !truck("desert", 0.82, plain));
    assert!(!truck("street", 0.99, plain) && truck("street", 0.88, "a truck on a street"));
}

#[test]
fn a_name_that_would_say_next_to_nothing_keeps_its_surest_fact() {
    let alone = |belief: f32, score: f32| {
        let scene = somebody().thing(UMBRELLA, score, SMALL).tag("umbrella", belief);
        scene.sentence("a man that is here").rules()
    };
    assert_eq!(alone(0.8, 0.6), "person-with-umbrella");
    assert!(!alone(0.76, 0.46).contains("umbrella"), "{}", alone(0.76, 0.46));
    let cat = scene(GREY).thing(CAT, 0.9, MIDDLE).tag("cat", 0.9).thing(UMBRELLA, 0.6, SMALL);
    let cat = cat.tag("umbrella", 0.76).sentence("a cat that is here");
    assert_eq!(cat.rules(), "cat", "a cat is something");
}

#[test]
fn head_and_sentence_name_the_subject_that_neither_knows() {
    let plant = |own: f32, laptop: f32, text: &str| {
        let scene = scene(GREY).thing(POTTED_PLANT, 0.7, MIDDLE).tag("plant", own).tag("laptop", laptop);
        scene.sentence(text).rules()
    };
    for (own, laptop, text, wanted) in [
        (0.3, 0.93, "a laptop that is here", "laptop"),
        (0.8, 0.93, "a laptop that is here", "plant"),
        (0.3, 0.89, "a laptop that is here", "plant"),
        (0.3, 0.93, "a plant by a laptop", "plant"),
        (0.3, 0.93, "a chair that is here", "plant"),
    ] {
        let name = plant(own, laptop, text);
        assert!(
            name.starts_with(wanted) || name.contains("potted-plant") && wanted == "plant",
            "{text} {own} {laptop}: {name}"
        );
        assert_eq!(name.starts_with("laptop"), wanted == "laptop", "{name}");
    }
    let sure =
        scene(GREY).class(POT, 0.96).tag("plant", 0.1).tag("laptop", 0.93).sentence("a laptop that is here");
    assert!(!sure.rules().starts_with("laptop"), "the classifier is sure: {}", sure.rules());
}

#[test]
fn a_place_that_the_classifier_sees_stays_the_subject() {
    let place = scene(GREY).class(RESTAURANT, 0.8).tag("wine", 0.93).tag("restaurant", 0.3);
    let name = place.sentence("a glass of wine that is here").rules();
    assert!(name.starts_with("restaurant"), "{name}");
}

#[test]
fn what_people_wear_is_said_without_a_sentence() {
    let white = somebody().tag("t-shirt", 0.92).sentence("a man that is here");
    assert_eq!(white.rules(), "person-in-t-shirt");
}

#[test]
fn an_animal_that_the_head_has_no_word_for_stays() {
    let bird = |class: usize, belief: f32| {
        let scene = scene(GREY).class(class, belief).tag("bird", 0.93).tag("horse", 0.05).tag("cow", 0.93);
        scene.sentence("a bird that is here").rules()
    };
    assert_eq!(bird(KING_PENGUIN, 0.9), "penguin", "and a bird is the penguin again");
    let cow = scene(GREY)
        .class(SORREL_HORSE, 0.9)
        .tag("horse", 0.05)
        .tag("cow", 0.93)
        .sentence("a cow that is here");
    assert!(cow.rules().starts_with("cow"), "the head knows horses: {}", cow.rules());
}

#[test]
fn a_hand_is_nobody() {
    let held = |man: f32, text: &str| {
        let scene = scene(GREY).thing(PERSON, 0.7, [0.05, 0.05, 0.9, 0.9]).class(MARMOT, 0.6).tag("man", man);
        scene.sentence(text).rules()
    };
    assert!(
        held(0.2, "a person holding a phone").starts_with("marmot"),
        "{}",
        held(0.2, "a person holding a phone")
    );
    assert!(held(0.31, "a person holding a phone").starts_with("person"));
    assert!(held(0.2, "a child holding a phone").starts_with("person"));
}

#[test]
fn a_helmet_that_classifier_and_sentence_see_is_worn_by_one() {
    let dressed = |belief: f32, text: &str| somebody().class(FOOTBALL_HELMET, belief).sentence(text);
    let told = "a man wearing a helmet";
    assert_eq!(dressed(0.65, told).rules(), "person-in-helmet");
    assert!(!dressed(0.55, told).rules().contains("helmet"));
    assert!(!dressed(0.65, "a man wearing a hat").rules().contains("helmet"));
    let two = dressed(0.65, told).thing(PERSON, 0.9, [0.72, 0.2, 0.25, 0.6]);
    assert!(!two.rules().contains("helmet"), "{}", two.rules());
}

#[test]
fn what_is_hardly_ever_there_is_not_said_beside_others() {
    let name = somebody().class(MAYPOLE, 0.94).sentence("a man that is here").rules();
    assert!(!name.contains("maypole"), "{name}");
}

#[test]
fn things_lie_on_a_table_and_people_and_places_do_not() {
    let told = |scene: Scene, text: &str| scene.tag("table", 0.93).sentence(text).rules();
    let lamp = scene(GREY).tag("lamp", 0.93);
    assert_eq!(told(lamp, "a lamp sitting on a table"), "lamp-on-table");
    let bed = told(scene(GREY).tag("bed", 0.93), "a bed with a table");
    assert_eq!(bed, "bed-with-table");
    let food = scene(GREY).tag("pizza", 0.93).tag("plate", 0.92);
    assert_eq!(food.sentence("a pizza on a plate").rules(), "pizza-on-plate");
    assert_eq!(told(scene(GREY).tag("kitchen", 0.93), "a kitchen with a table"), "kitchen-with-table");
}

#[test]
fn players_are_at_no_wedding() {
    let bride = |scene: Scene| scene.tag("bride", 0.7).sentence("a bride that is here").rules();
    assert!(bride(somebody()).contains("at-wedding"));
    let player = somebody().tag("tennis player", 0.93).tag("court", 0.9);
    assert!(!bride(player).contains("wedding"));
}

#[test]
fn a_hot_dog_is_no_dog_and_a_hydrant_is_heard_whole() {
    let eats = somebody().tag("hot dog", 0.9).tag("dog", 0.01).tag("eating", 0.9).thing(HOT_DOG, 0.42, SMALL);
    assert_eq!(eats.sentence("a man eating a hot dog").rules(), "person-eating");
    let stands = somebody().tag("fire hydrant", 0.1).sentence("a man standing by a fire hydrant");
    assert_eq!(stands.rules(), "person");
}

#[test]
fn what_the_detector_seldom_overlooks_must_be_found() {
    let dressed = |score: f32| {
        let scene = somebody().tag("t-shirt", 0.92).tag("tie", 0.92).thing(TIE, score, SMALL);
        scene.sentence("a man with a tie that is here").rules()
    };
    assert!(
        dressed(0.5).contains("tie") && !dressed(0.2).contains("tie"),
        "{} {}",
        dressed(0.5),
        dressed(0.2)
    );
    let sink = scene(GREY).tag("kitchen", 0.93).tag("sink", 0.92).sentence("a kitchen with a sink");
    assert_eq!(sink.rules(), "kitchen-with-sink", "it overlooks sinks");
    let toaster = scene(GREY).tag("kitchen", 0.93).tag("toaster", 0.92).sentence("a kitchen with a toaster");
    assert_eq!(toaster.rules(), "kitchen");
}

#[test]
fn what_the_detector_does_not_know_must_be_in_every_sentence() {
    let flowers = |second: &str| {
        let scene = scene(GREY).thing(CAT, 0.9, MIDDLE).tag("cat", 0.9).tag("flowers", 0.93);
        scene.sentence("a cat sitting by flowers").sentence(second).rules()
    };
    assert_eq!(flowers("a cat with some flowers"), "cat-with-flowers");
    assert_eq!(flowers("a cat that is here"), "cat");
}

#[test]
fn a_hand_plane_keeps_its_letters() {
    let plane = somebody().tag("umbrella", 0.76).thing(UMBRELLA, 0.46, SMALL).class(PLANE, 0.95);
    assert_eq!(plane.sentence("a man that is here").rules(), "person-with-hand-plane");
}

#[test]
fn one_top_is_worn_at_a_time() {
    let dressed = |one: &str, other: &str| {
        somebody().tag(one, 0.93).tag(other, 0.92).sentence("a man that is here").rules()
    };
    assert_eq!(dressed("tank top", "t-shirt"), "person-in-tank-top");
    assert_eq!(dressed("hat", "t-shirt"), "person-in-hat-in-t-shirt");
}
