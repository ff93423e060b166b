//! The two naming endpoints.

use super::form::{Request, SuggestForm};
use super::{MAX_IMAGE_BYTES, NamingInfo, Suggestion, from_original};
use crate::error::{Problem, Result};
use crate::extract::{Json, Multipart};

/// What names pictures here, and whether they leave this server for it.
#[utoipa::path(get, path = "/api/v1/naming", tag = "naming", responses((status = 200, body = NamingInfo)))]
pub async fn about() -> Json<NamingInfo> {
    Json(NamingInfo {
        provider: "original",
        label: "Cleaned original names",
        leaves_server: false,
        max_image_bytes: MAX_IMAGE_BYTES,
        concurrency: None,
        pause_ms: 0,
    })
}

/// A name for one reduced picture.
#[utoipa::path(post, path = "/api/v1/ai/suggest-name", tag = "naming",
    request_body(content = SuggestForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Suggestion), (status = 413, body = Problem), (status = 422, body = Problem)))]
pub async fn suggest(form: Multipart) -> Result<Json<Suggestion>> {
    let request = Request::read(form).await?;
    tracing::debug!(
        bytes = request.image.len(),
        kind = ?request.kind,
        mode = ?request.context_mode,
        has_context = request.context.is_some(),
        has_job = request.job_id.is_some(),
        has_hash = request.file_hash.is_some(),
        "naming"
    );
    Ok(Json(from_original(&request.original_name)))
}
