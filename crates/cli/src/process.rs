//! `nomina process`: a recipe over a picture or a folder. Every result has a name of its own before work begins, nothing
//! that is there is replaced unless asked for, originals never are, and a full disk ends the work.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use nomina_engine::Output;
use nomina_rules::options::ProcessingOptions;
use serde_json::json;

use crate::Outcome;
use crate::files::{self, SaveError, find, honoured, name_of, places};
use crate::pictures::{Beside, recipe};
use crate::serve::print;

#[derive(Args, Debug)]
pub(crate) struct ProcessArgs {
    /// The processing options as JSON; without it pictures pass unchanged
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// Print the facts of every picture as JSON lines
    #[arg(long)]
    json: bool,
    /// Replace results that are there already; originals are never replaced
    #[arg(long)]
    overwrite: bool,
    /// A picture, or a folder of pictures
    input: PathBuf,
    /// Where the result goes: a file or a folder for a picture, a folder for a folder
    output: PathBuf,
}

/// A picture and the place of its result, or why it has none.
type Task = (PathBuf, Result<PathBuf, String>);

/// Why a picture has no result.
enum Failure {
    /// Only this one.
    Picture(String),
    /// Every further one would fail the same way.
    NoRoom(SaveError),
}

pub(crate) fn process(args: &ProcessArgs) -> Outcome {
    let mut recipe = recipe(args.recipe.as_deref())?;
    let tasks = tasks(args, &mut recipe)?;
    let originals: HashSet<PathBuf> =
        tasks.iter().filter_map(|(file, _)| fs::canonicalize(file).ok()).collect();
    let beside = Beside::of(&recipe)?;
    let (total, mut failed) = (tasks.len(), 0);
    for (at, (file, target)) in tasks.into_iter().enumerate() {
        let done = target.map_err(Failure::Picture).and_then(|target| {
            let output = make(args, &recipe, &beside, &file, &target, &originals)?;
            Ok((target, output))
        });
        match done {
            Ok((target, output)) => say(args, &file, &target, &output)?,
            Err(Failure::Picture(reason)) => {
                failed += 1;
                eprintln!("{}: {reason}", file.display());
            }
            Err(Failure::NoRoom(error)) => {
                return Err(format!(
                    "{error}\nStopped: {} of {total} pictures were not processed.",
                    total - at
                ));
            }
        }
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every picture with its place, before any is touched. A single file's ending may decide its format.
fn tasks(args: &ProcessArgs, recipe: &mut ProcessingOptions) -> Result<Vec<Task>, String> {
    let (input, output) = (&args.input, &args.output);
    if input.is_dir() {
        return folder_tasks(input, output, recipe);
    }
    if output.is_dir() {
        let name = name_of(input, recipe, (1, 1));
        return Ok(vec![(input.clone(), places(output, vec![name]).remove(0))]);
    }
    *recipe = honoured(recipe, input, output)?;
    Ok(vec![(input.clone(), Ok(output.clone()))])
}

fn folder_tasks(input: &Path, output: &Path, recipe: &ProcessingOptions) -> Result<Vec<Task>, String> {
    let mut files = find(&[input.to_owned()])?;
    if let (Ok(from), Ok(to)) = (fs::canonicalize(input), fs::canonicalize(output)) {
        if from == to {
            return Err(format!("{}: results cannot go where the pictures are.", output.display()));
        }
        // Results of an earlier run inside the folder are no pictures to process.
        if let Ok(inside) = to.strip_prefix(&from) {
            files.retain(|file| !file.starts_with(input.join(inside)));
        }
    }
    let total = files.len();
    let named = files.iter().enumerate().map(|(at, file)| {
        let folder = file.strip_prefix(input).ok().and_then(Path::parent).unwrap_or(Path::new(""));
        let name = name_of(file, recipe, (at + 1, total))?;
        Ok(folder.join(name).to_string_lossy().into_owned())
    });
    let targets = places(output, named.collect());
    Ok(files.into_iter().zip(targets).collect())
}

fn make(
    args: &ProcessArgs,
    recipe: &ProcessingOptions,
    beside: &Beside,
    file: &Path,
    target: &Path,
    originals: &HashSet<PathBuf>,
) -> Result<Output, Failure> {
    if fs::canonicalize(target).is_ok_and(|there| originals.contains(&there)) {
        return Err(Failure::Picture(format!(
            "{} is an original, which is never replaced",
            target.display()
        )));
    }
    files::refuse_taken(target, args.overwrite).map_err(|error| Failure::Picture(error.to_string()))?;
    let bytes = files::read(file).map_err(Failure::Picture)?;
    let output = beside.process(&bytes, recipe).map_err(|error| Failure::Picture(error.to_string()))?;
    files::save(target, &output.bytes, args.overwrite).map_err(|error| match error.no_room {
        true => Failure::NoRoom(error),
        false => Failure::Picture(error.to_string()),
    })?;
    Ok(output)
}

fn say(args: &ProcessArgs, file: &Path, target: &Path, output: &Output) -> Result<(), String> {
    let (bytes, facts) = (output.bytes.len(), &output.facts);
    if args.json {
        let line = json!({ "file": file, "output": target, "bytes": bytes, "facts": facts });
        return print(&format!("{line}\n"));
    }
    eprintln!("{} -> {} ({bytes} bytes)", file.display(), target.display());
    facts.warnings.iter().for_each(|warning| eprintln!("  {warning}"));
    Ok(())
}
