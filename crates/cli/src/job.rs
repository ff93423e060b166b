//! A recipe over many images, on all cores. Every result has a name of its own before work begins, nothing that is there is
//! replaced unless asked for, originals never are, and a full disk ends the work.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use nomina_engine::{EngineError, Facts, Limits};
use nomina_rules::options::ProcessingOptions;
use nomina_server::features::processing::Beside;

use crate::files::{self, Like, SaveError, find, format_of, honoured, name_of, places};
use crate::filters::Only;
use crate::interrupt;
use crate::lines::shown;
use crate::looking::Looker;
use crate::parallel::{Failing, cores, each};
use crate::results::{Results, present};

/// What is to be done, whoever asks for it.
pub(crate) struct Job<'a> {
    pub(crate) recipe: ProcessingOptions,
    pub(crate) input: PathBuf,
    /// Which images of a folder.
    pub(crate) only: Only,
    pub(crate) output: PathBuf,
    pub(crate) overwrite: bool,
    pub(crate) resume: bool,
    pub(crate) threads: Option<u16>,
    /// Asked when the recipe's metadata texts hold words of the image.
    pub(crate) looker: Option<&'a Looker>,
}

/// An image that was made.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) target: PathBuf,
    pub(crate) bytes: usize,
    pub(crate) facts: Facts,
}

/// An image and the place of its result, or why it has none.
type Task = (PathBuf, Result<PathBuf, String>);

/// Why an image has no result.
enum Failure {
    /// Only this one.
    Image(String),
    /// Every further one would fail the same way.
    NoRoom(SaveError),
    /// The work had ended before its turn came.
    Stopped,
}

impl Failing for Result<Made, Failure> {
    fn failing(reason: String) -> Self {
        Err(Failure::Image(reason))
    }
}

/// Does the job on all cores; `done` sees every image in order, and how many there are. `share` hears how much of one is done,
/// from 0 to 1, on whichever thread works on it.
pub(crate) fn run(
    job: &Job<'_>,
    share: &(dyn Fn(&Path, f32) + Sync),
    mut done: impl FnMut(&Path, usize, Result<Made, String>) -> Result<(), String>,
) -> Result<(), String> {
    let mut recipe = job.recipe.clone();
    let results = Results::of(&job.input, &job.output);
    let Tasks { tasks, originals } = tasks(job, &mut recipe, &results)?;
    let work = Work {
        originals: originals.iter().filter_map(|file| fs::canonicalize(file).ok()).collect(),
        results: job.input.is_dir().then_some(results),
        beside: Beside::of(&recipe)?,
        looker: job.looker.filter(|_| recipe.asks_for_words()),
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
                Err(Failure::Image(reason)) => done(&tasks[at].0, total, Err(reason)),
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
        Some(sentence) => Err(format!("{sentence}\nStopped: {undone} of {total} images were not processed.")),
        None => Ok(()),
    }
}

/// One image into a file like `wanted`: the ending tells the format, and a name that is taken gets a number. Says where it is.
pub(crate) fn process_one(recipe: &ProcessingOptions, file: &Path, wanted: &Path) -> Result<PathBuf, String> {
    let (folder, stem) = (wanted.parent().unwrap_or(Path::new("")), wanted.file_stem().unwrap_or_default());
    let plain = ProcessingOptions {
        prefix: String::new(),
        suffix: String::new(),
        name_pattern: String::new(),
        ..recipe.clone()
    };
    let plain = ProcessingOptions { letter_case: Default::default(), separator: Default::default(), ..plain };
    let ending = PathBuf::from(name_of(file, &plain, (1, 1))?);
    let name =
        format!("{}.{}", stem.to_string_lossy(), ending.extension().unwrap_or_default().to_string_lossy());
    let output = places(folder, vec![Ok(name)], present(folder)).remove(0)?;
    let job = Job {
        recipe: plain,
        input: file.to_owned(),
        only: Only::default(),
        output: output.clone(),
        overwrite: false,
        resume: false,
        threads: Some(1),
        looker: None,
    };
    let mut made = Ok(output);
    run(&job, &|_, _| {}, |_, _, result| {
        if let Err(reason) = result {
            made = Err(reason);
        }
        Ok(())
    })?;
    made
}

/// What every image of a job shares.
struct Work<'a> {
    recipe: ProcessingOptions,
    beside: Beside,
    looker: Option<&'a Looker>,
    originals: HashSet<PathBuf>,
    /// Of a folder.
    results: Option<Results>,
    overwrite: bool,
    stopped: AtomicBool,
}

