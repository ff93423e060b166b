//! What a rename would do to a folder: every image with its new name, before anything is touched.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use nomina_rules::options::ProcessingOptions;
use nomina_rules::words::ImageWords;
use nomina_server::base::clock::{Clock, SystemClock};
use serde::Serialize;

use super::moves::{Move, Present, Wish, file_name, folders_like_sidecars, plan};
use super::style::stem;
use super::words::{Texts, Wanted, WriteArgs};
use crate::files::format_of;
use crate::filters::Filters;
use crate::lines::{file_error, shown};
use crate::looking::{Looker, Named};

/// One image of the folder, paths relative to it. Without a new name it stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    pub(crate) file: PathBuf,
    pub(crate) name: Option<PathBuf>,
    pub(crate) alternatives: Vec<String>,
    /// Files that belong to it and follow it, with their new names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sidecars: Vec<Follower>,
    /// The words that its metadata gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) write: Option<Texts>,
    /// What a recipe's metadata texts can hold.
    #[serde(skip)]
    pub(crate) words: ImageWords,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Follower {
    pub(crate) file: PathBuf,
    pub(crate) name: PathBuf,
}

/// How images get their names.
pub(crate) struct Naming<'a> {
    pub(crate) looker: &'a Looker,
    pub(crate) options: &'a ProcessingOptions,
    /// Whether files that belong to an image follow it.
    pub(crate) sidecars: bool,
    /// Which words go into the metadata.
    pub(crate) write: &'a WriteArgs,
    /// A sheet with a row for each image.
    pub(crate) sheet: Option<&'a Path>,
}

#[derive(Debug, Default)]
pub(crate) struct Proposal {
    pub(crate) folder: PathBuf,
    pub(crate) entries: Vec<Entry>,
    pub(crate) moves: Vec<Move>,
    pub(crate) wanted: Vec<Wanted>,
    /// Sentences about what else lies there.
    pub(crate) notes: Vec<String>,
}

impl Proposal {
    /// Looks at the folder's images; what is no image is left alone and not spoken of.
    pub(crate) fn for_folder(folder: &Path, filters: &Filters, naming: &Naming<'_>) -> Result<Self, String> {
        let folder = whole(folder)?;
        let files = filters.list(&folder)?;
        let files: Vec<PathBuf> =
            files.into_iter().filter(|file| format_of(&folder.join(file)).is_ok()).collect();
        if let Some(sheet) = naming.sheet {
            let whole: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
            naming.looker.read_sheet(sheet, &whole)?;
        }
        Ok(Self::for_files(folder, files, naming))
    }

    /// The same for files that are known to be images, relative to a whole path.
    pub(crate) fn for_files(folder: PathBuf, files: Vec<PathBuf>, naming: &Naming<'_>) -> Self {
        let Naming { looker, options, sidecars, write, sheet: _ } = *naming;
        let whole: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
        let seen = looker.look_at(&whole);
        let words = looker.settle(&seen);
        let mut proposal = Self { folder, ..Self::default() };
        let (mut wishes, total) = (Vec::new(), files.len());
        for (at, ((file, seen), words)) in files.into_iter().zip(seen).zip(words).enumerate() {
            let seen = seen.and_then(|named| writable(&file).map(|()| named));
            let mut known = ImageWords::default();
            if let (Ok(named), Some(words)) = (&seen, words) {
                known = named.image_words(&words);
                proposal.wanted.extend(write.wanted(&proposal.folder, &file, &words, named));
                let stem = stem(&file, words, named, (at + 1, total), options);
                wishes.push(Wish { file: file.clone(), stem });
            }
            proposal.entries.push(Entry { words: known, ..entry(file, seen) });
        }
        let root = proposal.folder.clone();
        if sidecars {
            let images: Vec<PathBuf> = wishes.iter().map(|wish| wish.file.clone()).collect();
            let alike = folders_like_sidecars(&images, |inside| present(&root.join(inside)));
            let note = |path: &PathBuf| {
                format!("{}: this is a folder and no sidecar, so it keeps its name.", shown(path))
            };
            proposal.notes = alike.iter().map(note).collect();
        }
        proposal.moves = plan(&wishes, &token(), sidecars, |inside| present(&root.join(inside)));
        proposal.fill();
        proposal
    }

    fn fill(&mut self) {
        let mut at_of: HashMap<&Path, usize> = HashMap::new();
        let mut followers: HashMap<usize, Vec<Follower>> = HashMap::new();
        for (at, step) in self.moves.iter().enumerate() {
            match step.lead {
                None => drop(at_of.insert(&step.from, at)),
                Some(lead) => {
                    let follower = Follower { file: step.from.clone(), name: step.to.clone() };
                    followers.entry(lead).or_default().push(follower);
                }
            }
        }
        for wanted in &mut self.wanted {
            wanted.step = at_of.get(wanted.file.as_path()).copied();
        }
        let mut texts: HashMap<&Path, &Texts> = HashMap::new();
        texts.extend(self.wanted.iter().map(|wanted| (wanted.file.as_path(), &wanted.texts)));
        for entry in &mut self.entries {
            entry.write = texts.get(entry.file.as_path()).map(|texts| (*texts).clone());
            if let Some(at) = at_of.get(entry.file.as_path()) {
                entry.name = Some(self.moves[*at].to.clone());
                entry.sidecars = followers.remove(at).unwrap_or_default();
            }
        }
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.wanted.is_empty()
    }

    pub(crate) fn troubled(&self) -> bool {
        self.entries.iter().any(|entry| entry.error.is_some())
    }

    /// Where the journal goes when nobody says.
    pub(crate) fn journal_path(&self) -> PathBuf {
        journal_path(&self.folder)
    }
}

/// A new journal in a folder.
pub(super) fn journal_path(folder: &Path) -> PathBuf {
    folder.join(format!("{JOURNAL}{}.jsonl", token()))
}

pub(crate) const JOURNAL: &str = ".nomina-journal-";

fn entry(file: PathBuf, seen: Result<Named, String>) -> Entry {
    let (alternatives, error) = match seen {
        Ok(named) => (named.seen.alternatives, named.trouble),
        Err(reason) => (Vec::new(), Some(reason)),
    };
    Entry {
        file,
        name: None,
        alternatives,
        sidecars: Vec::new(),
        write: None,
        words: ImageWords::default(),
        error,
    }
}

pub(crate) fn whole(folder: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(folder).map_err(|error| file_error(folder, &error))
}

/// The journal is text: a name that is no text could not be given back.
fn writable(file: &Path) -> Result<(), String> {
    let text = file.to_str().ok_or("Its name is not valid Unicode, so it is not renamed.");
    text.map(drop).map_err(str::to_owned)
}

pub(super) fn present(folder: &Path) -> Present {
    let mut present = Present::default();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = file_name(&entry.path());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            present.folders.insert(name.clone());
        }
        present.names.push(name);
    }
    present
}

/// This moment and this process: two runs never share a journal or a waiting place.
fn token() -> String {
    let digits = SystemClock.now().to_string();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    format!("{digits}-{}", std::process::id())
}
