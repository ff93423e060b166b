//! Mail: letters go into the task queue inside the transaction that causes them, and the worker sends them.
//! Links are made when a letter is written, so that no token waits in the database.

mod letters;
pub mod mailbox;
mod queue;
mod transport;

pub use letters::{BatchNews, Letter, Mail};
pub use queue::{deliver, forget_batch, forget_recovery, send};
pub use transport::{MailError, Mailer};

use crate::personal::{Holding, sql};

/// Letters that wait or were given up, and the development mailbox, name their reader.
pub(crate) const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["tasks"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' = $1")),
    },
    Holding {
        tables: &["dev_emails"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM dev_emails WHERE recipient = $1")),
    },
];
