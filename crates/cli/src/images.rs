//! What the image commands share: reading recipes.

use std::fs;
use std::path::Path;

use nomina_rules::options::ProcessingOptions;

use crate::lines::{file_error, shown};

/// The recipe of a file, or the defaults; a value out of range is a sentence with its field.
pub(crate) fn recipe(file: Option<&Path>) -> Result<ProcessingOptions, String> {
    let Some(file) = file else { return Ok(ProcessingOptions::default()) };
    let text = fs::read_to_string(file).map_err(|e| file_error(file, &e))?;
    let recipe = ProcessingOptions::from_json(&text).map_err(|e| format!("{}: {e}", shown(file)))?;
    match recipe.problems().first() {
        Some(problem) => Err(format!("{}: {problem}", shown(file))),
        None => Ok(recipe),
    }
}
