//! What the tagging head adds: who people are by what they do, what is done, where, and subjects that the other two
//! networks do not know.

use super::super::tags::{TAGS, TagKind};
use super::evidence::{Evidence, Item};
use super::grammar::{GRAMMAR, Place, Said};
use super::lexicon::{Kind, LEXICON, Role as Stance};
use super::named::{LEVELS, LISTS};
use super::phrase::Phrase;
use super::{subject, support};

/// A thing that fills no more than this is a part of its street, not the subject.
const PART_OF_STREET: f32 = 0.12;
/// The same of a room without seats, table or bed.
const PART_OF_ROOM: f32 = 0.12;

/// What the subject does: "jumping".
pub(super) fn doing(seen: &Evidence<'_>, word: &str, kind: Kind) -> Option<Phrase> {
    let (person, animal) = (kind == Kind::Person, kind == Kind::Animal);
    let fitting = GRAMMAR.doings.iter().filter(|doing| doing.fits(word, person, animal));
    let sure = fitting.filter_map(|doing| Some((doing.said.word, seen.says(doing.said)?)));
    let (word, sure) = sure.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Phrase::new(word, sure))
}

/// The most telling place: "in kitchen".
pub(super) fn place(seen: &Evidence<'_>) -> Option<(&'static Place, f32)> {
    let fits = |place: &&Place| !seen.things.iter().any(|item| GRAMMAR.rules_out(item.thing().word, place));
    GRAMMAR.places.iter().filter(fits).find_map(|place| Some((place, seen.says(place.said)?)))
}

/// "room with couch": furniture between walls, where the head sees no place that it knows.
fn room(seen: &Evidence<'_>, main: Option<&Item>) -> Option<Vec<Phrase>> {
    let furnished = seen.things.iter().any(|item| LISTS.roomy.contains(&item.thing().word));
    let part = |item: &&Item| furnished || item.largest.area.size() < PART_OF_ROOM;
    let item = main.filter(|item| LISTS.furnishing.contains(&item.thing().word)).filter(part)?;
    if seen.look.shows_alone() {
        return None;
    }
    let sure = seen.belief("indoors").filter(|&sure| sure >= LEVELS.walls)?;
    let mut phrases = vec![Phrase::new("room", sure)];
    // Things that are surer are said after it.
    if !seen.things.iter().any(|item| support::thing_beside(seen, item)) {
        phrases.push(Phrase::new(format!("with {}", subject::named(seen, item)), item.largest.score));
    }
    Some(phrases)
}

/// A place that is what the image is about: nothing else is there, or only what belongs to it. With what lies around
/// it: "mountains", "in snow".
pub(super) fn leading_place(seen: &Evidence<'_>, main: Option<&Item>) -> Option<Vec<Phrase>> {
    let Some((place, sure)) = place(seen).filter(|_| main.is_some() || !seen.look.shows_alone()) else {
        return room(seen, main);
    };
    let alone = place.alone?;
    let street = LISTS.street.contains(&place.said.word);
    let belongs = main.is_none_or(|item| {
        let word = item.thing().word;
        let small = item.largest.area.size() < PART_OF_STREET;
        LISTS.furnishing.contains(&word) && !street
            || LISTS.traffic.contains(&word) && street && small
            || support::speck(seen, item)
    });
    let best = seen.ranked()[0];
    let other = match LEXICON.groups[best].kind {
        // "coast" says more than "water".
        Kind::Place => LISTS.vague.contains(&place.said.word) && seen.mass_of(best) >= LEVELS.clearer,
        Kind::Furniture | Kind::Device => false,
        _ => seen.mass_of(best) > LEVELS.classified,
    };
    (belongs && !other).then(|| and_around(seen, place, Phrase::new(alone, sure)))
}

fn and_around(seen: &Evidence<'_>, place: &Place, alone: Phrase) -> Vec<Phrase> {
    let others = || GRAMMAR.places.iter().filter_map(|other| Some((other, seen.says(other.said)?)));
    if let Some((around, sure)) = others().find(|(other, _)| surrounds(other, place)) {
        return vec![alone, Phrase::new(around.phrase, sure)];
    }
    let land = others().find(|(other, _)| surrounds(place, other));
    match land.and_then(|(land, sure)| Some((land.alone?, sure))) {
        Some((land, sure)) => vec![Phrase::new(land, sure), Phrase::new(place.phrase, alone.sure)],
        None => vec![alone],
    }
}

/// Whether another place lies in or by this one: "mountains in snow".
fn surrounds(place: &Place, land: &Place) -> bool {
    LISTS.around.contains(&place.said.word) && LISTS.land.contains(&land.said.word)
}

/// A word of the head as the subject, where the classifier is not sure of anything.
pub(super) fn leading_word(seen: &Evidence<'_>) -> Option<Phrase> {
    let best = seen.mass_of(seen.ranked()[0]);
    let surest = |said: &mut dyn Iterator<Item = Said>| {
        let sure = said.filter_map(|said| Some((said.word, seen.says(said)?)));
        sure.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let animal = surest(&mut GRAMMAR.animals.iter().map(|animal| animal.said));
    let word = animal.filter(|_| best < LEVELS.unshaken).or_else(|| {
        let roles = GRAMMAR.roles.iter().map(|role| role.said).filter(|said| said.word != "child");
        let words = GRAMMAR.things.iter().map(|thing| thing.said);
        let words = words.filter(|said| said.word != "food" || support::tasted(seen));
        surest(&mut roles.chain(words))
    });
    let group = seen.ranked()[0];
    let word = word.map(|(word, sure)| Phrase::new(word, sure));
    word.filter(|word| {
        animal.is_some() && best < LEVELS.unshaken
            || best < LEVELS.classified
            || support::overruled(seen, group, word)
    })
}

/// Whether the word is food and the thing no more than what holds it: a salad in a bowl is a salad.
pub(super) fn served(item: &Item, word: &Phrase) -> bool {
    let food = GRAMMAR.tag_of(&word.words).is_some_and(|tag| TAGS.words[tag].kind == TagKind::Food);
    food && matches!(item.thing().role, Stance::Side | Stance::Under)
}
