//! The description: the name from the draft's phrases, other names, one sentence, keywords.

use super::super::tags::TAGS;
use super::certain::certain;
use super::decided::decided;
use super::draft::Draft;
use super::evidence::{Evidence, Item};
use super::grammar::GRAMMAR;
#[cfg(feature = "bench")]
use super::judge;
use super::lexicon::LEXICON;
use super::named::LEVELS;
use super::phrase::{Phrase, fitting, join};
use super::{facts, sentence, support, told};
use crate::Description;
use crate::bland::is_bland;
use crate::description::Part;

/// Turns evidence into a description. There is always a name.
pub(in crate::embedded) fn describe(seen: &Evidence<'_>) -> Description {
    let draft = drafted(seen, &|_, _| true);
    let name = join(&draft.phrases, Description::MAX_CHARS);
    let said = fitting(&draft.phrases, Description::MAX_CHARS);
    let parts =
        said.iter().map(|phrase| Part { words: phrase.words.trim().to_owned(), confidence: phrase.sure });
    let seen_so = Description {
        parts: parts.collect(),
        alt_text: match said.len() {
            1 => sentence::shown(said[0], draft.is_photo),
            _ if draft.quoted => sentence::quoting(&said),
            _ => sentence::plain(&said),
        },
        keywords: keywords(seen, &draft),
        alternatives: alternatives(seen, &draft, &name),
        name,
        source: "embedded".to_owned(),
        confidence: Some(draft.confidence()),
        fingerprint: String::new(),
        context_used: None,
        bland: false,
    };
    let told = facts::sentence(seen, &draft.phrases).filter(|_| draft.is_photo);
    let alt_text = told.map_or(seen_so.alt_text, |words| told::alt_text(&words));
    let sure = certain(seen, &seen_so.name, draft.confidence());
    Description { bland: is_bland(&seen_so.name), confidence: Some(sure), alt_text, ..seen_so }
}

/// The phrases, with what the person's context decides.
pub(super) fn drafted(seen: &Evidence<'_>, speaks: &dyn Fn(&str, usize) -> bool) -> Draft {
    decided(seen, Draft::new(seen, speaks))
}

/// The phrases of a photo's name before any is left out, with what the networks think of their nouns.
#[cfg(feature = "bench")]
pub(in crate::embedded) fn table(seen: &Evidence<'_>) -> Vec<(String, f32, [f32; 4])> {
    let phrases = super::draft::all(seen);
    let said = fitting(&phrases, Description::MAX_CHARS);
    let row = |phrase: &Phrase| (phrase.words.clone(), phrase.sure, super::trust::signs(seen, &phrase.words));
    said.into_iter().map(row).collect()
}

/// What is weighed, a line each: the rules' phrases (R), what a name can be about (J), the sentence (S) and what it says (C).
#[cfg(feature = "bench")]
pub(in crate::embedded) fn weighed(seen: &Evidence<'_>) -> Vec<String> {
    let draft = Draft::ruled(seen);
    let table = |parts: &[f32]| parts.iter().map(|part| format!("{part:.4}")).collect::<Vec<_>>().join("\t");
    let Some(weighed) = facts::Weighed::new(seen, &draft.phrases).filter(|_| draft.is_photo) else {
        return Vec::new();
    };
    let phrases: Vec<&str> = draft.phrases.iter().map(|phrase| phrase.words.trim()).collect();
    let mut lines = vec![format!("R\t{}", phrases.join("|"))];
    let judged = judge::table(seen, &draft.phrases).into_iter();
    lines.extend(judged.map(|(words, parts)| format!("J\t{words}\t{}", table(&parts))));
    lines.push(format!("S\t{}", weighed.words.join(" ")));
    for clause in &weighed.parsed.clauses {
        lines.push(format!("C\t{}\t{}", clause.phrase(&weighed.words), table(&weighed.clause(clause))));
    }
    lines
}

fn alternatives(seen: &Evidence<'_>, draft: &Draft, name: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for phrases in others(seen, draft) {
        let other = join(&phrases, Description::MAX_CHARS);
        if !other.is_empty() && other != name && !names.contains(&other) {
            names.push(other);
        }
    }
    names.truncate(3);
    names
}

/// The phrases of other names, best first.
pub(super) fn others(seen: &Evidence<'_>, draft: &Draft) -> Vec<Vec<Phrase>> {
    let mut all = vec![draft.phrases[..draft.phrases.len().min(2)].to_vec()];
    all.extend(draft.others.iter().cloned());
    let other_subjects =
        seen.ranked().into_iter().take(2).filter(|&group| seen.mass_of(group) > LEVELS.worth_a_keyword);
    let classes = other_subjects.map(|group| Phrase::new(seen.name(group), seen.mass_of(group)));
    let words =
        GRAMMAR.things.iter().filter_map(|thing| Some(Phrase::new(thing.said.word, seen.says(thing.said)?)));
    for subject in classes.chain(words.take(1)) {
        let mut phrases = vec![subject];
        phrases.extend_from_slice(&draft.phrases[1..]);
        all.push(phrases);
    }
    all.push(draft.phrases[..1].to_vec());
    all
}

/// Search words, most certain of each kind first: things, the head's words, classes with their group. The second eye's
/// words come before the things, of which those are left out then that nobody else sees.
fn keywords(seen: &Evidence<'_>, draft: &Draft) -> Vec<String> {
    let quoted = draft.phrases.iter().filter(|_| draft.quoted).map(|phrase| phrase.words.trim());
    let best = !std::ptr::eq(seen.head, &*TAGS);
    let believed = |(at, item): &(usize, &Item)| !best || *at == 0 || support::thing_beside(seen, item);
    let things = seen.things.iter().enumerate().filter(believed).map(|(_, item)| item.thing().word);
    let least = LEVELS.keyword;
    let mut tags: Vec<(f32, &str)> =
        TAGS.words.iter().enumerate().filter_map(|(at, tag)| Some((seen.tag(at)?, tag.word))).collect();
    tags.retain(|&(sure, word)| sure >= least && !support::NEVER.contains(&word));
    tags.sort_by(|a, b| b.0.total_cmp(&a.0));
    let sure = seen.ranked().into_iter().filter(|&group| seen.mass_of(group) > LEVELS.worth_a_keyword);
    let groups = sure.flat_map(|group| [seen.name(group), LEXICON.groups[group].word]);
    let mut keywords: Vec<String> = Vec::new();
    let tags: Vec<&str> = tags.into_iter().map(|(_, word)| word).collect();
    let (first, second): (Vec<&str>, Vec<&str>) =
        if best { (tags, things.collect()) } else { (things.collect(), tags) };
    let subject = draft.phrases.first().filter(|_| best && !draft.quoted).map(|phrase| phrase.words.trim());
    for word in quoted.chain(subject).chain(first).chain(second).chain(groups) {
        if keywords.len() < Description::MAX_KEYWORDS && !keywords.iter().any(|known| known == word) {
            keywords.push(word.to_owned());
        }
    }
    keywords
}
