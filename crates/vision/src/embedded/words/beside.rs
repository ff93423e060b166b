//! What stands around the subject: its colour, things with it, what the classifier adds.

use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::named::{LEVELS, LISTS};
use super::phrase::Phrase;
use super::{subject, support};

/// Parts of the image that a thing fills whose colour is said.
const COLOUR_SHOWS: f32 = 0.04;
/// The same of one person or animal that is all there is to see.
const PORTRAIT: f32 = 0.6;
const CLOSE_UP: f32 = 0.68;
/// Fur has none of these: what has this colour is the ground.
const NO_FUR: [&str; 6] = ["green", "blue", "purple", "pink", "red", "yellow"];

/// A colour where it helps to know it; never before a person.
pub(super) fn with_colour(seen: &Evidence<'_>, item: &Item, words: String) -> String {
    let thing = item.thing();
    let large = item.largest.area.size() > COLOUR_SHOWS;
    let made = matches!(thing.kind, Kind::Furniture | Kind::Object | Kind::Device | Kind::Sport);
    let fits = thing.kind == Kind::Vehicle
        || LISTS.coated.contains(&thing.word)
        || made && words.ends_with(thing.word);
    if !fits || !large || item.count != 1 || (seen.look.grey && seen.look.background().is_none()) {
        return words;
    }
    let furry = thing.kind == Kind::Animal && thing.word != "bird";
    let colour = seen.look.colour(Some(&item.largest.area));
    match colour.filter(|colour| !(furry && NO_FUR.contains(colour))) {
        Some(colour) => format!("{colour} {words}"),
        None => words,
    }
}

pub(super) fn prefixed(colour: Option<&str>, words: String) -> String {
    match colour {
        Some(colour) if !words.split(' ').any(|word| word == colour) => format!("{colour} {words}"),
        _ => words,
    }
}

pub(super) fn colourful(kind: Kind, word: &str) -> bool {
    matches!(kind, Kind::Clothing | Kind::Furniture | Kind::Device | Kind::Tool | Kind::Instrument)
        || (kind == Kind::Object && !LISTS.colourless.contains(&word))
        || LISTS.vivid.contains(&word)
}

/// One person or animal that fills the image.
pub(super) fn portrait(main: &Item, kind: Kind) -> Option<Phrase> {
    let (size, sure) = (main.largest.area.size(), main.largest.score);
    let words = match kind {
        Kind::Person if main.count == 1 && size > PORTRAIT && sure >= LEVELS.portrayed => "portrait",
        Kind::Animal if main.count == 1 && size > CLOSE_UP => "close up",
        _ => return None,
    };
    Some(Phrase::new(words, sure))
}

pub(super) fn worth_saying(main: &Item, other: &Item) -> bool {
    let side = other.thing().role == Role::Side;
    other.label != main.label
        && !(side && main.thing().kind != Kind::Food)
        && other.largest.score > LEVELS.beside
}

/// "on couch", "with umbrella", "and car": how a second thing belongs to the first.
pub(super) fn beside(seen: &Evidence<'_>, main: &Item, other: &Item) -> Phrase {
    let words = subject::named(seen, other);
    let lives = matches!(main.thing().kind, Kind::Person | Kind::Animal);
    let said = match other.thing().role {
        Role::Under if other.thing().word == "table" && main.label == PERSON => "at table".to_owned(),
        Role::Under if other.thing().word == "chair" && !lives => format!("and {words}"),
        Role::Under => format!("on {}", other.thing().word),
        Role::Ride if main.label == PERSON => {
            let ride =
                if main.count > 1 && other.count > 1 { other.thing().plural } else { other.thing().word };
            format!("on {ride}")
        }
        Role::Held | Role::Side => format!("with {words}"),
        _ if lives && other.label == PERSON => format!("with {words}"),
        _ if main.label == PERSON && other.thing().kind == Kind::Animal => format!("with {words}"),
        _ if main.label == PERSON && other.thing().kind == Kind::Food => format!("with {words}"),
        _ => format!("and {words}"),
    };
    Phrase::new(said, other.largest.score)
}

/// What the classifier adds to the detector's subject.
pub(super) fn class_beside(seen: &Evidence<'_>, main: &Item) -> Option<Phrase> {
    let taken = |group: usize| {
        let kind = LEXICON.groups[group].kind;
        let mut things = seen.things.iter().map(Item::thing);
        things.any(|thing| thing.groups.contains(&group) || thing.refined_by() == Some(kind))
    };
    let group = seen.ranked().into_iter().find(|&group| LEXICON.groups[group].place.is_none())?;
    let (kind, mass) = (LEXICON.groups[group].kind, seen.mass_of(group));
    let worn = LISTS.worn_classed.contains(&LEXICON.groups[group].word) && !seen.sentences.is_empty();
    if worn && main.label == PERSON && main.count == 1 && mass > LEVELS.worn_classed {
        return Some(Phrase::new(format!("in {}", LEXICON.groups[group].word), mass));
    }
    if taken(group) || !support::class_beside(seen, group) {
        return None;
    }
    let name = seen.name(group);
    let said = match kind {
        Kind::Clothing if main.label == PERSON && main.count == 1 && mass > LEVELS.with => {
            format!("in {name}")
        }
        Kind::Person | Kind::Document | Kind::Clothing => return None,
        Kind::Animal | Kind::Plant if mass <= LEVELS.with_life => return None,
        _ if mass > LEVELS.with => format!("with {name}"),
        _ => return None,
    };
    Some(Phrase::new(said, mass))
}
