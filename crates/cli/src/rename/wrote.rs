//! What the journal holds about a file that got words: enough to give its former bytes back.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::delta::Piece;
use super::moves::is_inside;

/// One file that was written, as the journal holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wrote {
    /// Which of the wanted words.
    pub(super) wanted: usize,
    /// Relative to the folder, under its new name.
    pub(super) file: PathBuf,
    /// SHA-256 of the new bytes.
    pub(super) after: String,
    /// `None` for a sidecar that was not there.
    pub(super) before: Option<Before>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Before {
    pub(super) hash: String,
    pub(super) modified_ns: u64,
    pub(super) pieces: Vec<Piece>,
}

impl Wrote {
    /// A journal that somebody else wrote must not reach out of its folder.
    pub(super) fn fits(&self, wanted: usize) -> bool {
        is_inside(&self.file) && self.wanted < wanted
    }
}

/// Told where an image was before the rename, and its former and new bytes.
pub(crate) type Changed<'a> = &'a dyn Fn(&Path, &[u8], &[u8]);
