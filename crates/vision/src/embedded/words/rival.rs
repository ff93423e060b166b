//! Where neither head nor sentence sees the rules' subject, what both of them see is the subject instead.

use super::super::speaker::Sentence;
use super::super::tags::{TAGS, TagKind};
use super::evidence::{Evidence, Item, PERSON};
use super::grammar::GRAMMAR;
use super::lexicon::{Group, Kind, LEXICON};
use super::named::{LEVELS, LISTS};
use super::phrase::{Phrase, listed};
use super::told::{LEAST_SURE, SOMEBODY, believed, heard, split};
use super::trust::signs;

/// Where the head believes less than this in anybody, a person is no more than a hand.
const HAND: f32 = 0.3;
/// Its other words for somebody, which sentences have, too.
const YOUNG: &str = "child boy girl baby";

/// The first thing of the sentence that the head is sure of, instead of a subject that no sentence has and the head does not
/// believe in.
pub(super) fn rival(seen: &Evidence<'_>, subject: &Phrase) -> Option<Phrase> {
    let [belief, known, _, told] = signs(seen, &subject.words);
    let somebody = split(&subject.words).any(|word| listed(SOMEBODY, word));
    // A restaurant is more than the wine on its tables.
    let place = |group: &Group| group.kind == Kind::Place && subject.words.ends_with(group.word);
    if somebody
        || LEXICON.groups.iter().any(place)
        || told > 0.0
        || belief >= LEVELS.general
        || subject.sure >= LEVELS.outright
    {
        return None;
    }
    let sentence = seen.sentences.first().filter(|sentence| sentence.sure >= LEAST_SURE)?;
    let (word, sure) = (0..sentence.words.len()).find_map(|at| thing_at(seen, &sentence.words[at..]))?;
    let finer = known == 0.0
        && is_animal(word)
        && seen.best_of(&[Kind::Animal]).is_some_and(|group| seen.mass_of(group) >= LEVELS.leads_animal);
    (!finer).then(|| Phrase::new(word, sure))
}

/// The thing that words begin with, where the head is sure of it: of two words, or of one.
fn thing_at(seen: &Evidence<'_>, words: &[String]) -> Option<(&'static str, f32)> {
    let counts = [2, 1].into_iter().filter(|&count| count <= words.len());
    let said = counts.map(|count| words[..count].join(" "));
    said.filter_map(|said| {
        let one = said.strip_suffix('s').unwrap_or(&said);
        let stands = GRAMMAR.things.iter().chain(&GRAMMAR.animals);
        let stand = stands.map(|stand| stand.said.word).find(|word| *word == said || *word == one)?;
        let sure = believed(seen, stand).filter(|&sure| sure >= LEVELS.rivalled)?;
        let bland = LISTS.bland.contains(&stand) || LISTS.dishware.contains(&stand);
        (!bland).then_some((stand, sure))
    })
    .next()
}

fn is_animal(word: &str) -> bool {
    GRAMMAR.tag_of(word).is_some_and(|tag| TAGS.words[tag].kind == TagKind::Animal)
}

/// Whether a person is no more than a hand: the head sees nobody, and the sentence no child.
pub(super) fn hardly_anybody(seen: &Evidence<'_>, item: &Item) -> bool {
    let young = split(YOUNG).filter_map(|word| seen.belief(word));
    let surest = young.chain(heard(seen, "person")).fold(0.0, f32::max);
    let child = |sentence: &Sentence| sentence.words.iter().any(|word| listed(YOUNG, word));
    item.label == PERSON && seen.sentences.first().is_some_and(|sentence| !child(sentence)) && surest < HAND
}
