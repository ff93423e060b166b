//! One image, looked at: read, reduced, described. Shared by every command that names; safe on all cores at once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use nomina_engine::metadata::{Words, words};
use nomina_engine::{Inspection, Limits};
use nomina_rules::language::Spelling;
use nomina_rules::names::own::{self, OwnWords, Said};
use nomina_rules::names::{self, Candidate, Cell, Scene};
use nomina_rules::options::ProcessingOptions;
use nomina_rules::sheet::SheetRow;
use nomina_rules::words::ImageWords;
use nomina_server::base::config::{NamingConfig, ProviderChoice};
use nomina_server::features::naming::{Namer, scene_of};
use nomina_vision::Description;
use tokio::runtime::Runtime;

use crate::files::read;
use crate::interrupt;
use crate::lines::shown;
use crate::memory::{ImageHash, Key, Memory};
use crate::own::{self as own_args, OwnArgs};
use crate::parallel::{cores, each};
use crate::progress::Progress;
use crate::runtime::runtime;

/// Why an image was not looked at after Ctrl+C.
pub(crate) const STOPPED: &str = "Stopped.";
const OLD_NAME: &str = " Using cleaned original name.";
/// The source of a name that is the old one, cleaned.
const ORIGINAL: &str = "original";

#[derive(Args, Clone, Debug)]
pub(crate) struct LookArgs {
    /// Your own words about the images
    #[arg(long)]
    pub(crate) context: Option<String>,
    /// Begin every name with the words of the context
    #[arg(long, requires = "context")]
    pub(crate) context_prefix: bool,
    /// How many images are looked at side by side; without it one for every core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Look at every image again, also at those that were named before
    #[arg(long)]
    fresh: bool,
    /// Show no progress; what went wrong is still said
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    own: OwnArgs,
    #[command(flatten)]
    naming: NamingConfig,
}

impl LookArgs {
    /// The recipe with the flags about words and language on top.
    pub(crate) fn on(&self, recipe: &ProcessingOptions) -> Result<ProcessingOptions, String> {
        self.own.on(recipe)
    }
}

/// Images of one run that have the same bytes, each with the answer that the first of them got.
#[derive(Default)]
struct Twins(Mutex<HashMap<Key, Arc<Mutex<Option<Description>>>>>);

impl Twins {
    fn of(&self, key: Key) -> Arc<Mutex<Option<Description>>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(key).or_default())
    }
}

/// A name for one image, and the sentence about a model that gave none.
pub(crate) struct Named {
    pub(crate) seen: Description,
    pub(crate) trouble: Option<String>,
    pub(crate) facts: Inspection,
    /// What the file says about itself already.
    pub(crate) words: Words,
    /// Its row of the sheet.
    pub(crate) cells: Vec<Cell>,
    /// Where it was taken and who is in it.
    pub(crate) scene: Scene,
}

impl Named {
    /// Whether the name comes from a model and not from the old file name.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.trouble.is_none() && self.seen.source != ORIGINAL
    }

    /// What a recipe's metadata texts can hold, with the name that was settled.
    pub(crate) fn image_words(&self, name: &str) -> ImageWords {
        let Description { alt_text, keywords, .. } = &self.seen;
        ImageWords { name: name.to_owned(), alt: alt_text.clone(), keywords: keywords.clone() }
    }
}

pub(crate) struct Looker {
    namer: Namer,
    runtime: Runtime,
    memory: Memory,
    args: LookArgs,
    /// Of images that are asked about one by one.
    twins: Twins,
    own: OwnWords,
    spelling: Spelling,
    /// What a sheet says about each image.
    rows: Mutex<HashMap<PathBuf, SheetRow>>,
}

impl Looker {
    pub(crate) fn new(args: &LookArgs) -> Result<Self, String> {
        Self::with_recipe(args, &ProcessingOptions::default())
    }

