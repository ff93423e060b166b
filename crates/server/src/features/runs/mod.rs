//! Runs: batches that the server works on for programs. A run is a job with its images in blob storage and a task for
//! each of them; any replica does a task, and what comes out depends on the order of the images alone.

pub mod create;
mod feature;
mod form;
pub(crate) mod image;
mod incoming;
mod making;
pub(crate) mod pack;
pub mod result;
mod sent_zip;
pub mod show;
mod source;
pub(crate) mod webhook;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

pub use feature::feature;

use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Target, q, row};
use crate::base::error::{ApiError, Result};
use crate::features::jobs::{self, JobStatus};
use crate::features::usage;

/// How long a result can be fetched, and how long a batch may wait for its turn.
const KEPT_MS: i64 = DAY_MS;
/// An image that was begun so often has failed, whatever happened to those who worked on it.
const MOST_TRIES: i64 = 3;
const AT_ONCE: i64 = 200;

/// Every packed result of a person: its name in the export, and its key.
pub(crate) async fn stored_files(target: impl Target, user: Uuid) -> Result<Vec<(String, String)>> {
    let stored: Vec<(Uuid, String)> =
        q!("SELECT job_id, zip_key FROM runs WHERE user_id = $1 AND zip_key IS NOT NULL", user)
            .all(target)
            .await?;
    Ok(stored.into_iter().map(|(id, key)| (format!("files/{id}.zip"), key)).collect())
}

/// How one image of a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureStatus {
    Waiting,
    Done,
    Failed,
}

impl PictureStatus {
    fn from_name(name: &str) -> Self {
        match name {
            "waiting" => Self::Waiting,
            "done" => Self::Done,
            _ => Self::Failed,
        }
    }
}

/// One image of a batch.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunPicture {
    pub original_name: String,
    pub status: PictureStatus,
    /// Its name in the ZIP, once there is one.
    pub name: Option<String>,
    /// Bytes of the result.
    pub size: Option<i64>,
    /// Why it failed.
    pub error: Option<String>,
}

/// A batch that the server works on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "id": "019a8c3e-6d2b-7c41-9f5e-2b1a7c0d4e6f", "jobName": "Shop", "status": "completed", "fileCount": 2,
    "processedCount": 2, "errorMessage": null,
    "resultUrl": "/api/v1/batches/process/019a8c3e-6d2b-7c41-9f5e-2b1a7c0d4e6f/result", "webhookSecret": null,
    "expiresAt": "2026-11-17T09:00:00.000Z", "createdAt": "2026-11-16T09:00:00.000Z",
    "completedAt": "2026-11-16T09:00:12.000Z", "pictures": [
        { "originalName": "IMG_2041.jpg", "status": "done", "name": "red-fox.webp", "size": 48120, "error": null },
        { "originalName": "notes.txt", "status": "failed", "name": null, "size": null,
          "error": "This is not an image we can read. Use JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP." }
    ]
}))]
pub struct Run {
    /// Of the job; events about it carry the same.
    pub id: Uuid,
    pub job_name: String,
    pub status: JobStatus,
    pub file_count: i64,
    /// Images that are done or have failed.
    pub processed_count: i64,
    /// Why the whole batch failed, such as `Cancelled`.
    pub error_message: Option<String>,
    /// Where the ZIP is, once it is packed.
    pub result_url: Option<String>,
    /// Seals the webhook, when one was asked for.
    pub webhook_secret: Option<String>,
    /// The result can be fetched until then.
    pub expires_at: Timestamp,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    /// In the order in which they were sent.
    pub pictures: Vec<RunPicture>,
}

#[derive(Debug)]
struct RunRow {
    stored_bytes: i64,
    webhook_url: Option<String>,
    zip_key: Option<String>,
    expires_at: Timestamp,
}
row!(RunRow { stored_bytes, webhook_url, zip_key, expires_at });

#[derive(Debug)]
struct ImageRow {
    original_name: String,
    status: String,
    name: Option<String>,
    output_size: Option<i64>,
    error: Option<String>,
}
row!(ImageRow { original_name, status, name, output_size, error });

/// Somebody else's batch is as unknown as one that never was or has expired.
fn not_found() -> ApiError {
    ApiError::not_found("There is no such batch, or it has expired.")
}

async fn find(target: impl Target, user: Uuid, id: Uuid) -> Result<RunRow> {
    let found = q!(
        "SELECT stored_bytes, webhook_url, zip_key, expires_at FROM runs WHERE job_id = $1 AND user_id = $2",
        id,
        user
    );
    found.optional(target).await?.ok_or_else(not_found)
}

/// A batch as its owner sees it.
async fn view(state: &Context, user: Uuid, id: Uuid) -> Result<Run> {
    let run = find(&state.db, user, id).await?;
    let job = jobs::list::find(&state.db, user, id).await?;
    let images: Vec<ImageRow> = q!(
        "SELECT original_name, status, name, output_size, error FROM run_pictures WHERE job_id = $1 ORDER BY position",
        id
    )
    .all(&state.db)
    .await?;
    let shown = |row: ImageRow| RunPicture {
        status: PictureStatus::from_name(&row.status),
        original_name: row.original_name,
        name: row.name,
        size: row.output_size,
        error: row.error,
    };
    Ok(Run {
        id,
        job_name: job.job_name,
        status: JobStatus::from_name(&job.status),
        file_count: job.file_count,
        processed_count: job.processed_count,
        error_message: job.error_message,
        result_url: run.zip_key.map(|_| format!("/api/v1/batches/process/{id}/result")),
        webhook_secret: run.webhook_url.map(|_| state.keys.webhook_secret(id)),
        expires_at: run.expires_at,
        created_at: job.created_at,
        completed_at: job.completed_at,
        pictures: images.into_iter().map(shown).collect(),
    })
}

/// Takes results away whose time is over; a batch that never came to an end has failed. Says how many there were.
pub async fn expire(state: &Context) -> Result<u64> {
    let now = state.clock.now();
    let over: Vec<(Uuid, Uuid)> =
        q!("SELECT job_id, user_id FROM runs WHERE expires_at <= $1 LIMIT $2", now, AT_ONCE)
            .all(&state.db)
            .await?;
    for (job, user) in &over {
        let mut tx = state.db.begin().await?;
        usage::hold(state, &mut tx, *user).await?;
        let late = jobs::end::Ending {
            status: JobStatus::Failed,
            error: Some("This batch was not finished in time."),
            results: None,
        };
        jobs::end::end(state, &mut tx, *user, *job, late).await?;
        jobs::end::drop_bytes(&mut tx, *job, now).await?;
        q!("DELETE FROM runs WHERE job_id = $1", *job).execute(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(over.len() as u64)
}
