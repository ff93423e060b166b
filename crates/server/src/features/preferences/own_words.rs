//! The rules that own words and the style of names keep: those of a recipe, and a limit of their own.

use nomina_rules::bounds::BOUNDS;
use nomina_rules::options::ProcessingOptions;

use super::store::Preferences;
use crate::base::error::{ApiError, Result};
use crate::base::plain_text::plain_lines;

/// The longest pattern, in characters.
const LONGEST_PATTERN: usize = 500;

impl Preferences {
    /// Own words in their kept form, or the first rule that they break.
    pub(super) fn with_own_words_checked(mut self) -> Result<Self> {
        for text in [
            &mut self.default_preferred_words,
            &mut self.default_forbidden_words,
            &mut self.default_added_keywords,
        ] {
            *text = plain_lines(text.trim());
        }
        self.default_name_pattern = plain_lines(self.default_name_pattern.trim()).replace('\n', "");
        within("defaultMaxKeywords", self.default_max_keywords, BOUNDS.keywords)?;
        within("defaultMaxWords", self.default_max_words, BOUNDS.words)?;
        if self.default_name_pattern.chars().count() > LONGEST_PATTERN {
            let sentence = format!("At most {LONGEST_PATTERN} characters");
            return Err(ApiError::invalid("defaultNamePattern", sentence));
        }
        match self.as_recipe().problems().into_iter().next() {
            Some(problem) => Err(ApiError::invalid(field_of(&problem.field), problem.message)),
            None => Ok(self),
        }
    }

    /// A recipe with these words and no other change.
    fn as_recipe(&self) -> ProcessingOptions {
        ProcessingOptions {
            preferred_words: self.default_preferred_words.clone(),
            forbidden_words: self.default_forbidden_words.clone(),
            added_keywords: self.default_added_keywords.clone(),
            name_pattern: self.default_name_pattern.clone(),
            ..ProcessingOptions::default()
        }
    }
}

fn within(field: &str, value: i64, most: usize) -> Result<()> {
    let fits = usize::try_from(value).is_ok_and(|value| value <= most);
    if fits { Ok(()) } else { Err(ApiError::invalid(field, format!("0 to {most}; 0 means no limit"))) }
}

/// The setting of a recipe's field.
fn field_of(option: &str) -> &'static str {
    match option {
        "preferredWords" => "defaultPreferredWords",
        "forbiddenWords" => "defaultForbiddenWords",
        "addedKeywords" => "defaultAddedKeywords",
        _ => "defaultNamePattern",
    }
}
