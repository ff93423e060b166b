//! The rules that options have to keep.

use crate::option_error::OptionError;
use crate::options::{FONT_FAMILIES, ProcessingOptions};
use crate::{colour, coordinates, names};

/// The longest list of own words, in bytes.
const LONGEST_WORD_LIST: usize = 10_000;

impl ProcessingOptions {
    /// Every rule that this set of options breaks; empty when it can be used as it is.
    pub fn problems(&self) -> Vec<OptionError> {
        let mut found = self.image_problems();
        found.extend(self.naming_problems());
        found
    }

    /// The rules about pixels and metadata. What processes images asks for these alone, so that its module in the browser holds
    /// nothing about names.
    pub fn image_problems(&self) -> Vec<OptionError> {
        let mut found = Vec::new();
        let mut range = |field: &str, value: f64, low: f64, high: f64| {
            if !(low..=high).contains(&value) {
                found.push(OptionError {
                    field: field.into(),
                    message: format!("must be between {low} and {high}, got {value}"),
                });
            }
        };
        range("textWatermarkFontSize", self.text_watermark_font_size, 8.0, 500.0);
        range("textWatermarkOpacity", self.text_watermark_opacity, 0.1, 1.0);
        range("imageWatermarkOpacity", self.image_watermark_opacity, 0.1, 1.0);
        range("imageWatermarkScale", self.image_watermark_scale, 0.1, 1.0);
        range("compressionQuality", self.compression_quality, 0.1, 1.0);
        range("pngQuality", self.png_quality.unwrap_or(1.0), 0.1, 1.0);
        range("textWatermarkX", self.text_watermark_x, 0.0, 100.0);
        range("textWatermarkY", self.text_watermark_y, 0.0, 100.0);
        range("imageWatermarkX", self.image_watermark_x, 0.0, 100.0);
        range("imageWatermarkY", self.image_watermark_y, 0.0, 100.0);
        range("customRating", f64::from(self.custom_rating), 0.0, 5.0);
        let family = self.text_watermark_font_family.as_str();
        if self.enable_text_watermark && !FONT_FAMILIES.contains(&family) {
            found.push(OptionError {
                field: "textWatermarkFontFamily".into(),
                message: format!("there is no font {family:?}; use one of {}", FONT_FAMILIES.join(", ")),
            });
        }
        if colour::parse(&self.text_watermark_color).is_none() {
            found.push(OptionError {
                field: "textWatermarkColor".into(),
                message: "must be a hex, rgb, rgba, hsl or hsla colour, for example #ffffff".into(),
            });
        }
        found.extend(self.position_problem());
        found
    }

    fn naming_problems(&self) -> impl Iterator<Item = OptionError> {
        let unknown = names::unknown_tokens(&self.name_pattern).map(|token| {
            let message = format!("{{{token}}} is not a known token. Use {}", names::TOKENS.join(", "));
            ("namePattern", message)
        });
        let folder = names::folder_problem(&self.name_pattern).map(|said| ("namePattern", said));
        let preferred = names::preferred_problem(&self.preferred_words).map(|said| ("preferredWords", said));
        let texts = [
            ("preferredWords", &self.preferred_words),
            ("forbiddenWords", &self.forbidden_words),
            ("addedKeywords", &self.added_keywords),
        ];
        let long = texts.into_iter().filter(|(_, text)| text.len() > LONGEST_WORD_LIST);
        let long: Vec<_> =
            long.map(|(field, _)| (field, format!("has more than {LONGEST_WORD_LIST} bytes"))).collect();
        let found = unknown.chain(folder).chain(preferred).chain(long);
        found.map(|(field, message)| OptionError { field: field.into(), message })
    }

    fn position_problem(&self) -> Option<OptionError> {
        let written = self.add_custom_metadata;
        written.then(|| coordinates::position(&self.custom_latitude, &self.custom_longitude).err()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_cannot_be_written_is_a_problem_of_its_field_when_it_would_be_written() {
        let mut options = ProcessingOptions {
            custom_latitude: "999".into(),
            custom_longitude: "8.5".into(),
            ..Default::default()
        };
        assert_eq!(options.problems(), []);
        options.add_custom_metadata = true;
        assert_eq!(options.problems()[0].field, "customLatitude");
        options.custom_latitude.clear();
        assert_eq!(options.problems()[0].message, "a longitude needs a latitude beside it");
    }

    #[test]
    fn an_unknown_token_of_a_pattern_is_named() {
        let options = ProcessingOptions { name_pattern: "{name}-{bogus}-{n:3}".into(), ..Default::default() };
        let problems = options.problems();
        assert_eq!(problems.len(), 1);
        assert!(
            problems[0].message.starts_with("{bogus} is not a known token. Use {name}, "),
            "{}",
            problems[0]
        );
    }

    #[test]
    fn a_font_that_is_not_there_is_refused_by_name_once_a_text_wants_it() {
        let mut options =
            ProcessingOptions { text_watermark_font_family: "Comic Sans".into(), ..Default::default() };
        assert_eq!(options.problems(), []);
        options.enable_text_watermark = true;
        let problem = options.problems().remove(0);
        assert_eq!(problem.field, "textWatermarkFontFamily");
        assert!(problem.message.contains("\"Comic Sans\"") && problem.message.contains("Inter"), "{problem}");
    }

    #[test]
    fn out_of_range_values_are_all_listed() {
        let options = ProcessingOptions {
            text_watermark_font_size: 7.0,
            compression_quality: 1.5,
            png_quality: Some(0.0),
            text_watermark_color: "reddish".into(),
            ..Default::default()
        };
        let fields: Vec<_> = options.problems().into_iter().map(|p| p.field).collect();
        assert_eq!(
            fields,
            ["textWatermarkFontSize", "compressionQuality", "pngQuality", "textWatermarkColor"]
        );
    }

    #[test]
    fn a_list_of_words_may_have_ten_thousand_bytes() {
        let mut options = ProcessingOptions { added_keywords: "x".repeat(10_000), ..Default::default() };
        assert_eq!(options.problems(), []);
        options.added_keywords.push('x');
        assert_eq!(options.problems()[0].field, "addedKeywords");
    }
}
