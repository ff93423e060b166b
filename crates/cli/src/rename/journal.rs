//! The journal of a rename: every move is on disk before the first one is made, and a mark of fixed length at its
//! start says how far the work is. With both, a killed run can be ended or taken back, also when the disk is full.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::sync_folder;
use super::home::{self, Head};
use super::mark::{MARK_AT, Mark};
use super::moves::{Move, is_inside};
use super::words::Wanted;
use super::wrote::Wrote;
use crate::lines::{file_error, io_reason, shown};

/// What came otherwise than planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Note {
    /// An image that gets words.
    Words(Wanted),
    /// All moves and words are written down.
    Planned(usize),
    /// This one stayed where it was.
    Kept(usize),
    /// Somebody had taken its new name meanwhile.
    Moved(usize, PathBuf),
    /// It could not go home, so it has this name.
    Aside(usize, PathBuf),
    /// A folder that was not there is about to be made.
    Folder(PathBuf),
    /// A file is about to get words.
    Wrote(Wrote),
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
    /// The images that get words.
    pub(super) wanted: Vec<Wanted>,
    /// The files that got them, or were about to.
    pub(super) wrote: Vec<Wrote>,
    /// Folders that were made for the moves.
    pub(super) made: Vec<PathBuf>,
    pub(crate) mark: Mark,
}

impl Journal {
    /// Writes the plan down; nothing may move before this returns.
    pub(crate) fn create(
        path: &Path,
        folder: &Path,
        moves: Vec<Move>,
        wanted: Vec<Wanted>,
    ) -> Result<Self, String> {
        let say = |error: std::io::Error| {
            let reason = io_reason(&error);
            format!("The journal {} could not be written: {reason}. Nothing was renamed.", shown(path))
        };
        let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(say)?;
        let written = lock(&file, path).and_then(|()| {
            let text = plan_text(&home::written(path, folder), &moves, &wanted)?;
            file.write_all(&text).and_then(|()| file.sync_all()).map_err(say)
        });
        if let Err(sentence) = written {
            let _ = std::fs::remove_file(path);
            return Err(sentence);
        }
        sync_folder(path.parent());
        let (kept, aside) = (vec![false; moves.len()], vec![None; moves.len()]);
        let (path, folder) = (path.into(), folder.into());
        let (mark, wrote, made) = (Mark::Parking, Vec::new(), Vec::new());
        Ok(Self { file, path, folder, moves, kept, aside, wanted, wrote, made, mark })
    }

    /// The journal of the folder that it lies in, or of `folder` when the person says which one is meant.
    pub(crate) fn open(path: &Path, folder: Option<&Path>) -> Result<Self, String> {
        let say = |error: std::io::Error| file_error(path, &error);
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
            wanted: Vec::new(),
            wrote: Vec::new(),
            made: Vec::new(),
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
                Ok(Note::Words(words)) if !whole && self.holds(&words) => self.wanted.push(words),
                Ok(Note::Folder(made)) if is_inside(&made) => self.made.push(made),
                Ok(Note::Wrote(wrote)) if wrote.fits(self.wanted.len()) => self.wrote.push(wrote),
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
        let files = self.moves.iter().flat_map(|step| [&step.from, &step.to]);
        let parents = files.filter_map(|file| self.folder.join(file).parent().map(PathBuf::from));
        std::iter::once(self.folder.clone()).chain(parents).collect()
    }

    fn holds(&self, words: &Wanted) -> bool {
        is_inside(&words.file) && words.step.is_none_or(|at| at < self.moves.len())
    }

    /// Makes the folders above a file that are not there, each written down first.
    pub(super) fn make_folders(&mut self, file: &Path) -> Result<std::io::Result<()>, String> {
        let inside = file.strip_prefix(&self.folder).unwrap_or(file).to_owned();
        let above: Vec<&Path> =
            inside.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()).collect();
        for folder in above.into_iter().rev() {
            let whole = self.folder.join(folder);
            if !whole.is_dir() {
                self.note(&Note::Folder(folder.to_owned()))?;
                self.made.push(folder.to_owned());
                if let Err(error) = std::fs::create_dir(&whole) {
                    let reason = format!("the folder {} could not be made: {error}", shown(folder));
                    return Ok(Err(std::io::Error::other(reason)));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Removes the folders that were made, as far as they are empty.
    pub(super) fn remove_folders(&self) {
        self.made.iter().rev().for_each(|folder| drop(std::fs::remove_dir(self.folder.join(folder))));
    }

    /// The images that keep their names and got words.
    pub(crate) fn worded_in_place(&self) -> impl Iterator<Item = &Path> {
        self.wanted.iter().filter(|words| words.step.is_none()).map(|words| words.file.as_path())
    }

    /// Said before the file is written.
    pub(super) fn note_written(&mut self, wrote: Wrote) -> Result<(), String> {
        self.note(&Note::Wrote(wrote.clone()))?;
        self.wrote.push(wrote);
        Ok(())
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

fn plan_text(folder: &Path, moves: &[Move], wanted: &[Wanted]) -> Result<Vec<u8>, String> {
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
    for words in wanted {
        text.push_str(&line(serde_json::to_string(&Note::Words(words.clone())))?);
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
        let before = [Mark::Parking, Mark::Placing, Mark::Writing, Mark::Applied];
        let after = [Mark::Undoing, Mark::Restore, Mark::Undone, Mark::Closed];
        for mark in before.into_iter().chain(after) {
            assert_eq!(mark.text().len(), super::super::mark::MARK_LENGTH + 2);
            assert_eq!(serde_json::from_str::<Mark>(&mark.text()).unwrap(), mark);
        }
        let text = String::from_utf8(plan_text(Path::new("/a"), &[], &[]).unwrap()).unwrap();
        assert!(text[(MARK_AT - 1) as usize..].starts_with("\"parking\""), "{text}");
    }
}
