//! How long things stay, feature by feature, in one list: the cleanup goes over it, and a test compares it with the tables
//! there are. A new table is one more row of its feature: the rule that empties it, or the reason why it stays.

use std::future::Future;
use std::pin::Pin;

use crate::base::context::Context;
use crate::base::db::Query;
use crate::base::error::Result;

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
    pub run: for<'a> fn(&'a Context) -> Sweeping<'a>,
}

pub type Sweeping<'a> = Pin<Box<dyn Future<Output = Result<u64>> + Send + 'a>>;

/// For rules that are one statement.
pub(crate) fn rows(state: &Context, statement: Query) -> Sweeping<'_> {
    Box::pin(async move { Ok(statement.execute(&state.db).await?) })
}
