//! Writing: beside its place first and then moved there, so that a half-written file never stands under the name, and what
//! was begun is gone when it fails.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::Like;
use crate::interrupt::Unfinished;
use crate::lines::{io_reason, shown};

/// Why a file was not written.
#[derive(Debug)]
pub(crate) struct SaveError {
    reason: String,
    /// The disk is full: whatever comes next would fail the same way.
    pub(crate) no_room: bool,
}

impl SaveError {
    pub(crate) fn new(target: &Path, error: &io::Error) -> Self {
        let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
        let reason = match error.kind() {
            ErrorKind::AlreadyExists => "is there already; --overwrite replaces it".to_owned(),
            _ => io_reason(error),
        };
        Self { reason: format!("{}: {reason}", shown(target)), no_room: full.contains(&error.kind()) }
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Writes a whole file; what stands there is replaced only with `overwrite`. It keeps what `like` says of an original.
pub(crate) fn save(
    target: &Path,
    bytes: &[u8],
    overwrite: bool,
    like: Option<Like<'_>>,
) -> Result<(), SaveError> {
    let write = |file: &mut File, path: &Path| {
        file.write_all(bytes)?;
        if let Some(like) = like {
            like.copy_to(file, path);
        }
        Ok(())
    };
    save_with(target, overwrite, write).map_err(|e| SaveError::new(target, &e))
}

/// Puts new bytes in the place of a file, which has its old ones until the new ones are on disk.
pub(crate) fn replace(target: &Path, bytes: &[u8], like: Option<Like<'_>>) -> Result<(), SaveError> {
    let write = |file: &mut File, path: &Path| {
        file.write_all(bytes)?;
        if let Some(like) = like {
            like.copy_to(file, path);
        }
        file.sync_all()
    };
    save_with(target, true, write).map_err(|e| SaveError::new(target, &e))
}

/// Says which folder is missing, before anything is done for a file in it.
pub(crate) fn refuse_missing_folder(path: &Path) -> Result<(), String> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(format!("{}: the folder {} is not there. Create it first.", shown(path), shown(folder)))
        }
        _ => Ok(()),
    }
}

fn save_with(
    target: &Path,
    overwrite: bool,
    write: impl FnOnce(&mut File, &Path) -> io::Result<()>,
) -> io::Result<()> {
    refuse(target, overwrite)?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    // Gone already when it was moved; when it was not, nothing may be left of it.
    let beside = Unfinished::at(beside(folder));
    File::create_new(beside.path())
        .and_then(|mut file| write(&mut file, beside.path()))
        .and_then(|()| put(beside.path(), target, overwrite))
}

/// Said before any work is done for a name; [`save`] itself looks again.
pub(crate) fn refuse_taken(target: &Path, overwrite: bool) -> Result<(), SaveError> {
    refuse(target, overwrite).map_err(|e| SaveError::new(target, &e))
}

fn refuse(target: &Path, overwrite: bool) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Ok(there) if there.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) if !overwrite => Err(ErrorKind::AlreadyExists.into()),
        _ => Ok(()),
    }
}

/// A name that no other file and no other thread has, and no result can have.
fn beside(folder: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!(".nomina-{}-{count}.part", std::process::id()))
}

/// A link fails where a name is taken, also when it was taken just now; file systems without links are looked at again.
fn put(beside: &Path, target: &Path, overwrite: bool) -> io::Result<()> {
    if !overwrite {
        match fs::hard_link(beside, target) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => refuse(target, overwrite)?,
            linked => return linked,
        }
    }
    fs::rename(beside, target)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder of its own.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("nomina-save-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_there_stays_unless_asked_for() {
        let folder = folder("taken");
        let target = folder.join("a.jpg");
        save(&target, b"one", false, None).unwrap();
        let refused = save(&target, b"two", false, None).unwrap_err();
        assert!(refused.to_string().contains("a.jpg: is there already") && !refused.no_room, "{refused}");
        assert_eq!(fs::read(&target).unwrap(), b"one");
        save(&target, b"two", true, None).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"two");
        assert_eq!(names(&folder), ["a.jpg"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_name_taken_while_it_was_written_is_not_replaced() {
        let folder = folder("race");
        let target = folder.join("a.jpg");
        let written = save_with(&target, false, |_, _| fs::write(&target, b"theirs"));
        assert_eq!(written.unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).unwrap(), b"theirs");
        assert_eq!(names(&folder), ["a.jpg"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_full_disk_leaves_nothing_behind_and_is_told_apart() {
        let folder = folder("full");
        let target = folder.join("a.jpg");
        let full = |_: &mut File, _: &Path| Err(ErrorKind::StorageFull.into());
        let error = save_with(&target, false, full).unwrap_err();
        assert!(SaveError::new(&target, &error).no_room);
        assert_eq!(names(&folder), Vec::<String>::new());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_in_the_way_is_refused_and_nothing_is_left_beside_it() {
        let folder = folder("folder");
        fs::create_dir(folder.join("a.jpg")).unwrap();
        for overwrite in [false, true] {
            assert!(save(&folder.join("a.jpg"), b"x", overwrite, None).is_err());
        }
        assert_eq!(names(&folder), ["a.jpg"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
