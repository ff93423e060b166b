//! Sentences of the second eye: when one says more than the rules' phrases, and how it becomes a name and alt text.

use super::super::detector::Detection;
use super::super::speaker::Sentence;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON, Role, Thing};
use super::named::LISTS;
use super::phrase::{Phrase, plural};
use crate::Description;
use crate::bland::is_bland;

/// A sentence of fewer words is a label.
const LEAST_WORDS: usize = 3;
/// The mean log-probability of its words, and the head's belief in its things, below which a sentence is not believed.
pub(super) const LEAST_SURE: f32 = -0.9;
const LEAST_BELIEF: f32 = 0.3;
/// The same of things that somebody holds, which sentences often invent.
const LEAST_HELD: f32 = 0.85;
/// The detector's score of what else is there, if it knows that.
const LEAST_FOUND: f32 = 0.3;
/// Words of a name that is made of a sentence.
const MOST_WORDS: usize = 6;
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
/// What a sentence says in a long way, without the words that names leave out, and the short one.
const TURNS: [(&str, &str); 43] = [
    (" person and person ", " two people "),
    (" close up of ", " "),
    (" close up view of ", " "),
    (" photo of ", " "),
    (" picture of ", " "),
    (" image of ", " "),
    (" view of ", " "),
    (" bunch of ", " "),
    (" pair of ", " "),
    (" couple of ", " two "),
    (" body of water ", " water "),
    (" pile of ", " "),
    (" lots of ", " "),
    (" lot of ", " "),
    (" pieces of ", " "),
    (" piece of ", " "),
    (" variety of ", " "),
    (" assortment of ", " "),
    (" topped with ", " with "),
    (" filled with ", " with "),
    (" covered with ", " with "),
    (" lined with ", " with "),
    (" in front of face ", " "),
    (" in front of ", " by "),
    (" in hand ", " "),
    (" in hands ", " "),
    (" in back of ", " in "),
    (" slice of ", " "),
    (" slices of ", " "),
    (" down street ", " on street "),
    (" down road ", " on road "),
    (" next each ", " "),
    (" next ", " by "),
    (" on top of ", " on "),
    (" on side of ", " by "),
    (" sitting on ", " on "),
    (" sitting in ", " in "),
    (" standing in ", " in "),
    (" standing on ", " on "),
    (" posing picture ", " posing "),
    (" posing photo ", " posing "),
    (" standing by ", " by "),
    (" standing around ", " around "),
];
/// Words that names leave out, and words that names do not end in.
const DROPPED: &str = "a an the is are was be being has have having that which who there some it its their they them \
    very this these those as while for to other";
const OPEN: &str = "with on in at of by and near next from front top up over into before behind under down out off \
    inside around through along holding wearing sitting standing parked large small each two side looking something talking \
    background white black covered back";

/// Subjects of images in which no network is sure of anything, by their last word.
const UNKNOWN: [&str; 3] = ["up", "photo", "object"];
/// Words that are no subject.
const SMALL: &str = "of on in with and by at portrait close";
/// People in a sentence, and the head's words for them: it knows 'people' of several only.
pub(super) const SOMEBODY: &str = "person people child children";
const HEARD: [&str; 4] = ["man", "woman", "people", "child"];

/// A name and the sentence it was made of.
pub(super) struct Told {
    pub(super) name: String,
    /// Whether the name says more than the rules'.
    pub(super) better: bool,
    pub(super) alt_text: String,
    pub(super) sure: f32,
}

/// The sentence, where it is about the same as the phrases; its name where theirs says next to nothing, or nothing of
/// somebody that the sentence does not say too.
pub(super) fn told(seen: &Evidence<'_>, phrases: &[Phrase]) -> Option<Told> {
    let sentence = seen.sentences.iter().find(|sentence| sentence.words.len() >= LEAST_WORDS)?;
    let (all, subject) = (plain(sentence), &phrases.first()?.words);
    let (words, name) = believable(seen, &all).map(|words| (words, name(words)))?;
    let own: Vec<&str> = split(subject).filter(|word| !listed(SMALL, word)).collect();
    // A beagle is not a dalmatian: every word of the subject is there, or the sentence is about something else.
    // Colours alone say nothing of what there is.
    let unknown = split(subject).last().is_some_and(|word| UNKNOWN.contains(&word));
    let has =
        |noun: &&str| words.iter().any(|word| same(word, noun)) || split(&name).any(|word| word == *noun);
    let shared = unknown || !own.is_empty() && own.iter().all(has);
    // Where nothing else is known, one of its things must be known to the head.
    let backed = !unknown || last_believed(seen, words).is_some();
    let telling = phrases.iter().flat_map(|phrase| split(&phrase.words)).filter(|word| !is_bland(word));
    let telling: Vec<&str> = telling.collect();
    let person = own.iter().any(|word| listed(SOMEBODY, word));
    let kept = |noun: &&str| split(&name).any(|word| same(word, noun));
    let covered = person && !is_bland(&name) && telling.iter().all(kept);
    let better = (telling.is_empty() || unknown) && !name.is_empty() || covered;
    let told = Told { better, alt_text: alt_text(words), sure: sentence.sure, name };
    (shared && backed && sentence.sure >= LEAST_SURE).then_some(told)
}

