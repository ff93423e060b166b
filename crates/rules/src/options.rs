//! The processing options of a batch ("the recipe"): every field, its default, its range, and how a
//! JSON text becomes one. Unknown fields are refused with their path, so that a typo never passes silently.

use crate::language::{Language, Spelling};
pub use crate::option_error::OptionError;
use serde::{Deserialize, Serialize};

/// Where a watermark sits. `Custom` uses the X/Y percentages; `Tiled` repeats it over the whole image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    TopLeft,
    TopRight,
    BottomLeft,
    #[default]
    BottomRight,
    Center,
    Custom,
    Tiled,
}

/// Whether the naming model looks at the image alone or is also given the user's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContextMode {
    #[default]
    Auto,
    Custom,
}

/// The container and codec of the result. `Original` keeps the source's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OutputFormat {
    Original,
    #[default]
    Jpeg,
    Png,
    Webp,
    Avif,
}

/// What kind of image this is, for the metadata's category field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    #[default]
    None,
    Photography,
    Artwork,
    Document,
    Screenshot,
    Product,
    Portrait,
    Landscape,
    Event,
    Other,
}

/// The licence that the metadata states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UsageRights {
    #[default]
    None,
    AllRightsReserved,
    CreativeCommons,
    PublicDomain,
    RoyaltyFree,
    RightsManaged,
    EditorialUse,
}

/// How the letters of a name are written. The default is the product's form: lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LetterCase {
    #[default]
    Lower,
    Upper,
    Title,
    Camel,
}

/// What stands between the words of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Separator {
    #[default]
    Hyphen,
    Underscore,
    Space,
    None,
}

/// Every option of a batch. JSON in camelCase; a missing field takes its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ProcessingOptions {
    // Naming
    /// Images keep the names they have: no model looks at them, nothing is put around them.
    pub keep_names: bool,
    /// The language of names, alt text and keywords.
    pub language: Language,
    /// Whether names keep letters with accents; without, they are written as the language does it: `ö` is `oe` in German.
    pub keep_accents: bool,
    pub prefix: String,
    pub suffix: String,
    pub context_mode: ContextMode,
    pub custom_context: String,
    /// Whether names begin with the words of the custom context.
    pub context_as_prefix: bool,
    /// A pattern of tokens such as `{date}-{name}-{n:3}`; empty means `{name}`.
    pub name_pattern: String,
    pub letter_case: LetterCase,
    pub separator: Separator,
    /// Words in place of others, a line or semicolon between: `couch, settee = sofa`.
    pub preferred_words: String,
    /// Words that no name, alt text or keyword has, commas between.
    pub forbidden_words: String,
    /// Keywords that every image gets, commas between.
    pub added_keywords: String,
    /// The most keywords of an image; 0 means as many as there are.
    pub max_keywords: u32,
    /// The most words of a name; 0 means no limit.
    pub max_words: u32,
    /// Puts the city of the image's coordinates into its name and alternative text.
    pub say_place: bool,
    /// Puts the names of the people whom the image's metadata lists into its name and alternative text.
    pub say_people: bool,

    // Text watermark
    pub enable_text_watermark: bool,
    pub text_watermark: String,
    pub text_watermark_position: Position,
    pub text_watermark_opacity: f64,
    /// Percent of the free width, 0 = left edge.
    pub text_watermark_x: f64,
    /// Percent of the free height, 0 = top edge.
    pub text_watermark_y: f64,
    pub text_watermark_font_family: String,
    /// 24 is the larger of 16 pixels and 3 % of the output's width; other sizes are in proportion to it.
    pub text_watermark_font_size: f64,
    pub text_watermark_color: String,

    // Image watermark
    pub enable_image_watermark: bool,
    /// The watermark image as a data URL, so that it travels with templates; `null` when none is chosen.
    pub image_watermark_file: Option<String>,
    pub image_watermark_position: Position,
    pub image_watermark_opacity: f64,
    /// Width of the mark as a share of the output's width.
    pub image_watermark_scale: f64,
    pub image_watermark_x: f64,
    pub image_watermark_y: f64,

    // Metadata
    pub remove_metadata: bool,
    pub preserve_creation_date: bool,
    pub add_custom_metadata: bool,
    pub custom_title: String,
    pub custom_author: String,
    pub custom_description: String,
    /// What the image shows, for people who do not see it.
    pub custom_alt_text: String,
    /// Comma separated.
    pub custom_keywords: String,
    pub custom_category: Category,
    pub custom_subject: String,
    pub custom_location: String,
    pub custom_longitude: String,
    pub custom_latitude: String,
    pub custom_copyright: String,
    pub custom_source: String,
    pub custom_comments: String,
    pub custom_usage_rights: UsageRights,
    pub custom_rating: u8,

    // Format
    pub convert_format: bool,
    pub output_format: OutputFormat,
    pub enable_compression: bool,
    pub compression_quality: f64,
    /// How close a compressed PNG with fewer colours must look; 1 keeps every colour. `null` = `compressionQuality`.
    pub png_quality: Option<f64>,
    /// Whether JPEGs are progressive. `null` = where compression is asked for and it makes them smaller.
    pub jpeg_progressive: Option<bool>,
    /// The largest file wanted, in kilobytes; the highest quality that fits is chosen. `null` = by quality alone.
    pub target_size_kb: Option<u32>,
    pub resize_images: bool,
    pub max_width: u32,
    pub max_height: u32,
}

