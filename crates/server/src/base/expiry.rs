//! How long things stay, feature by feature, in one list: the cleanup goes over it, and a test compares it with the tables
//! there are. A new table is one more row of its feature: the rule that empties it, or the reason why it stays.

use std::future::Future;
use std::pin::Pin;

use crate::app::state::AppState;
use crate::base::db::{self, Query};
use crate::base::error::Result;
use crate::base::{blobs, events, idempotency, mail, rate, worker};
use crate::features::{
    accounts, audit, batches, billing, downloads, jobs, keys, naming, newsletter, oauth, preferences, runs,
    second_factor, sessions, templates, usage,
};

/// A row of a feature's list.
#[derive(Debug)]
pub enum Expiry {
    Rule(Rule),
    /// A table that no rule empties, and why that may be.
    Stays(&'static str, &'static str),
}

/// One thing that is cleaned up, and says how much of it there was.
#[derive(Debug)]
pub struct Rule {
    pub name: &'static str,
    /// The tables whose rows leave by it: the first by its statement, others also because their foreign key takes them
    /// along. None where rows are only changed, and for files.
    pub tables: &'static [&'static str],
    pub run: for<'a> fn(&'a AppState) -> Sweeping<'a>,
}

pub type Sweeping<'a> = Pin<Box<dyn Future<Output = Result<u64>> + Send + 'a>>;

/// For rules that are one statement.
pub(crate) fn rows(state: &AppState, statement: Query) -> Sweeping<'_> {
    Box::pin(async move { Ok(statement.execute(&state.db).await?) })
}

/// Every feature's list. In this order: what people are told first, bytes after the rows that name them.
pub fn expiries() -> impl Iterator<Item = &'static Expiry> {
    [
        accounts::EXPIRES,
        jobs::EXPIRES,
        batches::EXPIRES,
        runs::EXPIRES,
        blobs::EXPIRES,
        events::EXPIRES,
        usage::EXPIRES,
        downloads::EXPIRES,
        naming::EXPIRES,
        sessions::EXPIRES,
        second_factor::EXPIRES,
        idempotency::EXPIRES,
        oauth::EXPIRES,
        rate::EXPIRES,
        mail::EXPIRES,
        worker::EXPIRES,
        billing::EXPIRES,
        audit::EXPIRES,
        preferences::EXPIRES,
        templates::EXPIRES,
        keys::EXPIRES,
        newsletter::EXPIRES,
        db::EXPIRES,
    ]
    .into_iter()
    .flatten()
}

/// What the cleanup does.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    expiries().filter_map(|expiry| match expiry {
        Expiry::Rule(rule) => Some(rule),
        Expiry::Stays(..) => None,
    })
}
