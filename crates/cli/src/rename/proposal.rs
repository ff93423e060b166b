//! What a rename would do to a folder: every picture with its new name, before anything is touched.

use std::fs;
use std::path::{Path, PathBuf};

use nomina_rules::options::ProcessingOptions;
use nomina_server::clock::{Clock, SystemClock};
use serde::Serialize;

use super::moves::{Move, Wish, file_name, plan};
use super::style::stem;
use crate::files::format_of;
use crate::filters::Filters;
use crate::lines::shown;
use crate::looking::{Looker, Named};

/// One picture of the folder, paths relative to it. Without a new name it stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    pub(crate) file: PathBuf,
    pub(crate) name: Option<PathBuf>,
    pub(crate) alternatives: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Proposal {
    pub(crate) folder: PathBuf,
    pub(crate) entries: Vec<Entry>,
    pub(crate) moves: Vec<Move>,
}

impl Proposal {
    /// Looks at the folder's pictures; what is no picture is left alone and not spoken of.
    pub(crate) fn for_folder(
        folder: &Path,
        filters: &Filters,
        looker: &Looker,
        options: &ProcessingOptions,
    ) -> Result<Self, String> {
        let folder = whole(folder)?;
        let files = filters.list(&folder)?;
        let files = files.into_iter().filter(|file| format_of(&folder.join(file)).is_ok()).collect();
        Ok(Self::for_files(folder, files, looker, options))
    }

    /// The same for files that are known to be pictures, relative to a whole path.
    pub(crate) fn for_files(
        folder: PathBuf,
        files: Vec<PathBuf>,
        looker: &Looker,
        options: &ProcessingOptions,
    ) -> Self {
        let whole: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
        let seen = looker.look_at(&whole);
        let words = looker.settle(&seen);
        let mut proposal = Self { folder, ..Self::default() };
        let (mut wishes, total) = (Vec::new(), files.len());
        for (at, ((file, seen), words)) in files.into_iter().zip(seen).zip(words).enumerate() {
            let seen = seen.and_then(|named| writable(&file).map(|()| named));
            if let (Ok(Named { facts, .. }), Some(words)) = (&seen, words) {
                let stem = stem(&file, words, facts, (at + 1, total), options);
                wishes.push(Wish { file: file.clone(), stem });
            }
            proposal.entries.push(entry(file, seen));
        }
        let root = proposal.folder.clone();
        proposal.moves = plan(&wishes, &token(), |inside| present(&root.join(inside)));
        proposal.fill();
        proposal
    }

    fn fill(&mut self) {
        let mut moves = self.moves.iter().map(|step| (&step.from, &step.to)).collect::<Vec<_>>();
        moves.sort();
        for entry in &mut self.entries {
            let found = moves.binary_search_by(|(from, _)| (*from).cmp(&entry.file));
            entry.name = found.ok().map(|at| moves[at].1.clone());
        }
    }

    pub(crate) fn troubled(&self) -> bool {
        self.entries.iter().any(|entry| entry.error.is_some())
    }

    /// Where the journal goes when nobody says.
    pub(crate) fn journal_path(&self) -> PathBuf {
        self.folder.join(format!("{JOURNAL}{}.jsonl", token()))
    }
}

pub(crate) const JOURNAL: &str = ".nomina-journal-";

fn entry(file: PathBuf, seen: Result<Named, String>) -> Entry {
    match seen {
        Ok(named) => Entry { file, name: None, alternatives: named.seen.alternatives, error: named.trouble },
        Err(reason) => Entry { file, name: None, alternatives: Vec::new(), error: Some(reason) },
    }
}

pub(crate) fn whole(folder: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(folder).map_err(|error| format!("{}: {error}", shown(folder)))
}

/// The journal is text: a name that is no text could not be given back.
fn writable(file: &Path) -> Result<(), String> {
    let text = file.to_str().ok_or("Its name is not valid Unicode, so it is not renamed.");
    text.map(drop).map_err(str::to_owned)
}

fn present(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| file_name(&entry.path())).collect()
}

/// This moment and this process: two runs never share a journal or a waiting place.
fn token() -> String {
    let digits = SystemClock.now().to_string();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    format!("{digits}-{}", std::process::id())
}
