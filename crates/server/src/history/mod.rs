//! What somebody processed: for now, deleting all of it.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::q;
use crate::error::{Problem, Result};
use crate::extract::Json;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// How much was deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {
    pub deleted: u64,
}

/// Deletes every batch of the person, with its files and ZIPs.
#[utoipa::path(delete, path = "/api/v1/batches", tag = "history", security(("bearer" = [])),
    responses((status = 200, body = Deleted), (status = 401, body = Problem)))]
pub async fn delete_all(State(state): State<AppState>, current: CurrentUser) -> Result<Json<Deleted>> {
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    q!(
        "INSERT INTO doomed_objects (path, doomed_at)
         SELECT zip_file_path, CAST($2 AS BIGINT) FROM batch_results
         WHERE user_id = $1 AND zip_file_path IS NOT NULL ON CONFLICT (path) DO NOTHING",
        current.user.id,
        now
    )
    .execute(&mut tx)
    .await?;
    let deleted =
        q!("DELETE FROM batch_results WHERE user_id = $1", current.user.id).execute(&mut tx).await?;
    tx.commit().await?;
    remove_doomed(&state).await?;
    Ok(Json(Deleted { deleted }))
}

/// Removes the bytes of objects whose rows are gone. What fails stays queued for the next time.
pub async fn remove_doomed(state: &AppState) -> Result<u64> {
    let doomed: Vec<(String,)> =
        q!("SELECT path FROM doomed_objects ORDER BY doomed_at LIMIT 1000").all(&state.db).await?;
    let mut removed = 0;
    for (key,) in doomed {
        match remove_object(state, &key).await {
            Ok(()) => {
                q!("DELETE FROM doomed_objects WHERE path = $1", key).execute(&state.db).await?;
                removed += 1;
            }
            Err(error) => tracing::warn!(%error, "a stored file could not be removed"),
        }
    }
    Ok(removed)
}

async fn remove_object(state: &AppState, key: &str) -> std::io::Result<()> {
    let Some(path) = object_path(&state.config.data_dir, key) else { return Ok(()) };
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Where a stored object lies. Keys are ours, but a key that climbs out of the folder is nothing all the same.
pub fn object_path(data_dir: &Path, key: &str) -> Option<PathBuf> {
    let relative = Path::new(key);
    let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    (plain && !key.is_empty()).then(|| data_dir.join("objects").join(relative))
}
