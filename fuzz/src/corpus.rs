//! Real files to start from: small images of `NOMINA_IMAGES`, small fonts of `assets/fonts`; none where they are not.

use std::path::{Path, PathBuf};

/// Larger files make a round slow and reach no further.
const LARGEST: u64 = 20_000;

/// Small test images, in the order of their paths.
pub fn images() -> Vec<Vec<u8>> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/images");
    read(&std::env::var_os("NOMINA_IMAGES").map_or(default, PathBuf::from))
}

/// Small font files, in the order of their paths.
pub fn fonts() -> Vec<Vec<u8>> {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/fonts"))
}

fn read(folder: &Path) -> Vec<Vec<u8>> {
    let small = |path: &PathBuf| path.metadata().is_ok_and(|m| m.len() < LARGEST);
    files(folder).iter().filter(|path| small(path)).filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Every file below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
