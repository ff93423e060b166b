//! Opening a database, and the sentences for when it cannot be opened.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{Db, Presence, Readers, migrate};
use crate::base::clock::{Clock, Timestamp};
use crate::base::config::{Config, SqliteSync, Switch};

/// Generous, because opening a connection on a loaded machine takes seconds; a request as a whole has 30. A PostgreSQL that
/// is away is found out long before, see `presence`.
const ACQUIRE: Duration = Duration::from_secs(15);
const READERS: u32 = 8;
/// A connection that was in use a moment ago is handed out as it is; one that rested longer is asked first.
const TRUSTED: Duration = Duration::from_secs(1);

/// Why there is no database; each says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("The data folder {path} cannot be written ({cause}). Set DATA_DIR to a folder that you own.")]
    DataDir { path: PathBuf, cause: std::io::Error },
    #[error(
        "The disk is full: no room for the data folder {path}. Free some space, or set DATA_DIR to another disk."
    )]
    DiskFull { path: PathBuf },
    #[error(
        "The database {path} cannot be opened: {cause}. Restore it from a backup, or set DATA_DIR to another folder."
    )]
    Sqlite { path: PathBuf, cause: sqlx::Error },
    #[error(
        "DATABASE_URL is not the address of a PostgreSQL database (postgres://user:password@host/name): {0}"
    )]
    Address(sqlx::Error),
    #[error("PostgreSQL does not answer: {0}. Check DATABASE_URL and that the server runs.")]
    Postgres(sqlx::Error),
    #[error("The database could not be brought up to date: {0}")]
    Migration(#[from] migrate::MigrateError),
}

impl Db {
    /// Opens the configured database and brings its tables up to date.
    pub async fn connect(config: &Config, clock: &dyn Clock) -> Result<Self, ConnectError> {
        let db = Self::open(config).await?;
        db.migrate(clock.now()).await?;
        Ok(db)
    }

    /// Brings the tables up to date.
    pub(crate) async fn migrate(&self, now: Timestamp) -> Result<(), migrate::MigrateError> {
        migrate::run(self, now).await
    }

    /// Opens the configured database as it is.
    pub async fn open(config: &Config) -> Result<Self, ConnectError> {
        if config.uses_postgres() {
            return postgres(config).await;
        }
        make_writable(&config.data_dir)?;
        sqlite(&config.sqlite_path(), config.sqlite_sync).await
    }
}

/// Makes the folder and proves that it can be written, because SQLite's own error does not say what is wrong.
pub(crate) fn make_writable(folder: &Path) -> Result<(), ConnectError> {
    let probe = folder.join(".writable");
    create_private(folder)
        .and_then(|()| std::fs::write(&probe, [0u8; 4096]))
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|cause| match cause.kind() {
            std::io::ErrorKind::StorageFull => ConnectError::DiskFull { path: folder.to_owned() },
            _ => ConnectError::DataDir { path: folder.to_owned(), cause },
        })
}

/// Accounts live here: a folder that we make is for its owner only. One that exists is left as it is.
fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

async fn sqlite(path: &Path, sync: SqliteSync) -> Result<Db, ConnectError> {
    let fail = |cause| ConnectError::Sqlite { path: path.to_owned(), cause };
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match sync {
            SqliteSync::Normal => SqliteSynchronous::Normal,
            SqliteSync::Full => SqliteSynchronous::Full,
        })
        .busy_timeout(Duration::from_secs(10))
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY")
        .pragma("cache_size", "-16000")
        .optimize_on_close(true, None);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE)
        .test_before_acquire(false)
        // On a full disk SQLite ends a transaction by itself and sqlx does not see it: such a connection would refuse every
        // later transaction, and it is the only one that writes.
        .after_release(|connection, _| {
            let whole = !connection.is_in_transaction();
            Box::pin(async move { Ok(whole) })
        })
        .connect_with(options.clone())
        .await
        .map_err(fail)?;
    // A quarter of the writer's pages: each of the eight would keep the same ones, and the system keeps them as well.
    let reading = options.create_if_missing(false).pragma("query_only", "ON").pragma("cache_size", "-4000");
    let readers = Readers::open(reading, READERS, ACQUIRE).await.map_err(fail)?;
    Ok(Db::Sqlite { writer, readers })
}

async fn postgres(config: &Config) -> Result<Db, ConnectError> {
    let options = PgConnectOptions::from_str(config.database_url.expose()).map_err(ConnectError::Address)?;
    let pool = PgPoolOptions::new()
        .max_connections(config.pg_pool)
        .acquire_timeout(ACQUIRE)
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for > TRUSTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options.clone())
        .await
        .map_err(ConnectError::Postgres)?;
    let patience = Duration::from_millis(config.pg_patience_ms);
    let presence = Presence::new(patience, move || Box::pin(probe(options.clone())));
    Ok(Db::Postgres { pool, prepared: config.pg_prepared == Switch::On, presence })
}

/// A statement, because pgbouncer takes connections while PostgreSQL behind it is away.
async fn probe(options: PgConnectOptions) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect_with(&options).await?;
    sqlx::raw_sql("SELECT 1").execute(&mut connection).await?;
    connection.close().await
}
