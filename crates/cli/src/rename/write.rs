//! Writing words into images and sidecars, and taking that back. Before a file is replaced the journal holds what its former
//! bytes were; a file that somebody has changed since is left as it is and said.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nomina_engine::metadata::{self, Existing, Fields, Plan, Words};
use nomina_engine::{Format, Limits};
use sha2::{Digest, Sha256};

use super::carried::{Carried, sentence};
use super::delta::{joined, pieces};
use super::disk::{is_file, slide};
use super::journal::Journal;
use super::sidecars::{existing_xmp, xmp_of};
use super::words::{Wanted, both};
use super::wrote::{Before, Changed, Wrote};
use crate::files::{Like, read, replace};
use crate::interrupt;
use crate::lines::shown;

/// Writes all words of a journal whose files have their new names.
pub(super) fn write_all(
    journal: &mut Journal,
    carried: &mut Carried,
    changed: Changed<'_>,
) -> Result<(), String> {
    for at in 0..journal.wanted.len() {
        if interrupt::asked() {
            carried.unfinished = true;
            return Ok(());
        }
        let wanted = journal.wanted[at].clone();
        let image = image_of(journal, &wanted);
        // A file that has gone was spoken of when it was to be renamed.
        if !is_file(&image) {
            continue;
        }
        let mut done = false;
        match versions(&image, &wanted) {
            Err(reason) => carried.fail(&image, format!("its words were not written: {reason}")),
            Ok(versions) => {
                for version in versions {
                    match put(journal, at, &version)? {
                        Ok(()) => done = true,
                        Err(reason) => carried.fail(&version.path, reason),
                    }
                    if let Some(old) = version.old.as_ref().filter(|_| version.path == image) {
                        changed(&journal.folder.join(&wanted.file), old, &version.new);
                    }
                }
            }
        }
        carried.worded += usize::from(done);
    }
    Ok(())
}

/// Where an image is once all files have been moved.
fn image_of(journal: &Journal, wanted: &Wanted) -> PathBuf {
    let file = match wanted.step {
        Some(at) if !journal.kept[at] => journal.aside[at].as_ref().unwrap_or(&journal.moves[at].to),
        _ => &wanted.file,
    };
    journal.folder.join(file)
}

/// A file with its former and its new bytes.
struct Version {
    path: PathBuf,
    old: Option<Vec<u8>>,
    new: Vec<u8>,
}

/// Every file that changes for one image: the image or its sidecar, and a sidecar that is there already in any case.
fn versions(image: &Path, wanted: &Wanted) -> Result<Vec<Version>, String> {
    let bytes = read(image)?;
    let format = Format::of(&bytes).ok_or("it is not an image any more")?;
    let mut found = Vec::new();
    let there = metadata::words(&bytes, format, &Limits::default());
    let holds = format.holds_fields() && metadata::can_rewrite(&bytes, format);
    let inside = if holds { inside(&bytes, format, wanted)? } else { None };
    let beside = match &inside {
        Some(_) => existing_xmp(image, format),
        None => Some(xmp_of(image, format)),
    };
    if let Some(new) = inside.filter(|new| *new != bytes) {
        found.push(Version { path: image.to_owned(), old: Some(bytes), new });
    }
    if let Some(path) = beside {
        found.extend(sidecar(path, wanted, &there)?);
    }
    Ok(found)
}

/// The image with its words; `None` when that would cost something else that it holds.
fn inside(bytes: &[u8], format: Format, wanted: &Wanted) -> Result<Option<Vec<u8>>, String> {
    let limits = Limits::default();
    let there = metadata::words(bytes, format, &limits);
    let Some(fields) = missing(wanted, &there) else { return Ok(Some(bytes.to_vec())) };
    let plan = Plan { existing: Existing::Keep, fields: Some(fields), keep_icc: true };
    let written = metadata::rewrite(bytes, format, &plan, &limits).map_err(|error| error.to_string())?;
    Ok(written.warnings.is_empty().then_some(written.bytes))
}

fn sidecar(path: PathBuf, wanted: &Wanted, image: &Words) -> Result<Option<Version>, String> {
    let kind = path.symlink_metadata().ok();
    if kind.as_ref().is_some_and(|kind| !kind.is_file()) {
        return Err(format!(
            "{} is a folder or a link, not a sidecar. Move it away and repeat this.",
            shown(&path)
        ));
    }
    let unreadable =
        || format!("{} is no XMP that can be read. Mend it or move it away, and repeat this.", shown(&path));
    let old = match kind {
        Some(_) => Some(fs::read(&path).map_err(|error| format!("{}: {error}", shown(&path)))?),
        None => None,
    };
    let there = both(
        match &old {
            Some(old) => metadata::sidecar_words(old).ok_or_else(unreadable)?,
            None => Words::default(),
        },
        image,
    );
    let Some(fields) = missing(wanted, &there) else { return Ok(None) };
    let new = metadata::sidecar(old.as_deref(), &fields).ok_or_else(unreadable)?;
    Ok(Some(Version { path, old, new }))
}