impl Work<'_> {
    fn ends(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || interrupt::asked()
    }

    fn make(
        &self,
        file: &Path,
        target: &Result<PathBuf, String>,
        share: &(dyn Fn(&Path, f32) + Sync),
    ) -> Result<Made, Failure> {
        let target = target.as_ref().map_err(|reason| Failure::Image(reason.clone()))?;
        if self.ends() {
            return Err(Failure::Stopped);
        }
        if fs::canonicalize(target).is_ok_and(|there| self.originals.contains(&there)) {
            let sentence = format!("{} is an original, which is never replaced", shown(target));
            return Err(Failure::Image(sentence));
        }
        files::refuse_taken(target, self.overwrite).map_err(|error| Failure::Image(error.to_string()))?;
        let bytes = files::read(file).map_err(Failure::Image)?;
        let recipe = match self.looker {
            Some(looker) => {
                self.recipe.with_words(&looker.words(bytes.clone(), file).map_err(Failure::Image)?)
            }
            None => self.recipe.clone(),
        };
        let watch = |done: f32| {
            share(file, done);
            self.ends()
        };
        let output =
            self.beside.process(&bytes, &recipe, &Limits::default(), &watch).map_err(
                |error| match error {
                    EngineError::Cancelled => Failure::Stopped,
                    error => Failure::Image(error.to_string()),
                },
            )?;
        self.save(file, target, &output.bytes)?;
        Ok(Made { target: target.clone(), bytes: output.bytes.len(), facts: output.facts })
    }

    fn save(&self, file: &Path, target: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if let Some(results) = &self.results {
            results.note(file, target);
        }
        let like = Like { original: file, attributes: !self.recipe.remove_metadata, times: true };
        let saved = files::save(target, bytes, self.overwrite, Some(like));
        if let (Err(_), Some(results)) = (&saved, &self.results) {
            results.take_back(target);
        }
        saved.map_err(|error| match error.no_room {
            true => Failure::NoRoom(error),
            false => Failure::Image(error.to_string()),
        })
    }
}

/// What is to be made, and every original of it, also of what was made before.
struct Tasks {
    tasks: Vec<Task>,
    originals: Vec<PathBuf>,
}

/// Every image with its place, before any is touched. A single file's ending may decide its format.
fn tasks(job: &Job<'_>, recipe: &mut ProcessingOptions, results: &Results) -> Result<Tasks, String> {
    let (input, output) = (&job.input, &job.output);
    if input.is_dir() {
        return folder_tasks(job, recipe, results);
    }
    let target = if output.is_dir() {
        places(output, vec![name_of(input, recipe, (1, 1))], Vec::new()).remove(0)
    } else {
        let source = format_of(input).map_err(|reason| format!("{}: {reason}", shown(input)))?;
        *recipe = honoured(recipe, source, output)?;
        Ok(output.clone())
    };
    let done = job.resume && target.as_ref().is_ok_and(|target| target.exists());
    let tasks = if done { Vec::new() } else { vec![(input.clone(), target)] };
    Ok(Tasks { tasks, originals: vec![input.clone()] })
}

fn folder_tasks(job: &Job<'_>, recipe: &ProcessingOptions, results: &Results) -> Result<Tasks, String> {
    let (input, output) = (&job.input, &job.output);
    let mut files = find(std::slice::from_ref(input))?;
    files.retain(|file| job.only.wants(file.strip_prefix(input).unwrap_or(file)));
    if let (Ok(from), Ok(to)) = (fs::canonicalize(input), fs::canonicalize(output)) {
        if from == to {
            return Err(format!("{}: results cannot go where the images are.", shown(output)));
        }
        // Results of an earlier run inside the folder are no images to process.
        if let Ok(inside) = to.strip_prefix(&from) {
            files.retain(|file| !file.starts_with(input.join(inside)));
        }
    }
    if files.is_empty() {
        return Err(format!("{}: there is nothing to process in this folder.", shown(input)));
    }
    let total = files.len();
    let named = files.iter().enumerate().map(|(at, file)| {
        let folder = file.strip_prefix(input).ok().and_then(Path::parent).unwrap_or(Path::new(""));
        let name = name_of(file, recipe, (at + 1, total))?;
        // A pattern with folders begins at the folder of the results.
        Ok(if name.contains('/') { name } else { folder.join(name).to_string_lossy().into_owned() })
    });
    let mut names: Vec<Result<String, String>> = named.collect();
    let (originals, mut taken) = (files.clone(), Vec::new());
    if job.resume {
        let finished = results.finished(&files, &names);
        let (mut of_names, mut of_files) = (finished.iter(), finished.iter());
        names.retain(|_| of_names.next() == Some(&false));
        files.retain(|_| of_files.next() == Some(&false));
        taken = present(output);
    }
    let targets = places(output, names, taken);
    Ok(Tasks { tasks: files.into_iter().zip(targets).collect(), originals })
}
