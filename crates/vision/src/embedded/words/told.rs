//! Sentences of the second eye: their words, what the other networks think of them, and alt text.

use super::super::detector::Detection;
use super::super::speaker::Sentence;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON, Role, Thing};
use super::named::LISTS;
use super::phrase::{listed, plural};
use super::sentence::{article, finish};

/// A sentence of fewer words is a label.
pub(super) const LEAST_WORDS: usize = 3;
/// The mean log-probability of its words below which a sentence is not believed.
pub(super) const LEAST_SURE: f32 = -0.9;
/// People are people; who they are is nobody's business.
const PEOPLE: [(&str, &str); 20] = [
    ("man", "person"),
    ("woman", "person"),
    ("lady", "person"),
    ("guy", "person"),
    ("gentleman", "person"),
    ("male", "person"),
    ("female", "person"),
    ("men", "people"),
    ("women", "people"),
    ("ladies", "people"),
    ("guys", "people"),
    ("boy", "child"),
    ("girl", "child"),
    ("boys", "children"),
    ("girls", "children"),
    ("his", "their"),
    ("her", "their"),
    ("he", "they"),
    ("she", "they"),
    ("tshirt", "t-shirt"),
];
/// People in a sentence, and the head's words for them: it knows 'people' of several only.
pub(super) const SOMEBODY: &str = "person people child children";
const HEARD: [&str; 4] = ["man", "woman", "people", "child"];

/// How much the head believes in a word of a sentence, or in the noun of two words that it is a part of: a hot dog is no dog.
pub(super) fn heard_at(seen: &Evidence<'_>, words: &[String], at: usize) -> Option<f32> {
    let pair = |first: usize| believed(seen, &words.get(first..first + 2)?.join(" "));
    pair(at).or_else(|| pair(at.checked_sub(1)?)).or_else(|| heard(seen, &words[at]))
}

/// The detector's score of the thing that a word of a sentence says. Of people and of what they ride it sees too little.
pub(super) fn found_at(seen: &Evidence<'_>, words: &[String], at: usize) -> Option<f32> {
    let thing = findable(words, at).filter(|thing| thing.kind != Kind::Person && thing.role != Role::Ride)?;
    let is = |found: &&Detection| LEXICON.thing(found.label).is_some_and(|other| other.word == thing.word);
    Some(seen.found().iter().filter(is).map(|found| found.score).fold(0.0, f32::max))
}

/// The thing that a word says, or the noun of two words that it is a part of, where the detector knows it and seldom overlooks it.
/// No animal: nobody invents those.
pub(super) fn findable(words: &[impl AsRef<str>], at: usize) -> Option<&'static Thing> {
    let word = |at: usize| words.get(at).map(AsRef::as_ref);
    let pair = |first: usize| LEXICON.called(&format!("{} {}", word(first)?, word(first + 1)?));
    let thing = pair(at).or_else(|| pair(at.checked_sub(1)?)).or_else(|| LEXICON.called(word(at)?))?;
    (thing.kind != Kind::Animal && !LISTS.overlooked.contains(&thing.word)).then_some(thing)
}

/// How much the head believes in a word of a sentence; in somebody by any of its words for people.
pub(super) fn heard(seen: &Evidence<'_>, word: &str) -> Option<f32> {
    if listed(SOMEBODY, word) {
        return HEARD.into_iter().filter_map(|word| seen.belief(word)).reduce(f32::max);
    }
    believed(seen, word)
}

/// How much the head believes in a word, one or many.
pub(super) fn believed(seen: &Evidence<'_>, word: &str) -> Option<f32> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let forms = [word, one, &plural(word)];
    forms.into_iter().filter_map(|word| seen.belief(word)).reduce(f32::max)
}

pub(super) fn same(a: &str, b: &str) -> bool {
    // Nothing begins otherwise where there is more of it.
    a == b || a.as_bytes().first() == b.as_bytes().first() && (plural(a) == b || plural(b) == a)
}

pub(super) fn split(words: &str) -> impl Iterator<Item = &str> {
    words.split([' ', '-']).filter(|word| !word.is_empty())
}

/// The words of a sentence with people as people.
pub(super) fn plain(sentence: &Sentence) -> Vec<String> {
    let word = |word: &String| {
        let found = PEOPLE.iter().find(|(said, _)| said == word);
        found.map_or(word.as_str(), |(_, meant)| meant).to_owned()
    };
    sentence.words.iter().map(word).collect()
}

/// How sentences say it, and how people do.
const PLAINLY: [(&str, &str); 5] = [
    (" a couple of ", " two "),
    (" a person and a person ", " two people "),
    (" on top of ", " on "),
    (" filled with lots of ", " full of "),
    (" under a sky ", " "),
];

/// "Two people building a sandcastle on a beach."
pub(super) fn alt_text(words: &[String]) -> String {
    // Words that stood after an article may be left out.
    let article = |(at, word): (usize, &String)| match (word.as_str(), words.get(at + 1)) {
        ("a" | "an", Some(next)) => article(next).to_owned(),
        _ => word.clone(),
    };
    // "people that are standing" are people standing.
    let doing = |at: usize| words.get(at).is_some_and(|word| word.ends_with("ing"));
    let needed = |at: usize| match words[at].as_str() {
        "that" => !(words.get(at + 1).is_some_and(|word| listed("is are", word)) && doing(at + 2)),
        "is" | "are" => !(at > 0 && words[at - 1] == "that" && doing(at + 1)),
        _ => true,
    };
    let words: Vec<String> = words.iter().enumerate().filter(|(at, _)| needed(*at)).map(article).collect();
    let text = format!(" {} ", words.join(" "));
    finish(&PLAINLY.iter().fold(text, |text, (odd, plain)| text.replace(odd, plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        plain(&Sentence::of(text))
    }

    #[test]
    fn alt_text_is_a_sentence_and_says_nothing_of_who_people_are() {
        assert_eq!(
            alt_text(&said("a girl in a tshirt holding her phone")),
            "A child in a t-shirt holding their phone."
        );
        assert_eq!(alt_text(&said("a man and a woman at a table")), "Two people at a table.");
        assert_eq!(
            alt_text(&said("sheep that are standing on top of a field")),
            "Sheep standing on a field."
        );
        assert_eq!(alt_text(&said("a cup that is red")), "A cup that is red.");
        assert_eq!(alt_text(&said("a couple of giraffes in a field")), "Two giraffes in a field.");
        assert_eq!(alt_text(&said("an african elephant under a sky")), "An African elephant.");
    }
}
