//! Mail: letters go into the task queue inside the transaction that causes them, and the worker sends them. What they say
//! belongs to the features. Links are made when a letter is written, so that no token waits in the database.

mod letter;
pub mod mailbox;
mod queue;
mod transport;
mod words;

pub use letter::{AT_LEISURE, AWAITED, Kind, Letter, Pace, kinds};
pub use queue::{deliver, forget, send};
pub use transport::{MailError, Mailer};
pub use words::{Mail, Words};

use crate::base::clock::DAY_MS;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::personal::{Holding, sql};

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

/// How long things stay here; letters that were given up go with the other tasks.
pub(crate) const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "pauses between mails",
        tables: &["mail_pacing"],
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM mail_pacing WHERE last_sent_at <= $1", yesterday))
        },
    }),
    Expiry::Stays("dev_emails", "the last 200: the oldest goes when one comes in"),
];
