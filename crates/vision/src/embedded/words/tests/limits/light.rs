//! Where and in what light: the rules of `setting.rs`.

use super::super::super::lexicon::Kind;
use super::super::super::named::LEVELS;
use super::super::super::setting;
use super::super::{BIRD, GREY, PERSON, scene};
use super::*;

const SKIS: usize = 34;
const CHAIR: usize = 61;
const FIRE_HYDRANT: usize = 10;

/// What is said around a subject of a kind, where the classifier believes in these groups.
fn around(scene: &Scene, kind: Option<Kind>, groups: &[(&str, f32)]) -> Vec<String> {
    with(scene, kind, groups, None)
}

fn with(scene: &Scene, kind: Option<Kind>, groups: &[(&str, f32)], thing: Option<usize>) -> Vec<String> {
    let mut seen = believing(scene, groups);
    seen.things = thing.into_iter().map(|label| item(label, 0.9, 0.3)).collect();
    setting::phrases(&seen, kind, None).into_iter().map(|phrase| phrase.words).collect()
}

/// A grey scene whose colours were changed.
fn coloured(change: impl FnOnce(&mut Look)) -> Scene {
    let mut scene = scene(GREY);
    change(&mut scene.look);
    scene
}

#[test]
fn white_ground_is_snow_in_winter_only() {
    let snow = |snow: f32, ski: f32, thing: Option<usize>| {
        let white = coloured(|look| look.snow = snow);
        with(&white, Some(Kind::Person), &[("ski", ski)], thing) == ["in snow"]
    };
    holds_above(0.4, &|share| snow(share, 0.9, None));
    holds_above(0.4, &|share| snow(share, 0.0, Some(SKIS)));
    holds_above(LEVELS.winter, &|mass| snow(0.9, mass, None));
    let denied = |heard: f32| {
        let white = coloured(|look| look.snow = 0.9).tag("snow", heard);
        with(&white, Some(Kind::Person), &[("ski", 0.9)], None) == ["in snow"]
    };
    holds_from(LEVELS.unheard, &denied);
}

#[test]
fn green_ground_is_grass_under_what_stands_on_it_and_leaves_around_it() {
    let grass = |share: f32, kind: Kind, thing: Option<usize>| {
        with(&coloured(|look| look.grass = share), Some(kind), &[], thing) == ["on grass"]
    };
    for kind in [Kind::Animal, Kind::Person, Kind::Vehicle, Kind::Sport] {
        holds_above(0.42, &|share| grass(share, kind, None));
    }
    holds_above(0.9, &|share| grass(share, Kind::Animal, Some(BIRD)));
    assert!(!grass(0.9, Kind::Object, None));
    let leaves = |share: f32, kind: Kind, thing: Option<usize>| {
        with(&coloured(|look| look.green = share), Some(kind), &[], thing)
    };
    for kind in [Kind::Animal, Kind::Place, Kind::Building] {
        holds_above(0.6, &|share| leaves(share, kind, None) == ["among trees"]);
    }
    assert_eq!(leaves(0.9, Kind::Animal, Some(BIRD)), ["in greenery"]);
    assert!(leaves(0.9, Kind::Object, None).is_empty());
}

#[test]
fn the_light_is_told_by_the_brightness_and_the_sky() {
    let object = Some(Kind::Object);
    let sunset = |share: f32, boat: f32| {
        around(&coloured(|look| look.warm_sky = share), object, &[("boat", boat)]) == ["at sunset"]
    };
    holds_above(0.5, &|share| sunset(share, 0.9));
    holds_above(LEVELS.outdoors, &|mass| sunset(0.9, mass));
    holds_below(45.0, &|mean| around(&coloured(|look| look.mean = mean), object, &[]) == ["at night"]);
    let black_and_white = |scene: &mut Scene| {
        scene.look.colourless = true;
        around(scene, object, &[]).contains(&"black and white".to_owned())
    };
    assert!(black_and_white(&mut scene(GREY)) && !black_and_white(&mut on_white()));
}

