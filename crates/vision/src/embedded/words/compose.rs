//! The name: number, colour and subject; what is with it; where it is. Alternatives say the same with fewer or other
//! words.

use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::phrase::join;
use super::{page, reading, setting, subject};
use crate::Description;

/// Turns evidence into a description. There is always a name.
pub(in crate::embedded) fn describe(seen: &Evidence<'_>) -> Description {
    let draft = Draft::new(seen);
    let name = join(&draft.phrases, Description::MAX_CHARS);
    Description {
        alternatives: alternatives(seen, &draft, &name),
        name,
        tags: tags(seen),
        source: "embedded".to_owned(),
        confidence: Some(draft.confidence),
    }
}

/// Phrases in the order they are said; the first is the subject.
struct Draft {
    phrases: Vec<String>,
    confidence: f32,
}

impl Draft {
    fn new(seen: &Evidence<'_>) -> Self {
        let page = page::page(seen);
        if let Some(phrases) = reading::phrases(seen, page) {
            return Self { phrases, confidence: 0.7 };
        }
        if let Some(page) = page {
            let colour = if page == "graphic" { seen.look.colour(None).unwrap_or_default() } else { "" };
            return Self { phrases: vec![format!("{colour} {page}")], confidence: 0.5 };
        }
        let stands = |item: &&Item| !matches!(item.thing().role, Role::Side | Role::Under);
        let sized = |item: &&Item| item.largest.area.size() > 0.02 || item.agree > 0.15;
        let main = seen.things.iter().filter(sized).find(stands).or(seen.things.iter().find(sized));
        match main {
            Some(item) if !classifier_leads(seen, item) => Self::of_things(seen, rider(seen, item)),
            _ => Self::of_classes(seen),
        }
    }

    fn of_things(seen: &Evidence<'_>, main: &Item) -> Self {
        let kind = thing_kind(main);
        let mut phrases = vec![with_colour(seen, main, subject::named(seen, main))];
        phrases.extend(portrait(main, kind));
        let others: Vec<&Item> = seen.things.iter().filter(|other| worth_saying(main, other)).collect();
        phrases.extend(others.iter().take(2).map(|other| beside(seen, main, other)));
        phrases.extend(class_beside(seen, main));
        phrases.extend(setting::phrases(seen, Some(kind), None));
        Self { phrases, confidence: main.largest.score }
    }

    fn of_classes(seen: &Evidence<'_>) -> Self {
        let ranked = seen.ranked();
        let best = ranked[0];
        let mass = seen.mass_of(best);
        if let Some(scene) = scene(seen, mass) {
            let mut phrases = vec![scene.to_owned()];
            phrases.extend(setting::phrases(seen, None, None));
            return Self { phrases, confidence: 0.3 };
        }
        let group = &LEXICON.groups[best];
        let mut head = seen.name(best).to_owned();
        let built = |group: usize| LEXICON.groups[group].kind == Kind::Building;
        if built(best)
            && mass < 0.5
            && ranked[1..4].iter().any(|&group| built(group) && seen.mass_of(group) > 0.1)
        {
            head = "building".to_owned();
        }
        if colourful(group.kind, group.word) {
            head = prefixed(seen.look.colour(None), head);
        }
        if group.word == "mountain" && seen.look.snow > 0.5 {
            head = "snowy mountains".to_owned();
        }
        if group.kind == Kind::Plant && group.word == "plant" && seen.look.autumn > 0.4 {
            head = "autumn leaves plant".to_owned();
        }
        let mut phrases = vec![head];
        let worn = group.kind == Kind::Clothing;
        // A small animal that the classifier does not see at all must be fairly certain.
        let certain =
            |item: &&Item| thing_kind(item) != Kind::Animal || item.largest.score > 0.52 || item.agree > 0.05;
        let small = seen
            .things
            .iter()
            .filter(|item| item.thing().role != Role::Under && !(worn && item.label == PERSON))
            .filter(certain)
            .take(1);
        phrases.extend(small.map(|item| format!("with {}", subject::named(seen, item))));
        let second = ranked[1];
        if seen.mass_of(second) > 0.25 && LEXICON.groups[second].place.is_none() {
            phrases.push(format!("and {}", seen.name(second)));
        }
        phrases.extend(setting::phrases(seen, Some(group.kind), Some(best)));
        if phrases[0].starts_with("snowy") {
            phrases.retain(|phrase| phrase != "in snow");
        }
        Self { phrases, confidence: mass }
    }
}

/// The detector's thing is small or unsure, and the classifier is sure of something else.
fn classifier_leads(seen: &Evidence<'_>, item: &Item) -> bool {
    let best = seen.ranked()[0];
    let (group, mass) = (&LEXICON.groups[best], seen.mass_of(best));
    let (size, role) = (item.largest.area.size(), item.thing().role);
    if item.thing().groups.contains(&best) {
        return role == Role::Side && mass > 0.3;
    }
    match (item.label, role) {
        (PERSON, _) => match group.kind {
            Kind::Clothing => item.largest.score < 0.6 && mass > 0.6,
            Kind::Document => mass > 0.6,
            _ => size < 0.03 && mass > 0.45,
        },
        (_, Role::Under) if item.thing().word != "table" && size > 0.25 => mass > 0.4,
        (_, Role::Side | Role::Under) => mass > 0.2,
        (_, Role::Held) => mass > 0.45 || (size < 0.1 && mass > 0.3),
        _ => (size < 0.08 && mass > 0.45) || (item.largest.score < 0.62 && mass > 0.6),
    }
}

