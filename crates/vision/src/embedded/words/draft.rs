//! The choice of the subject and the phrases around it, in the order they are said.

use super::beside::{
    beside, class_beside, colourful, portrait, prefixed, thing_kind, with_colour, worth_saying,
};
use super::evidence::{Evidence, Item, PERSON};
use super::grammar::GRAMMAR;
use super::lexicon::{Kind, LEXICON, Role};
use super::phrase::Phrase;
use super::{page, reading, setting, subject, support, tagged};

/// How sure a name is that was made of read text, of a page's look, or of colours alone.
const READ: f32 = 0.7;
const LAID_OUT: f32 = 0.5;
const COLOURED: f32 = 0.3;
/// A classifier that believes no more than this in anything saw nothing.
const UNSEEN: f32 = 0.2;

/// Phrases in the order they are said; the first is the subject.
pub(super) struct Draft {
    pub(super) phrases: Vec<Phrase>,
    /// Everything after the subject is quoted from the picture.
    pub(super) quoted: bool,
}

impl Draft {
    pub(super) fn new(seen: &Evidence<'_>) -> Self {
        let page = page::page(seen);
        if let Some(phrases) = reading::phrases(seen, page) {
            let phrases = phrases.into_iter().map(|words| Phrase::new(words, READ)).collect();
            return Self { phrases, quoted: true };
        }
        if let Some(page) = page {
            let colour = if page == "graphic" { seen.look.colour(None).unwrap_or_default() } else { "" };
            return Self::saying(vec![Phrase::new(format!("{colour} {page}"), LAID_OUT)]);
        }
        Self::saying(photo(seen))
    }

    fn saying(phrases: Vec<Phrase>) -> Self {
        Self { phrases, quoted: false }
    }

    /// How sure the subject is.
    pub(super) fn confidence(&self) -> f32 {
        self.phrases.first().map_or(0.0, |subject| subject.sure)
    }
}

fn photo(seen: &Evidence<'_>) -> Vec<Phrase> {
    let stands = |item: &&Item| !matches!(item.thing().role, Role::Side | Role::Under);
    let sized = |item: &&Item| item.largest.area.size() > 0.02 || item.agree > 0.15;
    let word = tagged::leading_word(seen);
    // What else there is to say, when the detector is not believed.
    let other = word.is_some() || seen.mass_of(seen.ranked()[0]) > UNSEEN;
    let heard = |item: &&Item| sized(item) && !(other && support::denied(seen, item));
    let main = seen.things.iter().filter(heard).find(stands).or(seen.things.iter().find(heard));
    // An animal in a field is an animal; a desk in an office is an office.
    let stands = word.as_ref().is_some_and(|word| main.is_none() && !GRAMMAR.furnishes(&word.words));
    if let Some(place) = tagged::leading_place(seen, main).filter(|_| !stands) {
        return and_added(seen, of_place(seen, place));
    }
    match (main, word) {
        (Some(item), Some(word)) if tagged::served(item, &word) => and_added(seen, of_word(seen, word)),
        (Some(item), _) if !classifier_leads(seen, item) => of_things(seen, rider(seen, item)),
        (_, Some(word)) => and_added(seen, of_word(seen, word)),
        _ => and_added(seen, of_classes(seen)),
    }
}

/// The things that only the head sees, at the end.
fn and_added(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let added = support::added(seen, &phrases, |_| false);
    phrases.extend(added);
    phrases
}

/// "kitchen with table".
fn of_place(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    phrases.extend(with_things(seen, 2));
    phrases.extend(setting::light_of(seen, Some(Kind::Place)));
    phrases
}

/// "giraffe in field", for what neither detector nor classifier knows.
fn of_word(seen: &Evidence<'_>, word: Phrase) -> Vec<Phrase> {
    let mut phrases = vec![word];
    phrases.extend(with_things(seen, 1));
    phrases.extend(setting::phrases(seen, None, None));
    phrases
}

/// "with table", "and chair".
fn with_things(seen: &Evidence<'_>, most: usize) -> Vec<Phrase> {
    let sure = seen.things.iter().filter(|item| support::thing_beside(seen, item));
    let named = sure.take(most).enumerate().map(|(at, item)| {
        let small = if at == 0 { "with" } else { "and" };
        Phrase::new(format!("{small} {}", subject::named(seen, item)), item.largest.score)
    });
    named.collect()
}