    /// Follows the recipe's rules for words, with the flags on top.
    pub(crate) fn with_recipe(args: &LookArgs, recipe: &ProcessingOptions) -> Result<Self, String> {
        let options = args.on(recipe)?;
        Ok(Self {
            own: OwnWords::of(&options),
            spelling: options.spelling(),
            rows: Mutex::default(),
            namer: Namer::open(&args.naming),
            runtime: runtime()?,
            memory: if args.fresh { Memory::none() } else { Memory::open() },
            args: args.clone(),
            twins: Twins::default(),
        })
    }

    /// Reads a sheet for these images; their names and contexts follow it.
    pub(crate) fn read_sheet(&self, sheet: &Path, images: &[PathBuf]) -> Result<(), String> {
        let rows = own_args::rows(sheet, images)?;
        *self.rows.lock().unwrap_or_else(PoisonError::into_inner) = rows;
        Ok(())
    }

    fn row(&self, file: &Path) -> SheetRow {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.get(file).cloned().unwrap_or_default()
    }

    /// What a model is told about an image: the person's words, and what the sheet says.
    fn context(&self, file: &Path) -> Option<String> {
        self.row(file).context_after(self.args.context.as_deref().unwrap_or_default())
    }

    /// What a model said, with preferred and without forbidden words.
    fn in_own_words(&self, mut seen: Description, file: &Path, scene: &Scene) -> Description {
        let said = Said {
            name: std::mem::take(&mut seen.name),
            alternatives: std::mem::take(&mut seen.alternatives),
            alt_text: std::mem::take(&mut seen.alt_text),
            keywords: std::mem::take(&mut seen.keywords),
        };
        let said = self.own.apply(&said, scene);
        let name = own::or_original(said.name, &file.to_string_lossy());
        let Said { alternatives, alt_text, keywords, .. } = said;
        Description { name, alternatives, alt_text, keywords, ..seen }
    }

    /// Looks at all files side by side and gives the results in their order, with progress on standard error.
    pub(crate) fn look_at<P: AsRef<Path> + Sync>(&self, files: &[P]) -> Vec<Result<Named, String>> {
        let mut results = Vec::with_capacity(files.len());
        self.look_each(files, |_, result| results.push(result));
        results
    }

    /// The same with each result handed on as soon as it and those before it are there.
    pub(crate) fn look_each<P: AsRef<Path> + Sync>(
        &self,
        files: &[P],
        mut done: impl FnMut(usize, Result<Named, String>),
    ) {
        let mut progress = Progress::new(files.len(), self.args.quiet);
        let twins = Twins::default();
        each(
            files,
            self.threads(),
            |file| match interrupt::asked() {
                true => Err(STOPPED.to_owned()),
                false => self.look(file.as_ref(), &twins),
            },
            |at, result| {
                let trouble = reason(&result).map(|reason| format!(": {reason}"));
                let line = format!("{}{}", shown(files[at].as_ref()), trouble.as_deref().unwrap_or_default());
                let stopped = result.as_ref().is_err_and(|reason| reason == STOPPED);
                progress.step(Some(&progress.counted(&line)), trouble.is_some() && !stopped);
                done(at, result);
            },
        );
    }

    /// A service says how many it takes at once.
    fn threads(&self) -> usize {
        let service = self.namer.about().concurrency.map(|n| n as usize);
        self.args.threads.map(usize::from).or(service).unwrap_or_else(cores)
    }

    /// The words that a recipe's metadata texts ask for. An image that no model could look at has none.
    pub(crate) fn words(&self, bytes: Vec<u8>, file: &Path) -> Result<ImageWords, String> {
        let named = self.look_at_bytes(bytes, file, &self.twins)?;
        if let Some(trouble) = named.trouble {
            return Err(trouble.replace(OLD_NAME, ""));
        }
        Ok(named.image_words(&self.led(&named.seen.name)))
    }

    fn look(&self, file: &Path, twins: &Twins) -> Result<Named, String> {
        self.look_at_bytes(read(file)?, file, twins)
    }

