//! `nomina name`: a descriptive name for each picture, from the same model and rules as the web app.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use nomina_engine::Limits;
use nomina_rules::names;
use nomina_server::naming::{Namer, NamingConfig};
use serde_json::json;

use crate::Outcome;
use crate::pictures::find;
use crate::serve::{print, runtime};

#[derive(Args, Debug)]
pub(crate) struct NameArgs {
    /// Print file<TAB>name lines
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print all details, one JSON object a line
    #[arg(long)]
    json: bool,
    /// Your own words about the pictures
    #[arg(long)]
    context: Option<String>,
    /// Begin every name with the words of the context
    #[arg(long, requires = "context")]
    context_prefix: bool,
    /// Pictures or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    naming: NamingConfig,
}

/// One picture's answer, or why there is none.
struct Named {
    file: PathBuf,
    result: Result<nomina_vision::Description, String>,
}

pub(crate) fn name(args: &NameArgs) -> Outcome {
    let files = find(&args.files)?;
    let namer = Namer::open(&args.naming);
    if let Some(reason) = namer.missing() {
        return Err(format!("No names: {reason}."));
    }
    let runtime = runtime()?;
    let total = files.len();
    let mut done = Vec::with_capacity(total);
    for (at, file) in files.into_iter().enumerate() {
        let result = runtime.block_on(look(&namer, &file, args.context.as_deref()));
        match &result {
            Ok(_) => eprintln!("{}/{total} {}", at + 1, file.display()),
            Err(reason) => eprintln!("{}/{total} {}: {reason}", at + 1, file.display()),
        }
        done.push(Named { file, result });
    }
    report(args, &done)?;
    let failed = done.iter().any(|named| named.result.is_err());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn look(
    namer: &Namer,
    file: &Path,
    context: Option<&str>,
) -> Result<nomina_vision::Description, String> {
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    let reduced = nomina_engine::model_input(&bytes, &Limits::default()).map_err(|e| e.to_string())?;
    namer.describe(reduced.bytes.into(), reduced.facts.mime, context).await
}

/// The model's words, with the person's own in front when asked for.
fn stem(args: &NameArgs, words: &str) -> String {
    match &args.context {
        Some(context) if args.context_prefix => names::with_context(words, context),
        _ => words.to_owned(),
    }
}

/// Names are made different within the batch, as in a ZIP.
fn report(args: &NameArgs, done: &[Named]) -> Result<(), String> {
    let wanted: Vec<String> =
        done.iter().filter_map(|named| named.result.as_ref().ok().map(|d| stem(args, &d.name))).collect();
    let mut unique = names::unique(&wanted).into_iter();
    for Named { file, result } in done {
        let line = match result {
            Ok(seen) => {
                let name = unique.next().unwrap_or_else(|| seen.name.clone());
                if args.json {
                    json!({ "file": file, "name": name, "details": seen }).to_string()
                } else if args.tsv {
                    format!("{}\t{name}", file.display())
                } else {
                    format!("{} -> {name}", file.display())
                }
            }
            Err(reason) if args.json => json!({ "file": file, "error": reason }).to_string(),
            Err(_) => continue,
        };
        print(&format!("{line}\n"))?;
    }
    Ok(())
}
