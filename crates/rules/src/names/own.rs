//! A person's own words: preferred and forbidden ones, keywords that every image gets, and how long a name may be. They change
//! what a model said, whichever model it was.

use super::agree::{is_join, is_small};
use super::clean::typed_words;
use super::clean_original;
use super::own_lists::{list, rule};
use super::scene::Scene;
use crate::bounds::BOUNDS;
use crate::language::{Language, Spelling};
use crate::options::ProcessingOptions;
use serde::{Deserialize, Serialize};

/// What a model said about one image, and what these rules make of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Said {
    /// Words joined by hyphens. Empty where every word of it is forbidden.
    pub name: String,
    pub alternatives: Vec<String>,
    pub alt_text: String,
    pub keywords: Vec<String>,
}

/// The rules of a recipe, read once for all images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// As they were typed, for sentences and keywords.
    typed: Lists,
    /// As names are spelled.
    spelled: Lists,
    spelling: Spelling,
    added: Vec<String>,
    most_keywords: usize,
    most_words: usize,
    says_place: bool,
    says_people: bool,
}

/// The words of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lists {
    /// Words that are replaced, and what replaces them.
    preferred: Vec<(Vec<String>, Vec<String>)>,
    forbidden: Vec<Vec<String>>,
}

impl Lists {
    fn spelled(&self, spelling: Spelling) -> Self {
        let words = |words: &[String]| -> Vec<String> {
            words.iter().map(|word| typed_words(word, spelling)).filter(|word| !word.is_empty()).collect()
        };
        let rules = self.preferred.iter().map(|(from, to)| (words(from), words(to)));
        let forbidden = self.forbidden.iter().map(|entry| words(entry));
        Self {
            preferred: rules.filter(|(from, to)| !from.is_empty() && !to.is_empty()).collect(),
            forbidden: forbidden.filter(|entry| !entry.is_empty()).collect(),
        }
    }
}

impl OwnWords {
    pub fn of(options: &ProcessingOptions) -> Self {
        let rules = options.preferred_words.split(['\n', ';']).filter_map(|line| rule(line.trim()));
        let added =
            options.added_keywords.split([',', ';', '\n']).map(str::trim).filter(|word| !word.is_empty());
        let typed = Lists {
            preferred: rules
                .flat_map(|(from, to)| {
                    from.into_iter().map(move |from| (from, to.clone())).collect::<Vec<_>>()
                })
                .collect(),
            forbidden: list(&options.forbidden_words),
        };
        Self {
            spelled: typed.spelled(options.spelling()),
            typed,
            spelling: options.spelling(),
            added: added.map(str::to_owned).collect(),
            most_keywords: options.max_keywords as usize,
            most_words: options.max_words as usize,
            says_place: options.say_place,
            says_people: options.say_people,
        }
    }

    /// What the rules make of an answer. A name of forbidden words alone gives way to the first alternative that is none.
    /// The scene is added where the rules ask for it; it does not count as words of the name.
    pub fn apply(&self, said: &Said, scene: &Scene) -> Said {
        let scene = self.said_of(scene);
        let mut names = std::iter::once(&said.name).chain(&said.alternatives).map(|name| self.name(name));
        let first = names.next().unwrap_or_default();
        let mut others: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let name = if first.is_empty() && !others.is_empty() { others.remove(0) } else { first };
        others.retain(|other| *other != name);
        let alt_text = self.sentence(&said.alt_text, &name);
        Said {
            name: scene.named(&name, self.spelling),
            alternatives: others.iter().map(|other| scene.named(other, self.spelling)).collect(),
            alt_text: scene.told(&alt_text, self.spelling.language),
            keywords: self.keywords(&said.keywords),
        }
    }

    /// The parts of a scene that are said: asked for, and without a forbidden word.
    fn said_of(&self, scene: &Scene) -> Scene {
        let allowed = |text: &&String| {
            let words: Vec<String> = text.split(' ').map(bare).collect();
            self.typed.forbidden.iter().all(|forbidden| find(&words, forbidden).is_none())
        };
        let place = |text: &String| {
            Some(text).filter(|_| self.says_place).filter(allowed).cloned().unwrap_or_default()
        };
        let people = scene.people.iter().filter(|_| self.says_people).filter(allowed);
        Scene { city: place(&scene.city), country: place(&scene.country), people: people.cloned().collect() }
    }

    fn name(&self, name: &str) -> String {
        let words: Vec<String> = name.split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let mut words = replaced(words, &self.spelled, str::to_owned);
        let before = words.len();
        for forbidden in &self.spelled.forbidden {
            while let Some(at) = find(&words, forbidden) {
                words.drain(at..at + forbidden.len());
            }
        }
        if words.len() < before {
            words = joined(words, self.spelling.language);
        }
        if self.most_words > 0 && words.len() > self.most_words {
            words.truncate(self.most_words);
            words = joined(words, self.spelling.language);
        }
        words.join("-")
    }

