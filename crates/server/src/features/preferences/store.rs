//! The user_preferences table, its defaults and its rules.

use nomina_rules::bounds::BOUNDS;
use nomina_rules::language::Language;
use nomina_rules::options::Separator;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::time_zone;
use crate::base::clock::Timestamp;
use crate::base::db::{Target, Word, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::plain_text::is_plain;

const LONGEST_AFFIX: usize = BOUNDS.affix;

/// Every setting. A missing one takes its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Preferences {
    /// Fixed to English.
    pub language: String,
    /// An IANA name; the browser's own when it is empty or UTC.
    pub timezone: String,
    /// Nothing until it was chosen: a browser then keeps the theme it has.
    pub dark_mode: Option<bool>,
    pub auto_save: bool,
    pub email_notifications: bool,
    pub processing_notifications: bool,
    /// webp, jpg, png or avif.
    #[schema(value_type = String)]
    pub default_output_format: DefaultFormat,
    /// 10 to 100 in steps of 5.
    #[schema(minimum = 10, maximum = 100, multiple_of = 5)]
    pub default_quality: i64,
    pub default_prefix: Option<String>,
    pub default_suffix: Option<String>,
    /// The language of names, alt text and keywords.
    pub default_language: Language,
    /// As `preferredWords` of a recipe: one rule a line, `couch, settee = sofa`.
    pub default_preferred_words: String,
    /// As `forbiddenWords` of a recipe.
    pub default_forbidden_words: String,
    /// As `addedKeywords` of a recipe.
    pub default_added_keywords: String,
    /// The most keywords of an image; 0 means as many as there are.
    #[schema(minimum = 0, maximum = 10)]
    pub default_max_keywords: i64,
    /// The most words of a name; 0 means no limit.
    #[schema(minimum = 0, maximum = 12)]
    pub default_max_words: i64,
    /// As `namePattern` of a recipe; empty means `{name}`.
    pub default_name_pattern: String,
    pub default_separator: Separator,
}
row!(Preferences {
    language,
    timezone,
    dark_mode,
    auto_save,
    email_notifications,
    processing_notifications,
    default_output_format: word,
    default_quality,
    default_prefix,
    default_suffix,
    default_language: word,
    default_preferred_words,
    default_forbidden_words,
    default_added_keywords,
    default_max_keywords,
    default_max_words,
    default_name_pattern,
    default_separator: word
});

/// The output format that a new batch starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefaultFormat {
    Webp,
    #[default]
    Jpg,
    Png,
    Avif,
    /// Any other word in a request; `checked` refuses it.
    #[serde(other)]
    Unknown,
}

impl Word for DefaultFormat {
    fn word(self) -> &'static str {
        match self {
            Self::Webp => "webp",
            Self::Jpg => "jpg",
            Self::Png => "png",
            Self::Avif => "avif",
            Self::Unknown => "unknown",
        }
    }

    /// A format that this release does not know counts as the default.
    fn from_word(word: &str) -> Option<Self> {
        let known = [Self::Webp, Self::Png, Self::Avif].into_iter().find(|format| format.word() == word);
        Some(known.unwrap_or_default())
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: "en".into(),
            timezone: "UTC".into(),
            dark_mode: None,
            auto_save: true,
            email_notifications: true,
            processing_notifications: true,
            default_output_format: DefaultFormat::Jpg,
            default_quality: 85,
            default_prefix: None,
            default_suffix: None,
            default_language: Language::En,
            default_preferred_words: String::new(),
            default_forbidden_words: String::new(),
            default_added_keywords: String::new(),
            default_max_keywords: 0,
            default_max_words: 0,
            default_name_pattern: String::new(),
            default_separator: Separator::Hyphen,
        }
    }
}