impl Default for ProcessingOptions {
    fn default() -> Self {
        Self {
            keep_names: false,
            language: Language::En,
            keep_accents: false,
            prefix: String::new(),
            suffix: String::new(),
            context_mode: ContextMode::Auto,
            custom_context: String::new(),
            context_as_prefix: false,
            name_pattern: String::new(),
            letter_case: LetterCase::Lower,
            separator: Separator::Hyphen,
            preferred_words: String::new(),
            forbidden_words: String::new(),
            added_keywords: String::new(),
            max_keywords: 0,
            max_words: 0,
            say_place: false,
            say_people: false,
            enable_text_watermark: false,
            text_watermark: String::new(),
            text_watermark_position: Position::BottomRight,
            text_watermark_opacity: 0.7,
            text_watermark_x: 90.0,
            text_watermark_y: 90.0,
            text_watermark_font_family: "Inter".into(),
            text_watermark_font_size: 24.0,
            text_watermark_color: "#ffffff".into(),
            enable_image_watermark: false,
            image_watermark_file: None,
            image_watermark_position: Position::BottomRight,
            image_watermark_opacity: 0.7,
            image_watermark_scale: 0.2,
            image_watermark_x: 90.0,
            image_watermark_y: 90.0,
            remove_metadata: false,
            preserve_creation_date: true,
            add_custom_metadata: false,
            custom_title: String::new(),
            custom_author: String::new(),
            custom_description: String::new(),
            custom_alt_text: String::new(),
            custom_keywords: String::new(),
            custom_category: Category::None,
            custom_subject: String::new(),
            custom_location: String::new(),
            custom_longitude: String::new(),
            custom_latitude: String::new(),
            custom_copyright: String::new(),
            custom_source: String::new(),
            custom_comments: String::new(),
            custom_usage_rights: UsageRights::None,
            custom_rating: 0,
            convert_format: false,
            output_format: OutputFormat::Jpeg,
            enable_compression: false,
            compression_quality: 0.8,
            png_quality: None,
            jpeg_progressive: None,
            target_size_kb: None,
            resize_images: false,
            max_width: 1920,
            max_height: 1080,
        }
    }
}

/// The ten watermark font families, in the order of the list on screen.
pub const FONT_FAMILIES: [&str; 10] = [
    "Inter",
    "Roboto",
    "Open Sans",
    "Lato",
    "Montserrat",
    "Poppins",
    "Playfair Display",
    "Merriweather",
    "Source Sans Pro",
    "Nunito",
];

/// Quality of JPEG and WebP when an image is converted without compression being asked for.
pub const CONVERT_QUALITY: f64 = 0.9;

