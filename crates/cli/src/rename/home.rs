//! Which folder a journal speaks of: the one that it lies in, wherever that has been moved or copied to. Only a journal that was
//! written elsewhere holds a whole path, as all journals did before version 2.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::mark::Mark;
use super::moves::file_name;
use super::proposal::{JOURNAL, whole};
use crate::lines::shown;

pub(super) const VERSION: u32 = 2;

/// A journal's first line.
#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) mark: Mark,
    folder: PathBuf,
    #[serde(default)]
    version: u32,
}

/// How a new journal names its folder.
pub(super) fn written(journal: &Path, folder: &Path) -> PathBuf {
    let inside = lies_in(journal).ok().and_then(|home| folder.strip_prefix(home).ok().map(Path::to_owned));
    match inside {
        Some(same) if same.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below,
        None => folder.to_owned(),
    }
}

/// The whole path of the folder that is meant; what the person says counts first.
pub(super) fn folder(journal: &Path, head: &Head, said: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(said) = said {
        return whole(said);
    }
    let home = lies_in(journal)?;
    let named = home.join(&head.folder);
    if head.folder.components().any(|part| part == Component::ParentDir) {
        return Err(format!("{} is no journal of a rename.", shown(journal)));
    }
    let Ok(found) = fs::canonicalize(&named) else { return Err(gone(journal, &named)) };
    let moved =
        head.folder.is_absolute() && head.version < VERSION && file_name(journal).starts_with(JOURNAL);
    if moved && found != home { Err(elsewhere(journal, &named, &home)) } else { Ok(found) }
}

/// The folder in which a journal lies, or will lie.
fn lies_in(journal: &Path) -> Result<PathBuf, String> {
    match journal.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => whole(parent),
        _ => whole(Path::new(".")),
    }
}

fn gone(journal: &Path, named: &Path) -> String {
    format!(
        "{} is about the folder {}, which is not there. If it was moved, say where it is: `nomina undo --folder FOLDER '{}'`.",
        shown(journal),
        shown(named),
        shown(journal)
    )
}

/// A journal of an earlier version in a copy of its folder: which of the two is meant cannot be known.
fn elsewhere(journal: &Path, named: &Path, home: &Path) -> String {
    format!(
        "{journal} was written for {named} and lies in {home} now. Nothing was changed. Say which folder is meant: `nomina undo --folder \
         '{home}' '{journal}'`.",
        journal = shown(journal),
        named = shown(named),
        home = shown(home)
    )
}