fn missing(wanted: &Wanted, there: &Words) -> Option<Fields> {
    let fields = wanted.texts.missing_in(there, wanted.replace).fields(there);
    (fields != Fields::default()).then_some(fields)
}

/// Writes down how to get the former bytes back, then replaces the file.
fn put(journal: &mut Journal, at: usize, version: &Version) -> Result<Result<(), String>, String> {
    let Version { path, old, new } = version;
    if fs::metadata(path).is_ok_and(|facts| facts.permissions().readonly()) {
        return Ok(Err(
            "it is read-only, so no words were written. Make it writable and repeat this".to_owned()
        ));
    }
    let file = path.strip_prefix(&journal.folder).unwrap_or(path).to_owned();
    let before = old.as_ref().map(|old| Before {
        hash: hash(old),
        modified_ns: modified_ns(path),
        pieces: pieces(old, new),
    });
    let comes_back =
        before.as_ref().is_none_or(|before| joined(&before.pieces, new).as_ref() == old.as_ref());
    if !comes_back {
        return Ok(Err("it could not be given back later, so it was not changed".to_owned()));
    }
    journal.note_written(Wrote { wanted: at, file, after: hash(new), before })?;
    Ok(store(path, new, old.is_some().then_some(path)).map_err(|error| error.to_string()))
}

fn store(path: &Path, bytes: &[u8], like: Option<&PathBuf>) -> Result<(), crate::files::SaveError> {
    #[cfg(test)]
    super::disk::faults::point(path).map_err(|error| crate::files::SaveError::new(path, &error))?;
    let like = like.map(|original| Like { original, attributes: true, times: false });
    replace(path, bytes, like)
}

/// Gives every file its former bytes back. Whether all that can be done is done.
pub(super) fn take_back(journal: &Journal, carried: &mut Carried) -> bool {
    let mut whole = true;
    // The last first: a resumed run may have written a file twice.
    for wrote in journal.wrote.iter().rev() {
        let path = journal.folder.join(&wrote.file);
        if !is_file(&path) {
            continue;
        }
        match restore(wrote, &path) {
            Ok(restored) => carried.worded += usize::from(restored),
            Err(Left::Changed) => carried.fail(&path, stays(journal, wrote, &path)),
            Err(Left::Failed(reason)) => {
                carried.fail(&path, reason);
                whole = false;
            }
        }
    }
    whole
}

/// Why a file does not get its former bytes.
enum Left {
    /// Somebody has changed it since.
    Changed,
    /// A repetition may do it.
    Failed(String),
}

/// Whether there was something to do.
fn restore(wrote: &Wrote, path: &Path) -> Result<bool, Left> {
    let bytes = fs::read(path).map_err(|error| Left::Failed(error.to_string()))?;
    let now = hash(&bytes);
    match &wrote.before {
        Some(before) if before.hash == now => return Ok(false),
        _ if wrote.after != now => return Err(Left::Changed),
        None => fs::remove_file(path).map_err(|error| Left::Failed(error.to_string()))?,
        Some(before) => {
            let old =
                joined(&before.pieces, &bytes).filter(|old| hash(old) == before.hash).ok_or(Left::Changed)?;
            store(path, &old, Some(&path.to_owned())).map_err(|error| Left::Failed(error.to_string()))?;
            set_modified(path, before.modified_ns);
        }
    }
    Ok(true)
}

/// The sentence about a file that was changed since. A sidecar that we made follows its image home.
fn stays(journal: &Journal, wrote: &Wrote, path: &Path) -> String {
    let changed = "it was changed since, so the words that were written into it stay";
    let wanted = &journal.wanted[wrote.wanted];
    let (Some(step), None) = (wanted.step, &wrote.before) else { return changed.to_owned() };
    let (old, new) =
        (journal.folder.join(&journal.moves[step].from), journal.folder.join(&journal.moves[step].to));
    let Some(home) = beside_instead(path, &new, &old) else { return changed.to_owned() };
    match slide(path, &home) {
        Ok(()) => format!("{changed}; it is {} now", shown(&home)),
        Err(error) => format!("{changed} under this name: {}", sentence(&error)),
    }
}

/// `fox.tif.xmp` of `fox.tif` is `IMG.tif.xmp` of `IMG.tif`.
fn beside_instead(sidecar: &Path, image: &Path, other: &Path) -> Option<PathBuf> {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (sidecar_name, image_name) = (name(sidecar)?, name(image)?);
    let new = match sidecar_name.strip_prefix(&image_name) {
        Some(ending) => format!("{}{ending}", name(other)?),
        None => format!("{}{}", stem(other)?, sidecar_name.strip_prefix(&stem(image)?)?),
    };
    Some(sidecar.with_file_name(new))
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn modified_ns(path: &Path) -> u64 {
    let modified = fs::metadata(path).and_then(|facts| facts.modified()).ok();
    let since = modified.and_then(|at: SystemTime| at.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(0))
}

fn set_modified(path: &Path, modified_ns: u64) {
    if let Ok(file) = fs::File::options().write(true).open(path) {
        let _ = file.set_modified(UNIX_EPOCH + Duration::from_nanos(modified_ns));
    }
}
