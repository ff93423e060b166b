//! Batches: what somebody processed, kept with its ZIP for as long as the plan says. Together they are the history.

pub mod change;
pub mod create;
pub mod direct;
pub(crate) mod emails;
mod feature;
pub mod files;
pub mod list;
mod page;
pub mod remove;
pub mod retention;
pub mod upload;
pub(crate) mod zip_form;

use nomina_rules::options::ProcessingOptions;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json as JsonColumn;
use utoipa::ToSchema;
use uuid::Uuid;

pub(crate) use emails::EMAILS;
pub use feature::feature;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::events::{self, Kind};
use crate::base::recipe;
use emails::BatchNews;

/// Every stored ZIP of a person: its name in the export, and its key.
pub(crate) async fn stored_files(target: impl Target, user: Uuid) -> Result<Vec<(String, String)>> {
    let stored: Vec<(Uuid, String)> = q!(
        "SELECT id, zip_file_path FROM batch_results WHERE user_id = $1 AND zip_file_path IS NOT NULL",
        user
    )
    .all(target)
    .await?;
    Ok(stored.into_iter().map(|(id, key)| (format!("files/{id}.zip"), key)).collect())
}

/// One batch of the history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    pub id: Uuid,
    pub job_id: Option<Uuid>,
    pub batch_name: String,
    pub file_count: i64,
    pub processed_count: i64,
    /// `processing`, `completed`, `failed`, or whatever else was written.
    pub status: String,
    pub expires_at: Timestamp,
    pub zip_file_size: Option<i64>,
    pub download_url: Option<String>,
    pub is_downloadable: bool,
    /// Whether its ZIP can be sent to the object store itself: `POST /api/v1/batches/{id}/upload`.
    pub direct_upload: bool,
    pub download_count: i64,
    /// In a list without the watermark image.
    pub processing_options: Option<ProcessingOptions>,
    /// Up to four thumbnails as data URLs.
    pub thumbnails: Vec<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A row of the table, or its columns in this order as a JSON array (see `page`).
#[derive(Debug, Deserialize)]
pub(crate) struct BatchRow {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    job_id: Option<Uuid>,
    pub(crate) batch_name: String,
    file_count: i64,
    pub(crate) processed_count: i64,
    pub(crate) status: String,
    #[serde(deserialize_with = "Timestamp::from_ms")]
    pub(crate) expires_at: Timestamp,
    pub(crate) zip_file_path: Option<String>,
    pub(crate) zip_file_size: Option<i64>,
    download_url: Option<String>,
    download_count: i64,
    processing_options: Option<JsonColumn<Value>>,
    #[serde(deserialize_with = "Timestamp::from_ms")]
    pub(crate) created_at: Timestamp,
    #[serde(deserialize_with = "Timestamp::from_ms")]
    updated_at: Timestamp,
}
row!(BatchRow {
    id,
    user_id,
    job_id,
    batch_name,
    file_count,
    processed_count,
    status,
    expires_at,
    zip_file_path,
    zip_file_size,
    download_url,
    download_count,
    processing_options,
    created_at,
    updated_at,
});

macro_rules! batch_columns {
    () => {
        "id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, \
         zip_file_size, download_url, download_count, processing_options, created_at, updated_at"
    };
}
pub(crate) use batch_columns;

pub(crate) const COMPLETED: &str = "completed";
pub(crate) const PROCESSING: &str = "processing";

impl BatchRow {
    pub(crate) fn is_downloadable(&self, now: Timestamp) -> bool {
        self.status == COMPLETED && now < self.expires_at && self.zip_file_path.is_some()
    }

    /// What an email says about it.
    fn news(&self) -> BatchNews {
        BatchNews {
            id: self.id,
            name: self.batch_name.clone(),
            files: self.processed_count,
            expires_at: self.expires_at,
        }
    }

    fn view(self, state: &Context, thumbnails: Vec<String>, watermark: Option<String>) -> Batch {
        Batch {
            is_downloadable: self.is_downloadable(state.clock.now()),
            direct_upload: state.blobs.origin().is_some(),
            id: self.id,
            job_id: self.job_id,
            batch_name: self.batch_name,
            file_count: self.file_count,
            processed_count: self.processed_count,
            status: self.status,
            expires_at: self.expires_at,
            zip_file_size: self.zip_file_size,
            download_url: self.download_url,
            download_count: self.download_count,
            processing_options: recipe::kept(self.processing_options.map(|kept| kept.0), watermark),
            thumbnails,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

/// A batch of this person. Somebody else's is as unknown as one that never was.
pub(crate) async fn find(target: impl Target, user: Uuid, id: Uuid) -> Result<BatchRow> {
    look_up(target, user, id).await?.ok_or_else(not_found)
}

async fn look_up(target: impl Target, user: Uuid, id: Uuid) -> Result<Option<BatchRow>> {
    let found = q!(
        concat!("SELECT ", batch_columns!(), " FROM batch_results WHERE id = $1 AND user_id = $2"),
        id,
        user
    );
    Ok(found.optional(target).await?)
}

pub(crate) fn not_found() -> ApiError {
    ApiError::not_found("Batch not found or access denied")
}

/// Tells open tabs how a batch stands.
pub(crate) async fn tell(state: &Context, tx: &mut Tx, batch: &BatchRow) -> Result<()> {
    let payload = json!({ "id": batch.id, "batchName": batch.batch_name, "status": batch.status });
    events::emit(state, tx, batch.user_id, Kind::Batch, payload).await
}
