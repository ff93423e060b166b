//! Carrying out a journal: every file gets its new name. Each step can be repeated: where a file is follows from the mark and
//! from whether its waiting place is filled.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::carried::{Carried, sentence};
use super::disk::{free_name, is_file, is_taken, slide};
use super::journal::Journal;
use super::mark::Mark;
use super::moves::{Move, file_name};
use super::write::write_all;
use super::wrote::Changed;
use crate::lines::shown;

/// Gives every file its new name and its words, from wherever the journal stands.
pub(crate) fn apply(journal: &mut Journal, changed: Changed<'_>) -> Result<Carried, String> {
    let mut carried = Carried::default();
    match journal.mark {
        Mark::Parking => {
            for at in 0..journal.moves.len() {
                park(journal, at, &mut carried)?;
            }
            journal.mark(Mark::Placing)?;
        }
        Mark::Placing | Mark::Writing => {}
        Mark::Applied => return Ok(carried),
        Mark::Undoing | Mark::Restore | Mark::Undone | Mark::Closed => {
            let path = shown(&journal.path);
            return Err(format!(
                "This rename was taken back or closed, so it is not continued. `nomina undo '{path}'` takes back the rest."
            ));
        }
    }
    if journal.mark == Mark::Placing {
        for at in 0..journal.moves.len() {
            place(journal, at, &mut carried)?;
        }
    }
    if !carried.unfinished && !journal.wanted.is_empty() {
        journal.mark(Mark::Writing)?;
        write_all(journal, &mut carried, changed)?;
    }
    if !carried.unfinished {
        journal.mark(Mark::Applied)?;
    }
    Ok(carried)
}

/// A move with whole paths.
pub(super) fn whole(journal: &Journal, at: usize) -> Move {
    let (step, folder) = (&journal.moves[at], &journal.folder);
    Move {
        from: folder.join(&step.from),
        to: folder.join(&step.to),
        via: step.via.as_ref().map(|via| folder.join(via)),
        lead: step.lead,
    }
}

/// The moves of an image's sidecars.
fn followers(journal: &Journal, at: usize) -> impl Iterator<Item = usize> {
    (at + 1..journal.moves.len()).take_while(move |next| journal.moves[*next].lead == Some(at))
}

/// Whether the image of a sidecar stays, so that the sidecar stays too.
fn image_stays(journal: &Journal, at: usize) -> bool {
    journal.moves[at].lead.is_some_and(|lead| journal.is_done_with(lead))
}

fn park(journal: &mut Journal, at: usize, carried: &mut Carried) -> Result<(), String> {
    let step = whole(journal, at);
    let Some(via) = step.via.filter(|via| !is_file(via)) else { return Ok(()) };
    if journal.is_done_with(at) {
        return Ok(());
    }
    if image_stays(journal, at) {
        return journal.keep(at);
    }
    if let Err(error) = slide(&step.from, &via) {
        carried.fail(&step.from, sentence(&error));
        journal.keep(at)?;
    }
    Ok(())
}

fn place(journal: &mut Journal, at: usize, carried: &mut Carried) -> Result<(), String> {
    if journal.is_done_with(at) {
        return Ok(());
    }
    let mut step = whole(journal, at);
    let source = step.via.as_ref().unwrap_or(&step.from).clone();
    // Placed before the run was killed. For a file without a waiting place both names tell.
    if !is_file(&source) && is_file(&step.to) {
        return Ok(());
    }
    if image_stays(journal, at) {
        return give_up(journal, at, &step, None, carried);
    }
    if followers(journal, at).any(|next| is_taken(&whole(journal, next).to)) {
        step.to = another_name(journal, at, &step.to)?;
    }
    if let Err(error) = journal.make_folders(&step.to)? {
        return give_up(journal, at, &step, Some(&error), carried);
    }
    loop {
        match slide(&source, &step.to) {
            Ok(()) => {
                carried.count(&step);
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                step.to = another_name(journal, at, &step.to)?;
            }
            Err(error) => return give_up(journal, at, &step, Some(&error), carried),
        }
    }
}

/// Its new name, or that of a sidecar, was taken meanwhile: the next that is free for all of them is written down before it is
/// used.
fn another_name(journal: &mut Journal, at: usize, taken: &Path) -> Result<PathBuf, String> {
    let others: Vec<usize> = followers(journal, at).collect();
    let old = file_name(&journal.moves[at].to);
    let beside = |next: &usize, name: &Path| {
        let to = &journal.moves[*next].to;
        to.with_file_name(renamed(&file_name(to), &old, &file_name(name)))
    };
    let free = free_name(taken, |name| {
        journal.speaks_of(name)
            || others.iter().any(|next| is_taken(&journal.folder.join(beside(next, name))))
    });
    let places: Vec<(usize, PathBuf)> = others.iter().map(|next| (*next, beside(next, &free))).collect();
    journal.redirect(at, journal.moves[at].to.with_file_name(file_name(&free)))?;
    for (next, place) in places {
        journal.redirect(next, place)?;
    }
    Ok(free)
}

/// A sidecar's name when its image gets another one: `fox.jpg.xmp` and `fox.xmp` of `fox.jpg` follow it.
fn renamed(sidecar: &str, old: &str, new: &str) -> String {
    let stem = |name: &str| file_name(&Path::new(name).with_extension(""));
    match sidecar.strip_prefix(&format!("{old}.")) {
        Some(ending) => format!("{new}.{ending}"),
        None => format!("{}{}", stem(new), sidecar.strip_prefix(&stem(old)).unwrap_or_default()),
    }
}

/// Back to the old name, or to one like it where that is taken. Only a folder that lets nothing be moved leaves the file in its
/// waiting place, and the journal open.
fn give_up(
    journal: &mut Journal,
    at: usize,
    step: &Move,
    error: Option<&io::Error>,
    carried: &mut Carried,
) -> Result<(), String> {
    let home = match step.via.as_ref().filter(|via| is_file(via)) {
        Some(via) => go_home(journal, at, via, &step.from)?,
        None => Ok(step.from.clone()),
    };
    match home {
        Ok(place) => {
            // A sidecar stays with its image, about which a sentence was said.
            if let Some(error) = error {
                carried.fail(&place, sentence(error));
            }
            journal.keep(at)
        }
        Err(stuck) => {
            let via = step.via.as_ref().unwrap_or(&step.from);
            carried.fail(&step.from, format!("it waits as {}: {}", shown(via), sentence(&stuck)));
            carried.unfinished = true;
            Ok(())
        }
    }
}

/// From the waiting place to the old name, or to a free one like it, which is written down first. Says where it is then.
pub(super) fn go_home(
    journal: &mut Journal,
    at: usize,
    via: &Path,
    home: &Path,
) -> Result<io::Result<PathBuf>, String> {
    let mut place = home.to_owned();
    loop {
        match slide(via, &place) {
            Ok(()) => return Ok(Ok(place)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                place = free_name(home, |name| journal.speaks_of(name));
                journal.set_aside(at, journal.moves[at].from.with_file_name(file_name(&place)))?;
            }
            Err(error) => return Ok(Err(error)),
        }
    }
}
