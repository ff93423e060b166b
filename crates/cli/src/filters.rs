//! Which files of a folder are meant: how deep, which patterns, and never what is hidden or a link.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use glob::{MatchOptions, Pattern};

use crate::lines::file_error;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Filters {
    /// Go into folders as well
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    only: Only,
}

/// Patterns that a file must fit, or must not.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Only {
    /// Only files like this, such as '*.jpg' or 'trip/**'; may be given several times
    #[arg(long, value_name = "GLOB")]
    include: Vec<Pattern>,
    /// No files like this; may be given several times
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<Pattern>,
}

const MATCHING: MatchOptions = MatchOptions {
    case_sensitive: false,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

impl Filters {
    /// Filters made by a program.
    pub(crate) fn of(recursive: bool, include: &[String]) -> Result<Self, String> {
        let pattern = |text: &String| Pattern::new(text).map_err(|error| format!("{text}: {error}"));
        let include = include.iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Self { recursive, only: Only { include, exclude: Vec::new() } })
    }

    /// The files in name order, relative to the folder. A folder that cannot be read is a sentence among them.
    pub(crate) fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, String> {
        let mut found = Vec::new();
        self.walk(folder, Path::new(""), &mut found)?;
        Ok(found)
    }

    fn walk(&self, root: &Path, inside: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
        let folder = root.join(inside);
        let say = |error: std::io::Error| file_error(&folder, &error);
        let mut entries = fs::read_dir(&folder).map_err(say)?.collect::<Result<Vec<_>, _>>().map_err(say)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (name, kind) = (entry.file_name(), entry.file_type().map_err(say)?);
            let path = inside.join(&name);
            match () {
                () if name.as_encoded_bytes().starts_with(b".") || kind.is_symlink() => {}
                () if kind.is_dir() && self.recursive => self.walk(root, &path, found)?,
                () if kind.is_file() && self.only.wants(&path) => found.push(path),
                () => {}
            }
        }
        Ok(())
    }
}

impl Only {
    /// A pattern without a slash is about the name alone. The path is relative to the folder that was named.
    pub(crate) fn wants(&self, path: &Path) -> bool {
        let fits = |pattern: &Pattern| {
            let name = path.file_name().unwrap_or_default();
            let whole = pattern.as_str().contains('/');
            pattern.matches_path_with(if whole { path } else { Path::new(name) }, MATCHING)
        };
        (self.include.is_empty() || self.include.iter().any(fits)) && !self.exclude.iter().any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_by_name_or_by_path_without_regard_to_case() {
        let only = |include: &[&str], exclude: &[&str]| {
            let patterns = |texts: &[&str]| texts.iter().map(|text| Pattern::new(text).unwrap()).collect();
            Only { include: patterns(include), exclude: patterns(exclude) }
        };
        let jpegs = only(&["*.jpg"], &["old/**"]);
        assert!(jpegs.wants(Path::new("trip/DSC.JPG")) && !jpegs.wants(Path::new("a.png")));
        assert!(!jpegs.wants(Path::new("old/2001/a.jpg")));
        assert!(only(&[], &[]).wants(Path::new("anything")));
    }
}
