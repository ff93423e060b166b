//! An open database and its transactions.

use std::pin::Pin;

use sqlx::{PgPool, SqlitePool};

use super::presence::Presence;
use super::readers::Readers;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// One writer, because SQLite has only one; readers do not wait for it (WAL).
    Sqlite { writer: SqlitePool, readers: Readers },
    /// `prepared` is off behind pgbouncer in transaction mode, where names of statements collide.
    Postgres { pool: PgPool, prepared: bool, presence: Presence },
}

/// What the database is asked to do. Boxed, so that whoever waits for it does not contain the driver's own futures, which take
/// the compiler longest.
pub type Running<'a, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'a>>;

/// A transaction. Dropped without `commit`, it is rolled back, and what waits for the commit never happens.
pub struct Tx {
    pub(super) engine: Engine,
    after: Vec<Box<dyn FnOnce() + Send>>,
    hinted: Vec<&'static str>,
}

#[derive(Debug)]
pub(super) enum Engine {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres { tx: sqlx::Transaction<'static, sqlx::Postgres>, prepared: bool, presence: Presence },
}

impl std::fmt::Debug for Tx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.engine.fmt(f)
    }
}

impl Db {
    /// Starts a writing transaction. SQLite takes the write lock at once, so that it never fails half-way.
    pub fn begin(&self) -> Running<'_, Tx> {
        Box::pin(async move {
            let engine = match self {
                Self::Sqlite { writer, .. } => Engine::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
                Self::Postgres { pool, prepared, presence } => {
                    let tx = presence.unless_away(pool.begin()).await?;
                    Engine::Postgres { tx, prepared: *prepared, presence: presence.clone() }
                }
            };
            Ok(Tx { engine, after: Vec::new(), hinted: Vec::new() })
        })
    }

    pub fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres { .. } => "PostgreSQL",
        }
    }

    /// The pools: name, open connections, unused ones.
    pub fn connections(&self) -> Vec<(&'static str, u32, i64)> {
        let idle = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        match self {
            Self::Sqlite { writer, readers } => {
                let (open, unused) = readers.count();
                vec![("writer", writer.size(), idle(writer.num_idle())), ("readers", open, idle(unused))]
            }
            Self::Postgres { pool, .. } => vec![("postgres", pool.size(), idle(pool.num_idle()))],
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
    pub fn commit(self) -> Running<'static, ()> {
        Box::pin(async move {
            match self.engine {
                Engine::Sqlite(tx) => tx.commit().await?,
                Engine::Postgres { tx, presence, .. } => presence.unless_away(tx.commit()).await?,
            }
            for act in self.after {
                act();
            }
            Ok(())
        })
    }

    /// Does something once the transaction is committed, such as waking whoever waits for its rows.
    pub fn after_commit(&mut self, act: impl FnOnce() + Send + 'static) {
        self.after.push(Box::new(act));
    }

    /// Waits until no other transaction holds this name, and holds it until the end. SQLite has one writer anyway.
    pub async fn lock_name(&mut self, name: u128) -> Result<(), sqlx::Error> {
        let Engine::Postgres { tx, prepared, presence } = &mut self.engine else { return Ok(()) };
        let key = i64::from_ne_bytes(((name >> 64) as u64 ^ name as u64).to_ne_bytes());
        let sql = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(key).persistent(*prepared);
        presence.unless_away(sql.execute(&mut **tx)).await?;
        Ok(())
    }

    /// Tells every replica that listens, once the transaction is committed. SQLite serves one process only.
    pub async fn notify(&mut self, channel: &str, text: &str) -> Result<(), sqlx::Error> {
        let Engine::Postgres { tx, prepared, presence } = &mut self.engine else { return Ok(()) };
        let sql = sqlx::query("SELECT pg_notify($1, $2)").bind(channel).bind(text).persistent(*prepared);
        presence.unless_away(sql.execute(&mut **tx)).await?;
        Ok(())
    }

    /// The same for what needs no second telling: once in a transaction, however often it is asked for.
    pub async fn hint(&mut self, channel: &'static str, text: &str) -> Result<(), sqlx::Error> {
        if self.hinted.contains(&channel) {
            return Ok(());
        }
        self.hinted.push(channel);
        self.notify(channel, text).await
    }
}
