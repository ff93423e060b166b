//! Names of single things before a plain ground, as shops show them.

use super::{DOG, GREY, Look, MIDDLE, PERSON, RED, Rgb, Scene, scene, scene_like};

const KITE: usize = 37;
const REMOTE_CONTROL: usize = 74;
const BELT_BUCKLE: usize = 464;
const CELL_PHONE: usize = 487;
const CORKSCREW: usize = 512;
const TABLET: usize = 590;
const RUNNING_SHOE: usize = 770;
const SUNGLASSES: usize = 837;
const PIZZA: usize = 963;

/// A box of one colour on white; `grain` is the texture that photos have and drawings lack.
fn shown(colour: [u8; 3], grain: usize) -> Scene {
    let pixel = |i: usize| {
        let inside = (20..44).contains(&(i % 64)) && (20..44).contains(&(i / 64));
        let base = if inside { colour } else { [235; 3] };
        base.map(|value: u8| value.saturating_add((i * 7 % grain) as u8))
    };
    scene_like(&Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap()))
}

fn photo() -> Scene {
    shown(GREY, 13)
}

#[test]
fn a_thing_that_only_the_detector_sees_is_not_the_subject() {
    let shoe = photo().class(RUNNING_SHOE, 0.4).thing(KITE, 0.6, MIDDLE);
    assert!(shoe.name().contains("kite"), "without the head the detector is believed: {}", shoe.name());
    let shoe = shoe.tag("kite", 0.01);
    assert!(shoe.name().contains("running-shoe") && !shoe.name().contains("kite"), "{}", shoe.name());
    let kite = photo().class(RUNNING_SHOE, 0.4).thing(KITE, 0.6, MIDDLE).tag("kite", 0.4);
    assert!(kite.name().contains("kite"), "{}", kite.name());
}

#[test]
fn when_nothing_else_is_seen_the_detector_is_all_there_is() {
    let kite = photo().thing(KITE, 0.6, MIDDLE).tag("kite", 0.01);
    assert!(kite.name().contains("kite"), "{}", kite.name());
}

#[test]
fn classifier_and_head_outvote_the_detector() {
    let phone = || photo().class(CELL_PHONE, 0.4).thing(REMOTE_CONTROL, 0.8, MIDDLE).tag("remote", 0.2);
    assert!(phone().tag("phone", 0.9).name().contains("phone"));
    assert!(phone().tag("phone", 0.3).name().contains("remote-control"));
}

#[test]
fn food_that_only_the_head_sees_is_none() {
    let glasses = photo().class(SUNGLASSES, 0.3).tag("food", 0.9);
    assert!(glasses.name().contains("sunglasses"), "{}", glasses.name());
    let meal = photo().class(PIZZA, 0.3).tag("food", 0.9);
    assert!(meal.name().contains("food") || meal.name().contains("pizza"), "{}", meal.name());
}

#[test]
fn somebody_on_a_screen_is_a_part_of_the_device() {
    let small = [0.4, 0.4, 0.2, 0.3];
    let tablet = photo().class(TABLET, 0.5).thing(PERSON, 0.8, small);
    assert!(tablet.name().starts_with("tablet-computer"), "{}", tablet.name());
    let outside = scene(GREY).class(TABLET, 0.5).thing(PERSON, 0.8, small);
    assert!(outside.name().starts_with("person"), "{}", outside.name());
}

#[test]
fn a_known_thing_on_even_white_is_no_graphic() {
    assert!(shown(RED, 1).class(CELL_PHONE, 0.4).name().contains("phone"));
    assert_eq!(shown(RED, 1).class(CELL_PHONE, 0.1).name(), "red-graphic");
}

#[test]
fn a_room_that_only_the_head_sees_is_not_around_a_thing_on_white() {
    let chair = photo().class(559, 0.4).tag("living room", 0.92);
    assert!(chair.name().contains("chair") && !chair.name().contains("living"), "{}", chair.name());
}

#[test]
fn somebody_before_a_plain_ground_shows_what_they_wear() {
    let model = photo().thing(PERSON, 0.9, MIDDLE).tag("jacket", 0.8).name();
    assert!(model.contains("in-jacket"), "{model}");
}

#[test]
fn a_name_is_surer_where_the_second_eye_agrees_and_less_where_it_does_not() {
    let sure = |heard: f32, sentence: &str, photos: f32| {
        let seen = scene(GREY).thing(DOG, 0.8, MIDDLE).tag("dog", heard).sentence(sentence);
        seen.photo("dog", photos).describe().confidence.unwrap()
    };
    let (agreed, silent, doubted) = (
        sure(0.9, "a dog in a room", 0.6),
        sure(0.9, "a room with a lamp", 0.6),
        sure(0.1, "a room with a lamp", 0.0),
    );
    assert!(agreed > silent && silent > doubted, "{agreed} {silent} {doubted}");
    assert!(sure(0.9, "a dog in a room", 0.0) < agreed, "no photo that looks alike is of a dog");
    assert!(agreed > 0.85 && doubted < 0.75, "{agreed} {doubted}");
    let quick =
        |heard: f32| scene(GREY).thing(DOG, 0.8, MIDDLE).tag("dog", heard).describe().confidence.unwrap();
    assert!(quick(0.9) > 0.8 && quick(0.1) < 0.75, "{} {}", quick(0.9), quick(0.1));
}

#[test]
fn what_no_network_knows_is_an_object_of_its_colour() {
    let unknown = |belief: f32| shown(RED, 13).class(CORKSCREW, belief).name();
    assert_eq!(unknown(0.25), "red-object-on-white-background");
    assert!(unknown(0.5).contains("corkscrew"), "{}", unknown(0.5));
    let told = shown(RED, 13).class(CORKSCREW, 0.25).tag("bag", 0.7).sentence("a close up of a bag");
    assert_eq!(told.name(), "red-bag-on-white-background");
    let invented =
        shown(RED, 13).class(CORKSCREW, 0.25).tag("bag", 0.1).sentence("a close up of a dollar bill");
    assert_eq!(invented.rules(), "red-object-on-white-background", "the head knows nothing of it");
}

#[test]
fn small_metal_goods_are_jewelry() {
    let name = photo().class(BELT_BUCKLE, 0.6).name();
    assert!(name.starts_with("jewelry"), "{name}");
}
