//! Reading: kind and size are asked before a file is opened, so that a pipe never blocks and a huge file costs nothing.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use nomina_engine::{EngineError, Format, Limits};

use crate::lines::io_reason;

/// So many bytes tell every format, and what a file is that is none.
const START: u64 = 4096;

/// The whole file, if it is an ordinary one of a size that the engine takes.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let length = length(path)?;
    let limits = Limits::default();
    limits.check_bytes(usize::try_from(length).unwrap_or(usize::MAX)).map_err(|e| e.to_string())?;
    // One byte more than allowed, so that a file that grows meanwhile is refused by the engine and not cut.
    first(path, limits.input_bytes as u64 + 1).map_err(|e| io_reason(&e))
}

/// What kind of image this is, by its first bytes.
pub(crate) fn format_of(path: &Path) -> Result<Format, String> {
    length(path)?;
    let start = first(path, START).map_err(|e| io_reason(&e))?;
    Format::of(&start).ok_or_else(|| EngineError::unsupported(&start).to_string())
}

fn length(path: &Path) -> Result<u64, String> {
    let facts = fs::metadata(path).map_err(|e| io_reason(&e))?;
    match () {
        () if facts.is_dir() => Err("This is a folder, not an image.".into()),
        () if !facts.is_file() => Err("This is not an ordinary file, so it is not read.".into()),
        () => Ok(facts.len()),
    }
}

fn first(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