    /// An image always gets a name: without a model's answer its old one, cleaned.
    fn look_at_bytes(&self, bytes: Vec<u8>, file: &Path, twins: &Twins) -> Result<Named, String> {
        let say = |error: nomina_engine::EngineError| error.to_string();
        let facts = nomina_engine::inspect(&bytes, &Limits::default()).map_err(say)?;
        let words = words(&bytes, facts.format, &Limits::default());
        let (context, scene) = (self.context(file), scene_of(&facts));
        let cells = self.row(file).columns;
        let key = self.key(&bytes, context.as_deref());
        if let Some(seen) = self.memory.recall(key) {
            let seen = self.in_own_words(seen, file, &scene);
            return Ok(Named { seen, trouble: None, facts, words, cells, scene });
        }
        // Whoever comes first with these bytes looks; the others wait for the answer.
        let answer = twins.of(key);
        let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = answer.clone() {
            let seen = self.in_own_words(seen, file, &scene);
            return Ok(Named { seen, trouble: None, facts, words, cells, scene });
        }
        let reduced = nomina_engine::model_input(&bytes, &Limits::default()).map_err(say)?;
        let image = ImageHash::of(&bytes);
        drop(bytes);
        let (copy, mime) = (reduced.bytes.into(), reduced.facts.mime);
        let asked = self.namer.describe(copy, mime, context.as_deref(), self.spelling, ());
        let (seen, trouble) = match self.runtime.block_on(asked) {
            Ok(seen) => {
                self.memory.keep(key, image, &seen);
                *answer = Some(seen.clone());
                (self.in_own_words(seen, file, &scene), None)
            }
            Err(_) if self.args.naming.ai_provider == ProviderChoice::None => (original(file), None),
            Err(error) => (original(file), Some(failure(&error))),
        };
        Ok(Named { seen, trouble, facts, words, cells, scene })
    }

    fn key(&self, bytes: &[u8], context: Option<&str>) -> Key {
        Key::of(bytes, &format!("{}{}", self.namer.voice(), self.spelling.mark()), context)
    }

    /// An image that got other metadata is still the same image: it is not looked at again.
    pub(crate) fn remember_as(&self, file: &Path, old: &[u8], new: &[u8]) {
        let context = self.context(file);
        if let Some(seen) = self.memory.recall(self.key(old, context.as_deref())) {
            self.memory.keep(self.key(new, context.as_deref()), ImageHash::of(new), &seen);
        }
    }

    /// The words of a batch, settled as one: a series shares its stem. The person's own stand in front when asked for.
    pub(crate) fn settle(&self, results: &[Result<Named, String>]) -> Vec<Option<String>> {
        let named = results.iter().filter_map(|result| result.as_ref().ok());
        let batch: Vec<Candidate> = named.map(|named| self.candidate(named)).collect();
        let mut settled = names::settle(&batch, self.spelling).into_iter();
        results.iter().map(|result| result.as_ref().ok().and_then(|_| settled.next())).collect()
    }

    fn candidate(&self, Named { seen, facts, .. }: &Named) -> Candidate {
        Candidate {
            name: self.led(&seen.name),
            alternatives: seen.alternatives.iter().map(|other| self.led(other)).collect(),
            keywords: seen.keywords.clone(),
            confidence: seen.confidence.unwrap_or_default(),
            fingerprint: seen.fingerprint.clone(),
            taken_at: facts.taken_at.clone(),
            latitude: facts.latitude,
            longitude: facts.longitude,
        }
    }

    /// The words of one image, with the person's own in front when asked for.
    pub(crate) fn led(&self, words: &str) -> String {
        match &self.args.context {
            Some(context) if self.args.context_prefix => names::with_context(words, context, self.spelling),
            _ => words.to_owned(),
        }
    }
}

/// Why an image has no name of a model, if it has none.
pub(crate) fn reason(result: &Result<Named, String>) -> Option<&str> {
    match result {
        Ok(named) => named.trouble.as_deref(),
        Err(reason) => Some(reason),
    }
}

fn failure(error: &str) -> String {
    format!("AI processing failed: {}.{OLD_NAME}", error.trim_end_matches('.'))
}

fn original(file: &Path) -> Description {
    Description {
        name: names::clean_original(&file.file_name().unwrap_or_default().to_string_lossy()),
        source: ORIGINAL.into(),
        ..Description::default()
    }
}
