//! Whether another network agrees. A word that two of them see is nearly always right, a word of one alone often is not:
//! it is left out, or the more general word is said. How much is enough stands in `data/grammar.txt`.

use super::super::speaker::Sentence;
use super::super::tags::{TAGS, TagKind};
use super::evidence::{Evidence, Item, PERSON};
use super::grammar::GRAMMAR;
use super::lexicon::{Kind, LEXICON, Role};
use super::named::{LEVELS, LISTS};
use super::phrase::{GROUP, Phrase, listed, plural};

/// Words of the head that say who people are, which is nobody's business, or that say nothing.
pub(super) const NEVER: [&str; 6] = ["man", "woman", "boy", "girl", "indoors", "face"];

/// A thing that fills no more than this may be a part of its place.
const SPECK: f32 = 0.05;
/// Things that only the head sees are no more than this.
const MOST_ADDED: usize = 2;
/// A name of more phrases than this gets one addition only.
const LONG: usize = 2;

impl Evidence<'_> {
    /// How much the head believes in a word; `None` when it does not know it, or did not look.
    pub(super) fn belief(&self, word: &str) -> Option<f32> {
        self.tag(GRAMMAR.tag_of(word)?)
    }

    /// The same, and `None` too for a word that the head knows too badly ever to say.
    fn opinion(&self, word: &str) -> Option<f32> {
        self.tag(GRAMMAR.tag_of(word).filter(|&tag| self.head.words[tag].is_ever_said())?)
    }

    /// How much the head believes in a group of classes, by its word, the finer one, or the kind of thing that one names.
    fn belief_in(&self, group: usize) -> f32 {
        self.heard_of(group).unwrap_or(0.0)
    }

    /// The same, and `None` for a group of which the head knows no word.
    fn heard_of(&self, group: usize) -> Option<f32> {
        let names = [LEXICON.groups[group].word, self.name(group)];
        let kinds = names.map(|name| name.rsplit(' ').next().unwrap_or(name));
        let words = names.into_iter().chain(kinds).flat_map(|word| [word.to_owned(), plural(word)]);
        words.filter_map(|word| self.belief(&word)).reduce(f32::max)
    }
}

/// Whether a second thing is sure enough to be said. Without the head the detector is believed.
pub(super) fn thing_beside(seen: &Evidence<'_>, item: &Item) -> bool {
    let score = item.largest.score;
    item.label == PERSON
        || seen.tags.is_empty()
        || item.agree >= LEVELS.echoed
        || match seen.belief(item.thing().word) {
            Some(belief) => belief >= LEVELS.agreed || score >= LEVELS.seen,
            None => score >= LEVELS.untold,
        }
}

/// The same for a thing that only the classifier sees.
pub(super) fn class_beside(seen: &Evidence<'_>, group: usize) -> bool {
    // The second eye's head cannot agree with a word that it lacks. It has words enough for clothes.
    let worn = LEXICON.groups[group].kind == Kind::Clothing;
    let lacked = !worn && !seen.sentences.is_empty() && seen.heard_of(group).is_none();
    !(lacked && LISTS.in_vain.contains(&seen.name(group)))
        && class_from(seen, group, if lacked { LEVELS.classed_lacked } else { LEVELS.classed })
}

/// The same for a place that only the classifier sees.
pub(super) fn class_around(seen: &Evidence<'_>, group: usize) -> bool {
    class_from(seen, group, LEVELS.around)
}

fn class_from(seen: &Evidence<'_>, group: usize, least: f32) -> bool {
    seen.tags.is_empty() || seen.mass_of(group) >= least || seen.belief_in(group) >= LEVELS.agreed
}

/// The detector's own word is right: the head says the same.
pub(super) fn known_as_it_is(seen: &Evidence<'_>, item: &Item) -> bool {
    seen.belief(item.thing().word).is_some_and(|belief| belief >= LEVELS.general)
}

