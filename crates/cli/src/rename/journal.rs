//! The journal of a rename: every move is on disk before the first one is made, and a mark of fixed length at its
//! start says how far the work is. With both, a killed run can be ended or taken back, also when the disk is full.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::sync_folder;
use super::home::{self, Head};
use super::moves::{Move, is_inside};
use crate::lines::shown;

/// How far the work is. The names have one length, so that a mark never needs room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    /// Pictures whose names cross go to their waiting places.
    Parking,
    /// Everybody goes to the new name.
    Placing,
    Applied,
    /// Back to the waiting places.
    Undoing,
    /// Back to the old name.
    Restore,
    Undone,
    /// Ended as it was; nothing is in a waiting place.
    Closed,
}

/// Where the mark stands: `{"mark":"parking"`.
const MARK_AT: u64 = 9;
const MARK_LENGTH: usize = 7;

impl Mark {
    fn text(self) -> String {
        let name = match self {
            Self::Parking => "parking",
            Self::Placing => "placing",
            Self::Applied => "applied",
            Self::Undoing => "undoing",
            Self::Restore => "restore",
            Self::Undone => "undone",
            Self::Closed => "closed",
        };
        format!("\"{name}\"{}", " ".repeat(MARK_LENGTH - name.len()))
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Applied | Self::Undone | Self::Closed)
    }
}

/// What came otherwise than planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Note {
    /// All moves are written.
    Planned(usize),
    /// This one stayed where it was.
    Kept(usize),
    /// Somebody had taken its new name meanwhile.
    Moved(usize, PathBuf),
    /// It could not go home, so it has this name.
    Aside(usize, PathBuf),
}

#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    pub(crate) path: PathBuf,
    pub(crate) folder: PathBuf,
    pub(crate) moves: Vec<Move>,
    /// Moves that were not made.
    pub(crate) kept: Vec<bool>,
    /// Names of files that could not go home.
    pub(super) aside: Vec<Option<PathBuf>>,
    pub(crate) mark: Mark,
}

impl Journal {
    /// Writes the plan down; nothing may move before this returns.
    pub(crate) fn create(path: &Path, folder: &Path, moves: Vec<Move>) -> Result<Self, String> {
        let say = |error: std::io::Error| {
            format!("The journal {} could not be written: {error}. Nothing was renamed.", shown(path))
        };
        let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(say)?;
        let written = lock(&file, path).and_then(|()| {
            let text = plan_text(&home::written(path, folder), &moves)?;
            file.write_all(&text).and_then(|()| file.sync_all()).map_err(say)
        });
        if let Err(sentence) = written {
            let _ = std::fs::remove_file(path);
            return Err(sentence);
        }
        sync_folder(path.parent());
        let (kept, aside) = (vec![false; moves.len()], vec![None; moves.len()]);
        Ok(Self { file, path: path.into(), folder: folder.into(), moves, kept, aside, mark: Mark::Parking })
    }

