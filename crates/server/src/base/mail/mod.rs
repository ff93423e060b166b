//! Sending mail: the sentences of emails, how they become a message, and the way to the mail server.

mod catalogue;
mod transport;
mod words;

pub(crate) use catalogue::{counted, of_number, said, sentence};
pub use transport::{MailError, Mailer};
pub use words::{Mail, Words};
