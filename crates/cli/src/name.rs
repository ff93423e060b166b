//! `nomina name`: a descriptive name for each image, from the same model and rules as the web app.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use nomina_rules::names;
use serde_json::json;

use crate::files::find;
use crate::interrupt;
use crate::lines::{csv_line, json_line, print, shown};
use crate::looking::{LookArgs, Looker, Named, STOPPED, reason};
use crate::outcome::{Outcome, ended};

#[derive(Args, Debug)]
pub(crate) struct NameArgs {
    /// Print file<TAB>name lines
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    tsv: bool,
    /// Print CSV: file, name, alternatives, error
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print all details, one JSON object a line
    #[arg(long)]
    json: bool,
    /// Name the images as one batch, as rename does: a series shares its words, and results come at the end
    #[arg(long)]
    batch: bool,
    /// A CSV with a row for each image: its texts are told to the model
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Images or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn name(args: &NameArgs) -> Outcome {
    let files = find(&args.files)?;
    if files.is_empty() {
        let folders: Vec<String> = args.files.iter().map(|folder| shown(folder)).collect();
        return Err(format!("There are no images in {}.", folders.join(", ")));
    }
    let looker = Looker::new(&args.look)?;
    if let Some(sheet) = &args.sheet {
        looker.read_sheet(sheet, &files)?;
    }
    interrupt::listen();
    if args.csv {
        print(&csv_line(&["file", "name", "alternatives", "error"]))?;
    }
    let failed =
        if args.batch { as_batch(args, &looker, &files)? } else { one_by_one(args, &looker, &files)? };
    Ok(if interrupt::asked() { interrupt::code() } else { ended(failed) })
}

/// Each result as soon as it is made; equal names are numbered in their order. Whether one failed.
fn one_by_one(args: &NameArgs, looker: &Looker, files: &[PathBuf]) -> Result<bool, String> {
    let (mut given, mut failed, mut written) = (HashSet::new(), false, Ok(()));
    looker.look_each(files, |at, result| {
        if is_stopped(&result) {
            return;
        }
        failed |= reason(&result).is_some();
        let name = result.as_ref().ok().map(|named| free(&looker.led(&named.seen.name), &mut given));
        if let (Ok(()), Some(line)) = (&written, line(args, &files[at], name.as_deref(), &result)) {
            written = print(&line);
        }
    });
    written.map(|()| failed)
}

/// All results at the end, named as one batch: a series shares a stem, as in `rename` and in a ZIP.
fn as_batch(args: &NameArgs, looker: &Looker, files: &[PathBuf]) -> Result<bool, String> {
    let results = looker.look_at(files);
    let wanted: Vec<String> = looker.settle(&results).into_iter().flatten().collect();
    let mut unique = names::unique(&wanted).into_iter();
    for (file, result) in files.iter().zip(&results).filter(|(_, result)| !is_stopped(result)) {
        let name = result.as_ref().ok().and_then(|_| unique.next());
        if let Some(line) = line(args, file, name.as_deref(), result) {
            print(&line)?;
        }
    }
    Ok(results.iter().any(|result| reason(result).is_some()))
}

fn is_stopped(result: &Result<Named, String>) -> bool {
    result.as_ref().is_err_and(|reason| reason == STOPPED)
}

/// The name, or the first with a number that was not given yet.
fn free(name: &str, given: &mut HashSet<String>) -> String {
    let numbered = (2u32..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| given.insert(name.to_lowercase())).unwrap_or_else(|| name.to_owned())
}

fn line(args: &NameArgs, file: &Path, name: Option<&str>, result: &Result<Named, String>) -> Option<String> {
    let seen = result.as_ref().ok().map(|named| &named.seen);
    if args.json {
        let mut object = json!({ "file": file });
        let details = name.map(|name| [("name", json!(name)), ("details", json!(seen))]);
        let error = reason(result).map(|reason| ("error", json!(reason)));
        for (field, value) in details.into_iter().flatten().chain(error) {
            object[field] = value;
        }
        return json_line(&object).ok();
    }
    if args.csv {
        let others = seen.map(|seen| seen.alternatives.join(" ")).unwrap_or_default();
        let cells = [name.unwrap_or_default(), &others, reason(result).unwrap_or_default()];
        return Some(csv_line(&[&[&*file.to_string_lossy()], &cells[..]].concat()));
    }
    let name = name?;
    Some(match args.tsv {
        true => format!("{}\t{name}\n", shown(file)),
        false => format!("{} -> {name}\n", shown(file)),
    })
}
