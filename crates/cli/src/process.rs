//! `nomina process`: a recipe over an image or a folder, with a line for every image.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use nomina_rules::options::ProcessingOptions;
use serde_json::json;

use crate::filters::Only;
use crate::images::recipe;
use crate::interrupt;
use crate::job::{Job, Made, run};
use crate::lines::{json_line, print, say as say_aloud, shown};
use crate::looking::{LookArgs, Looker};
use crate::outcome::{Outcome, ended};
use crate::pipe::{self, is_pipe};
use crate::progress::Progress;

#[derive(Args, Debug)]
pub(crate) struct ProcessArgs {
    /// The processing options as JSON; without it images pass unchanged
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// Print the facts of every image as JSON lines
    #[arg(long)]
    json: bool,
    /// Replace results that are there already; originals are never replaced
    #[arg(long)]
    overwrite: bool,
    /// Go on where an earlier run was cut off: images whose results are there are passed over
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    look: LookArgs,
    /// An image, a folder of images with all folders in it, or - for standard input
    input: PathBuf,
    /// Where the result goes: a file or a folder for an image, a folder for a folder, - for standard output
    output: PathBuf,
}

pub(crate) fn process(args: &ProcessArgs) -> Outcome {
    if is_pipe(&args.input) || is_pipe(&args.output) {
        let recipe = recipe(args.recipe.as_deref())?;
        let looker = looker(args, &recipe)?;
        let ends = (args.input.as_path(), args.output.as_path());
        return pipe::run(&recipe, ends, args.overwrite, looker.as_ref()).map(|()| ended(false));
    }
    let recipe = recipe(args.recipe.as_deref())?;
    let looker = looker(args, &recipe)?;
    let job = Job {
        recipe,
        input: args.input.clone(),
        only: args.only.clone(),
        output: args.output.clone(),
        overwrite: args.overwrite,
        resume: args.resume,
        threads: args.look.threads,
        looker: looker.as_ref(),
    };
    interrupt::listen();
    let (mut failed, progress) = (0, Mutex::new(Progress::new(0, args.look.quiet)));
    // Whoever draws just now draws for all.
    let share = |file: &Path, share: f32| {
        if let Ok(mut progress) = progress.try_lock() {
            progress.share(file, share);
        }
    };
    let outcome = run(&job, &share, |file, total, result| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.expect(total);
        progress.finished(file);
        match result {
            Ok(made) => say(args, &mut progress, file, &made),
            Err(reason) => {
                failed += 1;
                progress.step(Some(&format!("{}: {reason}", shown(file))), true);
                if args.json { print(&json_line(&json!({ "file": file, "error": reason }))?) } else { Ok(()) }
            }
        }
    });
    drop(progress);
    match outcome {
        Err(sentence) if interrupt::asked() => {
            say_aloud(&sentence);
            Ok(interrupt::code())
        }
        outcome => outcome.map(|()| ended(failed > 0)),
    }
}

/// A model is asked only for a recipe whose metadata texts hold words of the image.
fn looker(args: &ProcessArgs, recipe: &ProcessingOptions) -> Result<Option<Looker>, String> {
    recipe.asks_for_words().then(|| Looker::with_recipe(&args.look, recipe)).transpose()
}

fn say(args: &ProcessArgs, progress: &mut Progress, file: &Path, made: &Made) -> Result<(), String> {
    let Made { target, bytes, facts } = made;
    if args.json {
        progress.step(None, false);
        let line = json!({ "file": file, "output": target, "bytes": bytes, "facts": facts });
        return print(&json_line(&line)?);
    }
    let warnings: String = facts.warnings.iter().map(|warning| format!("\n  {warning}")).collect();
    let line = format!("{} -> {} ({bytes} bytes){warnings}", shown(file), shown(target));
    progress.step(Some(&line), !warnings.is_empty());
    Ok(())
}