    /// A sentence that needs a forbidden word gives way to the name's words.
    fn sentence(&self, text: &str, name: &str) -> String {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let plain: Vec<String> = words.iter().map(|word| bare(word)).collect();
        let replaced = replaced(words, &self.typed, bare);
        let plain_now: Vec<String> = replaced.iter().map(|word| bare(word)).collect();
        if self.typed.forbidden.iter().any(|forbidden| find(&plain_now, forbidden).is_some()) {
            return if name.is_empty() {
                String::new()
            } else {
                format!("{}.", capital(&name.replace('-', " ")))
            };
        }
        match plain == plain_now {
            true => text.to_owned(),
            false if self.spelling.language == Language::En => with_articles(replaced).join(" "),
            false => replaced.join(" "),
        }
    }

    fn keywords(&self, said: &[String]) -> Vec<String> {
        let most =
            if self.most_keywords == 0 { BOUNDS.keywords } else { self.most_keywords.min(BOUNDS.keywords) };
        let mut kept: Vec<String> = Vec::new();
        let is_new = |kept: &[String], word: &str| {
            kept.iter().all(|known| known.to_lowercase() != word.to_lowercase())
        };
        let own: Vec<&String> = self.added.iter().take(most).collect();
        for word in said {
            let words: Vec<String> = word.split(' ').map(str::to_lowercase).collect();
            let forbidden =
                |words: &[String]| self.typed.forbidden.iter().any(|entry| find(words, entry).is_some());
            let word: Vec<String> = word.split(' ').map(str::to_owned).collect();
            let word = replaced(word, &self.typed, |word| word.to_lowercase()).join(" ");
            let now: Vec<String> = word.split(' ').map(str::to_lowercase).collect();
            if kept.len() + own.len() < most && !forbidden(&words) && !forbidden(&now) && is_new(&kept, &word)
            {
                kept.push(word);
            }
        }
        for word in own {
            if is_new(&kept, word) {
                kept.push(word.clone());
            }
        }
        kept
    }
}

/// Words with the preferred ones in place of others. A plural stays one. `plain` makes a word to compare of what is written.
fn replaced(mut words: Vec<String>, lists: &Lists, plain: impl Fn(&str) -> String) -> Vec<String> {
    for (from, to) in &lists.preferred {
        let mut at = 0;
        while at + from.len() <= words.len() {
            let here: Vec<String> = words[at..at + from.len()].iter().map(|word| plain(word)).collect();
            match matched(&here, from) {
                Some(many) => {
                    let new = written(&words[at..at + from.len()], to, many);
                    let length = new.len();
                    words.splice(at..at + from.len(), new);
                    at += length;
                }
                None => at += 1,
            }
        }
    }
    words
}

/// The words without those that join nothing any more: `dog on a`, `dog on a in room`.
fn joined(words: Vec<String>, language: Language) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(words.len());
    for word in words.into_iter().rev() {
        let ends =
            kept.last().is_none_or(|next| is_join(next, language) && !(word == "next" && next == "to"));
        if !(ends && is_small(&word, language)) {
            kept.push(word);
        }
    }
    kept.reverse();
    while kept.first().is_some_and(|word| is_join(word, language)) {
        kept.remove(0);
    }
    kept
}

/// Whether words are those of a rule, and whether in the plural.
fn matched(here: &[String], from: &[String]) -> Option<bool> {
    let (last, head) = from.split_last()?;
    let (own, before) = here.split_last()?;
    if before != head {
        return None;
    }
    if own == last {
        return Some(false);
    }
    (*own == plural(last)).then_some(true)
}

fn plural(word: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| word.ends_with(end));
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// The new words as they stand in a sentence: with the capital letter and the marks of the old ones.
fn written(old: &[String], to: &[String], many: bool) -> Vec<String> {
    let mut new = to.to_vec();
    if let (true, Some(last)) = (many, new.last_mut()) {
        *last = plural(last);
    }
    let starts_large =
        old.first().and_then(|word| word.chars().find(|c| c.is_alphabetic())).is_some_and(char::is_uppercase);
    if let (true, Some(first)) = (starts_large, new.first_mut()) {
        *first = capital(first);
    }
    let tail =
        old.last().map(|word| word.chars().rev().take_while(|c| !c.is_alphanumeric()).collect::<String>());
    let tail: String = tail.unwrap_or_default().chars().rev().collect();
    let lead: String = old
        .first()
        .map(|word| word.chars().take_while(|c| !c.is_alphanumeric()).collect())
        .unwrap_or_default();
    if let Some(last) = new.last_mut() {
        last.push_str(&tail);
    }
    if let Some(first) = new.first_mut() {
        *first = format!("{lead}{first}");
    }
    new
}

/// `a` and `an` as the next word wants them.
fn with_articles(mut words: Vec<String>) -> Vec<String> {
    for at in 1..words.len() {
        let vowel = words[at].to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
        let article = match words[at - 1].as_str() {
            "a" | "an" => Some(if vowel { "an" } else { "a" }),
            "A" | "An" => Some(if vowel { "An" } else { "A" }),
            _ => None,
        };
        if let Some(article) = article {
            article.clone_into(&mut words[at - 1]);
        }
    }
    words
}

/// A word of a sentence, as it is compared.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn find(words: &[String], wanted: &[String]) -> Option<usize> {
    words.windows(wanted.len().max(1)).position(|here| matched(here, wanted).is_some())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What is left of a name when the rules have taken every word: the old name, cleaned.
pub fn or_original(name: String, original: &str) -> String {
    if name.is_empty() { clean_original(original) } else { name }
}

#[cfg(test)]
mod tests;
