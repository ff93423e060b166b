//! Stored objects that are marked for deletion. A key is marked in the transaction that deletes its row, or before its bytes
//! are written, and unmarked when a row refers to them: after a crash the next cleanup finds the key here.

use serde_json::json;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Db, Query, Target, Tx, q};
use crate::base::error::Result;
use crate::base::expiry::{Expiry, Rule};

const AT_ONCE: i64 = 1000;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "stored files",
    tables: &["doomed_objects"],
    run: |state| Box::pin(remove_all_marked(state)),
})];

/// A list of keys travels as one JSON parameter; each engine has a word of its own for its elements.
macro_rules! done_with {
    ($keys:literal) => {
        concat!(
            "DELETE FROM doomed_objects WHERE doomed_at <= $2 AND path IN (SELECT listed.value FROM ",
            $keys,
            ")"
        )
    };
}

/// Marks an object for deletion from a moment on.
pub async fn mark(target: impl Target, key: &str, at: Timestamp) -> Result<(), sqlx::Error> {
    q!(
        "INSERT INTO doomed_objects (path, doomed_at) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET doomed_at = $2",
        key,
        at
    )
    .execute(target)
    .await?;
    Ok(())
}

/// Keeps an object. False when it was too late: its bytes are deleted or being deleted.
pub async fn unmark(tx: &mut Tx, key: &str) -> Result<bool, sqlx::Error> {
    Ok(q!("DELETE FROM doomed_objects WHERE path = $1", key).execute(tx).await? == 1)
}

/// Deletes the bytes of marked objects, at most one round of them. What fails stays marked for the next time.
pub async fn remove_marked(state: &Context) -> Result<u64> {
    let now = state.clock.now();
    let due: Vec<(String,)> =
        q!("SELECT path FROM doomed_objects WHERE doomed_at <= $1 ORDER BY doomed_at LIMIT $2", now, AT_ONCE)
            .all(&state.db)
            .await?;
    if due.is_empty() {
        return Ok(0);
    }
    let gone = state.blobs.remove_all(due.into_iter().map(|(key,)| key).collect()).await;
    let sql = match &state.db {
        Db::Sqlite { .. } => done_with!("json_each($1) AS listed"),
        Db::Postgres { .. } => done_with!("jsonb_array_elements_text($1) AS listed(value)"),
    };
    Ok(Query::new(sql, vec![json!(gone).into(), now.into()]).execute(&state.db).await?)
}

/// Deletes rounds of marked objects until nothing is due or the store fails.
pub(crate) async fn remove_all_marked(state: &Context) -> Result<u64> {
    let mut removed = 0;
    loop {
        let round = remove_marked(state).await?;
        removed += round;
        if round < AT_ONCE.unsigned_abs() {
            return Ok(removed);
        }
    }
}
