//! ZIPs from outside. The directory at the end is read and measured before anything is unpacked, entries are read where
//! it says and never over each other, and memory does not grow with the file.

mod content;
mod directory;
mod entry;
mod numbers;
mod ours;

use std::io::{Read, Seek};

pub use entry::{Entry, Fault, Kind, Piece};
pub use ours::check;

/// How far a ZIP may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub entries: usize,
    /// Of all entries together, unpacked.
    pub bytes: u64,
}

/// A ZIP whose directory is within bounds.
#[derive(Debug)]
pub struct Archive<F> {
    file: F,
    entries: Vec<Entry>,
    /// Where the directory begins and contents end.
    end: u64,
}

impl<F: Read + Seek> Archive<F> {
    pub fn open(mut file: F, bounds: Bounds) -> Result<Self, Fault> {
        let directory = directory::find(&mut file)?;
        match directory.entries {
            0 => return Err(Fault::Empty),
            n if n > bounds.entries => return Err(Fault::TooMany(bounds.entries)),
            _ => {}
        }
        let entries = directory::read(&mut file, &directory)?;
        if entries.iter().map(|entry| entry.size).sum::<u64>() > bounds.bytes {
            return Err(Fault::TooLarge);
        }
        Ok(Self { file, entries, end: directory.at })
    }

    /// In the order of the directory.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Passes over what is not wanted, before anything is unpacked.
    pub fn keep<E>(&mut self, wanted: impl Fn(&Entry) -> Result<bool, E>) -> Result<(), E> {
        let mut kept = Vec::new();
        for entry in self.entries.drain(..) {
            if wanted(&entry)? {
                kept.push(entry);
            }
        }
        self.entries = kept;
        Ok(())
    }

    /// Unpacks in the order in which entries lie in the file: each begins where the ones before have ended.
    pub fn unpack<E: From<Fault>>(
        mut self,
        mut take: impl FnMut(&Entry, Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.entries.sort_by_key(|entry| entry.at);
        let mut free = 0;
        for entry in &self.entries {
            let (start, method) = content::begin(&mut self.file, entry, free, self.end)?;
            content::read(&mut self.file, entry, method, &mut take)?;
            free = start + entry.packed;
        }
        Ok(())
    }
}
