//! Whether the database answers.

use std::time::Duration;

use super::database::Db;
use super::sql::q;

/// How long to wait for a connection of the pool before the database is probed by another one.
const A_MOMENT: Duration = Duration::from_millis(250);
/// Readers of a SQLite file never wait for a writer: if it takes longer, the disk does not answer.
const READING_A_FILE: Duration = Duration::from_millis(900);

impl Db {
    /// Whether the database answers, within a second. One that is busy does.
    pub async fn answers(&self) -> bool {
        let asked = q!("SELECT COUNT(*) FROM schema_migrations").number(self);
        match self {
            Self::Sqlite { .. } => matches!(tokio::time::timeout(READING_A_FILE, asked).await, Ok(Ok(_))),
            Self::Postgres { presence, .. } => match tokio::time::timeout(A_MOMENT, asked).await {
                Ok(answer) => answer.is_ok(),
                Err(_) => presence.answers().await,
            },
        }
    }
}
