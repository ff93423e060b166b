//! The database: SQLite in a file by default, PostgreSQL by address. One SQL text serves both, see `sql`.

mod connect;
mod migrate;
mod row;
mod sql;

use sqlx::{PgPool, SqlitePool};

pub use connect::ConnectError;
pub(crate) use row::row;
pub(crate) use sql::q;
pub use sql::{Arg, Query, Row, Statement, Target, statements};

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// One writer, because SQLite has only one; readers do not wait for it (WAL).
    Sqlite { writer: SqlitePool, readers: SqlitePool },
    /// `prepared` is off behind pgbouncer in transaction mode, where names of statements collide.
    Postgres { pool: PgPool, prepared: bool },
}

/// A transaction. Dropped without `commit`, it is rolled back.
#[derive(Debug)]
pub enum Tx {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres { tx: sqlx::Transaction<'static, sqlx::Postgres>, prepared: bool },
}

impl Db {
    /// Starts a writing transaction. SQLite takes the write lock at once, so that it never fails half-way.
    pub async fn begin(&self) -> Result<Tx, sqlx::Error> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres { pool, prepared } => {
                Tx::Postgres { tx: pool.begin().await?, prepared: *prepared }
            }
        })
    }

    pub fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres { .. } => "PostgreSQL",
        }
    }

    /// Closes every connection; SQLite writes its log back into the file.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

impl Tx {
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Postgres { tx, .. } => tx.commit().await,
        }
    }
}
