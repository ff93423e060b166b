//! What the experts add: a dish for food, a plant for flowers and trees. An expert knows nothing but its kind, so it is
//! asked only where another network sees that, and it yields to nouns that the others know better.

use super::super::detector::LABELS;
use super::super::expert::{DISHES, Opinion};
use super::super::tags::{TAGS, TagKind};
use super::evidence::Evidence;
use super::grammar::GRAMMAR;
use super::lexicon::{Class, Kind, LEXICON};
use super::named::{LEVELS, LISTS};
use super::phrase::{Phrase, plural};

/// Words of no more letters say nothing by themselves.
const SMALL: usize = 3;

/// Whether the expert for dishes is worth asking.
pub(in crate::embedded) fn sees_food(seen: &Evidence<'_>) -> bool {
    let found = seen.things.iter().any(|item| item.thing().kind == Kind::Food);
    found || surest(seen, TagKind::Food) >= LEVELS.edible
}

/// The same of the expert for plants.
pub(in crate::embedded) fn sees_plants(seen: &Evidence<'_>) -> bool {
    let heard = LISTS.growing.iter().filter_map(|word| seen.belief(word)).fold(0.0, f32::max);
    heard >= LEVELS.growing || mass_of_kind(seen, Kind::Plant) >= LEVELS.growing
}

fn surest(seen: &Evidence<'_>, kind: TagKind) -> f32 {
    let tags = TAGS.words.iter().enumerate().filter(|(_, tag)| tag.kind == kind);
    tags.filter_map(|(at, _)| seen.tag(at)).fold(0.0, f32::max)
}

fn mass_of_kind(seen: &Evidence<'_>, kind: Kind) -> f32 {
    let of_kind = |group: &usize| LEXICON.groups[*group].kind == kind;
    (0..LEXICON.groups.len()).filter(of_kind).map(|group| seen.mass_of(group)).sum()
}

/// The phrases with an expert's word for the subject, where that is of its kind and the expert is sure enough.
pub(super) fn sharpened(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let Some(subject) = phrases.first().filter(|_| seen.dish.is_some() || seen.plant.is_some()) else {
        return phrases;
    };
    let noun = noun(&subject.words);
    let dish = seen.dish.as_ref().filter(|_| is_food(&noun));
    let plant = seen.plant.as_ref().filter(|_| is_plant(&noun));
    let finer = dish.or(plant).and_then(|opinion| finer(seen, opinion, &noun));
    let Some(finer) = finer else { return phrases };
    let mut rest = phrases.split_off(1);
    // What others are sure of is a part of the dish: "french toast with bananas".
    let part = LISTS.topping.contains(&noun.as_str()) && heard(seen, &noun) >= LEVELS.agreed;
    if part {
        rest.insert(0, Phrase::new(format!("with {}", phrases[0].words), phrases[0].sure));
    }
    // A part that only says again what the subject says now.
    let repeats =
        |phrase: &Phrase| said(phrase).any(|word| finer.words.split(' ').any(|own| same(own, word)));
    let other_food = |phrase: &Phrase| {
        let (_, noun) = phrase.words.split_once(' ').unwrap_or_default();
        tag_kind(noun) == Some(TagKind::Food) && !LISTS.topping.contains(&noun)
    };
    rest.retain(|phrase| !repeats(phrase) && !other_food(phrase));
    if let Some(first) = rest.iter_mut().find(|phrase| joins(phrase)) {
        first.words = first.words.replacen("and ", "with ", 1);
    }
    serve(&mut rest);
    std::iter::once(finer).chain(rest).collect()
}

fn joins(phrase: &Phrase) -> bool {
    phrase.words.starts_with("and ") || phrase.words.starts_with("with ")
}

/// Food lies on a plate and in a bowl, where nothing else is said of its place.
fn serve(phrases: &mut [Phrase]) {
    let placed = phrases.iter().any(|phrase| {
        phrase.words.starts_with("on ") || phrase.words.starts_with("in ") || phrase.words.starts_with("and ")
    });
    for phrase in phrases.iter_mut().filter(|_| !placed) {
        for (with, lies) in [("with plate", "on plate"), ("with bowl", "in bowl"), ("with cup", "in cup")] {
            if phrase.words == with {
                phrase.words = lies.to_owned();
            }
        }
    }
}

