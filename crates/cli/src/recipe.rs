//! `nomina recipe check`: what is wrong with a recipe, all of it at once, before a batch finds out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use nomina_rules::options::ProcessingOptions;

use crate::lines::{file_error, print, say, shown};
use crate::outcome::Outcome;
use nomina_server::features::processing::Beside;

#[derive(Args, Debug)]
pub(crate) struct RecipeArgs {
    #[command(subcommand)]
    command: RecipeCommand,
}

#[derive(Debug, Subcommand)]
enum RecipeCommand {
    /// Say whether a recipe can be used, and what is wrong with it
    Check {
        /// The processing options as JSON
        recipe: PathBuf,
    },
}

pub(crate) fn recipe(args: &RecipeArgs) -> Outcome {
    let RecipeCommand::Check { recipe: file } = &args.command;
    let text = std::fs::read_to_string(file).map_err(|error| file_error(file, &error))?;
    let problems = problems(&text);
    for problem in &problems {
        say(&format!("{}: {problem}", shown(file)));
    }
    if problems.is_empty() {
        print(&format!("{}: this recipe can be used.\n", shown(file)))?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

fn problems(text: &str) -> Vec<String> {
    let recipe = match ProcessingOptions::from_json(text) {
        Ok(recipe) => recipe,
        Err(error) => return unreadable(text).unwrap_or_else(|| vec![error.to_string()]),
    };
    let found = recipe.problems();
    found.iter().map(ToString::to_string).chain(Beside::of(&recipe).err()).collect()
}

/// What is wrong with each field by itself, when the recipe is an object of which some cannot be read.
fn unreadable(text: &str) -> Option<Vec<String>> {
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    let mut found = Vec::new();
    for (name, value) in fields {
        let alone = serde_json::json!({ name: value }).to_string();
        match ProcessingOptions::from_json(&alone) {
            Ok(recipe) => found.extend(recipe.problems().iter().map(ToString::to_string)),
            Err(error) => found.push(error.to_string()),
        }
    }
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_told_at_once_and_a_good_recipe_has_none() {
        assert_eq!(problems("{}"), Vec::<String>::new());
        let found = problems(r#"{"textWatermarkOpacity":7,"imageWatermarkOpacity":0}"#);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(problems(r#"{"maxWdith":1}"#)[0].contains("maxWdith"));
        assert!(problems("not json").len() == 1);
        let several =
            problems(r#"{"maxWdith":1,"resizeImages":"yes","textWatermarkOpacity":7,"prefix":"x"}"#);
        assert_eq!(several.len(), 3, "{several:?}");
    }
}