/// The sentence as far as the head knows of every thing in it: whole, or up to the last thing before one that it does
/// not believe in.
fn believable<'a>(seen: &Evidence<'_>, words: &'a [String]) -> Option<&'a [String]> {
    let held = words.iter().position(|word| word == "holding").unwrap_or(words.len());
    let first = (0..words.len()).find(|&at| heard_at(seen, words, at).is_some()).unwrap_or(words.len());
    let doubted = |at: usize| {
        let least = if at > held { LEAST_HELD } else { LEAST_BELIEF };
        heard_at(seen, words, at).is_some_and(|belief| belief < least)
            || at > first && found_at(seen, words, at).is_some_and(|score| score < LEAST_FOUND)
    };
    match (0..words.len()).position(doubted) {
        None => Some(words),
        Some(end) => last_believed(seen, &words[..end]).map(|last| &words[..=last]),
    }
}

/// Where the last thing is that the head believes in.
fn last_believed(seen: &Evidence<'_>, words: &[String]) -> Option<usize> {
    (0..words.len()).rfind(|&at| {
        !listed(SOMEBODY, &words[at])
            && heard_at(seen, words, at).is_some_and(|belief| belief >= LEAST_BELIEF)
    })
}

/// How much the head believes in a word of a sentence, or in the noun of two words that it is a part of: a hot dog is no dog.
fn heard_at(seen: &Evidence<'_>, words: &[String], at: usize) -> Option<f32> {
    let pair = |first: usize| believed(seen, &words.get(first..first + 2)?.join(" "));
    pair(at).or_else(|| pair(at.checked_sub(1)?)).or_else(|| heard(seen, &words[at]))
}

/// The detector's score of the thing that a word of a sentence says. Of people and of what they ride it sees too little.
fn found_at(seen: &Evidence<'_>, words: &[String], at: usize) -> Option<f32> {
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

pub(super) fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || plural(a) == b || plural(b) == a
}

pub(super) fn split(words: &str) -> impl Iterator<Item = &str> {
    words.split([' ', '-']).filter(|word| !word.is_empty())
}

/// The words of a sentence with people as people.
fn plain(sentence: &Sentence) -> Vec<String> {
    let word = |word: &String| {
        let found = PEOPLE.iter().find(|(said, _)| said == word);
        found.map_or(word.as_str(), |(_, meant)| meant).to_owned()
    };
    sentence.words.iter().map(word).collect()
}

fn name(words: &[String]) -> String {
    let kept = words.iter().map(String::as_str).filter(|word| !listed(DROPPED, word));
    let mut text = format!(" {} ", kept.collect::<Vec<_>>().join(" "));
    for (long, short) in TURNS {
        text = text.replace(long, short);
    }
    let mut said: Vec<&str> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let fits =
            said.iter().map(|word| word.len() + 1).sum::<usize>() + word.len() <= Description::MAX_CHARS;
        if said.len() == MOST_WORDS || !fits {
            break;
        }
        if said.last() != Some(&word) {
            said.push(word);
        }
    }
    while said.last().is_some_and(|word| listed(OPEN, word)) {
        said.pop();
    }
    said.join("-")
}

/// "Two people building a sandcastle on a beach."
fn alt_text(words: &[String]) -> String {
    let text = format!(" {} ", words.join(" ")).replace(" a person and a person ", " two people ");
    let mut text = text.trim().to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        plain(&Sentence::of(text))
    }

    #[test]
    fn a_sentence_becomes_a_short_name_that_ends_well() {
        for (sentence, wanted) in [
            ("a close up of a plate of food on a table", "plate-of-food-on-table"),
            ("a man riding a wave on top of a surfboard", "person-riding-wave-on-surfboard"),
            ("a couple of people sitting on a bench next to each other", "two-people-on-bench"),
            ("a bathroom with a sink and a toilet in it", "bathroom-with-sink-and-toilet"),
            ("a man and a woman standing in front of a cake", "two-people-by-cake"),
        ] {
            assert_eq!(name(&said(sentence)), wanted);
        }
    }

    #[test]
    fn alt_text_is_a_sentence_and_says_nothing_of_who_people_are() {
        assert_eq!(
            alt_text(&said("a girl in a tshirt holding her phone")),
            "A child in a t-shirt holding their phone."
        );
        assert_eq!(alt_text(&said("a man and a woman at a table")), "Two people at a table.");
    }
}
