//! The journal of a rename: every move is on disk before the first one is made, and a mark of fixed length at its
//! start says how far the work is. With both, a killed run can be ended or taken back, also when the disk is full.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::moves::{Move, is_inside};

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
        };
        format!("\"{name}\"{}", " ".repeat(MARK_LENGTH - name.len()))
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Applied | Self::Undone)
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
}

#[derive(Deserialize)]
struct Head {
    mark: Mark,
    folder: PathBuf,
}

#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    pub(crate) path: PathBuf,
    pub(crate) folder: PathBuf,
    pub(crate) moves: Vec<Move>,
    /// Moves that were not made.
    pub(crate) kept: Vec<bool>,
    pub(crate) mark: Mark,
}

impl Journal {
    /// Writes the plan down; nothing may move before this returns.
    pub(crate) fn create(path: &Path, folder: &Path, moves: Vec<Move>) -> Result<Self, String> {
        let say = |error: std::io::Error| {
            format!("The journal {} could not be written: {error}. Nothing was renamed.", path.display())
        };
        let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(say)?;
        let written = lock(&file, path).and_then(|()| {
            let text = plan_text(folder, &moves)?;
            file.write_all(&text).and_then(|()| file.sync_all()).map_err(say)
        });
        if let Err(sentence) = written {
            let _ = std::fs::remove_file(path);
            return Err(sentence);
        }
        sync_folder(path.parent());
        let kept = vec![false; moves.len()];
        Ok(Self { file, path: path.into(), folder: folder.into(), moves, kept, mark: Mark::Parking })
    }

    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let say = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(say)?;
        lock(&file, path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(say)?;
        let not_ours = || format!("{} is no journal of a rename.", path.display());
        let mut lines = text.lines();
        let head: Head =
            lines.next().and_then(|line| serde_json::from_str(line).ok()).ok_or_else(not_ours)?;
        let mut journal = Self {
            file,
            path: path.into(),
            folder: head.folder,
            moves: Vec::new(),
            kept: Vec::new(),
            mark: head.mark,
        };
        if !journal.read(lines) {
            return Err(format!(
                "{} was never written to its end, so nothing was renamed. It can be deleted.",
                path.display()
            ));
        }
        Ok(journal)
    }

    /// Takes the lines after the first; whether the plan is whole. A note cut short was never acted on.
    fn read<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> bool {
        let mut whole = false;
        for line in lines {
            if !whole && let Ok(step) = serde_json::from_str::<Move>(line) {
                if !step.stays_inside() {
                    return false;
                }
                self.moves.push(step);
                self.kept.push(false);
                continue;
            }
            match serde_json::from_str(line) {
                Ok(Note::Planned(count)) => whole = count == self.moves.len(),
                Ok(Note::Kept(at)) if at < self.kept.len() => self.kept[at] = true,
                Ok(Note::Moved(at, to)) if at < self.moves.len() && is_inside(&to) => self.moves[at].to = to,
                _ => {}
            }
        }
        whole
    }

    /// The next stage begins. What was renamed before is on disk first.
    pub(crate) fn mark(&mut self, mark: Mark) -> Result<(), String> {
        let folders =
            self.moves.iter().filter_map(|step| self.folder.join(&step.from).parent().map(PathBuf::from));
        let folders: std::collections::BTreeSet<PathBuf> = folders.collect();
        folders.iter().for_each(|folder| sync_folder(Some(folder)));
        self.write(SeekFrom::Start(MARK_AT - 1), mark.text().as_bytes())?;
        self.mark = mark;
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

    fn note(&mut self, note: &Note) -> Result<(), String> {
        let line = serde_json::to_string(note).map_err(|error| error.to_string())?;
        self.write(SeekFrom::End(0), format!("{line}\n").as_bytes())
    }

    fn write(&mut self, at: SeekFrom, bytes: &[u8]) -> Result<(), String> {
        let file = &mut self.file;
        let written = file.seek(at).and_then(|_| file.write_all(bytes)).and_then(|()| file.sync_data());
        written.map_err(|error| {
            format!(
                "The journal {path} could not be written: {error}. Make room, then `nomina rename --resume {path}` or `nomina undo {path}`.",
                path = self.path.display()
            )
        })
    }
}

fn plan_text(folder: &Path, moves: &[Move]) -> Result<Vec<u8>, String> {
    let line = |value: serde_json::Result<String>| value.map_err(|error| error.to_string());
    let folder = line(serde_json::to_string(folder))?;
    let mut text = format!(
        "{{\"mark\":{},\"nomina\":\"rename\",\"version\":1,\"folder\":{folder}}}\n",
        Mark::Parking.text()
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
            Err(format!("Another nomina is working with {}. Wait until it is done.", path.display()))
        }
        // Some network drives know no locks; the journal works without.
        _ => Ok(()),
    }
}

/// The names in a folder are on disk. Where a folder cannot be opened the system does this by itself.
fn sync_folder(folder: Option<&Path>) {
    let folder = folder.map(|path| if path.as_os_str().is_empty() { Path::new(".") } else { path });
    if let Some(Ok(folder)) = folder.map(File::open) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_one_length_and_is_read_back() {
        for mark in [Mark::Parking, Mark::Placing, Mark::Applied, Mark::Undoing, Mark::Restore, Mark::Undone]
        {
            assert_eq!(mark.text().len(), MARK_LENGTH + 2);
            assert_eq!(serde_json::from_str::<Mark>(&mark.text()).unwrap(), mark);
        }
        let text = String::from_utf8(plan_text(Path::new("/a"), &[]).unwrap()).unwrap();
        assert!(text[(MARK_AT - 1) as usize..].starts_with("\"parking\""), "{text}");
    }
}
