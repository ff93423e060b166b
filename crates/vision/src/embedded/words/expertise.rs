//! What the expert for dishes adds. It knows nothing but food, so it is asked only where another network sees some, and
//! it yields to nouns that the others know better.

use super::super::detector::LABELS;
use super::super::expert::{DISHES, Opinion};
use super::super::photos::{Family, PHOTOS, Shown};
use super::super::tags::{TAGS, TagKind};
use super::evidence::Evidence;
use super::grammar::GRAMMAR;
use super::lexicon::{Class, Kind, LEXICON};
use super::named::{LEVELS, LISTS};
use super::phrase::{Phrase, plural};

/// What is said of food instead of "with", and of a dish that the expert knows.
const SERVED: &[&str] = &["on plate", "on plates", "in bowl", "in bowls", "on table"];
const FILLED: &[&str] = &["on plate", "on plates", "in bowl", "in bowls", "in cup"];

/// Words of no more letters say nothing by themselves.
const SMALL: usize = 3;

/// Whether the expert for dishes is worth asking.
pub(in crate::embedded) fn sees_food(seen: &Evidence<'_>) -> bool {
    let found = seen.things.iter().any(|item| item.thing().kind == Kind::Food);
    found || surest(seen, TagKind::Food) >= LEVELS.edible
}

fn surest(seen: &Evidence<'_>, kind: TagKind) -> f32 {
    let tags = TAGS.words.iter().enumerate().filter(|(_, tag)| tag.kind == kind);
    tags.filter_map(|(at, _)| seen.tag(at)).fold(0.0, f32::max)
}

/// The phrases with the expert's word for the subject, where that is food and the expert is sure enough.
pub(super) fn sharpened(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let (Some(subject), Some(dish)) = (phrases.first(), &seen.dish) else { return phrases };
    let noun = noun(&subject.words);
    let Some(finer) = finer(seen, dish, &noun).filter(|_| is_food(&noun)) else { return phrases };
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
        first.come_first();
    }
    serve(&mut rest, FILLED);
    std::iter::once(finer).chain(rest).collect()
}

fn joins(phrase: &Phrase) -> bool {
    phrase.words.starts_with("and ") || phrase.words.starts_with("with ")
}

/// Food lies on a plate and in a bowl, where nothing else is said of its place.
fn serve(phrases: &mut [Phrase], ways: &[&str]) {
    // "with bowls and salad" is with salad in bowls.
    if let [.., dish, more] = phrases
        && let Some(food) = more.words.strip_prefix("and ").filter(|thing| is_food(&noun(thing)))
        && ways.iter().any(|way| dish.words.strip_prefix("with ") == way.get(3..))
    {
        more.words = format!("with {food}");
        std::mem::swap(dish, more);
    }
    let placed = |phrase: &Phrase| {
        let within = phrase.words.starts_with("on ") || phrase.words.starts_with("in ");
        within && !phrase.words.ends_with(" background")
    };
    if phrases.iter().any(|phrase| placed(phrase) || phrase.words.starts_with("and ")) {
        return;
    }
    for phrase in phrases {
        if let Some(served) = ways.iter().find(|served| phrase.words.strip_prefix("with ") == served.get(3..))
        {
            phrase.words = (*served).to_owned();
        }
    }
}

/// The phrases of a subject that is food, with what it lies on: "risotto in bowl", not "with bowl".
pub(super) fn served(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let Some(subject) = phrases.first() else { return phrases };
    let noun = noun(&subject.words);
    let shown = |shown: &Shown| shown.word == subject.words && shown.family == Family::Food;
    let food = !LISTS.dishware.contains(&noun.as_str())
        && (noun == "food" || is_food(&noun) || PHOTOS.iter().any(shown));
    let flat = LISTS.flat.contains(&noun.as_str());
    let ways: Vec<&str> =
        SERVED.iter().copied().filter(|way| food && !(flat && way.starts_with("in "))).collect();
    serve(&mut phrases[1..], &ways);
    phrases
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
    let known = |noun: &&str| is_food(noun);
    let tails = (0..words.len()).map(|at| words[at..].join(" "));
    let singular = |tail: String| {
        let one = tail.strip_suffix("es").filter(|one| known(one)).or_else(|| tail.strip_suffix('s'));
        one.filter(|one| known(one)).map_or_else(|| tail.clone(), str::to_owned)
    };
    let mut tails = tails.map(singular);
    tails.find(|tail| known(&tail.as_str())).unwrap_or_else(|| subject.to_owned())
}

pub(super) fn is_food(noun: &str) -> bool {
    is_kind_of_food(noun) || tag_kind(noun) == Some(TagKind::Food) || LISTS.dishware.contains(&noun)
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

fn is_kind_of_food(noun: &str) -> bool {
    let food = |kind: Kind| kind == Kind::Food;
    let class = |class: &Class| class.name.as_deref() == Some(noun) && food(LEXICON.groups[class.group].kind);
    let thing = |label| LEXICON.thing(label).is_some_and(|thing| thing.word == noun && food(thing.kind));
    LEXICON.groups.iter().any(|group| group.word == noun && food(group.kind))
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
