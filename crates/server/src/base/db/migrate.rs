//! Brings the tables up to date: numbered files, forward only, additive, each in one transaction. Replicas that
//! start together wait for each other (advisory lock on PostgreSQL, the write lock on SQLite).

use sqlx::AssertSqlSafe;

use super::database::Engine;
use super::{Db, Tx, q};
use crate::base::clock::Timestamp;

/// One step. Tokens in its text stand for types that the engines call differently.
struct Migration {
    version: i64,
    name: &'static str,
    /// The oldest schema that a program must know to run on this one: additive steps leave it alone, so that
    /// replicas of the previous release keep working during an upgrade.
    oldest_program: i64,
    text: &'static str,
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        version: 1,
        name: "accounts",
        oldest_program: 1,
        text: include_str!("../../../migrations/0001_accounts.sql"),
    },
    Migration {
        version: 2,
        name: "naming",
        oldest_program: 1,
        text: include_str!("../../../migrations/0002_naming.sql"),
    },
    Migration {
        version: 3,
        name: "security",
        oldest_program: 1,
        text: include_str!("../../../migrations/0003_security.sql"),
    },
    Migration {
        version: 4,
        name: "workspace",
        oldest_program: 1,
        text: include_str!("../../../migrations/0004_workspace.sql"),
    },
    Migration {
        version: 5,
        name: "billing",
        oldest_program: 1,
        text: include_str!("../../../migrations/0005_billing.sql"),
    },
    Migration {
        version: 6,
        name: "api",
        oldest_program: 1,
        text: include_str!("../../../migrations/0006_api.sql"),
    },
    Migration {
        version: 7,
        name: "runs",
        oldest_program: 1,
        text: include_str!("../../../migrations/0007_runs.sql"),
    },
    Migration {
        version: 8,
        name: "found at once",
        oldest_program: 1,
        text: include_str!("../../../migrations/0008_found_at_once.sql"),
    },
    Migration {
        version: 9,
        name: "billing reports",
        oldest_program: 1,
        text: include_str!("../../../migrations/0009_billing_reports.sql"),
    },
    Migration {
        version: 10,
        name: "second factor",
        oldest_program: 1,
        text: include_str!("../../../migrations/0010_second_factor.sql"),
    },
    Migration {
        version: 11,
        name: "language of names",
        oldest_program: 1,
        text: include_str!("../../../migrations/0011_names_language.sql"),
    },
    Migration {
        version: 12,
        name: "own words",
        oldest_program: 1,
        text: include_str!("../../../migrations/0012_own_words.sql"),
    },
];

/// The newest schema that this program knows.
pub(crate) const MIGRATIONS_KNOWN: i64 = MIGRATIONS[MIGRATIONS.len() - 1].version;

/// Any number, the same in every replica.
const ADVISORY_LOCK: u128 = 0x6e6f_6d69_6e61;

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("step {version} ({name}): {cause}")]
    Step { version: i64, name: &'static str, cause: sqlx::Error },
    #[error(
        "it was made by a newer version of this program (it wants schema {wanted}, this program knows {known}). Use the newer program."
    )]
    TooNew { wanted: i64, known: i64 },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Applies what is missing, all of it or nothing.
pub(super) async fn run(db: &Db, now: Timestamp) -> Result<(), MigrateError> {
    let mut tx = db.begin().await?;
    tx.lock_name(ADVISORY_LOCK).await?;
    raw(
        &mut tx,
        "CREATE TABLE IF NOT EXISTS schema_migrations \
         (version BIGINT PRIMARY KEY, name TEXT NOT NULL, oldest_program BIGINT NOT NULL, applied_at BIGINT NOT NULL)",
    )
    .await?;
    let (found, wanted) =
        q!("SELECT COALESCE(MAX(version), 0), COALESCE(MAX(oldest_program), 0) FROM schema_migrations")
            .one::<(i64, i64)>(&mut tx)
            .await?;
    if wanted > MIGRATIONS_KNOWN {
        return Err(MigrateError::TooNew { wanted, known: MIGRATIONS_KNOWN });
    }
    for step in MIGRATIONS.iter().filter(|step| step.version > found) {
        apply(&mut tx, step, &for_engine(step.text, db), now).await.map_err(|cause| MigrateError::Step {
            version: step.version,
            name: step.name,
            cause,
        })?;
    }
    tx.commit().await?;
    Ok(())
}

async fn apply(tx: &mut Tx, step: &Migration, text: &str, now: Timestamp) -> Result<(), sqlx::Error> {
    raw(tx, text).await?;
    q!(
        "INSERT INTO schema_migrations (version, name, oldest_program, applied_at) VALUES ($1, $2, $3, $4)",
        step.version,
        step.name,
        step.oldest_program,
        now
    )
    .execute(tx)
    .await?;
    tracing::info!(version = step.version, name = step.name, "migration applied");
    Ok(())
}

fn for_engine(text: &str, db: &Db) -> String {
    let (uuid, json, bytes, serial) = match db {
        Db::Sqlite { .. } => ("BLOB", "TEXT", "BLOB", "INTEGER PRIMARY KEY AUTOINCREMENT"),
        Db::Postgres { .. } => ("UUID", "JSONB", "BYTEA", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    };
    text.replace("{UUID}", uuid).replace("{JSON}", json).replace("{BYTES}", bytes).replace("{SERIAL}", serial)
}

/// Runs text of our own files, which may hold several statements.
async fn raw(tx: &mut Tx, text: &str) -> Result<(), sqlx::Error> {
    let sql = sqlx::raw_sql(AssertSqlSafe(text.to_owned()));
    match &mut tx.engine {
        Engine::Sqlite(tx) => sql.execute(&mut **tx).await.map(|_| ()),
        Engine::Postgres { tx, .. } => sql.execute(&mut **tx).await.map(|_| ()),
    }
}
