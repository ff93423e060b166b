//! What the tagging head adds: who people are by what they do, what is done, where, and subjects that the other two
//! networks do not know.

use super::super::tags::{TAGS, TagKind};
use super::evidence::{Evidence, Item, PERSON};
use super::grammar::{GRAMMAR, Place, Role, Said};
use super::lexicon::{Kind, LEXICON, Role as Stance};
use super::phrase::Phrase;
use super::support;

/// A classifier that believes this much in one group is not overruled by a word of the head.
const CLASSIFIER_SURE: f32 = 0.4;
/// Nor by an animal of the head that ImageNet lacks, from here on.
const CLASSIFIER_CERTAIN: f32 = 0.7;
/// A thing that fills no more than this is a part of its street, not the subject.
const PART_OF_STREET: f32 = 0.12;

impl Evidence<'_> {
    /// How sure the head is, when that is enough to say the word.
    pub(super) fn says(&self, said: Said) -> Option<f32> {
        self.tag(said.tag).filter(|&sure| sure >= said.least)
    }
}

/// The surest role of people: "surfer".
pub(super) fn role(seen: &Evidence<'_>) -> Option<(&'static Role, f32)> {
    let sure = GRAMMAR.roles.iter().filter_map(|role| Some((role, seen.says(role.said)?)));
    sure.max_by(|a, b| a.1.total_cmp(&b.1))
}

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
    GRAMMAR.places.iter().find_map(|place| Some((place, seen.says(place.said)?)))
}

/// A place that is what the picture is about: nothing else is there, or only what belongs to it.
pub(super) fn leading_place(seen: &Evidence<'_>, main: Option<&Item>) -> Option<Phrase> {
    let (place, sure) = place(seen).filter(|_| main.is_some() || !seen.look.shows_alone())?;
    let alone = place.alone?;
    let street = matches!(place.said.word, "street" | "road" | "city" | "parking lot");
    let belongs = main.is_none_or(|item| {
        let word = item.thing().word;
        let small = item.largest.area.size() < PART_OF_STREET;
        GRAMMAR.furnishes(word) && !street || GRAMMAR.drives(word) && street && small
    });
    let best = seen.ranked()[0];
    let other = seen.mass_of(best) > CLASSIFIER_SURE
        && !matches!(LEXICON.groups[best].kind, Kind::Place | Kind::Furniture | Kind::Device);
    (belongs && !other).then(|| Phrase::new(alone, sure))
}

/// A word of the head as the subject, where the classifier is not sure of anything.
pub(super) fn leading_word(seen: &Evidence<'_>) -> Option<Phrase> {
    let best = seen.mass_of(seen.ranked()[0]);
    let surest = |said: &mut dyn Iterator<Item = Said>| {
        let sure = said.filter_map(|said| Some((said.word, seen.says(said)?)));
        sure.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let animal = surest(&mut GRAMMAR.animals.iter().map(|animal| animal.said));
    let word = animal.filter(|_| best < CLASSIFIER_CERTAIN).or_else(|| {
        let roles = GRAMMAR.roles.iter().map(|role| role.said).filter(|said| said.word != "child");
        let words = GRAMMAR.things.iter().map(|thing| thing.said);
        let words = words.filter(|said| said.word != "food" || support::tasted(seen));
        surest(&mut roles.chain(words))
    });
    let group = seen.ranked()[0];
    let word = word.map(|(word, sure)| Phrase::new(word, sure));
    word.filter(|word| {
        animal.is_some() && best < CLASSIFIER_CERTAIN
            || best < CLASSIFIER_SURE
            || support::overruled(seen, group, word)
    })
}

/// Whether the word is food and the thing no more than what holds it: a salad in a bowl is a salad.
pub(super) fn served(item: &Item, word: &Phrase) -> bool {
    let food = GRAMMAR.tag_of(&word.words).is_some_and(|tag| TAGS.words[tag].kind == TagKind::Food);
    food && matches!(item.thing().role, Stance::Side | Stance::Under)
}

/// Whether a role already says what another thing or place would add.
pub(super) fn implied(seen: &Evidence<'_>, main: &Item, word: &str) -> bool {
    main.label == PERSON && role(seen).is_some_and(|(role, _)| role.implies.contains(&word))
}
