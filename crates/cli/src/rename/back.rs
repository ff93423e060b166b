//! Taking a rename back, and closing a journal as it is. A file that has gone is left out and said. No file stays in a waiting
//! place unless its folder lets nothing be moved, and then the journal stays open.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::carried::{Carried, sentence};
use super::carry::{go_home, whole};
use super::disk::{is_file, slide};
use super::journal::Journal;
use super::mark::Mark;
use super::write;
use crate::lines::shown;

/// Gives every file its old name back, from wherever the journal stands.
pub(super) fn undo(journal: &mut Journal) -> Result<Carried, String> {
    let mut back = Back::default();
    match journal.mark {
        Mark::Undone | Mark::Closed => return Ok(back.carried()),
        // No file has its new name yet: only those that wait go back.
        Mark::Parking => back.empty_waiting_places(journal)?,
        Mark::Placing | Mark::Writing | Mark::Applied => {
            let mut words = Carried::default();
            if !write::take_back(journal, &mut words) {
                return Ok(Carried { unfinished: true, ..words });
            }
            back.words = words;
            journal.mark(Mark::Undoing)?;
            back.park_and_restore(journal)?;
        }
        Mark::Undoing => back.park_and_restore(journal)?,
        Mark::Restore => back.restore(journal)?,
    }
    if !back.unfinished {
        journal.remove_folders();
        journal.mark(Mark::Undone)?;
    }
    Ok(back.carried())
}

/// Ends a journal and moves no more than it must: files in waiting places get their old names, or free ones like them.
pub(super) fn close(journal: &mut Journal) -> Result<Carried, String> {
    let mut back = Back::default();
    if journal.mark.is_over() {
        return Ok(back.carried());
    }
    back.empty_waiting_places(journal)?;
    if !back.unfinished {
        journal.mark(Mark::Closed)?;
    }
    Ok(back.carried())
}

#[derive(Default)]
struct Back {
    done: usize,
    sidecars: usize,
    unfinished: bool,
    /// What became of words that had been written.
    words: Carried,
    /// The last sentence about each move that did not end at home.
    trouble: BTreeMap<usize, String>,
}

impl Back {
    fn carried(self) -> Carried {
        let trouble = self.words.trouble.into_iter().chain(self.trouble.into_values()).collect();
        let Self { done, sidecars, unfinished, .. } = self;
        Carried { done, worded: self.words.worded, sidecars, trouble, unfinished }
    }

    fn say(&mut self, at: usize, path: &Path, reason: &str) {
        self.trouble.insert(at, format!("{}: {reason}", shown(path)));
    }

    fn home(&mut self, journal: &Journal, at: usize) {
        let counter = if journal.moves[at].lead.is_some() { &mut self.sidecars } else { &mut self.done };
        *counter += 1;
        self.trouble.remove(&at);
    }

    fn park_and_restore(&mut self, journal: &mut Journal) -> Result<(), String> {
        self.park(journal)?;
        journal.mark(Mark::Restore)?;
        self.restore(journal)
    }

    /// From the new names to the waiting places, where names cross. A file that cannot be moved stays where it is.
    fn park(&mut self, journal: &mut Journal) -> Result<(), String> {
        for at in open_moves(journal) {
            let step = whole(journal, at);
            let Some(via) = step.via.filter(|via| journal.aside[at].is_none() && !is_file(via)) else {
                continue;
            };
            let Err(error) = slide(&step.to, &via) else { continue };
            self.say(at, &step.to, &sentence(&error));
            if error.kind() != ErrorKind::NotFound {
                let stays = journal.moves[at].to.clone();
                journal.set_aside(at, stays)?;
            }
        }
        Ok(())
    }

    /// Everything home. Files whose old name is taken try again after each round in which another one has left.
    fn restore(&mut self, journal: &mut Journal) -> Result<(), String> {
        let mut left = open_moves(journal);
        loop {
            let before = left.len();
            left.retain(|at| !self.is_settled(journal, *at));
            if left.len() == before {
                break;
            }
        }
        for at in left {
            self.leave_visible(journal, at)?;
        }
        Ok(())
    }

    /// Moves a file home; whether nothing is left to do for it.
    fn is_settled(&mut self, journal: &Journal, at: usize) -> bool {
        let (step, source) = (whole(journal, at), source(journal, at));
        match slide(&source, &step.from) {
            Ok(()) => self.home(journal, at),
            Err(error) if error.kind() == ErrorKind::NotFound && !is_file(&source) => {
                if !is_file(&step.from) {
                    self.say(at, &step.to, &sentence(&error));
                }
            }
            Err(error) => {
                self.say(at, &step.from, &format!("{}; it is {} now", sentence(&error), shown(&source)));
                return false;
            }
        }
        true
    }

    /// A file that cannot go home now keeps a name that people see, and can go home later.
    fn leave_visible(&mut self, journal: &mut Journal, at: usize) -> Result<(), String> {
        let is_home = match waiting_place(journal, at) {
            Some(via) => self.empty(journal, at, &via)?.is_home,
            None => false,
        };
        self.unfinished |= !is_home;
        Ok(())
    }

    fn empty_waiting_places(&mut self, journal: &mut Journal) -> Result<(), String> {
        for at in open_moves(journal) {
            if let Some(via) = waiting_place(journal, at) {
                self.unfinished |= self.empty(journal, at, &via)?.is_stuck;
            }
        }
        Ok(())
    }

    fn empty(&mut self, journal: &mut Journal, at: usize, via: &Path) -> Result<Emptied, String> {
        let home = whole(journal, at).from;
        let place = go_home(journal, at, via, &home)?;
        match &place {
            Ok(place) if *place == home => self.home(journal, at),
            Ok(place) => {
                let reason = format!("another file has its old name; it is {} now", shown(place));
                self.say(at, &home, &reason);
            }
            Err(error) => {
                let reason = format!("{}; it waits as {}", sentence(error), shown(via));
                self.say(at, &home, &reason);
            }
        }
        Ok(Emptied { is_home: place.as_ref().is_ok_and(|place| *place == home), is_stuck: place.is_err() })
    }
}

struct Emptied {
    is_home: bool,
    is_stuck: bool,
}

/// The moves that were not given up.
fn open_moves(journal: &Journal) -> Vec<usize> {
    (0..journal.moves.len()).filter(|at| !journal.kept[*at]).collect()
}

/// The waiting place of a file that is in it.
fn waiting_place(journal: &Journal, at: usize) -> Option<PathBuf> {
    whole(journal, at).via.filter(|via| is_file(via))
}

/// Where a file is while it goes home. An empty waiting place without a note was emptied by going home.
fn source(journal: &Journal, at: usize) -> PathBuf {
    let step = whole(journal, at);
    match (waiting_place(journal, at), &journal.aside[at]) {
        (Some(via), _) => via,
        (None, Some(aside)) => journal.folder.join(aside),
        (None, None) => step.via.unwrap_or(step.to),
    }
}
