//! Mail: letters go into the task queue inside the transaction that causes them, and the worker sends them.
//! Links are made when a letter is written, so that no token waits in the database.

mod letters;
pub mod mailbox;
mod queue;
mod transport;

pub use letters::{BatchNews, Letter, Mail};
pub use queue::{deliver, forget_recovery, send};
pub use transport::{MailError, Mailer};
