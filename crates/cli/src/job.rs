//! A recipe over many pictures, on all cores. Every result has a name of its own before work begins, nothing that is there is
//! replaced unless asked for, originals never are, and a full disk ends the work.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use nomina_engine::{EngineError, Facts, Limits};
use nomina_rules::options::ProcessingOptions;
use nomina_server::processing::Beside;

use crate::files::{self, SaveError, find, honoured, name_of, places};
use crate::filters::Only;
use crate::interrupt;
use crate::parallel::{cores, each};

/// What is to be done, whoever asks for it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) recipe: ProcessingOptions,
    pub(crate) input: PathBuf,
    /// Which pictures of a folder.
    pub(crate) only: Only,
    pub(crate) output: PathBuf,
    pub(crate) overwrite: bool,
    pub(crate) resume: bool,
    pub(crate) threads: Option<u16>,
}

/// A picture that was made.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) target: PathBuf,
    pub(crate) bytes: usize,
    pub(crate) facts: Facts,
}

/// A picture and the place of its result, or why it has none.
type Task = (PathBuf, Result<PathBuf, String>);

/// Why a picture has no result.
enum Failure {
    /// Only this one.
    Picture(String),
    /// Every further one would fail the same way.
    NoRoom(SaveError),
    /// The work had ended before its turn came.
    Stopped,
}

/// Does the job on all cores; `done` sees every picture in order, and how many there are. `share` hears how much of one is done,
/// from 0 to 1, on whichever thread works on it.
pub(crate) fn run(
    job: &Job,
    share: &(dyn Fn(&Path, f32) + Sync),
    mut done: impl FnMut(&Path, usize, Result<Made, String>) -> Result<(), String>,
) -> Result<(), String> {
    let mut recipe = job.recipe.clone();
    let mut tasks = tasks(job, &mut recipe)?;
    let originals = tasks.iter().filter_map(|(file, _)| fs::canonicalize(file).ok()).collect();
    if job.resume {
        tasks.retain(|(_, target)| !target.as_ref().is_ok_and(|target| target.exists()));
    }
    let work = Work {
        originals,
        beside: Beside::of(&recipe)?,
        stopped: AtomicBool::new(false),
        recipe,
        overwrite: job.overwrite,
    };
    let (total, mut undone, mut ending) = (tasks.len(), 0, None);
    each(
        &tasks,
        job.threads.map_or_else(cores, usize::from),
        |(file, target)| work.make(file, target, share),
        |at, result| {
            let told = match result {
                Err(Failure::Picture(reason)) => done(&tasks[at].0, total, Err(reason)),
                Ok(made) => done(&tasks[at].0, total, Ok(made)),
                Err(Failure::NoRoom(error)) => {
                    undone += 1;
                    Err(error.to_string())
                }
                Err(Failure::Stopped) => {
                    undone += 1;
                    Ok(())
                }
            };
            if let Err(sentence) = told {
                work.stopped.store(true, Ordering::Relaxed);
                ending.get_or_insert(sentence);
            }
        },
    );
    if interrupt::asked() && undone > 0 {
        ending.get_or_insert_with(|| "Interrupted.".to_owned());
    }
    match ending {
        Some(sentence) => {
            Err(format!("{sentence}\nStopped: {undone} of {total} pictures were not processed."))
        }
        None => Ok(()),
    }
}

/// What every picture of a job shares.
struct Work {
    recipe: ProcessingOptions,
    beside: Beside,
    originals: HashSet<PathBuf>,
    overwrite: bool,
    stopped: AtomicBool,
}

impl Work {
    fn ends(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || interrupt::asked()
    }

    fn make(
        &self,
        file: &Path,
        target: &Result<PathBuf, String>,
        share: &(dyn Fn(&Path, f32) + Sync),
    ) -> Result<Made, Failure> {
        let target = target.as_ref().map_err(|reason| Failure::Picture(reason.clone()))?;
        if self.ends() {
            return Err(Failure::Stopped);
        }
        if fs::canonicalize(target).is_ok_and(|there| self.originals.contains(&there)) {
            let sentence = format!("{} is an original, which is never replaced", target.display());
            return Err(Failure::Picture(sentence));
        }
        files::refuse_taken(target, self.overwrite).map_err(|error| Failure::Picture(error.to_string()))?;
        let bytes = files::read(file).map_err(Failure::Picture)?;
        let watch = |done: f32| {
            share(file, done);
            self.ends()
        };
        let output = self.beside.process(&bytes, &self.recipe, &Limits::default(), &watch).map_err(
            |error| match error {
                EngineError::Cancelled => Failure::Stopped,
                error => Failure::Picture(error.to_string()),
            },
        )?;
        files::save(target, &output.bytes, self.overwrite).map_err(|error| match error.no_room {
            true => Failure::NoRoom(error),
            false => Failure::Picture(error.to_string()),
        })?;
        Ok(Made { target: target.clone(), bytes: output.bytes.len(), facts: output.facts })
    }
}

/// Every picture with its place, before any is touched. A single file's ending may decide its format.
fn tasks(job: &Job, recipe: &mut ProcessingOptions) -> Result<Vec<Task>, String> {
    let (input, output) = (&job.input, &job.output);
    if input.is_dir() {
        return folder_tasks(job, recipe);
    }
    if output.is_dir() {
        let name = name_of(input, recipe, (1, 1));
        return Ok(vec![(input.clone(), places(output, vec![name]).remove(0))]);
    }
    *recipe = honoured(recipe, input, output)?;
    Ok(vec![(input.clone(), Ok(output.clone()))])
}

fn folder_tasks(job: &Job, recipe: &ProcessingOptions) -> Result<Vec<Task>, String> {
    let (input, output) = (&job.input, &job.output);
    let mut files = find(std::slice::from_ref(input))?;
    files.retain(|file| job.only.wants(file.strip_prefix(input).unwrap_or(file)));
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