/// The expert's word, or that of its family, which is less often wrong.
fn finer(seen: &Evidence<'_>, opinion: &Opinion, noun: &str) -> Option<Phrase> {
    let bland = LISTS.bland.contains(&noun);
    let Opinion { word, sure, rare, family, general, .. } = opinion;
    let last = word.rsplit(' ').next().unwrap_or(word);
    let agreed = heard(seen, family).max(heard(seen, last)) >= LEVELS.agreed;
    let least = match () {
        () if *rare => LEVELS.expert_rare,
        () if agreed => LEVELS.expert_agreed,
        () if bland => LEVELS.expert_bland,
        () => LEVELS.expert,
    };
    if *sure >= least && !same(word, noun) {
        return Some(Phrase::new(word.as_str(), *sure));
    }
    let (family, sure) = general;
    (bland && *sure >= LEVELS.expert_family && !same(family, noun))
        .then(|| Phrase::new(family.as_str(), *sure))
}

/// How much the head believes in a word, in either number.
fn heard(seen: &Evidence<'_>, word: &str) -> f32 {
    let heard = [word.to_owned(), plural(word), word.trim_end_matches('s').to_owned()];
    heard.iter().filter_map(|word| seen.belief(word)).fold(0.0, f32::max)
}

/// The noun of a subject, without its number and colour: "plate" of "two white plates".
fn noun(subject: &str) -> String {
    let words: Vec<&str> = subject.split(' ').collect();
    let known = |noun: &&str| is_food(noun) || is_plant(noun);
    let tails = (0..words.len()).map(|at| words[at..].join(" "));
    let singular = |tail: String| {
        let one = tail.strip_suffix("es").filter(|one| known(one)).or_else(|| tail.strip_suffix('s'));
        one.filter(|one| known(one)).map_or_else(|| tail.clone(), str::to_owned)
    };
    let mut tails = tails.map(singular);
    tails.find(|tail| known(&tail.as_str())).unwrap_or_else(|| subject.to_owned())
}

pub(super) fn is_food(noun: &str) -> bool {
    is_of(noun, Kind::Food) || tag_kind(noun) == Some(TagKind::Food) || LISTS.dishware.contains(&noun)
}

/// Whether a noun is a dish that the expert knows by name.
pub(super) fn is_dish(noun: &str) -> bool {
    DISHES.lines().filter(|line| !line.starts_with('#')).any(|line| {
        let mut columns = line.split(" | ");
        let word = columns.next().is_some_and(|word| same(word, noun));
        let labels = columns.last().unwrap_or_default();
        word || labels.split(", ").any(|label| label.eq_ignore_ascii_case(noun))
    })
}

fn is_plant(noun: &str) -> bool {
    is_of(noun, Kind::Plant) || LISTS.growing.contains(&noun)
}

fn is_of(noun: &str, kind: Kind) -> bool {
    let class =
        |class: &Class| class.name.as_deref() == Some(noun) && LEXICON.groups[class.group].kind == kind;
    let thing = |label| LEXICON.thing(label).is_some_and(|thing| thing.word == noun && thing.kind == kind);
    LEXICON.groups.iter().any(|group| group.word == noun && group.kind == kind)
        || LEXICON.classes.iter().any(class)
        || (0..LABELS).any(thing)
}

fn tag_kind(noun: &str) -> Option<TagKind> {
    GRAMMAR.tag_of(noun).map(|tag| TAGS.words[tag].kind)
}

/// The words of a phrase that are no small words.
fn said(phrase: &Phrase) -> impl Iterator<Item = &str> {
    phrase.words.split(' ').filter(|word| word.len() > SMALL)
}

fn same(a: &str, b: &str) -> bool {
    a == b || plural(a) == b || plural(b) == a
}
