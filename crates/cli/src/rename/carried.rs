//! What came of carrying out a journal, for the person.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::moves::Move;
use crate::lines::{io_reason, shown};

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Carried {
    /// Images that were moved.
    pub(crate) done: usize,
    /// Images and sidecars whose words were written or taken back.
    pub(crate) worded: usize,
    /// Sidecars that were moved.
    pub(crate) sidecars: usize,
    /// A sentence for every file that could not be moved.
    pub(crate) trouble: Vec<String>,
    /// Whether a repetition can do more.
    pub(crate) unfinished: bool,
}

impl Carried {
    pub(super) fn count(&mut self, step: &Move) {
        let counter = if step.lead.is_some() { &mut self.sidecars } else { &mut self.done };
        *counter += 1;
    }

    pub(super) fn fail(&mut self, path: &Path, reason: impl std::fmt::Display) {
        self.trouble.push(format!("{}: {reason}", shown(path)));
    }
}

pub(super) fn sentence(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "it is not there any more, so it was left out".to_owned(),
        ErrorKind::AlreadyExists => "another file has its old name".to_owned(),
        _ => io_reason(error),
    }
}