impl Preferences {
    /// The settings in their kept form, or the first rule that they break.
    pub fn checked(mut self) -> Result<Self> {
        let rule = |holds: bool, field: &str, sentence: &str| {
            if holds { Ok(()) } else { Err(ApiError::invalid(field, sentence)) }
        };
        rule(self.language == "en", "language", "The language is English (en)")?;
        let zone_fits = self.timezone.is_empty() || time_zone::is_known(&self.timezone);
        rule(zone_fits, "timezone", "The time zone is a name of the tz database such as Europe/Berlin")?;
        rule(
            self.default_output_format != DefaultFormat::Unknown,
            "defaultOutputFormat",
            "The output format is webp, jpg, png or avif",
        )?;
        rule(
            (10..=100).contains(&self.default_quality) && self.default_quality % 5 == 0,
            "defaultQuality",
            "The quality is 10 to 100 in steps of 5",
        )?;
        self.dark_mode = Some(self.dark_mode.unwrap_or(true));
        self.default_prefix = affix("defaultPrefix", self.default_prefix)?;
        self.default_suffix = affix("defaultSuffix", self.default_suffix)?;
        self.with_own_words_checked()
    }
}

/// Empty means none.
fn affix(field: &str, text: Option<String>) -> Result<Option<String>> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > LONGEST_AFFIX || !is_plain(&text) {
        return Err(ApiError::invalid(field, format!("At most {LONGEST_AFFIX} characters in one line")));
    }
    Ok(Some(text))
}

/// The settings of a person, or the defaults.
pub async fn get(target: impl Target, user: Uuid) -> Result<Preferences, sqlx::Error> {
    let kept = q!(
        "SELECT language, timezone, dark_mode, auto_save, email_notifications, processing_notifications,
         default_output_format, default_quality, default_prefix, default_suffix, default_language,
         default_preferred_words, default_forbidden_words, default_added_keywords, default_max_keywords,
         default_max_words, default_name_pattern, default_separator
         FROM user_preferences WHERE user_id = $1",
        user
    )
    .optional(target)
    .await?;
    Ok(kept.unwrap_or_default())
}

pub(super) async fn put(
    target: impl Target,
    user: Uuid,
    wanted: &Preferences,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    q!(
        "INSERT INTO user_preferences (user_id, language, timezone, dark_mode, auto_save, email_notifications,
         processing_notifications, default_output_format, default_quality, default_prefix, default_suffix,
         default_language, default_preferred_words, default_forbidden_words, default_added_keywords,
         default_max_keywords, default_max_words, default_name_pattern, default_separator, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, timezone = excluded.timezone,
         dark_mode = excluded.dark_mode, auto_save = excluded.auto_save,
         email_notifications = excluded.email_notifications,
         processing_notifications = excluded.processing_notifications,
         default_output_format = excluded.default_output_format, default_quality = excluded.default_quality,
         default_prefix = excluded.default_prefix, default_suffix = excluded.default_suffix,
         default_language = excluded.default_language,
         default_preferred_words = excluded.default_preferred_words,
         default_forbidden_words = excluded.default_forbidden_words,
         default_added_keywords = excluded.default_added_keywords,
         default_max_keywords = excluded.default_max_keywords,
         default_max_words = excluded.default_max_words,
         default_name_pattern = excluded.default_name_pattern,
         default_separator = excluded.default_separator, updated_at = excluded.updated_at",
        user,
        wanted.language.as_str(),
        wanted.timezone.as_str(),
        wanted.dark_mode.unwrap_or(true),
        wanted.auto_save,
        wanted.email_notifications,
        wanted.processing_notifications,
        wanted.default_output_format,
        wanted.default_quality,
        wanted.default_prefix.as_deref(),
        wanted.default_suffix.as_deref(),
        wanted.default_language,
        wanted.default_preferred_words.as_str(),
        wanted.default_forbidden_words.as_str(),
        wanted.default_added_keywords.as_str(),
        wanted.default_max_keywords,
        wanted.default_max_words,
        wanted.default_name_pattern.as_str(),
        wanted.default_separator,
        now
    )
    .execute(target)
    .await?;
    Ok(())
}

pub(super) async fn delete(target: impl Target, user: Uuid) -> Result<(), sqlx::Error> {
    q!("DELETE FROM user_preferences WHERE user_id = $1", user).execute(target).await?;
    Ok(())
}