/// A number with six decimals at most. With many more, JSON is read a little beside the number that was written: a recipe
/// would not be the one that was stored.
fn millionths(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

impl ProcessingOptions {
    /// Reads options from JSON. The error names the field and says what was expected.
    pub fn from_json(text: &str) -> Result<Self, OptionError> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let mut options: Self = serde_path_to_error::deserialize(&mut reader)
            .map_err(|e| OptionError { field: e.path().to_string(), message: e.into_inner().to_string() })?;
        reader.end().map_err(|e| OptionError { field: ".".into(), message: e.to_string() })?;
        options.numbers_mut().for_each(|number| *number = millionths(*number));
        Ok(options)
    }

    /// Every number that may have decimals.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        [
            &mut self.text_watermark_opacity,
            &mut self.text_watermark_x,
            &mut self.text_watermark_y,
            &mut self.text_watermark_font_size,
            &mut self.image_watermark_opacity,
            &mut self.image_watermark_scale,
            &mut self.image_watermark_x,
            &mut self.image_watermark_y,
            &mut self.compression_quality,
        ]
        .into_iter()
        .chain(&mut self.png_quality)
    }

    /// How names are written.
    pub fn spelling(&self) -> Spelling {
        Spelling { language: self.language, keep_accents: self.keep_accents }
    }

    /// Whether anything about names is asked for: prefix, suffix, pattern, letters or separator.
    pub fn renames(&self) -> bool {
        let plain = Self::default();
        let texts = [&self.prefix, &self.suffix, &self.name_pattern];
        let wishes = texts.iter().any(|text| !text.trim().is_empty())
            || (self.letter_case, self.separator) != (plain.letter_case, plain.separator)
            || self.context_as_prefix && self.context_mode == ContextMode::Custom;
        wishes && !self.keep_names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_object_is_the_defaults() {
        assert_eq!(ProcessingOptions::from_json("{}").unwrap(), ProcessingOptions::default());
        assert_eq!(ProcessingOptions::default().problems(), []);
    }

    #[test]
    fn a_number_of_many_digits_is_read_back_as_it_is_written() {
        let json = r#"{"textWatermarkFontSize":24.022222222222222222222222222222,"textWatermarkX":33.333333333333336}"#;
        let read = ProcessingOptions::from_json(json).unwrap();
        assert_eq!((read.text_watermark_font_size, read.text_watermark_x), (24.022222, 33.333333));
        let again = ProcessingOptions::from_json(&serde_json::to_string(&read).unwrap());
        assert_eq!(again.as_ref(), Ok(&read));
    }

    #[test]
    fn an_unknown_field_is_refused_by_name() {
        let error = ProcessingOptions::from_json(r#"{"maxWidht": 3}"#).unwrap_err();
        assert!(error.message.contains("maxWidht"), "{error}");
    }

    #[test]
    fn a_wrong_type_is_refused_with_its_path() {
        let error = ProcessingOptions::from_json(r#"{"maxWidth": "wide"}"#).unwrap_err();
        assert_eq!(error.field, "maxWidth");
    }

    #[test]
    fn only_a_wish_about_names_renames() {
        assert!(!ProcessingOptions::default().renames());
        let plain = ProcessingOptions { prefix: "  ".into(), convert_format: true, ..Default::default() };
        assert!(!plain.renames());
        for wish in [
            r#"{"prefix": "a"}"#,
            r#"{"suffix": "a"}"#,
            r#"{"namePattern": "{n}"}"#,
            r#"{"letterCase": "title"}"#,
            r#"{"separator": "space"}"#,
        ] {
            let mut options = ProcessingOptions::from_json(wish).unwrap();
            assert!(options.renames(), "{wish}");
            options.keep_names = true;
            assert!(!options.renames(), "{wish}");
        }
    }

    #[test]
    fn a_context_in_front_of_names_renames_when_the_person_wrote_one() {
        let auto = ProcessingOptions { context_as_prefix: true, ..Default::default() };
        let custom = ProcessingOptions { context_mode: ContextMode::Custom, ..Default::default() };
        let both = ProcessingOptions { context_as_prefix: true, ..custom.clone() };
        assert_eq!([&auto, &custom, &both].map(ProcessingOptions::renames), [false, false, true]);
        assert!(!ProcessingOptions { keep_names: true, ..both }.renames());
    }
}
