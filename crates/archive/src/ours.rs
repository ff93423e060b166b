//! Whether a ZIP is what the tool makes: images, each once, each of the kind that its name says. Strict on purpose: there
//! is one program that makes them.

use std::collections::HashSet;
use std::io::{Read, Seek};

use nomina_engine::Format;
use nomina_rules::names::zip_entry;

use crate::{Archive, Bounds, Entry, Fault, Kind, Piece};

/// Checks everything, and says how many images there are.
pub fn check(file: impl Read + Seek, bounds: Bounds) -> Result<usize, Fault> {
    let mut archive = Archive::open(file, bounds)?;
    archive.keep(|entry| named(entry).map(|()| true))?;
    unique(archive.entries())?;
    let count = archive.entries().len();
    let mut seen = None;
    archive.unpack(|entry, piece| match piece {
        Piece::Bytes(start) if seen != Some(entry.index) => {
            seen = Some(entry.index);
            match is_image(start, &entry.shown()) {
                true => Ok(()),
                false => Err(Fault::Kind(entry.shown())),
            }
        }
        Piece::End if seen != Some(entry.index) => Err(Fault::Kind(entry.shown())),
        _ => Ok(()),
    })?;
    Ok(count)
}

fn named(entry: &Entry) -> Result<(), Fault> {
    let name = entry.name().ok_or(Fault::Damaged)?;
    if entry.kind != Kind::File || name.is_empty() || zip_entry(name) != name || name.starts_with('.') {
        return Err(Fault::Name(name.to_owned()));
    }
    Ok(())
}

fn unique(entries: &[Entry]) -> Result<(), Fault> {
    let mut seen = HashSet::new();
    match entries.iter().find(|entry| !seen.insert(entry.shown().to_lowercase())) {
        Some(entry) => Err(Fault::Twice(entry.shown())),
        None => Ok(()),
    }
}

fn is_image(start: &[u8], name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    Format::of(start).is_some_and(|format| ending.and_then(Format::of_extension) == Some(format))
}
