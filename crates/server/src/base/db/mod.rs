//! The database: SQLite in a file by default, PostgreSQL by address. One SQL text serves both, see `sql`.

mod answers;
mod connect;
mod database;
mod migrate;
mod presence;
mod readers;
mod row;
mod sql;
mod word;

pub use connect::ConnectError;
pub(crate) use connect::make_writable;
pub use database::{Db, Running, Tx};
pub(crate) use migrate::MIGRATIONS_KNOWN;
pub use migrate::MigrateError;
pub use presence::Presence;
pub use readers::Readers;
pub(crate) use row::row;
pub(crate) use sql::q;
pub use sql::{Arg, Query, Row, Rows, Statement, Target, statements};
pub use word::{Stored, Word};
