//! `nomina name`: a descriptive name for each picture, from the same model and rules as the web app.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use nomina_engine::Limits;
use nomina_rules::names;
use nomina_server::naming::{Namer, NamingConfig, ProviderChoice};
use nomina_vision::Description;
use serde_json::json;

use crate::Outcome;
use crate::files::{find, read};
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

/// A name for one picture, and the sentence about a model that gave none.
struct Named {
    seen: Description,
    trouble: Option<String>,
}

/// One file with its name, or why it is no picture.
type Row = (PathBuf, Result<Named, String>);

pub(crate) fn name(args: &NameArgs) -> Outcome {
    let files = find(&args.files)?;
    let namer = Namer::open(&args.naming);
    let runtime = runtime()?;
    let total = files.len();
    let mut rows: Vec<Row> = Vec::with_capacity(total);
    for (at, file) in files.into_iter().enumerate() {
        let result = runtime.block_on(look(&namer, &file, args));
        match reason(&result) {
            None => eprintln!("{}/{total} {}", at + 1, file.display()),
            Some(reason) => eprintln!("{}/{total} {}: {reason}", at + 1, file.display()),
        }
        rows.push((file, result));
    }
    report(args, &rows)?;
    let failed = rows.iter().any(|(_, result)| reason(result).is_some());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn reason(result: &Result<Named, String>) -> Option<&str> {
    match result {
        Ok(named) => named.trouble.as_deref(),
        Err(reason) => Some(reason),
    }
}

/// A picture always gets a name: without a model's answer its old one, cleaned.
async fn look(namer: &Namer, file: &Path, args: &NameArgs) -> Result<Named, String> {
    let bytes = read(file)?;
    let reduced = nomina_engine::model_input(&bytes, &Limits::default()).map_err(|e| e.to_string())?;
    let context = args.context.as_deref();
    Ok(match namer.describe(reduced.bytes.into(), reduced.facts.mime, context, ()).await {
        Ok(seen) => Named { seen, trouble: None },
        Err(_) if args.naming.ai_provider == ProviderChoice::None => {
            Named { seen: original(file), trouble: None }
        }
        Err(error) => {
            let error = error.trim_end_matches('.');
            let trouble = format!("AI processing failed: {error}. Using cleaned original name.");
            Named { seen: original(file), trouble: Some(trouble) }
        }
    })
}

fn original(file: &Path) -> Description {
    Description {
        name: names::clean_original(&file.file_name().unwrap_or_default().to_string_lossy()),
        alternatives: Vec::new(),
        tags: Vec::new(),
        source: "original".into(),
        confidence: None,
    }
}

/// The model's words, with the person's own in front when asked for.
fn stem(args: &NameArgs, words: &str) -> String {
    match &args.context {
        Some(context) if args.context_prefix => names::with_context(words, context),
        _ => words.to_owned(),
    }
}

/// Names are made different within the batch, as in a ZIP.
fn report(args: &NameArgs, rows: &[Row]) -> Result<(), String> {
    let wanted: Vec<String> =
        rows.iter().filter_map(|(_, result)| Some(stem(args, &result.as_ref().ok()?.seen.name))).collect();
    let mut unique = names::unique(&wanted).into_iter();
    for (file, result) in rows {
        let line = match result {
            Ok(Named { seen, trouble }) => {
                let name = unique.next().unwrap_or_else(|| seen.name.clone());
                match (args.json, args.tsv, trouble) {
                    (true, _, None) => json!({ "file": file, "name": name, "details": seen }).to_string(),
                    (true, _, Some(trouble)) => {
                        json!({ "file": file, "name": name, "details": seen, "error": trouble }).to_string()
                    }
                    (_, true, _) => format!("{}\t{name}", file.display()),
                    _ => format!("{} -> {name}", file.display()),
                }
            }
            Err(reason) if args.json => json!({ "file": file, "error": reason }).to_string(),
            Err(_) => continue,
        };
        print(&format!("{line}\n"))?;
    }
    Ok(())
}
