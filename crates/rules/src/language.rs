//! In which language and letters names are written.

use serde::{Deserialize, Serialize};

/// The language of names, alt text and keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    #[default]
    En,
    De,
    Fr,
    Es,
    It,
    Pt,
    Nl,
}

impl Language {
    pub const ALL: [Self; 7] = [Self::En, Self::De, Self::Fr, Self::Es, Self::It, Self::Pt, Self::Nl];

    /// The code of ISO 639-1: `de`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::It => "it",
            Self::Pt => "pt",
            Self::Nl => "nl",
        }
    }

    /// By its code, in either case.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code.trim()))
    }
}

/// How names are written: in which language, and with or without the accents of its letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    pub language: Language,
    pub keep_accents: bool,
}

impl Spelling {
    /// What tells it from others in the keys of caches; empty for plain English, as keys were before there were languages.
    /// It begins with a sign that nobody types, so that a context of two letters is no language.
    pub fn mark(self) -> String {
        match self {
            Self { language: Language::En, keep_accents: false } => String::new(),
            Self { language, keep_accents } => {
                format!("\u{1}{}{}", language.code(), if keep_accents { "+" } else { "" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_name_languages_and_every_spelling_has_its_mark() {
        assert_eq!(Language::of_code(" DE "), Some(Language::De));
        assert_eq!((Language::of_code("klingon"), Language::of_code("")), (None, None));
        assert_eq!(serde_json::to_string(&Language::ALL).unwrap(), r#"["en","de","fr","es","it","pt","nl"]"#);
        let marks = Language::ALL
            .map(|language| [false, true].map(|keep_accents| Spelling { language, keep_accents }.mark()));
        let mut all: Vec<String> = marks.into_iter().flatten().collect();
        all.sort();
        all.dedup();
        assert_eq!((all.len(), Spelling::default().mark().as_str()), (14, ""));
    }
}
