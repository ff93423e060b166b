//! The ZIP of a finished run, whole or in ranges, as often as it is wanted until it expires.

use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use uuid::Uuid;

use super::{find, not_found};
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Path;
use crate::features::downloads::serve::stored_zip;
use crate::features::jobs;
use crate::features::keys::{Caller, Reading};

/// The processed images as one ZIP, in the order in which they were sent. It can be fetched in parts.
#[utoipa::path(get, path = "/api/v1/batches/process/{id}/result", tag = "api",
    security(("bearer" = []), ("key" = ["read"])), params(("id" = Uuid, Path)),
    responses((status = 200, description = "A ZIP", content_type = "application/zip", body = Vec<u8>),
        (status = 206, description = "A part of it", content_type = "application/zip", body = Vec<u8>),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 416, body = Problem)))]
pub async fn result(
    State(state): State<Context>,
    caller: Caller<Reading>,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
) -> Result<Response> {
    let run = find(&state.db, caller.user, id).await?;
    let Some(key) = run.zip_key else { return Err(not_there(&state, caller.user, id).await?) };
    let size = u64::try_from(run.stored_bytes).unwrap_or(0);
    stored_zip(&state, (&key, size), "processed-images.zip", &headers).await?.ok_or_else(not_found)
}

async fn not_there(state: &Context, user: Uuid, id: Uuid) -> Result<ApiError> {
    let job = jobs::list::find(&state.db, user, id).await?;
    Ok(match job.error_message {
        Some(reason) => {
            ApiError::new(StatusCode::CONFLICT, "no_result", format!("This batch has no result: {reason}"))
        }
        None => {
            let sentence = "This batch is not finished yet. Try again in a moment.";
            ApiError::new(StatusCode::CONFLICT, "not_ready", sentence).with_retry_after(2)
        }
    })
}
