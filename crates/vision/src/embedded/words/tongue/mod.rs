//! Names, alt text and keywords in other languages than English. The rules speak English; what they say is a closed set of
//! phrases, which are said here again with the words of `data/languages/`. Sentences of the second eye are free English:
//! in another language the alt text is made of the phrases instead.

mod forms;
mod parsed;
mod plural;
mod say;
mod table;
#[cfg(test)]
mod tests;

use super::certain::certain;
use super::compose::{drafted, others};
use super::draft::Draft;
use super::evidence::Evidence;
use super::phrase::{Phrase, fitting, join};
use crate::Description;
use crate::bland::is_bland;
use crate::description::Part;
use nomina_rules::language::{Language, Spelling};
use nomina_rules::names;
use say::Voice;
pub(super) use table::is_mass;

/// English phrases are shorter than those of other languages: as many as this are looked at, and those that fit are said.
const MOST_ENGLISH: usize = 2 * Description::MAX_CHARS;
/// Other names that are kept.
const MOST_OTHERS: usize = 3;

/// The description in a language. English is as it is.
pub(in crate::embedded) fn spoken(
    seen: &Evidence<'_>,
    english: Description,
    spelling: Spelling,
) -> Description {
    let Some(table) = table::table(spelling.language) else { return english };
    let voice = Voice { language: spelling.language, table };
    let draft = drafted(seen, &|words, at| voice.speaks(words, at));
    let said = voice_of(&voice, &draft.phrases, draft.quoted, spelling);
    let rules = join(&draft.phrases, Description::MAX_CHARS);
    let mut alternatives: Vec<String> = Vec::new();
    for phrases in others(seen, &draft) {
        let other = voice_of(&voice, &phrases, draft.quoted, spelling).name;
        if !other.is_empty() && other != said.name && !alternatives.contains(&other) {
            alternatives.push(other);
        }
    }
    alternatives.truncate(MOST_OTHERS);
    Description {
        alternatives,
        alt_text: said.alt_text,
        keywords: keywords(&voice, &english.keywords, &draft),
        parts: said.parts,
        confidence: Some(certain(seen, &rules, draft.confidence())),
        bland: is_bland(&rules),
        name: if said.name.is_empty() { english.name } else { said.name },
        ..english
    }
}

/// A name with its phrases and its sentence.
struct Said {
    name: String,
    parts: Vec<Part>,
    alt_text: String,
}

fn voice_of(voice: &Voice, phrases: &[Phrase], quoted: bool, spelling: Spelling) -> Said {
    let english = fitting(phrases, MOST_ENGLISH);
    let words: Vec<&str> = english.iter().map(|phrase| phrase.words.as_str()).collect();
    let (mut name, mut parts, mut kept) = (String::new(), Vec::new(), Vec::new());
    for (at, said) in voice.name(&words, quoted) {
        // "l'eau" is two words, the Dutch plural "ski's" one.
        let parted = if spelling.language == Language::Nl { "" } else { " " };
        let spelled = names::typed_words(&said.replace(['\'', '\u{2019}'], parted), spelling);
        let longer = if name.is_empty() { spelled } else { format!("{name}-{spelled}") };
        if longer.chars().count() > Description::MAX_CHARS && !name.is_empty() {
            continue;
        }
        name = longer;
        parts.push(Part { words: said, confidence: english[at].sure });
        kept.push(at);
    }
    // A lead such as "portrait" was said with the subject.
    let leads = |at: &usize| matches!(words[*at].trim(), "portrait" | "close up");
    let told = (0..words.len()).filter(|at| kept.contains(at) || leads(at)).map(|at| words[at]);
    let told: Vec<&str> = told.collect();
    Said { name: cut(&name), parts, alt_text: voice.sentence(&told, quoted) }
}

/// A subject that is too long by itself ends between two words.
fn cut(name: &str) -> String {
    let mut kept = name;
    while kept.chars().count() > Description::MAX_CHARS {
        let Some((shorter, _)) = kept.rsplit_once('-') else { break };
        kept = shorter;
    }
    kept.chars().take(Description::MAX_CHARS).collect()
}

/// What was read in the image stays as it is.
fn keywords(voice: &Voice, english: &[String], draft: &Draft) -> Vec<String> {
    let quoted: Vec<&str> = match draft.quoted {
        true => draft.phrases.iter().skip(1).map(|phrase| phrase.words.trim()).collect(),
        false => Vec::new(),
    };
    let mut kept: Vec<String> = Vec::new();
    for word in english {
        let said = if quoted.contains(&word.as_str()) { word.clone() } else { voice.keyword(word) };
        if !kept.iter().any(|known| known.to_lowercase() == said.to_lowercase()) {
            kept.push(said);
        }
    }
    kept
}
