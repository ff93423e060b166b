//! Deleting batches. The bytes are queued in the same transaction and removed at once if the store is there, otherwise
//! by the next cleanup: a row never outlives its bytes, and bytes never outlive their row for long.

use axum::extract::State;
use http::StatusCode;
use serde_json::json;
use uuid::Uuid;

use super::{emails, look_up, not_found};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::deletion;
use crate::base::error::{Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, Path};
use crate::base::paging::{Deleted, Ids};
use crate::features::users::{CurrentUser, User};
use crate::features::{jobs, usage};

/// Deletes one batch with its ZIP.
#[utoipa::path(delete, path = "/api/v1/batches/{id}", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn delete(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    match remove(&state, &current.user, &[id]).await? {
        0 => Err(not_found()),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Deletes several batches; those that are not there count as nothing.
#[utoipa::path(post, path = "/api/v1/batches/delete", tag = "history", security(("bearer" = [])), request_body = Ids,
    responses((status = 200, body = Deleted), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub async fn delete_many(
    State(state): State<Context>,
    current: CurrentUser,
    Json(ids): Json<Ids>,
) -> Result<Json<Deleted>> {
    Ok(Json(Deleted { deleted: remove(&state, &current.user, &ids.checked()?).await? }))
}

/// Deletes every batch of the person, with its files and ZIPs, and the jobs that made them.
#[utoipa::path(delete, path = "/api/v1/batches", tag = "history", security(("bearer" = [])),
    responses((status = 200, body = Deleted), (status = 401, body = Problem)))]
pub async fn delete_all(State(state): State<Context>, current: CurrentUser) -> Result<Json<Deleted>> {
    let user = current.user.id;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, user).await?;
    doom_all_of(&state, &mut tx, user).await?;
    let deleted = q!("DELETE FROM batch_results WHERE user_id = $1", user).execute(&mut tx).await?;
    jobs::list::remove_ended(&state, &mut tx, user).await?;
    events::emit(&state, &mut tx, user, Kind::Batch, json!({ "deleted": true })).await?;
    tx.commit().await?;
    deletion::remove_marked(&state).await?;
    Ok(Json(Deleted { deleted }))
}

/// Queues every ZIP of a person for removal.
pub(super) async fn doom_all_of(state: &Context, tx: &mut Tx, user: Uuid) -> Result<()> {
    q!(
        "INSERT INTO doomed_objects (path, doomed_at)
         SELECT zip_file_path, CAST($2 AS BIGINT) FROM batch_results
         WHERE user_id = $1 AND zip_file_path IS NOT NULL ON CONFLICT (path) DO NOTHING",
        user,
        state.clock.now()
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn remove(state: &Context, owner: &User, ids: &[Uuid]) -> Result<u64> {
    let user = owner.id;
    let mut tx = state.db.begin().await?;
    let mut deleted = 0;
    for id in ids {
        let Some(batch) = look_up(&mut tx, user, *id).await? else { continue };
        if let Some(key) = &batch.zip_file_path {
            deletion::mark(&mut tx, key, state.clock.now()).await?;
        }
        emails::forget(&mut tx, &owner.email, *id).await?;
        deleted += q!("DELETE FROM batch_results WHERE id = $1 AND user_id = $2", *id, user)
            .execute(&mut tx)
            .await?;
        events::emit(state, &mut tx, user, Kind::Batch, json!({ "id": id, "deleted": true })).await?;
    }
    tx.commit().await?;
    deletion::remove_marked(state).await?;
    Ok(deleted)
}