fn of_things(seen: &Evidence<'_>, main: &Item) -> Vec<Phrase> {
    let kind = thing_kind(main);
    let words = with_colour(seen, main, subject::named(seen, main));
    let mut phrases = vec![Phrase::new(words, subject::certainty(seen, main))];
    phrases.extend(portrait(main, kind));
    phrases.extend(tagged::doing(seen, main.thing().word, kind));
    let others = seen
        .things
        .iter()
        .filter(|other| worth_saying(main, other) && support::thing_beside(seen, other))
        .filter(|other| !tagged::implied(seen, main, other.thing().word));
    phrases.extend(others.take(2).map(|other| beside(seen, main, other)));
    phrases.extend(class_beside(seen, main));
    let setting = setting::phrases(seen, Some(kind), None);
    let told = |phrase: &Phrase| {
        phrase.words.rsplit(' ').next().is_some_and(|place| tagged::implied(seen, main, place))
    };
    phrases.extend(setting.into_iter().filter(|phrase| !told(phrase)));
    let added = support::added(seen, &phrases, |word| tagged::implied(seen, main, word));
    phrases.extend(added);
    phrases
}

fn of_classes(seen: &Evidence<'_>) -> Vec<Phrase> {
    let ranked = seen.ranked();
    let best = ranked[0];
    let mass = seen.mass_of(best);
    if let Some(scene) = scene(seen, mass) {
        let mut phrases = vec![Phrase::new(scene, COLOURED)];
        phrases.extend(setting::phrases(seen, None, None));
        return phrases;
    }
    let group = &LEXICON.groups[best];
    let mut phrases = vec![Phrase::new(class_subject(seen, &ranked), mass)];
    let worn = group.kind == Kind::Clothing;
    // A small animal that the classifier does not see at all must be fairly certain.
    let certain =
        |item: &&Item| thing_kind(item) != Kind::Animal || item.largest.score > 0.52 || item.agree > 0.05;
    let beside = |item: &&Item| item.thing().role != Role::Under && !(worn && item.label == PERSON);
    let mut sure = seen.things.iter().filter(beside).filter(|item| support::thing_beside(seen, item));
    let small = sure.find(certain);
    phrases.extend(
        small.map(|item| Phrase::new(format!("with {}", subject::named(seen, item)), item.largest.score)),
    );
    let second = ranked[1];
    let around = LEXICON.groups[second].place.is_some();
    if seen.mass_of(second) > 0.25 && !around && support::class_beside(seen, second) {
        phrases.push(Phrase::new(format!("and {}", seen.name(second)), seen.mass_of(second)));
    }
    phrases.extend(setting::phrases(seen, Some(group.kind), Some(best)));
    if phrases[0].words.starts_with("snowy") {
        phrases.retain(|phrase| phrase.words != "in snow");
    }
    phrases
}

/// What the classifier is surest of, in everyday words.
fn class_subject(seen: &Evidence<'_>, ranked: &[usize]) -> String {
    let best = ranked[0];
    let group = &LEXICON.groups[best];
    let built = |group: usize| LEXICON.groups[group].kind == Kind::Building;
    let rival = |&group: &usize| built(group) && seen.mass_of(group) > 0.1;
    let mut head = seen.name(best).to_owned();
    if built(best) && seen.mass_of(best) < 0.5 && ranked[1..4].iter().any(rival) {
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
    head
}

/// The detector's thing is small or unsure, and the classifier is sure of something else.
fn classifier_leads(seen: &Evidence<'_>, item: &Item) -> bool {
    let best = seen.ranked()[0];
    let (group, mass) = (&LEXICON.groups[best], seen.mass_of(best));
    let (size, role) = (item.largest.area.size(), item.thing().role);
    if item.thing().groups.contains(&best) {
        return role == Role::Side && mass > 0.3;
    }
    if support::disputed(seen, item, best) {
        return false;
    }
    if support::outvoted(seen, item, best) {
        return true;
    }
    match (item.label, role) {
        (PERSON, _) => match group.kind {
            Kind::Clothing => item.largest.score < 0.6 && mass > 0.6,
            Kind::Document => mass > 0.6,
            // Before a plain ground, somebody small is a picture on a screen or a box.
            Kind::Device if seen.look.shows_alone() => size < 0.2 && mass > 0.4,
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
