//! How far a journal's work is, as its first line says it.

use serde::{Deserialize, Serialize};

/// How far the work is. The names have one length, so that a mark never needs room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    /// Images whose names cross go to their waiting places.
    Parking,
    /// Everybody goes to the new name.
    Placing,
    /// Words go into the files, which have their new names.
    Writing,
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
pub(super) const MARK_AT: u64 = 9;
pub(super) const MARK_LENGTH: usize = 7;

impl Mark {
    pub(super) fn text(self) -> String {
        let name = match self {
            Self::Parking => "parking",
            Self::Placing => "placing",
            Self::Writing => "writing",
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
