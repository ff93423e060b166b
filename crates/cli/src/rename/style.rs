//! How new names are written: a recipe's naming fields, and flags that say them one by one.

use std::path::{Path, PathBuf};

use clap::Args;
use nomina_rules::names::{NameParts, compose};
use nomina_rules::options::{LetterCase, ProcessingOptions, Separator};
use serde::de::DeserializeOwned;

use crate::images::recipe;
use crate::looking::Named;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Style {
    /// A recipe whose pattern, prefix, suffix, letter case and separator are used
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
    /// What a name is made of: {name} {subject} {original} {folder} {date} {year} {camera} {city} {people} {n:3}; a / makes folders
    #[arg(long)]
    pub(crate) pattern: Option<String>,
    /// What every name begins with
    #[arg(long)]
    pub(crate) prefix: Option<String>,
    /// What every name ends with
    #[arg(long)]
    pub(crate) suffix: Option<String>,
    /// lower, upper, title or camel
    #[arg(long, value_name = "CASE", value_parser = word::<LetterCase>)]
    pub(crate) case: Option<LetterCase>,
    /// hyphen, underscore, space or none
    #[arg(long, value_parser = word::<Separator>)]
    pub(crate) separator: Option<Separator>,
    /// Leave files that belong to an image as they are: .xmp, .aae, .thm, the RAW of a pair, the video of a live photo
    #[arg(long)]
    pub(crate) no_sidecars: bool,
}

/// A word of the recipe's own language.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(text.to_lowercase())).map_err(|error| error.to_string())
}

impl Style {
    /// The recipe with the flags on top.
    pub(crate) fn options(&self) -> Result<ProcessingOptions, String> {
        let mut options = recipe(self.recipe.as_deref())?;
        let text = |field: &mut String, flag: &Option<String>| {
            if let Some(value) = flag {
                field.clone_from(value);
            }
        };
        text(&mut options.name_pattern, &self.pattern);
        text(&mut options.prefix, &self.prefix);
        text(&mut options.suffix, &self.suffix);
        options.letter_case = self.case.unwrap_or(options.letter_case);
        options.separator = self.separator.unwrap_or(options.separator);
        match options.problems().first() {
            Some(problem) => Err(problem.to_string()),
            None => Ok(options),
        }
    }
}

/// The stem of an image that is `place.0` of `place.1`.
pub(crate) fn stem(
    file: &Path,
    words: String,
    named: &Named,
    place: (usize, usize),
    options: &ProcessingOptions,
) -> String {
    let facts = &named.facts;
    let folder = file.parent().map(|folder| folder.to_string_lossy().into_owned());
    let parts = NameParts {
        subject: named.seen.keywords.first().cloned(),
        folder: folder.unwrap_or_default(),
        columns: named.cells.clone(),
        words,
        original: super::moves::file_name(file),
        index: u32::try_from(place.0).unwrap_or(u32::MAX),
        total: u32::try_from(place.1).unwrap_or(u32::MAX),
        taken_at: facts.taken_at.clone(),
        camera: facts.camera(),
        latitude: facts.latitude,
        longitude: facts.longitude,
        scene: named.scene.clone(),
    };
    compose(&parts, options)
}
