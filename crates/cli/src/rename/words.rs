//! Which words about an image go into its metadata. What a person has written there stays unless it is to be replaced; keywords
//! are added to those that are there.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use nomina_engine::Format;
use nomina_engine::metadata::{Fields, Words, sidecar_words};
use nomina_rules::words::ImageWords;
use serde::{Deserialize, Serialize};

use super::sidecars::xmp_of;
use crate::looking::Named;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WriteArgs {
    /// Write words into the metadata as well, or into an .xmp file beside images whose format holds none: title,description,alt,keywords
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    write: Vec<Field>,
    /// Replace a title, description or alt text that is there already; without it they stay
    #[arg(long, requires = "write")]
    replace_words: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Field {
    Title,
    Description,
    Alt,
    Keywords,
}

/// Words for one image. Empty means that nothing is written there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Texts {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) alt: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) keywords: Vec<String>,
}

/// An image that gets words, as the journal holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wanted {
    /// Its name before the rename, relative to the folder.
    pub(crate) file: PathBuf,
    /// Its move, when it gets another name.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none", default)]
    pub(crate) step: Option<usize>,
    #[serde(flatten)]
    pub(crate) texts: Texts,
    #[serde(default)]
    pub(crate) replace: bool,
}

impl WriteArgs {
    pub(crate) fn of(write: Vec<Field>, replace_words: bool) -> Self {
        Self { write, replace_words }
    }

    /// What this image lacks. Only a model's words are written, never an old file name.
    pub(super) fn wanted(&self, folder: &Path, file: &Path, words: &str, named: &Named) -> Option<Wanted> {
        if self.write.is_empty() || !named.is_looked_at() {
            return None;
        }
        let path = folder.join(file);
        let there = if named.facts.format.holds_fields() {
            named.words.clone()
        } else {
            both(words_beside(&path, named.facts.format), &named.words)
        };
        let texts = self.texts(words, named).missing_in(&there, self.replace_words);
        let wanted = Wanted { file: file.to_owned(), step: None, texts, replace: self.replace_words };
        (wanted.texts != Texts::default()).then_some(wanted)
    }

    fn texts(&self, words: &str, named: &Named) -> Texts {
        let asked = |field| self.write.contains(&field);
        let text = |field, text: String| if asked(field) { text } else { String::new() };
        let title = ImageWords { name: words.to_owned(), ..ImageWords::default() }.title();
        Texts {
            title: text(Field::Title, title),
            description: text(Field::Description, named.seen.alt_text.clone()),
            alt: text(Field::Alt, named.seen.alt_text.clone()),
            keywords: if asked(Field::Keywords) { named.seen.keywords.clone() } else { Vec::new() },
        }
    }
}

/// The words in the sidecar of an image, if it has one.
fn words_beside(image: &Path, format: Format) -> Words {
    let bytes = std::fs::read(xmp_of(image, format)).ok();
    bytes.and_then(|bytes| sidecar_words(&bytes)).unwrap_or_default()
}

/// The words of a sidecar, and those of its image where it has none.
pub(super) fn both(sidecar: Words, image: &Words) -> Words {
    let text = |one: String, other: &String| if one.is_empty() { other.clone() } else { one };
    let known = |word: &&String| !sidecar.keywords.contains(word);
    let added: Vec<String> = image.keywords.iter().filter(known).cloned().collect();
    Words {
        title: text(sidecar.title, &image.title),
        description: text(sidecar.description, &image.description),
        alt_text: text(sidecar.alt_text, &image.alt_text),
        keywords: sidecar.keywords.into_iter().chain(added).collect(),
    }
}

impl Texts {
    /// What is still to be written where these words are.
    pub(super) fn missing_in(&self, there: &Words, replace: bool) -> Self {
        let text = |wanted: &String, there: &String| match replace || there.is_empty() {
            true if wanted != there => wanted.clone(),
            _ => String::new(),
        };
        // A keyword inside others, such as Animals|Dogs, is there when all of its parts are.
        let is_there = |part: &str| there.keywords.iter().any(|other| same(other, part.trim()));
        let known = |word: &&String| !word.split('|').all(is_there);
        Self {
            title: text(&self.title, &there.title),
            description: text(&self.description, &there.description),
            alt: text(&self.alt, &there.alt_text),
            keywords: self.keywords.iter().filter(known).cloned().collect(),
        }
    }

    /// The metadata fields for a file that has these words already.
    pub(super) fn fields(&self, there: &Words) -> Fields {
        let keywords: Vec<String> = match self.keywords.is_empty() {
            true => Vec::new(),
            false => there.keywords.iter().chain(&self.keywords).cloned().collect(),
        };
        let mut fields = Fields {
            title: self.title.clone(),
            description: self.description.clone(),
            alt_text: self.alt.clone(),
            ..Fields::default()
        };
        fields.set_keywords(&keywords);
        fields
    }

    /// `title: Red fox`, a line for every field.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let keywords = self.keywords.join(", ");
        let all = [
            ("title", &self.title),
            ("description", &self.description),
            ("alt text", &self.alt),
            ("keywords", &keywords),
        ];
        let lines = all.map(|(name, text)| (!text.is_empty()).then(|| format!("{name}: {text}")));
        lines.into_iter().flatten()
    }
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Texts {
        Texts {
            title: "Red fox".into(),
            description: "A red fox.".into(),
            alt: "A red fox.".into(),
            keywords: vec!["fox".into(), "snow".into()],
        }
    }

    #[test]
    fn what_a_person_wrote_stays_and_keywords_are_added() {
        let there = Words {
            title: "My fox".into(),
            keywords: vec!["Fox".into(), "client".into()],
            ..Words::default()
        };
        let missing = texts().missing_in(&there, false);
        assert_eq!((missing.title.as_str(), missing.description.as_str()), ("", "A red fox."));
        assert_eq!(missing.fields(&there).keywords, ["Fox", "client", "snow"]);
        assert_eq!(texts().missing_in(&there, true).title, "Red fox");
    }

    #[test]
    fn words_that_are_there_are_not_written_again() {
        let there = Words {
            title: "Red fox".into(),
            description: "A red fox.".into(),
            alt_text: "A red fox.".into(),
            keywords: vec!["snow".into(), "fox".into()],
        };
        for replace in [false, true] {
            assert_eq!(texts().missing_in(&there, replace), Texts::default());
        }
    }
}
