//! The files behind the arguments. A folder stands for the ordinary files in it: links, hidden files, pipes and devices
//! are passed over. What was named by itself is kept, so that whoever reads it says what is wrong with it.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use crate::lines::file_error;

/// Every file, folders in name order.
pub(crate) fn find(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in arguments {
        if path.is_dir() {
            walk(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| file_error(folder, &error))?;
    let mut entries: Vec<DirEntry> = entries.filter_map(Result::ok).filter(|e| !is_hidden(e)).collect();
    entries.sort_by_key(DirEntry::path);
    for entry in entries {
        // The kind of the entry itself: a link is neither a folder nor a file here.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), found)?,
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}
