//! Looking at a run, stopping it, deleting it.

use axum::extract::State;
use http::StatusCode;
use uuid::Uuid;

use super::{Run, find, view};
use crate::base::context::Context;
use crate::base::deletion;
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Path};
use crate::features::keys::{Caller, Processing, Reading};
use crate::features::{jobs, usage};

/// How a batch stands, image by image.
#[utoipa::path(get, path = "/api/v1/batches/process/{id}", tag = "api",
    security(("bearer" = []), ("key" = ["read"])), params(("id" = Uuid, Path)),
    responses((status = 200, body = Run), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<Context>,
    caller: Caller<Reading>,
    Path(id): Path<Uuid>,
) -> Result<Json<Run>> {
    Ok(Json(view(&state, caller.user, id).await?))
}

/// Stops a batch. What no model has named is given back, and its images are removed.
#[utoipa::path(post, path = "/api/v1/batches/process/{id}/cancel", tag = "api",
    security(("bearer" = []), ("key" = ["process"])), params(("id" = Uuid, Path)),
    responses((status = 200, body = Run), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn cancel(
    State(state): State<Context>,
    caller: Caller<Processing>,
    Path(id): Path<Uuid>,
) -> Result<Json<Run>> {
    find(&state.db, caller.user, id).await?;
    jobs::change::stop(&state, caller.user, id).await?;
    Ok(Json(view(&state, caller.user, id).await?))
}

/// Deletes a batch with its images and its result. One that still goes on is cancelled first.
#[utoipa::path(delete, path = "/api/v1/batches/process/{id}", tag = "api",
    security(("bearer" = []), ("key" = ["process"])), params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
pub async fn delete(
    State(state): State<Context>,
    caller: Caller<Processing>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, caller.user).await?;
    find(&mut tx, caller.user, id).await?;
    jobs::list::remove_one(&state, &mut tx, caller.user, id).await?;
    tx.commit().await?;
    deletion::remove_marked(&state).await?;
    Ok(StatusCode::NO_CONTENT)
}
