//! The choice of the subject and the phrases around it, in the order they are said.

use super::beside::{beside, class_beside, portrait, with_colour, worth_saying};
use super::classed::of_classes;
use super::evidence::{Evidence, Item};
use super::lead::{classifier_leads, rider};
use super::lexicon::Role;
use super::named::{LEVELS, LISTS};
use super::phrase::Phrase;
use super::placed::{of_place, of_word};
use super::role::implied;
use super::{expertise, facts, goods, judge, page, reading, rival, setting, subject, support, tagged, trust};

/// How sure a name is that was made of read text, or of a page's look.
const READ: f32 = 0.7;
const LAID_OUT: f32 = 0.5;
/// A thing that fills no more than this is the subject only when the classifier sees it, too.
const SPECK: f32 = 0.02;
/// How many things are said with a subject.
const MOST_WITH: usize = 2;

/// Phrases in the order they are said; the first is the subject.
pub(super) struct Draft {
    pub(super) phrases: Vec<Phrase>,
    /// The same with other subjects that are likely, best first.
    pub(super) others: Vec<Vec<Phrase>>,
    /// Everything after the subject is quoted from the image.
    pub(super) quoted: bool,
    /// Neither a page nor a graphic.
    pub(super) is_photo: bool,
}

impl Draft {
    /// For a language that may have no words for some phrases: `speaks` says so, by phrase and place.
    pub(super) fn new(seen: &Evidence<'_>, speaks: &dyn Fn(&str, usize) -> bool) -> Self {
        let draft = Self::ruled(seen);
        if !draft.is_photo {
            return draft;
        }
        let judge::Judged { phrases, mut others } = judge::judged(seen, draft.phrases.clone(), speaks);
        others.iter_mut().for_each(|phrases| facts::backed(seen, phrases));
        Self { phrases: facts::told(seen, &draft.phrases, phrases, speaks), others, ..draft }
    }

    /// What the rules say.
    pub(super) fn ruled(seen: &Evidence<'_>) -> Self {
        let page = page::page(seen);
        if let Some(phrases) = reading::phrases(seen, page) {
            let phrases = phrases.into_iter().map(|words| Phrase::new(words, READ)).collect();
            return Self { phrases, others: Vec::new(), quoted: true, is_photo: false };
        }
        if page == Some("illustration") {
            return Self { phrases: illustration(seen), others: Vec::new(), quoted: false, is_photo: false };
        }
        if let Some(page) = page {
            let colour = if page == "graphic" { seen.look.colour(None).unwrap_or_default() } else { "" };
            let phrases = vec![Phrase::new(format!("{colour} {page}"), LAID_OUT)];
            return Self { phrases, others: Vec::new(), quoted: false, is_photo: false };
        }
        let phrases = expertise::served(trust::trusted(seen, all(seen)));
        Self { phrases, others: Vec::new(), quoted: false, is_photo: true }
    }

    /// How sure the subject is.
    pub(super) fn confidence(&self) -> f32 {
        self.phrases.first().map_or(0.0, |subject| subject.sure)
    }
}

/// "illustration of horse", where the networks are sure of what is drawn.
fn illustration(seen: &Evidence<'_>) -> Vec<Phrase> {
    let drawn = photo(seen).into_iter().next().filter(|subject| subject.sure >= LEVELS.illustrated);
    let of = drawn.map(|subject| Phrase::new(format!("of {}", subject.words), subject.sure));
    std::iter::once(Phrase::new("illustration", READ)).chain(of).collect()
}

/// All that can be said of a photo, sure or not.
pub(super) fn all(seen: &Evidence<'_>) -> Vec<Phrase> {
    let phrases = expertise::sharpened(seen, photo(seen));
    phrases.first().and_then(|subject| goods::phrases(seen, subject)).unwrap_or(phrases)
}

/// The phrases of the rules, or those of what head and sentence see instead of their subject.
fn photo(seen: &Evidence<'_>) -> Vec<Phrase> {
    let phrases = ruled(seen);
    match phrases.first().and_then(|subject| rival::rival(seen, subject)) {
        Some(word) => and_added(seen, of_word(seen, word, None)),
        None => phrases,
    }
}

fn ruled(seen: &Evidence<'_>) -> Vec<Phrase> {
    let stands = |item: &&Item| !matches!(item.thing().role, Role::Side | Role::Under);
    let sized = |item: &&Item| item.largest.area.size() > SPECK || item.agree > LEVELS.seconded;
    let word = tagged::leading_word(seen);
    // What else there is to say, when the detector is not believed.
    let other = word.is_some() || seen.mass_of(seen.ranked()[0]) > LEVELS.unseen;
    let doubted = |item: &Item| {
        support::denied(seen, item) || support::speck(seen, item) || rival::hardly_anybody(seen, item)
    };
    let heard = |item: &&Item| sized(item) && !(other && doubted(item));
    let main = seen.things.iter().filter(heard).find(stands).or(seen.things.iter().find(heard));
    // An animal in a field is an animal; a desk in an office is an office.
    let stands =
        word.as_ref().is_some_and(|word| main.is_none() && !LISTS.furnishing.contains(&&*word.words));
    if let Some(place) = tagged::leading_place(seen, main).filter(|_| !stands) {
        return and_added(seen, of_place(seen, place));
    }
    match (main, word) {
        (Some(item), Some(word)) if tagged::served(item, &word) => and_added(seen, of_word(seen, word, None)),
        (Some(item), _) if !classifier_leads(seen, item) => of_things(seen, rider(seen, item)),
        (_, Some(word)) => and_added(seen, of_word(seen, word, None)),
        _ => and_added(seen, of_classes(seen)),
    }
}

/// The things that only the head sees, at the end.
fn and_added(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let added = support::added(seen, &phrases, |_| false);
    phrases.extend(added);
    phrases
}

fn of_things(seen: &Evidence<'_>, main: &Item) -> Vec<Phrase> {
    let kind = main.thing().kind;
    let words = with_colour(seen, main, subject::named(seen, main));
    let mut phrases = vec![Phrase::new(words, subject::certainty(seen, main))];
    phrases.extend(portrait(main, kind));
    phrases.extend(tagged::doing(seen, main.thing().word, kind));
    let others = seen
        .things
        .iter()
        .filter(|other| worth_saying(main, other) && support::thing_beside(seen, other))
        .filter(|other| !implied(seen, main, other.thing().word));
    phrases.extend(others.take(MOST_WITH).map(|other| beside(seen, main, other)));
    phrases.extend(class_beside(seen, main));
    let setting = setting::phrases(seen, Some(kind), None);
    let told =
        |phrase: &Phrase| phrase.words.rsplit(' ').next().is_some_and(|place| implied(seen, main, place));
    phrases.extend(setting.into_iter().filter(|phrase| !told(phrase)));
    let added = support::added(seen, &phrases, |word| implied(seen, main, word));
    phrases.extend(added);
    phrases
}
