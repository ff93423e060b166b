//! The tools themselves: the same functions as the subcommands, with paths behind the fence.

use std::sync::OnceLock;

use nomina_engine::Limits;
use nomina_rules::options::ProcessingOptions;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::fence::Fence;
use crate::files::{find, read};
use crate::filters::{Filters, Only};
use crate::job::{Job, run};
use crate::looking::{LookArgs, Looker, reason};
use crate::rename::{
    Field, Journal, Naming, Proposal, Style, WriteArgs, carry_out, refuse_unfinished, take_back,
};

pub(super) struct Tools {
    fence: Fence,
    look: LookArgs,
    looker: OnceLock<Result<Looker, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Path {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paths {
    paths: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalPath {
    journal: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    folder: String,
    #[serde(default)]
    apply: bool,
    #[serde(default)]
    recursive: bool,
    #[serde(default)]
    include: Vec<String>,
    pattern: Option<String>,
    prefix: Option<String>,
    suffix: Option<String>,
    #[serde(default)]
    write: Vec<Field>,
    #[serde(default)]
    replace_words: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Process {
    input: String,
    output: String,
    #[serde(default)]
    recipe: ProcessingOptions,
}

/// A tool's answer, or the sentence why it has none.
type Told = Result<Value, String>;

impl Tools {
    pub(super) fn new(fence: Fence, look: LookArgs) -> Self {
        Self { fence, look, looker: OnceLock::new() }
    }

    /// `None` when there is no such tool.
    pub(super) fn call(&self, name: &str, arguments: Value) -> Option<Told> {
        Some(match name {
            "inspect" => parsed(arguments).and_then(|args| self.inspect(&args)),
            "name" => parsed(arguments).and_then(|args| self.name(&args)),
            "rename" => parsed(arguments).and_then(|args| self.rename(args)),
            "undo" => parsed(arguments).and_then(|args| self.undo(&args)),
            "process" => parsed(arguments).and_then(|args| self.process(args)),
            _ => return None,
        })
    }

    /// The model is loaded by the first tool that looks at images.
    fn looker(&self) -> Result<&Looker, String> {
        self.looker.get_or_init(|| Looker::new(&self.look)).as_ref().map_err(Clone::clone)
    }

    fn inspect(&self, args: &Path) -> Told {
        let bytes = read(&self.fence.there(&args.path)?)?;
        let seen = nomina_engine::inspect(&bytes, &Limits::default()).map_err(|error| error.to_string())?;
        Ok(json!({ "file": args.path, "inspection": seen }))
    }

    fn name(&self, args: &Paths) -> Told {
        let paths = args.paths.iter().map(|path| self.fence.there(path)).collect::<Result<Vec<_>, _>>()?;
        let (files, looker) = (find(&paths)?, self.looker()?);
        let results = looker.look_at(&files);
        let words = looker.settle(&results);
        let images = files.iter().zip(&results).zip(words).map(|((file, result), words)| match result {
            Ok(named) => json!({
                "file": file, "name": words, "details": named.seen, "error": reason(result)
            }),
            Err(why) => json!({ "file": file, "error": why }),
        });
        Ok(json!({ "pictures": images.collect::<Vec<_>>() }))
    }

    fn rename(&self, args: Rename) -> Told {
        let folder = self.fence.there(&args.folder)?;
        refuse_unfinished(&folder)?;
        let style =
            Style { pattern: args.pattern, prefix: args.prefix, suffix: args.suffix, ..Style::default() };
        let filters = Filters::of(args.recursive, &args.include)?;
        let (looker, write) = (self.looker()?, WriteArgs::of(args.write, args.replace_words));
        let naming = Naming {
            looker,
            options: &self.look.on(&style.options()?)?,
            sidecars: true,
            write: &write,
            sheet: None,
        };
        let proposal = Proposal::for_folder(&folder, &filters, &naming)?;
        let images = json!(proposal.entries);
        let notes = json!(proposal.notes);
        if !args.apply || proposal.is_empty() {
            return Ok(json!({ "applied": false, "notes": notes, "pictures": images }));
        }
        let (carried, journal) = carry_out(proposal, None, looker)?;
        Ok(json!({
            "applied": true, "renamed": carried.done, "wordsWritten": carried.worded, "trouble": carried.trouble,
            "journal": journal.path, "notes": notes, "pictures": images,
        }))
    }

    fn undo(&self, args: &JournalPath) -> Told {
        let mut journal = Journal::open(&self.fence.there(&args.journal)?, None)?;
        for folder in journal.folders() {
            self.fence.judge(&args.journal, std::fs::canonicalize(&folder).unwrap_or(folder))?;
        }
        let carried = take_back(&mut journal)?;
        Ok(json!({ "restored": carried.done, "wordsTakenBack": carried.worded, "trouble": carried.trouble }))
    }

    fn process(&self, args: Process) -> Told {
        if let Some(problem) = args.recipe.problems().first() {
            return Err(problem.to_string());
        }
        let (input, output) = (self.fence.there(&args.input)?, self.fence.place(&args.output)?);
        let looker = if args.recipe.asks_for_words() { Some(self.looker()?) } else { None };
        let mut images = Vec::new();
        let job = Job {
            recipe: args.recipe,
            input,
            only: Only::default(),
            output,
            overwrite: false,
            resume: false,
            threads: None,
            looker,
        };
        run(&job, &|_, _| {}, |file, _, result| {
            images.push(match result {
                Ok(made) => json!({ "file": file, "output": made.target, "facts": made.facts }),
                Err(why) => json!({ "file": file, "error": why }),
            });
            Ok(())
        })?;
        Ok(json!({ "pictures": images }))
    }
}

fn parsed<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("The arguments are wrong: {error}."))
}