/// A bicycle with somebody is somebody on a bicycle.
fn rider<'a>(seen: &'a Evidence<'_>, main: &'a Item) -> &'a Item {
    let person = seen.things.iter().find(|item| item.label == PERSON && item.count <= 3);
    match person {
        Some(person)
            if main.thing().role == Role::Ride && person.largest.area.shared(&main.largest.area) > 0.02 =>
        {
            person
        }
        _ => main,
    }
}

fn thing_kind(item: &Item) -> Kind {
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
fn with_colour(seen: &Evidence<'_>, item: &Item, words: String) -> String {
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

fn prefixed(colour: Option<&str>, words: String) -> String {
    match colour {
        Some(colour) if !words.split(' ').any(|word| word == colour) => format!("{colour} {words}"),
        _ => words,
    }
}

fn colourful(kind: Kind, word: &str) -> bool {
    matches!(kind, Kind::Clothing | Kind::Furniture | Kind::Device | Kind::Tool | Kind::Instrument)
        || (kind == Kind::Object && word != "bubbles")
        || matches!(word, "flower" | "butterfly" | "sign")
}

/// One person or animal that fills the picture.
fn portrait(main: &Item, kind: Kind) -> Option<String> {
    let size = main.largest.area.size();
    match kind {
        Kind::Person if main.count == 1 && size > 0.6 => Some("portrait".to_owned()),
        Kind::Animal if main.count == 1 && size > 0.68 => Some("close up".to_owned()),
        _ => None,
    }
}

fn worth_saying(main: &Item, other: &Item) -> bool {
    let side = other.thing().role == Role::Side;
    other.label != main.label && !(side && thing_kind(main) != Kind::Food) && other.largest.score > 0.45
}

/// "on couch", "with umbrella", "and car": how a second thing belongs to the first.
fn beside(seen: &Evidence<'_>, main: &Item, other: &Item) -> String {
    let words = subject::named(seen, other);
    let lives = matches!(thing_kind(main), Kind::Person | Kind::Animal);
    match other.thing().role {
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
    }
}

/// What the classifier adds to the detector's subject.
fn class_beside(seen: &Evidence<'_>, main: &Item) -> Option<String> {
    let taken = |group: usize| {
        let kind = LEXICON.groups[group].kind;
        seen.things.iter().any(|item| {
            item.thing().groups.contains(&group)
                || (item.label != PERSON && super::evidence::family_kind(item.label) == Some(kind))
        })
    };
    let group = seen.ranked().into_iter().find(|&group| LEXICON.groups[group].place.is_none())?;
    let (kind, mass) = (LEXICON.groups[group].kind, seen.mass_of(group));
    if taken(group) {
        return None;
    }
    let name = seen.name(group);
    match kind {
        Kind::Clothing if main.label == PERSON && main.count == 1 && mass > 0.5 => Some(format!("in {name}")),
        Kind::Person | Kind::Document | Kind::Clothing => None,
        Kind::Animal | Kind::Plant if mass > 0.55 => Some(format!("with {name}")),
        _ if mass > 0.5 => Some(format!("with {name}")),
        _ => None,
    }
}

/// What colours alone tell, for pictures in which neither network is sure of anything.
fn scene(seen: &Evidence<'_>, mass: f32) -> Option<&'static str> {
    let look = seen.look;
    if look.mean < 40.0 && look.stars > 0.006 && seen.mass("building") < 0.3 {
        return Some("stars in night sky");
    }
    if mass > 0.2 {
        return None;
    }
    Some(if look.green > 0.5 {
        "green plants"
    } else if look.autumn > 0.5 {
        "autumn leaves"
    } else if look.sky > 0.9 {
        "sky"
    } else if mass > 0.14 {
        return None;
    } else if look.grey {
        "photo"
    } else {
        "close up"
    })
}

fn alternatives(seen: &Evidence<'_>, draft: &Draft, name: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |phrases: &[String]| {
        let other = join(phrases, Description::MAX_CHARS);
        if !other.is_empty() && other != name && !names.contains(&other) {
            names.push(other);
        }
    };
    add(&draft.phrases[..draft.phrases.len().min(2)]);
    add(&draft.phrases[..1]);
    for &group in seen.ranked().iter().take(2).filter(|&&group| seen.mass_of(group) > 0.15) {
        let mut phrases = vec![seen.name(group).to_owned()];
        phrases.extend_from_slice(&draft.phrases[1..]);
        add(&phrases);
    }
    names.truncate(3);
    names
}

fn tags(seen: &Evidence<'_>) -> Vec<String> {
    let things = seen.things.iter().map(|item| item.thing().word);
    let sure = seen.ranked().into_iter().filter(|&group| seen.mass_of(group) > 0.15);
    let groups = sure.flat_map(|group| [seen.name(group), LEXICON.groups[group].word]);
    let mut tags: Vec<String> = Vec::new();
    for word in things.chain(groups) {
        if !tags.iter().any(|tag| tag == word) {
            tags.push(word.to_owned());
        }
    }
    tags
}
