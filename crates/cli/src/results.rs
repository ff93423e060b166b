//! Which image made which result, in a hidden file of the output folder. `nomina process --resume` reads it: the name of a result
//! alone does not tell whose it is when several images would share one.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

const RECORD: &str = ".nomina-results.jsonl";

/// An image as it was when its result was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Source {
    file: PathBuf,
    bytes: u64,
    modified_ms: u128,
}

impl Source {
    fn of(input: &Path, file: &Path) -> Option<Self> {
        let facts = fs::metadata(file).ok()?;
        let modified_ms = facts.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_millis();
        Some(Self { file: file.strip_prefix(input).ok()?.to_owned(), bytes: facts.len(), modified_ms })
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    result: PathBuf,
    of: Option<Source>,
}

#[derive(Debug)]
pub(crate) struct Results {
    input: PathBuf,
    output: PathBuf,
    known: HashMap<PathBuf, Source>,
    record: Mutex<Option<File>>,
}

impl Results {
    /// What earlier runs have made in this folder. A record that cannot be read says nothing.
    pub(crate) fn of(input: &Path, output: &Path) -> Self {
        let text = fs::read_to_string(output.join(RECORD)).unwrap_or_default();
        let mut known = HashMap::new();
        for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
            match line.of {
                Some(source) => known.insert(line.result, source),
                None => known.remove(&line.result),
            };
        }
        Self { input: input.into(), output: output.into(), known, record: Mutex::new(None) }
    }

    /// Which of these images have their result. One without a line in the record has it when nothing else could have made it.
    pub(crate) fn finished(&self, files: &[PathBuf], names: &[Result<String, String>]) -> Vec<bool> {
        let recorded: HashMap<&Path, (&Path, &Source)> = self
            .known
            .iter()
            .map(|(result, source)| (source.file.as_path(), (result.as_path(), source)))
            .collect();
        let (mut once, mut twice) = (HashSet::new(), HashSet::new());
        for name in names.iter().flatten() {
            if !once.insert(name.to_lowercase()) {
                twice.insert(name.to_lowercase());
            }
        }
        let has_result = |(file, name): (&PathBuf, &Result<String, String>)| {
            let Some(source) = Source::of(&self.input, file) else { return false };
            match (recorded.get(source.file.as_path()), name) {
                (Some((result, made)), _) if **made == source => self.output.join(result).exists(),
                (None, Ok(name)) => {
                    let unclear =
                        twice.contains(&name.to_lowercase()) || self.known.contains_key(Path::new(name));
                    !unclear && self.output.join(name).exists()
                }
                _ => false,
            }
        };
        files.iter().zip(names).map(has_result).collect()
    }

    /// Says whose a result will be, before it is written.
    pub(crate) fn note(&self, file: &Path, target: &Path) {
        self.write(target, Source::of(&self.input, file));
    }

    /// The result was not written after all.
    pub(crate) fn take_back(&self, target: &Path) {
        self.write(target, None);
    }

    /// Without a line `--resume` makes an image again rather than leave it out, so that a full disk is no reason to stop.
    fn write(&self, target: &Path, of: Option<Source>) {
        let Ok(result) = target.strip_prefix(&self.output) else { return };
        let line = serde_json::to_string(&Line { result: result.to_owned(), of });
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        if record.is_none() {
            let _ = fs::create_dir_all(&self.output);
            *record = OpenOptions::new().append(true).create(true).open(self.output.join(RECORD)).ok();
        }
        if let (Some(file), Ok(line)) = (record.as_mut(), line) {
            // The line break in front ends a line that a kill cut short.
            let _ = file.write_all(format!("\n{line}\n").as_bytes());
        }
    }
}

/// The names under a folder, relative to it: no new result gets one of them.
pub(crate) fn present(folder: &Path) -> Vec<String> {
    let files = crate::files::find(&[folder.to_owned()]).unwrap_or_default();
    let relative = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
    relative.map(|file| file.to_string_lossy().into_owned()).collect()
}
