//! Objects on their way out. A key is doomed in the transaction that takes its row away, or before its bytes are written
//! and spared when a row binds them: whatever crashes in between, the next cleanup finds the key here.

use serde_json::json;

use super::Blobs;
use crate::app::state::AppState;
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::db::{Db, Query, Target, Tx, q};
use crate::base::error::{ApiError, Result};

const AT_ONCE: i64 = 1000;
const KEYS_AT_ONCE: usize = 1000;

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

macro_rules! unknown {
    ($keys:literal) => {
        concat!(
            "INSERT INTO doomed_objects (path, doomed_at) SELECT listed.value, CAST($2 AS BIGINT) FROM ",
            $keys,
            " WHERE NOT EXISTS (SELECT 1 FROM batch_results WHERE zip_file_path = listed.value)
             AND listed.value NOT IN (SELECT zip_key FROM runs WHERE zip_key IS NOT NULL)
             AND listed.value NOT IN (SELECT input_key FROM run_pictures WHERE input_key IS NOT NULL)
             AND listed.value NOT IN (SELECT output_key FROM run_pictures WHERE output_key IS NOT NULL)
             ON CONFLICT (path) DO NOTHING"
        )
    };
}

/// Queues an object for removal, from a moment on.
pub async fn doom(target: impl Target, key: &str, at: Timestamp) -> Result<(), sqlx::Error> {
    q!(
        "INSERT INTO doomed_objects (path, doomed_at) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET doomed_at = $2",
        key,
        at
    )
    .execute(target)
    .await?;
    Ok(())
}

/// Keeps an object after all. False when its time was up, and its bytes are gone or going.
pub async fn spare(tx: &mut Tx, key: &str) -> Result<bool, sqlx::Error> {
    Ok(q!("DELETE FROM doomed_objects WHERE path = $1", key).execute(tx).await? == 1)
}

/// Removes the bytes of objects whose rows are gone, as many as one round takes. What fails stays queued for the next time.
pub async fn remove_doomed(state: &AppState) -> Result<u64> {
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

/// Round after round, until nothing is due or the store refuses.
pub(super) async fn remove_all_doomed(state: &AppState) -> Result<u64> {
    let mut removed = 0;
    loop {
        let round = remove_doomed(state).await?;
        removed += round;
        if round < AT_ONCE.unsigned_abs() {
            return Ok(removed);
        }
    }
}

/// Queues objects of yesterday and before that no row knows: a restored backup or a lost database leaves such. One
/// statement looks at a thousand of them.
pub async fn remove_orphans(state: &AppState) -> Result<u64> {
    let yesterday = state.clock.now().plus_ms(-DAY_MS);
    let old = Blobs::written_before(&state.blobs, yesterday).await.map_err(ApiError::internal)?;
    let sql = match &state.db {
        Db::Sqlite { .. } => unknown!("json_each($1) AS listed"),
        Db::Postgres { .. } => unknown!("jsonb_array_elements_text($1) AS listed(value)"),
    };
    let mut orphans = 0;
    for some in old.chunks(KEYS_AT_ONCE) {
        let args = vec![json!(some).into(), state.clock.now().into()];
        orphans += Query::new(sql, args).execute(&state.db).await?;
    }
    state.metrics.orphaned(orphans);
    remove_all_doomed(state).await?;
    Ok(orphans)
}
