//! What shall happen to an image's metadata, read from the recipe and checked before any image is touched.

use super::text;
use crate::EngineError;
use crate::format::Format;
use nomina_rules::coordinates;
use nomina_rules::options::{Category, ProcessingOptions, UsageRights};

/// All texts together: what fits into EXIF, XMP and IPTC of a JPEG with room for what the camera wrote.
const MAX_TEXT_BYTES: usize = 16_000;

/// Windows' percent values of 0 to 5 stars.
pub(super) const WINDOWS_PERCENT: [u16; 6] = [0, 1, 25, 50, 75, 99];

/// What becomes of the metadata that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Keep,
    Remove,
    /// Remove all but the moments of creation.
    RemoveKeepDate,
}

/// The user's own fields. Empty texts and lists mean "not given".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    pub title: String,
    pub authors: Vec<String>,
    pub description: String,
    pub alt_text: String,
    pub keywords: Vec<String>,
    /// Keywords inside others, as Lightroom writes them: `Animals|Dogs`. Their parts are keywords too.
    pub keyword_paths: Vec<String>,
    pub category: Option<&'static str>,
    pub subject: String,
    pub location: String,
    /// Latitude and longitude in degrees.
    pub position: Option<(f64, f64)>,
    pub copyright: String,
    pub source: String,
    pub comments: String,
    pub usage_rights: Option<&'static str>,
    /// Whether the usage rights leave the image free for all.
    pub public_domain: bool,
    /// 1 to 5 stars.
    pub rating: Option<u8>,
}

/// The whole intention.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub existing: Existing,
    pub fields: Option<Fields>,
    /// Whether [`super::rewrite`] leaves the colour profile in place when it removes the rest. Off only when the
    /// samples are right without it.
    pub keep_icc: bool,
}

impl Plan {
    /// Reads and checks the recipe's metadata group.
    pub fn from_recipe(recipe: &ProcessingOptions) -> Result<Self, EngineError> {
        let existing = match (recipe.remove_metadata, recipe.preserve_creation_date) {
            (false, _) => Existing::Keep,
            (true, false) => Existing::Remove,
            (true, true) => Existing::RemoveKeepDate,
        };
        let fields = if recipe.add_custom_metadata { Fields::from_recipe(recipe)? } else { None };
        Ok(Self { existing, fields, keep_icc: true })
    }

    /// `false`: the file may be handed out as it is.
    pub fn changes_anything(&self) -> bool {
        self.existing != Existing::Keep || self.fields.is_some()
    }

    /// What this plan cannot do in a format, whatever the image. The caller says it once; [`super::Written::warnings`] has
    /// only what concerns the one file.
    pub fn warning(&self, format: Format) -> Option<String> {
        (!format.holds_fields() && self.fields.is_some()).then(|| {
            format!(
                "{format} files cannot hold metadata: the title, author and other fields were not written."
            )
        })
    }
}

impl Fields {
    fn from_recipe(recipe: &ProcessingOptions) -> Result<Option<Self>, EngineError> {
        let mut fields = Self {
            title: text::clean(&recipe.custom_title),
            authors: list(&recipe.custom_author, &[';']),
            description: text::clean(&recipe.custom_description),
            alt_text: text::clean(&recipe.custom_alt_text),
            category: category(recipe.custom_category),
            subject: text::clean(&recipe.custom_subject),
            location: text::clean(&recipe.custom_location),
            position: position(recipe)?,
            copyright: text::clean(&recipe.custom_copyright),
            source: text::clean(&recipe.custom_source),
            comments: text::clean(&recipe.custom_comments),
            usage_rights: usage_rights(recipe.custom_usage_rights),
            public_domain: recipe.custom_usage_rights == UsageRights::PublicDomain,
            rating: (recipe.custom_rating > 0).then_some(recipe.custom_rating.min(5)),
            ..Self::default()
        };
        fields.set_keywords(&list(&recipe.custom_keywords, &[',', ';', '\n']));
        fields.check_size()?;
        Ok((fields != Self::default()).then_some(fields))
    }

    /// Takes keywords of which some are inside others, such as `Animals|Dogs`.
    pub fn set_keywords(&mut self, keywords: &[String]) {
        for keyword in keywords {
            let parts = list(keyword, &['|']);
            if parts.len() > 1 {
                self.keyword_paths.push(parts.join("|"));
            }
            for part in parts {
                if !self.keywords.contains(&part) {
                    self.keywords.push(part);
                }
            }
        }
    }

