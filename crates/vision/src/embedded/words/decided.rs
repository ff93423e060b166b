//! What the user's context decides: a dish, a product or a place that is named there is said, where the image supports it or
//! knows nothing better. What the image contradicts is not said.

use super::draft::Draft;
use super::evidence::Evidence;
use super::expertise::{is_dish, is_food};
use super::named::{LEVELS, LISTS};
use super::phrase::{Phrase, plural};
use nomina_rules::names::latin_words;

/// Words before a noun that are said with it: "tuscan leather bag".
const MOST_BEFORE: usize = 2;
/// A context of no more words is the name of one thing.
const SHORT: usize = 4;
/// How sure words are that the user gave.
const TOLD: f32 = 0.9;
/// Beliefs of the head and of the classifier from which on a word is not contradicted.
const HEARD: f32 = 0.15;
const CLASSED: f32 = 0.05;
/// Colours and sizes tell of a thing and are none.
const LOOKS: [&str; 20] = [
    "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "gray", "grey",
    "golden", "silver", "beige", "big", "large", "small", "little", "old",
];
/// Words that introduce a place.
const IN: [&str; 4] = ["in", "at", "near", "from"];

/// The draft with what the context decides.
pub(super) fn decided(seen: &Evidence<'_>, mut draft: Draft) -> Draft {
    if seen.context.is_empty() || !draft.is_photo {
        return draft;
    }
    if let Some(subject) = subject(seen, &draft) {
        let said = latin_words(&subject.words);
        let repeats =
            |phrase: &Phrase| phrase.words.split(' ').any(|word| said.iter().any(|own| same(own, word)));
        let mut rest = draft.phrases.split_off(1.min(draft.phrases.len()));
        rest.retain(|phrase| !repeats(phrase));
        draft.phrases = std::iter::once(subject).chain(rest).collect();
    }
    if let Some(place) = place(seen).filter(|_| !seen.look.shows_alone()) {
        let at = draft.phrases.len().min(1);
        draft.phrases.insert(at, place);
    }
    draft
}

/// The context's words for the subject.
fn subject(seen: &Evidence<'_>, draft: &Draft) -> Option<Phrase> {
    let first = draft.phrases.first()?;
    let own: Vec<&str> = first.words.split(' ').collect();
    let bland = own.iter().all(|word| LISTS.bland.contains(word) || LISTS.faceless.contains(word));
    let nothing = bland || first.sure < LEVELS.unsure;
    let food = is_food(own.last()?) || seen.dish.is_some() && bland;
    for clause in &seen.context.clauses {
        let words: Vec<String> = clause.iter().flat_map(|word| latin_words(word)).collect();
        // The longest noun first: "hot dog" before "dog".
        let mut ends = (1..=words.len())
            .rev()
            .flat_map(|end| (1..=2.min(end)).rev().map(move |count| (end - count, end)));
        let found = ends.find(|&(start, end)| {
            let noun = words[start..end].join(" ");
            if !is_noun(&words[end - 1]) {
                return false;
            }
            let named = own.iter().any(|word| same(word, &noun)) || supported(seen, &noun);
            named || food && nothing && is_dish(&noun)
        });
        if let Some((start, end)) = found {
            let before = words[..start].iter().rev().take(MOST_BEFORE).take_while(|word| tells(word)).count();
            return Some(Phrase::new(words[start - before..end].join(" "), TOLD.max(first.sure)));
        }
        // Nothing is known of the image: a short context is the name of what it shows.
        let telling = words.iter().all(|word| tells(word));
        if nothing
            && telling
            && words.len() <= SHORT
            && seen.context.clauses.len() == 1
            && bland_or_unknown(seen, &own)
        {
            return Some(Phrase::new(words.join(" "), TOLD));
        }
    }
    None
}

/// Nobody is named by words that no network can check, and neither is what another network is sure of.
fn bland_or_unknown(seen: &Evidence<'_>, own: &[&str]) -> bool {
    !own.iter().any(|word| LISTS.faceless.contains(word))
        && seen.mass_of(seen.ranked()[0]) < LEVELS.classified
}

/// Whether any network sees some of it.
fn supported(seen: &Evidence<'_>, noun: &str) -> bool {
    let forms = [noun.to_owned(), plural(noun), noun.trim_end_matches('s').to_owned()];
    let heard = |word: &String| seen.belief(word).is_some_and(|sure| sure >= HEARD);
    let mut dishes = seen.dish.iter().flat_map(|opinion| &opinion.others);
    let tasted = dishes.any(|(word, _)| forms.iter().any(|form| same(word, form)));
    forms.iter().any(|word| {
        heard(word) || seen.mass(word) >= CLASSED || seen.good(word) >= CLASSED || seen.glimpsed(word)
    }) || seen.sentences.iter().any(|sentence| sentence.words.iter().any(|word| forms.contains(word)))
        || tasted
}

/// "in ribadeo": a place with a capital letter after a small word.
fn place(seen: &Evidence<'_>) -> Option<Phrase> {
    for clause in &seen.context.clauses {
        let Some(at) = clause.iter().position(|word| IN.contains(&word.to_lowercase().as_str())) else {
            continue;
        };
        let capital = |word: &&String| word.chars().next().is_some_and(char::is_uppercase);
        let name: Vec<String> =
            clause[at + 1..].iter().take_while(capital).take(2).flat_map(|word| latin_words(word)).collect();
        if !name.is_empty() {
            return Some(Phrase::new(format!("in {}", name.join(" ")), TOLD));
        }
    }
    None
}

/// Whether a word tells something of an image.
fn tells(word: &str) -> bool {
    word.len() > 2 && !LISTS.untelling.contains(&word)
}

/// Whether a word can be what is shown: neither a number nor a colour.
fn is_noun(word: &str) -> bool {
    tells(word) && !LISTS.numbers.contains(&word) && !LOOKS.contains(&word)
}

fn same(a: &str, b: &str) -> bool {
    a == b || plural(a) == b || plural(b) == a
}
