//! The files of a batch: names, sizes and a thumbnail each. The images themselves are in the stored ZIP.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json as JsonColumn;
use utoipa::ToSchema;
use uuid::Uuid;

use super::find;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::random;
use crate::features::users::CurrentUser;

const LARGEST_THUMBNAIL: usize = 12 << 10;
const LARGEST_METADATA: usize = 4 << 10;
const LONGEST_NAME: usize = 255;

/// A file as the browser reports it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewFile {
    pub original_filename: String,
    pub processed_filename: String,
    #[schema(minimum = 0)]
    pub original_size: i64,
    #[schema(minimum = 0)]
    pub processed_size: i64,
    pub mime_type: String,
    /// A data URL of a small WebP, JPEG or PNG, 12 KB at most.
    pub thumbnail: Option<String>,
    /// Anything worth keeping about it, 4 KB at most.
    pub processing_metadata: Option<Value>,
    pub status: Option<String>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewFiles {
    pub files: Vec<NewFile>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    pub saved: usize,
}

/// A file of a batch.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessedFile {
    pub id: Uuid,
    pub original_filename: String,
    pub processed_filename: String,
    pub original_size: i64,
    pub processed_size: i64,
    pub mime_type: String,
    pub thumbnail: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub processing_metadata: Option<JsonColumn<Value>>,
    pub status: String,
}
row!(ProcessedFile {
    id,
    original_filename,
    processed_filename,
    original_size,
    processed_size,
    mime_type,
    thumbnail,
    processing_metadata,
    status,
});

/// Keeps what the files of a batch are called; sending them again replaces the ones before.
#[utoipa::path(post, path = "/api/v1/batches/{id}/files", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = NewFiles,
    responses((status = 200, body = Saved), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)))]
pub async fn save(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(form): Json<NewFiles>,
) -> Result<Json<Saved>> {
    let most = current.user.subscription_tier.plan().limits.max_batch as usize;
    if form.files.len() > most {
        return Err(ApiError::invalid("files", format!("Cannot exceed {most} images per batch.")));
    }
    for (position, file) in form.files.iter().enumerate() {
        check(file).map_err(|(field, why)| ApiError::invalid(&format!("files.{position}.{field}"), why))?;
    }
    let saved = form.files.len();
    let mut tx = state.db.begin().await?;
    find(&mut tx, current.user.id, id).await?;
    q!("DELETE FROM processed_files WHERE batch_id = $1", id).execute(&mut tx).await?;
    for (position, file) in (0..).zip(form.files) {
        insert(&state, &mut tx, id, position, file).await?;
    }
    count(&mut tx, id, saved).await?;
    tx.commit().await?;
    Ok(Json(Saved { saved }))
}

/// A run that was taken up again has more files than when its batch was made.
async fn count(tx: &mut Tx, batch: Uuid, files: usize) -> Result<()> {
    let files = i64::try_from(files).unwrap_or(i64::MAX);
    q!(
        "UPDATE batch_results SET processed_count = $2 WHERE id = $1 AND processed_count < $2 AND file_count >= $2",
        batch,
        files
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn check(file: &NewFile) -> Result<(), (&'static str, &'static str)> {
    let named = |name: &str| !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME;
    if !named(&file.original_filename) || !named(&file.processed_filename) {
        return Err(("processedFilename", "A file name has between 1 and 255 characters"));
    }
    if file.original_size < 0 || file.processed_size < 0 {
        return Err(("processedSize", "A size is never negative"));
    }
    if !file.mime_type.starts_with("image/") || file.mime_type.len() > 40 {
        return Err(("mimeType", "The type must be that of an image"));
    }
    if file.thumbnail.as_deref().is_some_and(|url| !is_small_image(url)) {
        return Err(("thumbnail", "The thumbnail must be a data URL of WebP, JPEG or PNG, 12 KB at most"));
    }
    if file.processing_metadata.as_ref().is_some_and(|data| data.to_string().len() > LARGEST_METADATA) {
        return Err(("processingMetadata", "At most 4 KB can be kept about a file"));
    }
    Ok(())
}

fn is_small_image(url: &str) -> bool {
    let known =
        ["webp", "jpeg", "png"].iter().any(|kind| url.starts_with(&format!("data:image/{kind};base64,")));
    known && url.len() <= LARGEST_THUMBNAIL
}

async fn insert(state: &Context, tx: &mut Tx, batch: Uuid, position: i64, file: NewFile) -> Result<()> {
    q!(
        "INSERT INTO processed_files (id, batch_id, position, original_filename, processed_filename, original_size,
         processed_size, mime_type, file_data, processing_metadata, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        random::id(&*state.random, state.clock.now()),
        batch,
        position,
        file.original_filename,
        file.processed_filename,
        file.original_size,
        file.processed_size,
        file.mime_type,
        file.thumbnail,
        file.processing_metadata,
        file.status.unwrap_or_else(|| "completed".into()).chars().take(40).collect::<String>()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The files of a batch in their order.
pub(super) async fn of(target: impl Target, batch: Uuid) -> Result<Vec<ProcessedFile>> {
    let files = q!(
        "SELECT id, original_filename, processed_filename, original_size, processed_size, mime_type,
         file_data AS thumbnail, processing_metadata, status FROM processed_files WHERE batch_id = $1 ORDER BY position, id",
        batch
    );
    Ok(files.all(target).await?)
}
