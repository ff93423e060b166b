//! What is said around a place, and around a thing that no detector found.

use super::evidence::Evidence;
use super::grammar::GRAMMAR;
use super::lexicon::Kind;
use super::named::LISTS;
use super::phrase::Phrase;
use super::{rival, setting, subject, support};

/// How many things are said with a place, and with a word.
const MOST_WITH: usize = 2;
const MOST_WITH_WORD: usize = 1;

/// "kitchen with table".
pub(super) fn of_place(seen: &Evidence<'_>, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    phrases.extend(with_things(seen, MOST_WITH));
    phrases.extend(setting::light_of(seen, Some(Kind::Place)));
    phrases
}

/// "giraffe in field", for what neither detector nor classifier knows.
pub(super) fn of_word(seen: &Evidence<'_>, word: Phrase, kind: Option<Kind>) -> Vec<Phrase> {
    let large = LISTS.roomy.contains(&&*word.words) || word.words == "desk";
    let stands = !large && GRAMMAR.things.iter().any(|thing| thing.said.word == word.words);
    let mut phrases = vec![word];
    phrases.extend(with_things(seen, MOST_WITH_WORD));
    // A lamp with a table stands on it.
    for phrase in phrases.iter_mut().filter(|phrase| stands && phrase.words == "with table") {
        phrase.words = "on table".to_owned();
    }
    phrases.extend(setting::phrases(seen, kind, None));
    phrases
}

/// "with table", "and chair".
fn with_things(seen: &Evidence<'_>, most: usize) -> Vec<Phrase> {
    let sure = seen.things.iter().filter(|item| support::thing_beside(seen, item));
    let sure = sure.filter(|item| !rival::hardly_anybody(seen, item));
    let named = sure.take(most).enumerate().map(|(at, item)| {
        let small = if at == 0 { "with" } else { "and" };
        Phrase::new(format!("{small} {}", subject::named(seen, item)), item.largest.score)
    });
    named.collect()
}
