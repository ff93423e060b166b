//! Carrying out a journal, forward or back. Each step can be repeated: where a picture is follows from the mark and
//! from whether its waiting place is filled. Nothing is ever replaced.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::journal::{Journal, Mark};
use super::moves::{Move, file_name};

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Carried {
    pub(crate) done: usize,
    /// A sentence for every picture that could not be moved.
    pub(crate) trouble: Vec<String>,
}

/// Gives every picture its new name, from wherever the journal stands.
pub(crate) fn apply(journal: &mut Journal) -> Result<Carried, String> {
    let mut carried = Carried::default();
    match journal.mark {
        Mark::Parking => {
            for at in 0..journal.moves.len() {
                park(journal, at, &mut carried)?;
            }
            journal.mark(Mark::Placing)?;
        }
        Mark::Placing => {}
        Mark::Applied => return Ok(carried),
        Mark::Undoing | Mark::Restore | Mark::Undone => {
            let path = journal.path.display();
            return Err(format!(
                "This rename was taken back, so it is not continued. `nomina undo {path}` ends that."
            ));
        }
    }
    for at in 0..journal.moves.len() {
        place(journal, at, &mut carried)?;
    }
    journal.mark(Mark::Applied)?;
    Ok(carried)
}

/// Gives every picture its old name back, from wherever the journal stands.
pub(crate) fn undo(journal: &mut Journal) -> Result<Carried, String> {
    let mut carried = Carried::default();
    if journal.mark == Mark::Undone {
        return Ok(carried);
    }
    if matches!(journal.mark, Mark::Placing | Mark::Applied) {
        journal.mark(Mark::Undoing)?;
    }
    if journal.mark == Mark::Undoing {
        for step in open_moves(journal) {
            if let Some(via) = step.via.as_ref().filter(|via| !exists(via)) {
                carried.say(&step.to, slide(&step.to, via));
            }
        }
        if !carried.trouble.is_empty() {
            return Ok(carried);
        }
        carried.done = 0;
    }
    if journal.mark != Mark::Restore {
        journal.mark(Mark::Restore)?;
    }
    for step in open_moves(journal) {
        restore(&step, &mut carried);
    }
    if carried.trouble.is_empty() {
        journal.mark(Mark::Undone)?;
    }
    Ok(carried)
}

/// The moves that were not given up, with whole paths.
fn open_moves(journal: &Journal) -> Vec<Move> {
    let open = (0..journal.moves.len()).filter(|at| !journal.kept[*at]);
    open.map(|at| whole(journal, at)).collect()
}

fn whole(journal: &Journal, at: usize) -> Move {
    let (step, folder) = (&journal.moves[at], &journal.folder);
    Move {
        from: folder.join(&step.from),
        to: folder.join(&step.to),
        via: step.via.as_ref().map(|via| folder.join(via)),
    }
}

fn park(journal: &mut Journal, at: usize, carried: &mut Carried) -> Result<(), String> {
    let step = whole(journal, at);
    let Some(via) = step.via.filter(|via| !exists(via)) else { return Ok(()) };
    if journal.kept[at] {
        return Ok(());
    }
    if let Err(error) = slide(&step.from, &via) {
        carried.say(&step.from, Err(error));
        journal.keep(at)?;
    }
    Ok(())
}

fn place(journal: &mut Journal, at: usize, carried: &mut Carried) -> Result<(), String> {
    if journal.kept[at] {
        return Ok(());
    }
    let mut step = whole(journal, at);
    let source = step.via.as_ref().unwrap_or(&step.from).clone();
    // Placed before the run was killed. Of a picture without a waiting place both names tell.
    if !exists(&source) && exists(&step.to) {
        return Ok(());
    }
    loop {
        match slide(&source, &step.to) {
            Ok(()) => {
                carried.done += 1;
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let free = free_name(&step.to);
                journal.redirect(at, journal.moves[at].to.with_file_name(file_name(&free)))?;
                step.to = free;
            }
            Err(error) => return give_up(journal, at, &step, error, carried),
        }
    }
}

/// Back to the old name, if it still can be; else the picture waits where it is for another try.
fn give_up(
    journal: &mut Journal,
    at: usize,
    step: &Move,
    error: io::Error,
    carried: &mut Carried,
) -> Result<(), String> {
    if let Some(via) = step.via.as_ref().filter(|via| exists(via))
        && slide(via, &step.from).is_err()
    {
        return Err(format!(
            "{} could not be moved from {}: {error}. Then `nomina rename --resume {path}` or `nomina undo {path}`.",
            step.from.display(),
            via.display(),
            path = journal.path.display()
        ));
    }
    carried.say(&step.from, Err(error));
    journal.keep(at)
}

fn restore(step: &Move, carried: &mut Carried) {
    let source = step.via.as_ref().unwrap_or(&step.to);
    // A waiting place that is empty was emptied by this stage; a picture that never left is at home.
    let at_home = !exists(source) && exists(&step.from);
    if !at_home {
        carried.say(source, slide(source, &step.from));
    }
}

impl Carried {
    fn say(&mut self, path: &Path, result: io::Result<()>) {
        match result {
            Ok(()) => self.done += 1,
            Err(error) => self.trouble.push(format!("{}: {error}", path.display())),
        }
    }
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The next name with a number that nobody has: `dog-2.jpg`.
fn free_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    let names = (2u32..).map(|n| path.with_file_name(format!("{stem}-{n}{extension}")));
    names.into_iter().find(|name| !exists(name)).unwrap_or_else(|| path.to_owned())
}

/// Renames without ever replacing, in one step of the system where it has such a step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn slide(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => slide_checked(from, to),
        other => Ok(other?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn slide(from: &Path, to: &Path) -> io::Result<()> {
    slide_checked(from, to)
}

/// For file systems without that step: looked at first.
fn slide_checked(from: &Path, to: &Path) -> io::Result<()> {
    if exists(to) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}
