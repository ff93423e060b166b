//! `nomina dedupe`: images that show the same, by their fingerprints and a comparison of small copies. The best of each group (the
//! largest, then the sharpest) stays; the others are moved into a folder with a journal, or deleted after a list and a yes.

mod alike;
mod best;

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use self::alike::{Group, Image, groups};
use self::best::{Reason, choose};
use crate::files::{format_of, read};
use crate::filters::Filters;
use crate::interrupt;
use crate::lines::{file_error, json_line, print, say, say_failure, shown};
use crate::outcome::{Outcome, ended};
use crate::parallel::{cores, each};
use crate::rename::{Place, move_all, refuse_unfinished, relocate, whole};

#[derive(Args, Debug)]
pub(crate) struct DedupeArgs {
    /// The folder
    folder: PathBuf,
    /// Move all but the best of each group; without it they are only shown
    #[arg(long)]
    apply: bool,
    /// Where they are moved to, inside the folder
    #[arg(long, value_name = "FOLDER", default_value = "duplicates")]
    into: PathBuf,
    /// Delete them instead, after this program has shown the list and was answered with yes
    #[arg(long, conflicts_with_all = ["apply", "json"])]
    delete: bool,
    /// Only files with the same bytes
    #[arg(long)]
    exact: bool,
    /// Also shots of one moment: alike, and taken within 20 seconds
    #[arg(long, conflicts_with_all = ["exact", "delete"])]
    bursts: bool,
    /// Print one JSON object a group
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filters: Filters,
}

pub(crate) fn dedupe(args: &DedupeArgs) -> Outcome {
    let folder = whole(&args.folder)?;
    refuse_unfinished(&folder)?;
    if args.into.components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
        return Err(format!("{}: name a folder inside {}.", shown(&args.into), shown(&args.folder)));
    }
    interrupt::listen();
    let mut files = args.filters.list(&folder)?;
    files.retain(|file| !file.starts_with(&args.into) && format_of(&folder.join(file)).is_ok());
    if files.is_empty() {
        say(&format!("There are no images in {}.", shown(&args.folder)));
        return Ok(ExitCode::SUCCESS);
    }
    let (images, failed) = look(&folder, &files, args);
    if interrupt::asked() {
        say("Stopped: nothing was changed.");
        return Ok(interrupt::code());
    }
    let mut found = Vec::new();
    for group in groups(&images, args.bursts) {
        let (group, reason) =
            if args.exact { (group, Reason::Same) } else { choose(&folder, &images, group) };
        print(&shown_group(args, &images, &group, reason)?)?;
        found.push(group);
    }
    let spare: Vec<&Image> = found.iter().flat_map(|group| &group.others).map(|at| &images[*at]).collect();
    let bytes: u64 = spare.iter().map(|image| image.bytes).sum();
    if spare.is_empty() {
        say(&format!("No two of {} images show the same.", images.len()));
        return Ok(ended(failed));
    }
    say(&format!(
        "{} of {} images show the same {}as another one ({} groups, {}).",
        spare.len(),
        images.len(),
        if args.bursts { "or the same moment " } else { "" },
        found.len(),
        megabytes(bytes)
    ));
    let spare: Vec<PathBuf> = spare.into_iter().map(|image| image.file.clone()).collect();
    let code = match args {
        DedupeArgs { delete: true, .. } => delete(&folder, &spare)?,
        DedupeArgs { apply: true, .. } => put_aside(&folder, &args.into, spare)?,
        _ => {
            let into = shown(&args.into);
            say(&format!("Add --apply to move them to {into}, or --delete to delete them after a question."));
            ExitCode::SUCCESS
        }
    };
    Ok(if failed { ExitCode::FAILURE } else { code })
}

/// Every image that can be read, and whether one could not.
fn look(folder: &Path, files: &[PathBuf], args: &DedupeArgs) -> (Vec<Image>, bool) {
    let (mut images, mut failed) = (Vec::with_capacity(files.len()), false);
    each(
        files,
        cores(),
        |file| match interrupt::asked() {
            true => Err("Stopped.".to_owned()),
            false => read(&folder.join(file)).and_then(|bytes| Image::of(file, &bytes, args.exact)),
        },
        |at, image| match image {
            Ok(image) => images.push(image),
            Err(reason) => {
                failed = true;
                if !interrupt::asked() {
                    let _ = say_failure(&files[at], &reason, args.json);
                }
            }
        },
    );
    (images, failed)
}

#[derive(Serialize)]
struct Line<'a> {
    keep: &'a Path,
    reason: Reason,
    kind: Kind,
    others: Vec<&'a Path>,
}

/// What the images of a group are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Copies,
    /// One of them at least is another shot.
    Burst,
}

fn shown_group(args: &DedupeArgs, images: &[Image], group: &Group, reason: Reason) -> Result<String, String> {
    let path = |at: &usize| images[*at].file.as_path();
    let is_copy = |at: &usize| images[group.best].is_like(&images[*at]);
    if args.json {
        let others = group.others.iter().map(path).collect();
        let kind = if group.others.iter().all(is_copy) { Kind::Copies } else { Kind::Burst };
        return json_line(&Line { keep: path(&group.best), reason, kind, others });
    }
    let moment = |at: &usize| if is_copy(at) { "" } else { " (the same moment)" };
    let others = group.others.iter().map(|at| format!("  {}{}\n", shown(path(at)), moment(at)));
    let others: String = others.collect();
    let why = match reason {
        Reason::Largest => " (the largest)",
        Reason::Sharpest => " (the sharpest)",
        Reason::Same => "",
    };
    Ok(format!("{} stays{why}\n{others}", shown(path(&group.best))))
}

fn put_aside(folder: &Path, into: &Path, spare: Vec<PathBuf>) -> Outcome {
    // A folder inside a folder keeps its place, so that it is seen where a file came from.
    let places: Vec<Place> = spare
        .into_iter()
        .map(|file| Place { folder: into.join(file.parent().unwrap_or(Path::new(""))), file })
        .collect();
    move_all(folder, relocate(folder, &places))
}

/// Deletes after a yes; anything else keeps every file. Sidecars stay.
fn delete(folder: &Path, spare: &[PathBuf]) -> Outcome {
    say(&format!(
        "Delete these {} files for good? Their sidecars stay. Type yes to delete them:",
        spare.len()
    ));
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).map_err(|error| format!("Reading failed: {error}"))?;
    if answer.trim() != "yes" {
        say("Nothing was deleted.");
        return Ok(ExitCode::FAILURE);
    }
    let mut failed = false;
    for file in spare {
        if let Err(error) = fs::remove_file(folder.join(file)) {
            failed = true;
            say(&file_error(file, &error));
        }
    }
    Ok(ended(failed))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
