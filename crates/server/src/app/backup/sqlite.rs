//! SQLite: a copy of the file as it is at one moment (VACUUM INTO), made beside a running server. Restoring needs the
//! file for itself.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};

use super::archive::{Passing, Reader, Writer, put};
use super::error::{BackupError, Result};
use super::schema::schema;
use crate::base::config::Config;
use crate::base::db::Db;

const ENTRY: &str = "nomina.db";

pub(super) async fn copy_out(config: &Config, out: &mut Writer) -> Result<i64> {
    let path = config.sqlite_path();
    if !path.exists() {
        return Err(BackupError::Nothing(path));
    }
    let db = Db::open(config).await?;
    let copy = out.beside(".db-part")?;
    let Db::Sqlite { writer, .. } = &db else { unreachable!("the settings name SQLite") };
    sqlx::query("VACUUM INTO $1").bind(copy.0.to_string_lossy().into_owned()).execute(writer).await?;
    let version = schema(&db).await?;
    db.close().await;
    out.add_file(ENTRY, &copy.0)?;
    Ok(version)
}

/// Refuses when there is data that may not be replaced, or that a server uses.
pub(super) async fn refuse_data(config: &Config, replace: bool) -> Result<()> {
    let path = config.sqlite_path();
    if !path.exists() {
        return Ok(());
    }
    if !replace {
        return Err(BackupError::NotEmpty(path.display().to_string()));
    }
    alone(&path).await.map_err(|_| BackupError::InUse(path.clone()))
}

pub(super) async fn copy_in(config: &Config, reader: &mut Reader, replace: bool) -> Result<()> {
    let path = config.sqlite_path();
    let part = Passing(path.with_extension("db-restoring"));
    reader.extract(ENTRY, &part.0)?;
    // A server may have been started while stored files were copied.
    refuse_data(config, replace).await?;
    // What the old file had not written back yet must not be taken for the new one's.
    for ending in ["db-wal", "db-shm"] {
        let _ = std::fs::remove_file(path.with_extension(ending));
    }
    put(&part.0, &path)
}

/// Succeeds when nobody else has the database open: only then can SQLite give up its log.
async fn alone(path: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).journal_mode(SqliteJournalMode::Delete);
    let only: SqliteConnection = options.busy_timeout(std::time::Duration::from_secs(1)).connect().await?;
    only.close().await
}
