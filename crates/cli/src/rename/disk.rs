//! The steps that a rename takes on the disk. Nothing is ever replaced, and every step can be repeated after a crash.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Whether a file or a link has this name. A folder is not a file that we renamed, so it does not count.
pub(super) fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| !found.is_dir())
}

/// Whether anything has this name.
pub(super) fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The first name with a number that nobody has and nobody wants: `dog-2.jpg`.
pub(super) fn free_name(path: &Path, wanted: impl Fn(&Path) -> bool) -> PathBuf {
    let mut names = (2u32..).map(|number| numbered(path, number));
    names.find(|name| !is_taken(name) && !wanted(name)).unwrap_or_else(|| path.to_owned())
}

/// `dog.jpg` with 2 is `dog-2.jpg`.
pub(super) fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{extension}"))
}

/// Renames a file without ever replacing another one.
pub(super) fn slide(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(test)]
    faults::point(from)?;
    if !is_file(from) {
        return Err(ErrorKind::NotFound.into());
    }
    rename_new(from, to)
}

/// In one step of the system where it has such a step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => rename_checked(from, to),
        other => Ok(other?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    rename_checked(from, to)
}

/// For file systems without that step: looked at first.
fn rename_checked(from: &Path, to: &Path) -> io::Result<()> {
    if is_taken(to) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// The names in a folder are on disk. Where a folder cannot be opened the system does this by itself.
pub(super) fn sync_folder(folder: Option<&Path>) {
    let folder = folder.map(|path| if path.as_os_str().is_empty() { Path::new(".") } else { path });
    if let Some(Ok(folder)) = folder.map(File::open) {
        let _ = folder.sync_all();
    }
}

/// Faults for tests: the program is killed before a chosen step, and chosen files cannot be moved.
#[cfg(test)]
pub(super) mod faults {
    use std::cell::RefCell;
    use std::io;
    use std::path::{Path, PathBuf};

    /// What a kill unwinds with.
    #[derive(Debug)]
    pub(in crate::rename) struct Killed;

    #[derive(Default)]
    struct Faults {
        steps_left: Option<u32>,
        read_only: Vec<PathBuf>,
    }

    thread_local! {
        static FAULTS: RefCell<Faults> = RefCell::default();
    }

    /// Kills this thread's work before the step of this number; `None` lets it end.
    pub(in crate::rename) fn kill_after(steps: Option<u32>) {
        FAULTS.with_borrow_mut(|faults| faults.steps_left = steps);
    }

    /// These files cannot be moved.
    pub(in crate::rename) fn hold(files: Vec<PathBuf>) {
        FAULTS.with_borrow_mut(|faults| faults.read_only = files);
    }

    /// A step of the work: moving this file, or writing this journal.
    pub(in crate::rename) fn point(file: &Path) -> io::Result<()> {
        let (dies, held) = FAULTS.with_borrow_mut(|faults| {
            let dies = faults.steps_left == Some(0);
            faults.steps_left = faults.steps_left.and_then(|left| left.checked_sub(1));
            (dies, faults.read_only.iter().any(|one| one == file))
        });
        if dies {
            std::panic::resume_unwind(Box::new(Killed));
        }
        if held { Err(io::ErrorKind::PermissionDenied.into()) } else { Ok(()) }
    }
}