    /// The journal of the folder that it lies in, or of `folder` when the person says which one is meant.
    pub(crate) fn open(path: &Path, folder: Option<&Path>) -> Result<Self, String> {
        let say = |error: std::io::Error| format!("{}: {error}", shown(path));
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(say)?;
        lock(&file, path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(say)?;
        let not_ours = || format!("{} is no journal of a rename.", shown(path));
        let mut lines = text.lines();
        let head: Head =
            lines.next().and_then(|line| serde_json::from_str(line).ok()).ok_or_else(not_ours)?;
        let mut journal = Self {
            file,
            path: path.into(),
            mark: head.mark,
            folder: PathBuf::new(),
            moves: Vec::new(),
            kept: Vec::new(),
            aside: Vec::new(),
        };
        if !journal.read(lines) {
            return Err(format!(
                "{} was never written to its end, so nothing was renamed. It can be deleted.",
                shown(path)
            ));
        }
        journal.folder = home::folder(path, &head, folder)?;
        Ok(journal)
    }

    /// Refuses a journal that another run is working with.
    pub(super) fn refuse_busy(path: &Path) -> Result<(), String> {
        File::open(path).map_or(Ok(()), |file| lock(&file, path))
    }

    /// Takes the lines after the first; whether the plan is whole. A note cut short was never acted on.
    fn read<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> bool {
        let mut whole = false;
        for line in lines {
            if !whole && let Ok(step) = serde_json::from_str::<Move>(line) {
                if !step.stays_inside() || step.lead.is_some_and(|lead| lead >= self.moves.len()) {
                    return false;
                }
                self.moves.push(step);
                self.kept.push(false);
                self.aside.push(None);
                continue;
            }
            match serde_json::from_str(line) {
                Ok(Note::Planned(count)) => whole = count == self.moves.len(),
                Ok(Note::Kept(at)) if at < self.kept.len() => self.kept[at] = true,
                Ok(Note::Moved(at, to)) if at < self.moves.len() && is_inside(&to) => self.moves[at].to = to,
                Ok(Note::Aside(at, to)) if at < self.aside.len() && is_inside(&to) => {
                    self.aside[at] = Some(to)
                }
                _ => {}
            }
        }
        whole
    }

    /// The next stage begins. What was renamed before is on disk first.
    pub(crate) fn mark(&mut self, mark: Mark) -> Result<(), String> {
        self.folders().iter().for_each(|folder| sync_folder(Some(folder)));
        self.write(SeekFrom::Start(MARK_AT - 1), mark.text().as_bytes())?;
        self.mark = mark;
        Ok(())
    }

    /// Every folder in which files are renamed.
    pub(crate) fn folders(&self) -> BTreeSet<PathBuf> {
        let parents =
            self.moves.iter().filter_map(|step| self.folder.join(&step.from).parent().map(PathBuf::from));
        std::iter::once(self.folder.clone()).chain(parents).collect()
    }

    pub(crate) fn keep(&mut self, at: usize) -> Result<(), String> {
        self.note(&Note::Kept(at))?;
        self.kept[at] = true;
        Ok(())
    }

    pub(crate) fn redirect(&mut self, at: usize, to: PathBuf) -> Result<(), String> {
        self.note(&Note::Moved(at, to.clone()))?;
        self.moves[at].to = to;
        Ok(())
    }

    /// The file has this name until it can go home.
    pub(super) fn set_aside(&mut self, at: usize, name: PathBuf) -> Result<(), String> {
        self.note(&Note::Aside(at, name.clone()))?;
        self.aside[at] = Some(name);
        Ok(())
    }

    /// Whether this move was given up.
    pub(super) fn is_done_with(&self, at: usize) -> bool {
        self.kept[at] || self.aside[at].is_some()
    }

    /// Whether a file of this journal has, had or gets this whole path.
    pub(super) fn speaks_of(&self, path: &Path) -> bool {
        let key = |path: &Path| path.to_string_lossy().to_lowercase();
        let wanted = key(path.strip_prefix(&self.folder).unwrap_or(path));
        self.moves.iter().any(|step| key(&step.from) == wanted || key(&step.to) == wanted)
    }

    /// The line break in front ends a note that a crash cut short.
    fn note(&mut self, note: &Note) -> Result<(), String> {
        let line = serde_json::to_string(note).map_err(|error| error.to_string())?;
        self.write(SeekFrom::End(0), format!("\n{line}\n").as_bytes())
    }

    fn write(&mut self, at: SeekFrom, bytes: &[u8]) -> Result<(), String> {
        let file = &mut self.file;
        #[cfg(test)]
        super::disk::faults::point(&self.path).map_err(|error| error.to_string())?;
        let written = file.seek(at).and_then(|_| file.write_all(bytes)).and_then(|()| file.sync_data());
        written.map_err(|error| {
            format!(
                "The journal {path} could not be written: {error}. Make room, then `nomina rename --resume '{path}'` or `nomina undo '{path}'`.",
                path = shown(&self.path)
            )
        })
    }
}

fn plan_text(folder: &Path, moves: &[Move]) -> Result<Vec<u8>, String> {
    let line = |value: serde_json::Result<String>| value.map_err(|error| error.to_string());
    let folder = line(serde_json::to_string(folder))?;
    let mut text = format!(
        "{{\"mark\":{},\"nomina\":\"rename\",\"version\":{},\"folder\":{folder}}}\n",
        Mark::Parking.text(),
        home::VERSION
    );
    for step in moves {
        text.push_str(&line(serde_json::to_string(step))?);
        text.push('\n');
    }
    text.push_str(&line(serde_json::to_string(&Note::Planned(moves.len())))?);
    text.push('\n');
    Ok(text.into_bytes())
}

fn lock(file: &File, path: &Path) -> Result<(), String> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(format!("Another nomina is working with {}. Wait until it is done.", shown(path)))
        }
        // Some network drives know no locks; the journal works without.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_one_length_and_is_read_back() {
        let [parking, placing, applied] = [Mark::Parking, Mark::Placing, Mark::Applied];
        for mark in [parking, placing, applied, Mark::Undoing, Mark::Restore, Mark::Undone, Mark::Closed] {
            assert_eq!(mark.text().len(), MARK_LENGTH + 2);
            assert_eq!(serde_json::from_str::<Mark>(&mark.text()).unwrap(), mark);
        }
        let text = String::from_utf8(plan_text(Path::new("/a"), &[]).unwrap()).unwrap();
        assert!(text[(MARK_AT - 1) as usize..].starts_with("\"parking\""), "{text}");
    }
}
