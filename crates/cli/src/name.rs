//! `nomina name`: a descriptive name for each picture, from the same model and rules as the web app.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::Args;
use nomina_engine::Limits;
use nomina_rules::names::{self, Candidate};
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
#[derive(Debug)]
struct Named {
    seen: Description,
    /// When it was taken, for series.
    taken_at: Option<String>,
    trouble: Option<String>,
}

/// One file with its name, or why it is no picture.
type Row = (PathBuf, Result<Named, String>);

pub(crate) fn name(args: &NameArgs) -> Outcome {
    let files = find(&args.files)?;
    let rows = look_at_all(&Namer::open(&args.naming), files, args)?;
    report(args, &rows)?;
    let failed = rows.iter().any(|(_, result)| reason(result).is_some());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// All pictures on all cores, in the order of the files. Each is said as soon as it and those before it are done.
fn look_at_all(namer: &Namer, files: Vec<PathBuf>, args: &NameArgs) -> Result<Vec<Row>, String> {
    let runtime = runtime()?;
    let (next, said) = (AtomicUsize::new(0), Mutex::new(0));
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let results: Vec<OnceLock<Result<Named, String>>> = files.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(file) = files.get(at)
        {
            let _ = results[at].set(runtime.block_on(look(namer, file, args)));
            say_done(&files, &results, &said);
        }
    };
    std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    let results =
        results.into_iter().map(|cell| cell.into_inner().unwrap_or_else(|| Err("not looked at".into())));
    Ok(files.into_iter().zip(results).collect())
}

fn say_done(files: &[PathBuf], results: &[OnceLock<Result<Named, String>>], said: &Mutex<usize>) {
    let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
    while let Some(result) = results.get(*said).and_then(OnceLock::get) {
        let (number, total, file) = (*said + 1, files.len(), files[*said].display());
        match reason(result) {
            None => eprintln!("{number}/{total} {file}"),
            Some(reason) => eprintln!("{number}/{total} {file}: {reason}"),
        }
        *said = number;
    }
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
    let taken_at = nomina_engine::inspect(&bytes, &Limits::default()).ok().and_then(|seen| seen.taken_at);
    Ok(match namer.describe(reduced.bytes.into(), reduced.facts.mime, context, ()).await {
        Ok(seen) => Named { seen, taken_at, trouble: None },
        Err(_) if args.naming.ai_provider == ProviderChoice::None => {
            Named { seen: original(file), taken_at, trouble: None }
        }
        Err(error) => {
            let error = error.trim_end_matches('.');
            let trouble = format!("AI processing failed: {error}. Using cleaned original name.");
            Named { seen: original(file), taken_at, trouble: Some(trouble) }
        }
    })
}

fn original(file: &Path) -> Description {
    Description {
        name: names::clean_original(&file.file_name().unwrap_or_default().to_string_lossy()),
        source: "original".into(),
        ..Description::default()
    }
}

/// The model's words, with the person's own in front when asked for.
fn stem(args: &NameArgs, words: &str) -> String {
    match &args.context {
        Some(context) if args.context_prefix => names::with_context(words, context),
        _ => words.to_owned(),
    }
}

fn candidate(args: &NameArgs, named: &Named) -> Candidate {
    let Named { seen, taken_at, .. } = named;
    Candidate {
        name: stem(args, &seen.name),
        alternatives: seen.alternatives.iter().map(|other| stem(args, other)).collect(),
        keywords: seen.keywords.clone(),
        confidence: seen.confidence.unwrap_or_default(),
        fingerprint: seen.fingerprint.clone(),
        taken_at: taken_at.clone(),
    }
}

/// Names are settled for the whole batch: a series counts up, and no two are alike.
fn report(args: &NameArgs, rows: &[Row]) -> Result<(), String> {
    let named = rows.iter().filter_map(|(_, result)| result.as_ref().ok());
    let batch: Vec<Candidate> = named.map(|named| candidate(args, named)).collect();
    let mut unique = names::unique(&names::settle(&batch)).into_iter();
    for (file, result) in rows {
        let line = match result {
            Ok(Named { seen, trouble, .. }) => {
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