/// An animal that the head is sure of where it doubts the detector's, and the classifier does not see that one either.
pub(super) fn taken_for(seen: &Evidence<'_>, item: &Item) -> Option<&'static str> {
    let own = seen.opinion(item.thing().word)?;
    if item.thing().kind != Kind::Animal || own >= LEVELS.general || item.agree >= LEVELS.seconded {
        return None;
    }
    let animals = TAGS.words.iter().enumerate().filter(|(_, tag)| tag.kind == TagKind::Animal);
    let heard = animals.filter_map(|(at, tag)| Some((seen.tag(at)?, tag.word)));
    let (sure, word) = heard.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (sure >= LEVELS.overruling).then_some(word)
}

/// Things that the detector takes for others, because it has no word for them.
const TAKEN_FOR: [(&str, &str); 1] = [("clock", "watch")];

/// Such a thing, where the sentence or the layer of goods has its word.
pub(super) fn told_as(seen: &Evidence<'_>, item: &Item) -> Option<&'static str> {
    let (_, word) = TAKEN_FOR.iter().find(|(thing, _)| *thing == item.thing().word)?;
    let told = seen.sentences.first()?.words.iter().any(|said| said == word);
    (told || seen.good(word) >= LEVELS.good_doubted).then_some(*word)
}

/// Words of sentences for more than one.
const SEVERAL: [&str; 7] = ["people", "men", "women", "children", "kids", "crowd", "group"];

/// Whether head and sentence see several people, where the detector may have found one.
pub(super) fn several(seen: &Evidence<'_>) -> bool {
    let told = |said: &String| SEVERAL.contains(&said.as_str());
    seen.sentences.first().is_some_and(|sentence| sentence.words.iter().any(told))
        && seen.belief("people").is_some_and(|sure| sure >= LEVELS.several)
}

/// Words of sentences for two, three, four and five.
const NUMBERS: [&str; 4] = ["two couple pair both", "three", "four", "five"];

/// Whether a sentence counts as many, too: detectors count those in front. Two are two as well where not even a doubtful third was
/// found. Larger numbers are not said as such.
pub(super) fn numbered(seen: &Evidence<'_>, item: &Item) -> bool {
    // Of things the plural alone: two of three are counted as easily as two.
    if !seen.sentences.is_empty() && !matches!(item.thing().kind, Kind::Person | Kind::Animal) {
        return false;
    }
    let Some(number) = item.count.checked_sub(2).and_then(|at| NUMBERS.get(at)) else { return true };
    let told = |sentence: &Sentence| {
        let people = sentence.words.iter().filter(|word| listed(ONE, word)).count();
        people == item.count || sentence.words.iter().any(|word| listed(number, word))
    };
    let found = seen.found().iter().filter(|found| found.label == item.label).count();
    let group = item.label == PERSON && item.count >= GROUP;
    group || seen.sentences.is_empty() || found == 2 || seen.sentences.iter().any(told)
}

/// What sentences call somebody: "a man and a woman" are two.
const ONE: &str = "person man woman boy girl child lady guy baby";

/// Detector and head agree on a thing, and the head knows nothing of what the classifier says.
pub(super) fn disputed(seen: &Evidence<'_>, item: &Item, group: usize) -> bool {
    !matches!(item.thing().role, Role::Side | Role::Under)
        && known_as_it_is(seen, item)
        && seen.belief_in(group) < LEVELS.unheard
}

/// Classifier and head agree on something before a plain ground that the detector takes for another thing.
pub(super) fn outvoted(seen: &Evidence<'_>, item: &Item, group: usize) -> bool {
    let other = seen.belief_in(group);
    let own = seen.opinion(item.thing().word);
    item.label != PERSON
        && seen.look.shows_alone()
        && seen.mass_of(group) >= LEVELS.voted
        && other >= LEVELS.agreed
        && own.is_some_and(|own| own < other / 2.0)
}

/// The detector stands alone: neither the classifier nor the head knows anything of its thing. Before a plain ground it
/// takes much for what it is not, so there it needs more than not being contradicted.
pub(super) fn denied(seen: &Evidence<'_>, item: &Item) -> bool {
    let plain = seen.look.shows_alone();
    let least = if plain { LEVELS.shown } else { LEVELS.denied };
    item.label != PERSON
        && !seen.tags.is_empty()
        && item.agree < LEVELS.unheard
        && match seen.opinion(item.thing().word) {
            Some(belief) => belief < least,
            None => plain && item.largest.score < LEVELS.untold,
        }
}

/// A small thing that neither detector nor head is sure of: a part of its place.
pub(super) fn speck(seen: &Evidence<'_>, item: &Item) -> bool {
    let doubted = seen.opinion(item.thing().word).is_some_and(|sure| sure < LEVELS.general);
    item.label != PERSON
        && item.largest.area.size() < SPECK
        && item.largest.score < LEVELS.doubted
        && item.agree < LEVELS.seconded
        && doubted
}

/// Whether anything but the head sees food: before a plain ground it takes most things for some.
pub(super) fn tasted(seen: &Evidence<'_>) -> bool {
    let eaten = |group: &usize| LEXICON.groups[*group].kind == Kind::Food;
    let mass: f32 = (0..LEXICON.groups.len()).filter(eaten).map(|group| seen.mass_of(group)).sum();
    let found = seen.things.iter().any(|item| item.thing().kind == Kind::Food);
    found || mass >= LEVELS.tasted
}

/// The classifier stands alone against a head that is sure of something else.
pub(super) fn overruled(seen: &Evidence<'_>, group: usize, word: &Phrase) -> bool {
    word.sure >= LEVELS.overruling
        && seen.mass_of(group) < LEVELS.outright
        && seen.belief_in(group) < LEVELS.unheard
}

/// "with pizza", "and plate", "in jacket": things that only the head sees, the surest first.
pub(super) fn added(seen: &Evidence<'_>, said: &[Phrase], told: impl Fn(&str) -> bool) -> Vec<Phrase> {
    // Beside an animal that another network found, another one is mostly that animal again.
    let classed = seen.best_of(&[Kind::Animal]).map_or(0.0, |group| seen.mass_of(group));
    let animal =
        classed >= LEVELS.leads_animal || seen.things.iter().any(|item| item.thing().kind == Kind::Animal);
    let people = seen.things.iter().any(|item| item.label == PERSON);
    let worn = |word: &str| people && LISTS.worn.contains(&word);
    // Beside a subject of which nothing else is known, less is enough.
    let alone = said.len() == 1;
    let portrayed = said.len() == 2 && said[1].words == "portrait";
    let wedding = said.iter().any(|phrase| phrase.words == "at wedding");
    // Somebody before a plain ground mostly shows what they wear.
    let shown = seen.look.background().is_some();
    let mut sure: Vec<(f32, &str)> = TAGS
        .words
        .iter()
        .enumerate()
        .filter(|(_, tag)| match tag.kind {
            TagKind::Thing | TagKind::Food => true,
            TagKind::Animal => !animal,
            _ => false,
        })
        .filter(|(_, tag)| !NEVER.contains(&tag.word) && !LISTS.general.contains(&tag.word))
        .filter(|(_, tag)| !(wedding && LISTS.dressed_up.contains(&tag.word)))
        .filter(|(_, tag)| !told(tag.word) && !spoken_of(said, tag.word) && !found(seen, tag.word))
        .filter_map(|(at, tag)| Some((seen.tag(at)?, tag.word)))
        .filter(|(sure, word)| {
            let least = match () {
                () if shown && worn(word) => LEVELS.dressed,
                () if alone && told_of(seen, word) => LEVELS.added_told,
                () if alone || portrayed => LEVELS.added_alone,
                () if told_first(seen, word) => LEVELS.added_also,
                () => LEVELS.added,
            };
            *sure >= least
        })
        .collect();
    sure.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Who wears a tank top wears no t-shirt.
    let mut dressed = false;
    sure.retain(|(_, word)| !LISTS.tops.contains(word) || !std::mem::replace(&mut dressed, true));
    // Of those that less was enough for, one will do.
    let surest = sure.iter().filter(|(sure, _)| *sure >= LEVELS.added).count();
    sure.truncate(if alone || portrayed { surest.max(1) } else { sure.len() });
    let mut joined = said.iter().any(|phrase| phrase.words.starts_with("with "));
    let phrase = |(sure, word): (f32, &str)| {
        let small = match worn(word) {
            true => "in",
            false if word == "table" && on_table(said) => "on",
            false if word == "plate" && served(said) => "on",
            false if word == "bowl" && served(said) => "in",
            false if std::mem::replace(&mut joined, true) => "and",
            false => "with",
        };
        Phrase::new(format!("{small} {word}"), sure)
    };
    let most = if said.len() > LONG { 1 } else { MOST_ADDED };
    sure.into_iter().take(most).map(phrase).collect()
}

/// Whether a table is under the subject: neither people, places nor beds stand on one.
fn on_table(said: &[Phrase]) -> bool {
    let subject = said.first().map_or("", |subject| subject.words.as_str());
    let last = subject.rsplit(' ').next().unwrap_or_default();
    let people = last == "people"
        || LISTS.faceless.contains(&last)
        || GRAMMAR.roles.iter().any(|role| role.said.word == subject);
    let large = LISTS.roomy.contains(&last) || last == "desk";
    let place = GRAMMAR.places.iter().any(|place| place.alone == Some(subject));
    let placed =
        said.iter().skip(1).any(|phrase| phrase.words.starts_with("on ") || phrase.words.starts_with("in "));
    !subject.is_empty() && !people && !place && !large && !placed
}

/// Whether the subject is food, of which no place is said.
fn served(said: &[Phrase]) -> bool {
    let tag = said.first().and_then(|subject| GRAMMAR.tag_of(&subject.words));
    tag.is_some_and(|tag| TAGS.words[tag].kind == TagKind::Food) && on_table(said)
}

/// Whether the surest sentence of the second eye has the word.
fn told_first(seen: &Evidence<'_>, word: &str) -> bool {
    let many = plural(word);
    let has = |sentence: &Sentence| sentence.words.iter().any(|said| said == word || *said == many);
    seen.sentences.first().is_some_and(has)
}

/// Whether a sentence of the second eye has the word.
fn told_of(seen: &Evidence<'_>, word: &str) -> bool {
    let many = plural(word);
    seen.sentences.iter().any(|sentence| sentence.words.iter().any(|said| said == word || *said == many))
}

/// Whether the detector found it, so that it was said under its finer name or left out.
fn found(seen: &Evidence<'_>, word: &str) -> bool {
    let tag = GRAMMAR.tag_of(word);
    seen.things
        .iter()
        .any(|item| item.thing().word == word || tag.is_some() && GRAMMAR.tag_of(item.thing().word) == tag)
}

/// Whether a phrase has the word already, in the detector's words or the head's.
fn spoken_of(said: &[Phrase], word: &str) -> bool {
    said.iter().any(|phrase| {
        let last = phrase.words.split_once(' ').map_or(phrase.words.as_str(), |(_, rest)| rest);
        phrase.words.contains(word) || GRAMMAR.tag_of(last).is_some_and(|tag| TAGS.words[tag].word == word)
    })
}
