//! Emails: they go into the task queue inside the transaction that causes them, and the worker sends them. What they say
//! belongs to the features. Links are made when an email is written, so that no token waits in the database.

mod feature;
pub mod mailbox;
mod queue;
mod template;

pub use feature::feature;
pub(crate) use queue::email;
#[cfg(test)]
pub(crate) use queue::in_queue;
pub use queue::{TASK, deliver, forget, send};
pub use template::{AT_LEISURE, AWAITED, EmailTemplate, Pace};
