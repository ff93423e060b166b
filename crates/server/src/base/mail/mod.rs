//! Sending mail: how the words of an email become a message, and the way to the mail server.

mod transport;
mod words;

pub use transport::{MailError, Mailer};
pub use words::{Mail, Words};
