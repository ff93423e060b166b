//! What stands around the subject: its colour, things with it, what the classifier adds.

use super::evidence::{Evidence, Item, PERSON, family_kind};
use super::lexicon::{Kind, LEXICON, Role};
use super::phrase::Phrase;
use super::{subject, support};

pub(super) fn thing_kind(item: &Item) -> Kind {
    match item.label {
        PERSON => Kind::Person,
        1..=8 => Kind::Vehicle,
        15..=24 => Kind::Animal,
        33..=42 => Kind::Sport,
        51..=60 => Kind::Food,
        61 | 62 | 64..=68 => Kind::Furniture,
        71..=81 => Kind::Device,
        83 => Kind::Document,
        63 => Kind::Plant,
        _ => Kind::Object,
    }
}

/// A colour where it helps to know it; never before a person.
pub(super) fn with_colour(seen: &Evidence<'_>, item: &Item, words: String) -> String {
    let thing = item.thing();
    let fits = item.label != PERSON
        && item.largest.area.size() > 0.04
        && (matches!(thing.word, "cat" | "dog" | "horse" | "bird" | "cow")
            || matches!(
                thing_kind(item),
                Kind::Vehicle | Kind::Furniture | Kind::Object | Kind::Device | Kind::Sport
            ) && words.ends_with(thing.word)
            || thing_kind(item) == Kind::Vehicle);
    if !fits || (seen.look.grey && seen.look.background().is_none()) {
        return words;
    }
    match seen.look.colour(Some(&item.largest.area)) {
        // Fur is not green: what has this colour is the ground.
        Some("green" | "blue" | "purple" | "pink" | "red" | "yellow")
            if thing_kind(item) == Kind::Animal && thing.word != "bird" =>
        {
            words
        }
        Some(colour) if item.count == 1 => format!("{colour} {words}"),
        _ => words,
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
        || (kind == Kind::Object && word != "bubbles")
        || matches!(word, "flower" | "butterfly" | "sign")
}

/// One person or animal that fills the picture.
pub(super) fn portrait(main: &Item, kind: Kind) -> Option<Phrase> {
    let size = main.largest.area.size();
    let words = match kind {
        Kind::Person if main.count == 1 && size > 0.6 => "portrait",
        Kind::Animal if main.count == 1 && size > 0.68 => "close up",
        _ => return None,
    };
    Some(Phrase::new(words, main.largest.score))
}

pub(super) fn worth_saying(main: &Item, other: &Item) -> bool {
    let side = other.thing().role == Role::Side;
    other.label != main.label && !(side && thing_kind(main) != Kind::Food) && other.largest.score > 0.45
}

/// "on couch", "with umbrella", "and car": how a second thing belongs to the first.
pub(super) fn beside(seen: &Evidence<'_>, main: &Item, other: &Item) -> Phrase {
    let words = subject::named(seen, other);
    let lives = matches!(thing_kind(main), Kind::Person | Kind::Animal);
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
        _ if main.label == PERSON && thing_kind(other) == Kind::Animal => format!("with {words}"),
        _ if main.label == PERSON && thing_kind(other) == Kind::Food => format!("with {words}"),
        _ => format!("and {words}"),
    };
    Phrase::new(said, other.largest.score)
}

/// What the classifier adds to the detector's subject.
pub(super) fn class_beside(seen: &Evidence<'_>, main: &Item) -> Option<Phrase> {
    let taken = |group: usize| {
        let kind = LEXICON.groups[group].kind;
        seen.things.iter().any(|item| {
            item.thing().groups.contains(&group)
                || (item.label != PERSON && family_kind(item.label) == Some(kind))
        })
    };
    let group = seen.ranked().into_iter().find(|&group| LEXICON.groups[group].place.is_none())?;
    let (kind, mass) = (LEXICON.groups[group].kind, seen.mass_of(group));
    if taken(group) || !support::class_beside(seen, group) {
        return None;
    }
    let name = seen.name(group);
    let said = match kind {
        Kind::Clothing if main.label == PERSON && main.count == 1 && mass > 0.5 => format!("in {name}"),
        Kind::Person | Kind::Document | Kind::Clothing => return None,
        Kind::Animal | Kind::Plant if mass <= 0.55 => return None,
        _ if mass > 0.5 => format!("with {name}"),
        _ => return None,
    };
    Some(Phrase::new(said, mass))
}
