//! A recipe's metadata texts with what is known about one image: `{name}`, `{alt}` and `{keywords}`.

use crate::options::ProcessingOptions;
use serde::{Deserialize, Serialize};

/// What a model said about one image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImageWords {
    /// Words joined by hyphens.
    pub name: String,
    pub alt: String,
    pub keywords: Vec<String>,
}

/// Everything that a metadata text can hold.
pub const PLACEHOLDERS: [&str; 3] = ["{name}", "{alt}", "{keywords}"];

impl ImageWords {
    /// The name as a line of text: `red-fox-in-snow` is `Red fox in snow`.
    pub fn title(&self) -> String {
        capital(&self.spoken())
    }

    fn spoken(&self) -> String {
        self.name.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// A text that begins with a placeholder begins with a capital letter.
    fn fill(&self, text: &str) -> String {
        let filled = self.fill_list(text);
        if text.trim_start().starts_with('{') && filled != text { capital(&filled) } else { filled }
    }

    fn fill_list(&self, text: &str) -> String {
        let values = [self.spoken(), self.alt.clone(), self.keywords.join(", ")];
        let mut out = String::new();
        let mut rest = text;
        // From left to right, so that a value which holds braces is not filled again.
        while let Some((at, which)) = next(rest) {
            out.push_str(&rest[..at]);
            out.push_str(&values[which]);
            rest = &rest[at + PLACEHOLDERS[which].len()..];
        }
        out + rest
    }
}

impl ProcessingOptions {
    /// Whether a metadata text asks for the words of an image.
    pub fn asks_for_words(&self) -> bool {
        let mut copy = self.clone();
        self.add_custom_metadata && copy.texts_mut().into_iter().any(|text| next(text).is_some())
    }

    /// The recipe of one image. Other text in braces stays as it is.
    pub fn with_words(&self, words: &ImageWords) -> Self {
        let mut filled = self.clone();
        if self.add_custom_metadata {
            let keywords = words.fill_list(&self.custom_keywords);
            filled.texts_mut().into_iter().for_each(|text| *text = words.fill(text));
            filled.custom_keywords = keywords;
        }
        filled
    }

    fn texts_mut(&mut self) -> [&mut String; 10] {
        [
            &mut self.custom_title,
            &mut self.custom_author,
            &mut self.custom_description,
            &mut self.custom_alt_text,
            &mut self.custom_keywords,
            &mut self.custom_subject,
            &mut self.custom_location,
            &mut self.custom_copyright,
            &mut self.custom_source,
            &mut self.custom_comments,
        ]
    }
}

/// Where the next placeholder stands, and which one it is.
fn next(text: &str) -> Option<(usize, usize)> {
    let found = PLACEHOLDERS.iter().enumerate().filter_map(|(which, word)| Some((text.find(word)?, which)));
    found.min()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fox() -> ImageWords {
        ImageWords {
            name: "red-fox".into(),
            alt: "A red fox {name}.".into(),
            keywords: vec!["fox".into(), "snow".into()],
        }
    }

    #[test]
    fn every_text_is_filled_and_other_braces_stay() {
        let recipe = ProcessingOptions {
            add_custom_metadata: true,
            custom_title: "{name} by {me}".into(),
            custom_description: "Photo of a {name}. {alt}".into(),
            custom_keywords: "{keywords}, {name}, shop".into(),
            custom_subject: "study of {name}".into(),
            ..Default::default()
        };
        assert!(recipe.asks_for_words());
        let filled = recipe.with_words(&fox());
        assert_eq!(filled.custom_title, "Red fox by {me}");
        assert_eq!(filled.custom_description, "Photo of a red fox. A red fox {name}.", "filled once");
        assert_eq!(filled.custom_subject, "study of red fox");
        assert_eq!(filled.custom_keywords, "fox, snow, red fox, shop");
    }

    #[test]
    fn nothing_is_filled_where_no_metadata_is_written() {
        let recipe = ProcessingOptions { custom_title: "{name}".into(), ..Default::default() };
        assert!(!recipe.asks_for_words());
        assert_eq!(recipe.with_words(&fox()), recipe);
        let plain = ProcessingOptions { custom_title: "{me}".into(), ..recipe };
        assert!(!ProcessingOptions { add_custom_metadata: true, ..plain }.asks_for_words());
    }

    #[test]
    fn an_image_without_words_leaves_no_placeholder() {
        let recipe = ProcessingOptions {
            add_custom_metadata: true,
            custom_title: "{name}".into(),
            ..Default::default()
        };
        assert_eq!(recipe.with_words(&ImageWords::default()).custom_title, "");
        assert_eq!(fox().title(), "Red fox");
    }
}
