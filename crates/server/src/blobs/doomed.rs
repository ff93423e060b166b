//! Objects on their way out. A key is doomed in the transaction that takes its row away, or before its bytes are written
//! and spared when a row binds them: whatever crashes in between, the next cleanup finds the key here.

use super::Blobs;
use crate::clock::{DAY_MS, Timestamp};
use crate::db::{Target, Tx, q};
use crate::error::{ApiError, Result};
use crate::state::AppState;

const AT_ONCE: i64 = 1000;

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

/// Removes the bytes of objects whose rows are gone. What fails stays queued for the next time.
pub async fn remove_doomed(state: &AppState) -> Result<u64> {
    let doomed: Vec<(String,)> = q!(
        "SELECT path FROM doomed_objects WHERE doomed_at <= $1 ORDER BY doomed_at LIMIT $2",
        state.clock.now(),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    let mut removed = 0;
    for (key,) in doomed {
        match state.blobs.remove(&key).await {
            Ok(()) => {
                q!("DELETE FROM doomed_objects WHERE path = $1", key).execute(&state.db).await?;
                removed += 1;
            }
            Err(error) => tracing::warn!(%error, "a stored file could not be removed"),
        }
    }
    Ok(removed)
}

/// Queues objects of yesterday and before that no row knows: a restored backup or a lost database leaves such.
pub async fn remove_orphans(state: &AppState) -> Result<u64> {
    let yesterday = state.clock.now().plus_ms(-DAY_MS);
    let old = Blobs::written_before(&state.blobs, yesterday).await.map_err(ApiError::internal)?;
    let mut orphans = 0;
    for key in old {
        let known = q!(
            "SELECT (SELECT COUNT(*) FROM batch_results WHERE zip_file_path = $1)
             + (SELECT COUNT(*) FROM runs WHERE zip_key = $1)
             + (SELECT COUNT(*) FROM run_pictures WHERE input_key = $1 OR output_key = $1)
             + (SELECT COUNT(*) FROM doomed_objects WHERE path = $1)",
            key.as_str()
        );
        if known.number(&state.db).await? == 0 {
            doom(&state.db, &key, state.clock.now()).await?;
            orphans += 1;
        }
    }
    remove_doomed(state).await?;
    Ok(orphans)
}
