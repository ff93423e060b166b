//! An entry of a ZIP, its parts, and what can be wrong with it.

use std::io;

/// What is wrong, as a sentence to show.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("The file is not a ZIP.")]
    NotAZip,
    #[error("The ZIP is damaged.")]
    Damaged,
    #[error("The ZIP holds no images.")]
    Empty,
    #[error("The ZIP holds more than {0} images.")]
    TooMany(usize),
    #[error("The images in the ZIP are too large when unpacked.")]
    TooLarge,
    #[error("\"{0}\" is not a name that an image in a ZIP may have.")]
    Name(String),
    #[error("Two images in the ZIP are called \"{0}\".")]
    Twice(String),
    #[error("\"{0}\" is not an image, or not of the kind that its name says.")]
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
    /// A link, a device: nothing that has a place in a ZIP of images.
    Other,
}

/// One entry, as the directory describes it.
#[derive(Debug)]
pub struct Entry {
    /// Its place in the directory.
    pub index: usize,
    pub(crate) name: Vec<u8>,
    pub kind: Kind,
    pub size: u64,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    pub(crate) packed: u64,
    pub(crate) at: u64,
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
