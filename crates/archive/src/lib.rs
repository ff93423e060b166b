//! ZIPs from outside. The directory at the end is read and measured before anything is unpacked, entries are read where
//! it says and never over each other, and memory does not grow with the file.

mod content;
mod directory;
mod ours;

use std::io::{self, Read, Seek};

pub use ours::check;

/// How far a ZIP may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub entries: usize,
    /// Of all entries together, unpacked.
    pub bytes: u64,
}

/// What is wrong, as a sentence to show.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("The file is not a ZIP.")]
    NotAZip,
    #[error("The ZIP is damaged.")]
    Damaged,
    #[error("The ZIP holds no pictures.")]
    Empty,
    #[error("The ZIP holds more than {0} pictures.")]
    TooMany(usize),
    #[error("The pictures in the ZIP are too large when unpacked.")]
    TooLarge,
    #[error("\"{0}\" is not a name that a picture in a ZIP may have.")]
    Name(String),
    #[error("Two pictures in the ZIP are called \"{0}\".")]
    Twice(String),
    #[error("\"{0}\" is not a picture, or not of the kind that its name says.")]
    Kind(String),
    #[error("\"{0}\" is not as large as the ZIP says, or is damaged.")]
    Lies(String),
    #[error("\"{0}\" is packed in a way that is not accepted.")]
    Packing(String),
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// What an entry says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    /// A link, a device: nothing that has a place in a ZIP of pictures.
    Other,
}

/// One entry, as the directory describes it.
#[derive(Debug)]
pub struct Entry {
    /// Its place in the directory.
    pub index: usize,
    name: Vec<u8>,
    pub kind: Kind,
    pub size: u64,
    method: u16,
    crc: u32,
    packed: u64,
    at: u64,
}

impl Entry {
    /// The name, when it is UTF-8.
    pub fn name(&self) -> Option<&str> {
        std::str::from_utf8(&self.name).ok()
    }

    /// The name as a text to show, whatever it is.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

/// A part of what an entry holds. The end comes when everything was as the directory says.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    Bytes(&'a [u8]),
    End,
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

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
