//! Where test images and the peer program are.

use std::path::{Path, PathBuf};

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders up").to_path_buf()
}

/// The folder of real images, if it is there.
pub(crate) fn images() -> Option<PathBuf> {
    let folder = match std::env::var_os("NOMINA_IMAGES") {
        Some(path) => PathBuf::from(path),
        None => workspace().join("../shared/images"),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    nomina_needs::missing("images", format!("none at {}; set NOMINA_IMAGES", folder.display()));
    None
}

/// Every file under some of the corpus' folders, in order.
pub(crate) fn files(folders: &[&str]) -> Vec<PathBuf> {
    let Some(root) = images() else { return Vec::new() };
    let mut found = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut found);
    }
    found.sort();
    assert!(!found.is_empty(), "the corpus has nothing under {folders:?}");
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, found) } else { found.push(path) }
    }
}

/// Python with Pillow, if `make setup` has installed it.
pub(crate) fn python() -> Option<PathBuf> {
    let python = workspace().join(".tools/venv/bin/python");
    let works = std::process::Command::new(&python)
        .args(["-c", "import PIL"])
        .status()
        .is_ok_and(|status| status.success());
    if works {
        return Some(python);
    }
    nomina_needs::missing("pillow", "it is not in .tools/venv; run scripts/setup");
    None
}

pub(crate) fn name(path: &Path) -> String {
    let mut parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    parts.reverse();
    parts.join("/")
}
