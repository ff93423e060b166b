//! What facts are about: what is worn, where all is, what is of one kind.

use super::super::clauses::{Clause, looks};
use super::super::named::LISTS;
use super::super::phrase::{Phrase, listed, plural};
use super::super::sentence::is_article;
use super::super::told::{SOMEBODY, same, split};
use super::super::wider::WIDER;
use crate::embedded::photos::Family;

/// What begins something beside a subject.
const HAS: [&str; 3] = ["with ", "and ", "by "];

/// Of these there are more than one.
const GROUPS: &str = "couple pair herd group bunch flock row";

/// Whether it can have clothes on.
pub(super) fn can_wear(subject: &str) -> bool {
    let family = WIDER.of(subject).and_then(|node| WIDER.nodes[node].family);
    subject != "wedding"
        && !matches!(
            family,
            Some(Family::Thing | Family::Food | Family::Plant | Family::Place | Family::Event)
        )
}

pub(super) fn is_clothing(words: &str) -> bool {
    let noun = split(words).last().unwrap_or_default();
    LISTS.worn.iter().chain(LISTS.tops).chain(LISTS.worn_classed).any(|worn| same(worn, noun))
}

/// Whether a clause says where all is, not what another subject has or does.
pub(super) fn is_around(clause: &Clause, words: &[String]) -> bool {
    clause.doing.is_none() && listed("on in by at under around", &clause.joins) && !is_worn(clause, words)
}

/// Whether a fact is about all that is there: its ground, the sky.
pub(super) fn is_around_all(fact: &Phrase) -> bool {
    [" background", " sky", "by water"].iter().any(|end| fact.words.ends_with(end))
}

/// Whether a clause says what somebody wears.
pub(super) fn is_worn(clause: &Clause, words: &[String]) -> bool {
    clause.thing.last().is_some_and(|&at| is_clothing(&words[at]))
}

/// Whether a fact is a kind of the subject, or the other way round: nobody says a "smartphone with phone". Of a subject that says
/// next to nothing it is news.
pub(super) fn is_kin(subject: &str, fact: &str) -> bool {
    let nodes = WIDER.of(subject).zip(split(fact).skip(1).last().and_then(|_| WIDER.of(fact)));
    let family = |node: usize| WIDER.nodes[node].family;
    nodes.is_some_and(|(own, other)| {
        let kind = WIDER.is(own, other) || WIDER.is(other, own) && !WIDER.nodes[own].bland;
        own == other || kind && family(own) == family(other)
    })
}

/// A building by a church is a church: what is beside a subject that says next to nothing and is a kind of it takes its place.
pub(super) fn made_finer(mut said: Vec<Phrase>) -> Vec<Phrase> {
    let Some(own) = said.first().and_then(|subject| WIDER.of(&subject.words)) else { return said };
    let node = |phrase: &Phrase| WIDER.of(phrase.words.split_once(' ')?.1);
    let is_kind =
        |node: usize| node != own && WIDER.is(node, own) && WIDER.nodes[node].family != Some(Family::Person);
    let kind = |phrase: &Phrase| {
        HAS.iter().any(|has| phrase.words.starts_with(has)) && node(phrase).is_some_and(is_kind)
    };
    if let Some(at) = said.iter().skip(1).position(kind).filter(|_| WIDER.nodes[own].bland) {
        let finer = said.remove(at + 1);
        said[0].words = finer.words.split_once(' ').map_or_else(String::new, |(_, words)| words.to_owned());
    }
    said
}