    fn check_size(&self) -> Result<(), EngineError> {
        let single = [
            &self.title,
            &self.description,
            &self.alt_text,
            &self.subject,
            &self.location,
            &self.copyright,
            &self.source,
            &self.comments,
        ];
        let lists = self.authors.iter().chain(&self.keywords).chain(&self.keyword_paths);
        let total: usize = single.into_iter().chain(lists).map(String::len).sum();
        if total > MAX_TEXT_BYTES {
            let what =
                format!("the metadata texts have {total} bytes together, at most {MAX_TEXT_BYTES} fit");
            return Err(EngineError::BadRecipe { what });
        }
        Ok(())
    }
}

/// The parts of a separated list, cleaned, each once.
fn list(text: &str, separators: &[char]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(separators).map(text::clean) {
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

fn position(recipe: &ProcessingOptions) -> Result<Option<(f64, f64)>, EngineError> {
    coordinates::position(&recipe.custom_latitude, &recipe.custom_longitude)
        .map_err(|e| EngineError::BadRecipe { what: e.message })
}

fn category(category: Category) -> Option<&'static str> {
    Some(match category {
        Category::None => return None,
        Category::Photography => "Photography",
        Category::Artwork => "Artwork",
        Category::Document => "Document",
        Category::Screenshot => "Screenshot",
        Category::Product => "Product",
        Category::Portrait => "Portrait",
        Category::Landscape => "Landscape",
        Category::Event => "Event",
        Category::Other => "Other",
    })
}

fn usage_rights(rights: UsageRights) -> Option<&'static str> {
    Some(match rights {
        UsageRights::None => return None,
        UsageRights::AllRightsReserved => "All rights reserved",
        UsageRights::CreativeCommons => "Creative Commons",
        UsageRights::PublicDomain => "Public domain",
        UsageRights::RoyaltyFree => "Royalty-free",
        UsageRights::RightsManaged => "Rights-managed",
        UsageRights::EditorialUse => "Editorial use only",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> ProcessingOptions {
        ProcessingOptions { add_custom_metadata: true, ..Default::default() }
    }

    #[test]
    fn the_default_recipe_changes_nothing() {
        assert!(!Plan::from_recipe(&ProcessingOptions::default()).unwrap().changes_anything());
        assert!(!Plan::from_recipe(&recipe()).unwrap().changes_anything(), "fields that are all empty");
    }

    #[test]
    fn the_date_is_kept_only_while_the_rest_is_removed() {
        let mut recipe = ProcessingOptions { remove_metadata: true, ..Default::default() };
        assert_eq!(Plan::from_recipe(&recipe).unwrap().existing, Existing::RemoveKeepDate);
        recipe.preserve_creation_date = false;
        assert_eq!(Plan::from_recipe(&recipe).unwrap().existing, Existing::Remove);
    }

    #[test]
    fn keywords_are_split_cleaned_and_unique() {
        let recipe = ProcessingOptions { custom_keywords: " sea, sun ,, sea,\u{1f980}".into(), ..recipe() };
        assert_eq!(Plan::from_recipe(&recipe).unwrap().fields.unwrap().keywords, ["sea", "sun", "\u{1f980}"]);
    }

    #[test]
    fn a_keyword_inside_another_is_a_path_and_its_parts_are_keywords() {
        let text = "Animals|Dogs, Animals | Cats,dog,|,a||,Dogs";
        let recipe = ProcessingOptions { custom_keywords: text.into(), ..recipe() };
        let fields = Plan::from_recipe(&recipe).unwrap().fields.unwrap();
        assert_eq!(fields.keywords, ["Animals", "Dogs", "Cats", "dog", "a"]);
        assert_eq!(fields.keyword_paths, ["Animals|Dogs", "Animals|Cats"]);
    }

    #[test]
    fn half_a_position_and_texts_beyond_the_bound_are_refused() {
        let half = ProcessingOptions { custom_latitude: "48.8".into(), ..recipe() };
        assert_eq!(Plan::from_recipe(&half).unwrap_err().code(), "bad-recipe");
        let long = ProcessingOptions { custom_description: "x".repeat(16_001), ..recipe() };
        assert_eq!(Plan::from_recipe(&long).unwrap_err().code(), "bad-recipe");
    }
}
