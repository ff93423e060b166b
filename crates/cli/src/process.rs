//! `nomina process` and `nomina inspect`: the engine on files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use nomina_engine::{Facts, Limits};
use nomina_rules::names::with_extension;
use serde_json::json;

use crate::Outcome;
use crate::pictures::{Beside, find, recipe};
use crate::serve::print;

#[derive(Args, Debug)]
pub(crate) struct ProcessArgs {
    /// The processing options as JSON; without it pictures pass unchanged
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// Print the facts of every picture as JSON lines
    #[arg(long)]
    json: bool,
    /// A picture, or a folder of pictures
    input: PathBuf,
    /// Where the result goes: a file for a picture, a folder for a folder
    output: PathBuf,
}

pub(crate) fn process(args: &ProcessArgs) -> Outcome {
    let recipe = recipe(args.recipe.as_deref())?;
    let beside = Beside::of(&recipe)?;
    let mut failed = 0;
    for file in find(std::slice::from_ref(&args.input))? {
        let target = target(&file, &args.input, &args.output);
        let done = fs::read(&file)
            .map_err(|e| e.to_string())
            .and_then(|bytes| beside.process(&bytes, &recipe).map_err(|e| e.to_string()))
            .and_then(|output| {
                let target = if args.input.is_dir() { renamed(&target, &output.facts) } else { target };
                save(&target, &output.bytes)?;
                Ok((target, output))
            });
        match done {
            Ok((target, output)) if args.json => {
                let line = json!({ "file": file, "output": target, "bytes": output.bytes.len(), "facts": output.facts });
                print(&format!("{line}\n"))?;
            }
            Ok((target, output)) => {
                eprintln!("{} -> {} ({} bytes)", file.display(), target.display(), output.bytes.len());
                output.facts.warnings.iter().for_each(|w| eprintln!("  {w}"));
            }
            Err(reason) => {
                failed += 1;
                eprintln!("{}: {reason}", file.display());
            }
        }
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn target(file: &Path, input: &Path, output: &Path) -> PathBuf {
    match file.strip_prefix(input) {
        Ok(rest) if input.is_dir() => output.join(rest),
        _ => output.to_owned(),
    }
}

/// Inside a folder the extension follows the new format.
fn renamed(target: &Path, facts: &Facts) -> PathBuf {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let keeps = target.extension().is_some_and(|e| facts.source_format == facts.format && !e.is_empty());
    if keeps { target.to_owned() } else { target.with_file_name(with_extension(&stem, facts.extension)) }
}

/// Written beside its place and moved there, so that a half-written file never stands under the name.
fn save(target: &Path, bytes: &[u8]) -> Result<(), String> {
    let say = |e: std::io::Error| format!("{}: {e}", target.display());
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(say)?;
    }
    let mut beside = target.as_os_str().to_owned();
    beside.push(".part");
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, target)).map_err(say)
}

#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    /// Print JSON, one line a file
    #[arg(long)]
    json: bool,
    /// Pictures or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn inspect(args: &InspectArgs) -> Outcome {
    let mut failed = 0;
    for file in find(&args.files)? {
        let read = fs::read(&file).map_err(|e| e.to_string());
        let seen =
            read.and_then(|b| nomina_engine::inspect(&b, &Limits::default()).map_err(|e| e.to_string()));
        match seen {
            Ok(seen) if args.json => print(&format!("{}\n", json!({ "file": file, "inspection": seen })))?,
            Ok(seen) => {
                let taken = seen.taken_at.as_deref().unwrap_or("no date");
                let size = format!("{}x{}", seen.width, seen.height);
                print(&format!(
                    "{}: {} {size}, {} frame(s), {taken}\n",
                    file.display(),
                    seen.format,
                    seen.frames
                ))?;
            }
            Err(reason) => {
                failed += 1;
                eprintln!("{}: {reason}", file.display());
            }
        }
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