/// What a sentence is about, in the words of a name: "a beagle dog lying on grass", "two parrots".
pub(super) fn with_own_words(lead: &mut Vec<String>, subject: &str) {
    let number = |word: &str| LISTS.numbers.contains(&word);
    let Some((noun, before)) = lead.split_last().filter(|(noun, _)| WIDER.knows(noun)) else { return };
    let own: Vec<&str> = subject.split(' ').collect();
    let (last, finer) = own.split_last().unwrap_or((&"", &[]));
    // "a giraffe" of "two giraffes"
    if let ([article], [number_of, ..]) = (before, finer)
        && is_article(article)
        && number(number_of)
        && same(last, noun)
    {
        *lead = own.iter().map(|word| (*word).to_owned()).collect();
        return;
    }
    let group = before.iter().position(|word| word == "of").and_then(|of| before.get(of.checked_sub(1)?));
    let several =
        group.is_some_and(|group| listed(GROUPS, group)) || before.first().is_some_and(|first| number(first));
    let many = several && !listed(SOMEBODY, noun) && !LISTS.uncounted.contains(&noun.as_str());
    let noun = if many { plural(noun) } else { noun.clone() };
    let plain = before.iter().all(|word| is_article(word) || number(word) || looks(word));
    let counted = finer.first().is_some_and(|first| number(first))
        && before.first().is_some_and(|first| is_article(first));
    let looks_so = |words: &[&str]| words.iter().any(|word| looks(word));
    let other_look = looks_so(finer) && before.iter().any(|word| looks(word));
    let news = finer.iter().filter(|word| {
        plain && !counted && !other_look && same(last, &noun) && !before.iter().any(|said| said == *word)
    });
    let words: Vec<String> =
        before.iter().cloned().chain(news.map(|word| (*word).to_owned())).chain([noun.clone()]).collect();
    *lead = words;
}

/// Whether a fact is wrong too often to be said for one sentence: that something is by a road, or the light.
pub(super) fn is_doubtful(phrase: &str) -> bool {
    let listed = |start: &str, list| phrase.strip_prefix(start).is_some_and(|noun| listed(list, noun));
    listed("by ", "road street sidewalk highway") || listed("at ", "dusk dawn sunset sunrise")
}

/// Whether a phrase only says that somebody does what they are called after: dancers dance, a surfer surfs.
pub(super) fn does_as_said(subject: &str, phrase: &str) -> bool {
    let noun = split(subject).last().unwrap_or_default();
    phrase.strip_suffix("ing").is_some_and(|stem| stem.len() > 2 && noun.starts_with(stem))
}

/// Whether both end in the same thing.
pub(super) fn ends_alike(one: &str, other: &str) -> bool {
    split(one).last().zip(split(other).last()).is_some_and(|(one, other)| same(one, other))
}

/// Whether both say what somebody wears or where all is: one is enough.
pub(super) fn worn_too(one: &str, other: &str) -> bool {
    one.starts_with("in ") && other.starts_with("in ")
}

/// Whether a word of a sentence says something that can be false.
pub(super) fn tells(word: &str) -> bool {
    const SMALL: &str = "a an the is are was be being has have having that which who there some it its their they them very this these \
        those as while for to other with on in at of by and near next from front top up over into before behind under down out off \
        inside around through along each across against between onto above below beside close view photo picture image side edge \
        middle row background";
    !listed(SMALL, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_does_what_they_are_called_after() {
        assert!(does_as_said("two dancers", "dancing") && does_as_said("surfer", "surfing"));
        assert!(!does_as_said("person", "dancing") && !does_as_said("bird", "flying"));
        assert!(!does_as_said("surfer", "in wetsuit") && !does_as_said("king", "king"));
    }

    #[test]
    fn by_a_road_and_the_light_are_doubtful() {
        assert!(is_doubtful("by road") && is_doubtful("at dusk"));
        assert!(!is_doubtful("on road") && !is_doubtful("by house") && !is_doubtful("at table"));
    }

    #[test]
    fn what_a_sentence_is_about_gets_the_words_of_the_name() {
        for (lead, subject, wanted) in [
            ("a dog", "beagle dog", "a beagle dog"),
            ("a giraffe", "two giraffes", "two giraffes"),
            ("two giraffe", "giraffes", "two giraffes"),
            ("a herd of zebra", "zebras", "a herd of zebras"),
            ("a brown dog", "white dog", "a brown dog"),
            ("a group of people", "people", "a group of people"),
        ] {
            let mut lead: Vec<String> = lead.split(' ').map(str::to_owned).collect();
            with_own_words(&mut lead, subject);
            assert_eq!(lead.join(" "), wanted);
        }
    }
}
