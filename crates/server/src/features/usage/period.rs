//! The calendar of counting.

use crate::base::clock::Timestamp;

/// The calendar day and month of a count, in UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) at: Timestamp,
    /// `YYYY-MM-DD`
    pub(crate) day: String,
    /// `YYYY-MM`
    pub(crate) month: String,
}

impl Period {
    pub(crate) fn of(at: Timestamp) -> Self {
        let text = at.to_string();
        Self { at, day: text.get(..10).unwrap_or("").into(), month: text.get(..7).unwrap_or("").into() }
    }
}
