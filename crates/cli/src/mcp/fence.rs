//! The folders that an assistant may use. Links are followed before a path is judged, so that none leads outside.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::lines::{file_error, io_reason};

#[derive(Debug)]
pub(super) struct Fence(Vec<PathBuf>);

impl Fence {
    pub(super) fn around(folders: &[PathBuf]) -> Result<Self, String> {
        let here = [PathBuf::from(".")];
        let folders = if folders.is_empty() { &here[..] } else { folders };
        let whole = |folder: &PathBuf| fs::canonicalize(folder).map_err(|error| file_error(folder, &error));
        folders.iter().map(whole).collect::<Result<_, _>>().map(Self)
    }

    /// The real path of something that is there.
    pub(super) fn there(&self, path: &str) -> Result<PathBuf, String> {
        let real = fs::canonicalize(self.absolute(path))
            .map_err(|error| format!("{path}: {}", io_reason(&error)))?;
        self.judge(path, real)
    }

    /// The real path of something that may not be there yet.
    pub(super) fn place(&self, path: &str) -> Result<PathBuf, String> {
        let wanted = self.absolute(path);
        let Some(present) = wanted.ancestors().find(|part| part.symlink_metadata().is_ok()) else {
            return Err(format!("{path}: there is no such folder."));
        };
        let rest = wanted.strip_prefix(present).unwrap_or(Path::new(""));
        if rest.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(outside(path));
        }
        let real = fs::canonicalize(present).map_err(|error| format!("{path}: {}", io_reason(&error)))?;
        self.judge(path, if rest.as_os_str().is_empty() { real } else { real.join(rest) })
    }

    fn absolute(&self, path: &str) -> PathBuf {
        self.0.first().map_or_else(|| PathBuf::from(path), |first| first.join(path))
    }

    pub(super) fn judge(&self, asked: &str, real: PathBuf) -> Result<PathBuf, String> {
        let inside = self.0.iter().any(|folder| real.starts_with(folder));
        if inside { Ok(real) } else { Err(outside(asked)) }
    }
}

fn outside(path: &str) -> String {
    format!("{path} is outside the allowed folders. Start `nomina mcp` with --allow for its folder.")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn neither_dots_nor_links_nor_absolute_paths_lead_outside() {
        let base = std::env::temp_dir().join(format!("nomina-fence-{}", std::process::id()));
        fs::create_dir_all(base.join("in/sub")).unwrap();
        fs::create_dir_all(base.join("out")).unwrap();
        std::os::unix::fs::symlink(base.join("out"), base.join("in/link")).unwrap();
        let fence = Fence::around(&[base.join("in")]).unwrap();
        assert!(fence.there("sub").is_ok() && fence.place("sub/new/file.jpg").is_ok());
        for path in ["..", "../out", "link", "/etc"] {
            assert!(fence.there(path).is_err(), "{path}");
        }
        for path in ["../new", "link/new.jpg", "sub/none/../../../x", "/etc/new"] {
            assert!(fence.place(path).is_err(), "{path}");
        }
        fs::remove_dir_all(base).unwrap();
    }
}
