//! A person's own words and sheet, as flags of the commands that name images.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use nomina_rules::language::Language;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::sheet::{Sheet, SheetRow};

use crate::lines::{io_reason, say, shown};

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OwnArgs {
    /// The language of names, alt text and keywords: en, de, fr, es, it, pt or nl
    #[arg(long, value_name = "CODE", value_parser = language)]
    language: Option<Language>,
    /// Names keep letters with accents; without, they are written in plain letters as the language does it
    #[arg(long)]
    keep_accents: bool,
    /// A word in place of others, such as couch,settee=sofa; may be given several times
    #[arg(long, value_name = "OLD=NEW")]
    prefer: Vec<String>,
    /// Words that no name, alt text or keyword has, commas between
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    forbid: Vec<String>,
    /// Keywords that every image gets, commas between
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    add_keywords: Vec<String>,
    /// The most keywords of an image
    #[arg(long, value_name = "N")]
    max_keywords: Option<u32>,
    /// The most words of a name
    #[arg(long, value_name = "N")]
    max_words: Option<u32>,
    /// Say in names and alt texts in which city an image was taken, where its coordinates are known
    #[arg(long)]
    say_place: bool,
    /// Say in names and alt texts who is in an image, where its metadata names them
    #[arg(long)]
    say_people: bool,
}

impl OwnArgs {
    /// The recipe with the flags on top. A rule that cannot be understood is a sentence.
    pub(crate) fn on(&self, recipe: &ProcessingOptions) -> Result<ProcessingOptions, String> {
        let mut options = recipe.clone();
        options.language = self.language.unwrap_or(options.language);
        options.keep_accents |= self.keep_accents;
        let text = |field: &mut String, words: &[String], between: &str| {
            if !words.is_empty() {
                *field = words.join(between);
            }
        };
        text(&mut options.preferred_words, &self.prefer, "\n");
        text(&mut options.forbidden_words, &self.forbid, ", ");
        text(&mut options.added_keywords, &self.add_keywords, ", ");
        options.max_keywords = self.max_keywords.unwrap_or(options.max_keywords);
        options.max_words = self.max_words.unwrap_or(options.max_words);
        options.say_place |= self.say_place;
        options.say_people |= self.say_people;
        match options.problems().first() {
            Some(problem) => Err(problem.to_string()),
            None => Ok(options),
        }
    }
}

fn language(code: &str) -> Result<Language, String> {
    let known = || Language::ALL.map(Language::code).join(", ");
    Language::of_code(code).ok_or_else(|| format!("the language must be one of {}", known()))
}

/// Reads a sheet and gives every image its row. Rows without an image and images without a row are said.
pub(crate) fn rows(sheet: &Path, images: &[PathBuf]) -> Result<HashMap<PathBuf, SheetRow>, String> {
    let told = |reason: String| format!("{}: {reason}", shown(sheet));
    let bytes = fs::read(sheet).map_err(|error| told(io_reason(&error)))?;
    let names: Vec<String> = images.iter().map(|image| image.to_string_lossy().into_owned()).collect();
    let joined = Sheet::read(&bytes).and_then(|sheet| sheet.join(&names)).map_err(told)?;
    joined.sentences(&names).iter().for_each(|sentence| say(sentence));
    Ok(images.iter().cloned().zip(joined.into_rows()).collect())
}
