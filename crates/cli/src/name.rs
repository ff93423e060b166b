//! `nomina name`: a descriptive name for each picture, from the same model and rules as the web app.

use std::path::{Path, PathBuf};

use clap::Args;
use nomina_rules::names;
use serde_json::json;

use crate::files::find;
use crate::lines::{csv_line, json_line, shown};
use crate::looking::{LookArgs, Looker, Named, reason};
use crate::serve::print;
use crate::{Outcome, ended};

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
    /// Pictures or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn name(args: &NameArgs) -> Outcome {
    let files = find(&args.files)?;
    let looker = Looker::new(&args.look)?;
    let results = looker.look_at(&files);
    report(args, &looker, &files, &results)?;
    Ok(ended(results.iter().any(|result| reason(result).is_some())))
}

/// Names are made different within the batch, as in a ZIP.
fn report(
    args: &NameArgs,
    looker: &Looker,
    files: &[PathBuf],
    results: &[Result<Named, String>],
) -> Result<(), String> {
    let wanted: Vec<String> = looker.settle(results).into_iter().flatten().collect();
    let mut unique = names::unique(&wanted).into_iter();
    if args.csv {
        print(&csv_line(&["file", "name", "alternatives", "error"]))?;
    }
    for (file, result) in files.iter().zip(results) {
        let name = result.as_ref().ok().and_then(|_| unique.next());
        if let Some(line) = line(args, file, name.as_deref(), result) {
            print(&line)?;
        }
    }
    Ok(())
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
