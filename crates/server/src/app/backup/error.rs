//! Why there is no backup, or why it was not restored.

use std::path::PathBuf;

use crate::base::blobs::BlobError;
use crate::base::db::{ConnectError, MigrateError};

/// Why there is no backup or why it was not restored; each says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{0} exists already. Choose another name: a backup never replaces one.")]
    Exists(PathBuf),
    #[error("There is no database at {0}. Check DATA_DIR, or set DATABASE_URL.")]
    Nothing(PathBuf),
    #[error("{path} is no whole backup: {why}. Nothing was changed.")]
    Damaged { path: PathBuf, why: String },
    #[error(
        "The backup is of {theirs}, and this is {ours}. Restore it with the same kind of database (DATABASE_URL)."
    )]
    OtherEngine { theirs: String, ours: &'static str },
    #[error("The backup was made by a newer program (schema {theirs}, this one knows {ours}). Use that one.")]
    TooNew { theirs: i64, ours: i64 },
    #[error("There is data already in {0}. Nothing was changed; `--replace` puts the backup in its place.")]
    NotEmpty(String),
    #[error("A server uses {0}. Stop it, then restore.")]
    InUse(PathBuf),
    #[error("{path} cannot be read or written: {cause}")]
    File { path: PathBuf, cause: std::io::Error },
    #[error("The database refused: {0}")]
    Sql(#[from] sqlx::Error),
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("The database could not be brought up to date: {0}")]
    Migrate(#[from] MigrateError),
    #[error("A stored file could not be moved: {0}. Check DATA_DIR, or the S3_* settings.")]
    Blob(#[from] BlobError),
}

pub(super) type Result<T, E = BackupError> = std::result::Result<T, E>;
