//! `nomina recipe check`: what is wrong with a recipe, all of it at once, before a batch finds out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use nomina_rules::options::ProcessingOptions;

use crate::Outcome;
use crate::lines::{say, shown};
use crate::serve::print;
use nomina_server::processing::Beside;

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
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", shown(file)))?;
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
        Err(error) => return vec![error.to_string()],
    };
    let found = recipe.problems();
    found.iter().map(ToString::to_string).chain(Beside::of(&recipe).err()).collect()
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
    }
}