#[test]
fn a_blue_sky_is_said_of_what_can_stand_under_it() {
    let sky = |share: f32, kind: Option<Kind>, thing: Option<usize>| {
        with(&coloured(|look| look.sky = share), kind, &[], thing) == ["under blue sky"]
    };
    for kind in
        [Kind::Animal, Kind::Building, Kind::Place, Kind::Vehicle, Kind::Document, Kind::Sport, Kind::Object]
    {
        holds_above(0.6, &|share| sky(share, Some(kind), None));
    }
    holds_above(0.6, &|share| sky(share, None, None));
    holds_above(0.6, &|share| sky(share, Some(Kind::Person), Some(PERSON)));
    assert!(!sky(0.9, Some(Kind::Food), None) && !sky(0.9, Some(Kind::Food), Some(FIRE_HYDRANT)));
    let heard = |outside: f32, inside: f32| {
        let blue = coloured(|look| look.sky = 0.9).tag("tree", outside).tag("indoors", inside);
        around(&blue, Some(Kind::Object), &[]) == ["under blue sky"]
    };
    holds_from(LEVELS.backed, &|sure| heard(sure, 0.0));
    holds_below(LEVELS.backed, &|sure| heard(0.9, sure));
}

#[test]
fn places_of_the_classifier_are_said_where_they_are_likely_and_heard() {
    let person = Some(Kind::Person);
    let quiet = scene(GREY);
    holds_from(LEVELS.place, &|mass| around(&quiet, person, &[("beach", mass)]) == ["on beach"]);
    holds_from(LEVELS.around, &|mass| around(&looked(), person, &[("library", mass)]) == ["in library"]);
    let seen = believing(&quiet, &[("beach", 0.9)]);
    let own = setting::phrases(&seen, Some(Kind::Place), Some(group("beach")));
    assert!(own.is_empty(), "a beach is not on a beach");
}

#[test]
fn a_kind_of_shop_is_said_and_a_kind_of_fence_is_not() {
    const BAKERY: usize = 415;
    const MARKET: usize = 582;
    const SHOP: usize = 860;
    const WORM_FENCE: usize = 912;
    for (class, wanted) in
        [(BAKERY, "in bakery"), (MARKET, "at market"), (SHOP, "in shop"), (WORM_FENCE, "by fence")]
    {
        let said = scene(GREY).class(class, 0.9);
        let phrases = setting::phrases(&said.evidence(), Some(Kind::Person), None);
        assert_eq!(words(&phrases), [wanted]);
    }
}

#[test]
fn weddings_need_a_bride_and_less_of_one_among_flowers() {
    let wedding = |bride: f32, flowers: f32, kind: Kind| {
        let people = looked().tag("bride", bride).tag("flowers", flowers).sentence("two people in a room");
        around(&people, Some(kind), &[]) == ["at wedding"]
    };
    holds_from(LEVELS.wedding, &|bride| wedding(bride, 0.0, Kind::Person));
    holds_from(LEVELS.wedding_dressed, &|bride| wedding(bride, 0.9, Kind::Person));
    holds_from(LEVELS.festive, &|flowers| wedding(0.4, flowers, Kind::Person));
    assert!(!wedding(0.9, 0.9, Kind::Animal));
    assert!(!around(&looked().tag("bride", 0.9), Some(Kind::Person), &[]).contains(&"at wedding".to_owned()));
}

#[test]
fn the_heads_place_is_around_what_is_nowhere_else() {
    let kitchen = |scene: Scene, kind: Option<Kind>| {
        around(&scene.tag("kitchen", 0.9), kind, &[]).contains(&"in kitchen".to_owned())
    };
    assert!(kitchen(looked(), Some(Kind::Animal)) && kitchen(looked(), None));
    for kind in [Kind::Place, Kind::Building, Kind::Document, Kind::Food] {
        assert!(!kitchen(looked(), Some(kind)), "{kind:?}");
    }
    assert!(!kitchen(on_white(), Some(Kind::Animal)));
}

#[test]
fn a_white_background_is_said_of_a_thing_that_stands_before_it() {
    let white = |kind: Option<Kind>, thing: Option<usize>| {
        with(&on_white(), kind, &[], thing).contains(&"on white background".to_owned())
    };
    assert!(white(Some(Kind::Object), None) && white(Some(Kind::Object), Some(FIRE_HYDRANT)));
    assert!(!white(Some(Kind::Object), Some(CHAIR)), "it stands on a chair");
    assert!(!white(None, None));
    for kind in [Kind::Place, Kind::Building, Kind::Document] {
        assert!(!white(Some(kind), None), "{kind:?}");
    }
}
