//! Who names the subject: the detector by the thing it found, or the classifier over its head.

use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Group, Kind, LEXICON, Role};
use super::named::LEVELS;
use super::support;

/// Parts of the image below which a thing is small: any, one that is held, and a person.
const SMALL: f32 = 0.08;
const SMALL_HELD: f32 = 0.1;
const SMALL_PERSON: f32 = 0.03;
/// Before a plain ground, somebody smaller than this is an image on a screen or a box.
const ON_SCREEN: f32 = 0.2;
/// Furniture that fills more than this may be the subject.
const LARGE_FURNITURE: f32 = 0.25;
/// What a rider shares with what they ride, and how many ride together.
const ASTRIDE: f32 = 0.02;
const MOST_RIDERS: usize = 3;

/// The detector's thing is small or unsure, and the classifier is sure of something else.
pub(super) fn classifier_leads(seen: &Evidence<'_>, item: &Item) -> bool {
    let best = seen.ranked()[0];
    let (group, mass) = (&LEXICON.groups[best], seen.mass_of(best));
    if item.thing().groups.contains(&best) {
        return item.thing().role == Role::Side && mass > LEVELS.leads_same;
    }
    if support::disputed(seen, item, best) {
        return false;
    }
    if support::outvoted(seen, item, best) {
        return true;
    }
    if item.label == PERSON { leads_person(seen, item, group, mass) } else { leads_thing(item, mass) }
}

fn leads_person(seen: &Evidence<'_>, item: &Item, group: &Group, mass: f32) -> bool {
    let size = item.largest.area.size();
    match group.kind {
        Kind::Clothing => item.largest.score < LEVELS.doubted_person && mass > LEVELS.leads_doubted,
        Kind::Document => mass > LEVELS.leads_page,
        Kind::Device if seen.look.shows_alone() => size < ON_SCREEN && mass > LEVELS.leads_screen,
        _ => size < SMALL_PERSON && mass > LEVELS.leads,
    }
}

fn leads_thing(item: &Item, mass: f32) -> bool {
    let (size, doubted) = (item.largest.area.size(), item.largest.score < LEVELS.doubted);
    match item.thing().role {
        Role::Under if item.thing().word != "table" && size > LARGE_FURNITURE => {
            mass > LEVELS.leads_furniture
        }
        Role::Side | Role::Under => mass > LEVELS.leads_side,
        Role::Held => mass > LEVELS.leads || (size < SMALL_HELD && mass > LEVELS.leads_small_held),
        Role::Main | Role::Ride => {
            (size < SMALL && mass > LEVELS.leads) || (doubted && mass > LEVELS.leads_doubted)
        }
    }
}

/// A bicycle with somebody is somebody on a bicycle.
pub(super) fn rider<'a>(seen: &'a Evidence<'_>, main: &'a Item) -> &'a Item {
    let person = seen.things.iter().find(|item| item.label == PERSON && item.count <= MOST_RIDERS);
    let rides = |person: &&Item| person.largest.area.shared(&main.largest.area) > ASTRIDE;
    person.filter(|_| main.thing().role == Role::Ride).filter(rides).unwrap_or(main)
}
