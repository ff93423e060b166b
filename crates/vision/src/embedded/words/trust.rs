//! How often a second fact of a name is right: what the networks think of its noun, weighed. Facts that are too often wrong
//! are left out. Fitted to captioned images by `scripts/eye/facts.py`; figures in `scripts/eye/README.md`.

use super::evidence::Evidence;
use super::grammar::{GRAMMAR, Role};
use super::lexicon::LEXICON;
use super::named::{LEVELS, LISTS};
use super::phrase::{Phrase, join, listed};
use super::told::{SOMEBODY, findable, heard, same, split};
use crate::Description;
use crate::bland::is_bland;

/// For nothing, the head's belief in the noun, how far that is above [`HIGH`], the detector's score, the share of sentences
/// that have the noun, and a place.
const WEIGHTS: [f32; 6] = [-0.76, -0.02, 1.56, 1.10, 1.97, 0.58];
/// Beliefs count more above this.
const HIGH: f32 = 0.75;
/// From this score on the detector found a thing, and its phrase is of no place.
const FOUND: f32 = 0.4;
/// Words before a noun.
const SMALL: &str = "a and at by in of on the under with two three four five many group crowd";
/// First words of phrases that a place follows.
const WHERE: &str = "in on at by";
/// What sentences call somebody.
const TOLD: &str = "person people man woman men women boy girl child children lady guy";
/// Last words of phrases that colours or the classifier tell and the head has no say in.
const LIGHT: &str = "background sky night sunset white";

/// The phrases without the facts that are too often wrong. Without the second eye all are kept.
pub(super) fn trusted(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    if seen.sentences.is_empty() || phrases.len() < 2 {
        return phrases;
    }
    let rest = phrases.split_off(1);
    let doubt = |phrase: &Phrase| doubted(seen, phrase).filter(|&sure| sure < least(phrase));
    let mut said = phrases.clone();
    said.extend(rest.iter().filter(|phrase| doubt(phrase).is_none()).cloned());
    // A name that would say next to nothing keeps its surest fact.
    let bland = is_bland(&join(&said, Description::MAX_CHARS));
    let left = rest.iter().filter_map(|phrase| Some((phrase, doubt(phrase)?)));
    let surest = left.max_by(|a, b| a.1.total_cmp(&b.1));
    let spared = surest.filter(|(_, sure)| bland && *sure >= LEVELS.fact_bland).map(|(phrase, _)| phrase);
    let stays = |phrase: &&Phrase| doubt(phrase).is_none() || spared == Some(phrase);
    phrases.extend(rest.iter().filter(stays).cloned());
    // "with cup and plate" without the cup.
    if rest.iter().find(|phrase| adds(phrase)).is_some_and(|phrase| phrase.words.starts_with("with ")) {
        return joined(phrases);
    }
    phrases
}

fn adds(phrase: &Phrase) -> bool {
    phrase.words.starts_with("with ") || phrase.words.starts_with("and ")
}

/// How sure a fact must be. Captions seldom mention water and mountains, so that facts about landscapes look wrong too often.
fn least(phrase: &Phrase) -> f32 {
    let nature = split(&phrase.words).last().is_some_and(|place| LISTS.nature.contains(&place));
    if nature { LEVELS.fact_nature } else { LEVELS.fact }
}

/// The first thing that is added comes with "with".
fn joined(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let rest = phrases.get_mut(1..).unwrap_or_default();
    let people = |phrase: &Phrase| listed(SOMEBODY, split(&phrase.words).last().unwrap_or_default());
    if let Some(first) = rest.iter_mut().find(|phrase| adds(phrase)).filter(|phrase| !people(phrase)) {
        first.come_first();
    }
    phrases
}

/// How sure a second fact is; `None` where the head knows nothing of its noun. A thing is invented where the detector did not find
/// it, although it seldom overlooks such a thing, or although a sentence lacks it.
fn doubted(seen: &Evidence<'_>, phrase: &Phrase) -> Option<f32> {
    let [belief, known, score, told] = signs(seen, &phrase.words);
    if adds(phrase) && known > 0.0 && score < FOUND && (told < 1.0 || is_findable(&phrase.words)) {
        return Some(0.0);
    }
    let (first, last) = (split(&phrase.words).next()?, split(&phrase.words).last()?);
    let done = GRAMMAR.doings.iter().any(|doing| doing.said.word == phrase.words);
    // Captions seldom tell what people wear, so they cannot say how often that is right.
    let worn = first == "in" && LISTS.worn.iter().any(|worn| phrase.words.ends_with(worn));
    let fact = done || listed(SMALL, first) && !listed(LIGHT, last) && !worn;
    let place = f32::from(u8::from(listed(WHERE, first) && score < FOUND));
    let parts = [1.0, belief, (belief - HIGH).max(0.0) / (1.0 - HIGH), score, told, place];
    let odds: f32 = parts.iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum();
    (fact && known > 0.0).then(|| 1.0 / (1.0 + (-odds).exp()))
}

/// Whether the detector would have found the thing that a phrase ends in.
fn is_findable(phrase: &str) -> bool {
    let words: Vec<&str> = split(phrase).collect();
    findable(&words, words.len().saturating_sub(1)).is_some()
}

/// What the networks think of a noun with small words before it: the head's belief and whether it knows the noun, the
/// detector's score, and the share of sentences that have it.
pub(super) fn signs(seen: &Evidence<'_>, phrase: &str) -> [f32; 4] {
    let words: Vec<&str> = split(phrase).filter(|word| !listed(SMALL, word)).collect();
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let nouns: Vec<String> = words.iter().map(|&word| word.to_owned()).chain(pairs).collect();
    let called = |word: &str| nouns.iter().any(|noun| same(noun, word));
    // An airliner is an airplane.
    let groups = (0..LEXICON.groups.len()).filter(|&group| called(seen.name(group)));
    let general = groups.map(|group| LEXICON.groups[group].word);
    let heard = nouns.iter().map(String::as_str).chain(general).filter_map(|noun| heard(seen, noun));
    let belief = heard.reduce(f32::max);
    let labelled = |label: usize| LEXICON.thing(label).is_some_and(|thing| called(thing.word));
    let score = seen.found().iter().filter(|found| labelled(found.label)).map(|found| found.score);
    let last = words.last().copied().unwrap_or_default();
    let role = |role: &Role| role.plural.ends_with(last) || role.said.word.ends_with(last);
    let somebody = listed(SOMEBODY, last) || !last.is_empty() && GRAMMAR.roles.iter().any(role);
    let has = |said: &String| same(said, last) || spelt(said) == last || somebody && listed(TOLD, said);
    let told = seen.sentences.iter().filter(|sentence| sentence.words.iter().any(has)).count();
    [
        belief.unwrap_or_default(),
        f32::from(u8::from(belief.is_some())),
        score.fold(0.0, f32::max),
        told as f32 / seen.sentences.len().max(1) as f32,
    ]
}

/// A word of captions as names have it.
fn spelt(said: &str) -> &str {
    if said == "laying" { "lying" } else { said }
}
