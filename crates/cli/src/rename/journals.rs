//! The journals that lie in a folder.

use std::path::{Path, PathBuf};

use super::journal::Journal;
use super::{moves, proposal};
use crate::lines::{file_error, shown};

/// A folder in the middle of another rename is not renamed again.
pub(crate) fn refuse_unfinished(folder: &Path) -> Result<(), String> {
    for path in journals(folder)? {
        Journal::refuse_busy(&path)?;
        if Journal::open(&path, None).is_ok_and(|journal| !journal.mark.is_over()) {
            let path = shown(&path);
            return Err(format!(
                "An earlier rename of this folder was interrupted. End it with `nomina rename --resume '{path}'`, take it back with `nomina undo '{path}'`, or leave the names as they are with `nomina undo --close '{path}'`."
            ));
        }
    }
    Ok(())
}

/// The journals of a folder, the oldest first.
pub(super) fn journals(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| file_error(folder, &error))?;
    let is_journal = |path: &PathBuf| moves::file_name(path).starts_with(proposal::JOURNAL);
    let mut found: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_journal).collect();
    found.sort();
    Ok(found)
}
