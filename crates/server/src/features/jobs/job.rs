//! A job as it is kept and as it is answered.

use nomina_rules::options::ProcessingOptions;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json as JsonColumn;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Tx, row};
use crate::base::error::Result;
use crate::base::events::{self, Kind};
use crate::base::recipe;

/// Where a job stands. It moves from left to right only, but for one that failed and is taken up again the same day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    Pending,
    Processing,
    Completed,
    Failed,
}

impl JobStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "pending" => Self::Pending,
            "processing" => Self::Processing,
            "completed" => Self::Completed,
            _ => Self::Failed,
        }
    }
}

/// How the images of a finished job got their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JobResults {
    pub named: u32,
    pub cached: u32,
    pub failed: u32,
}

/// One run of the tool.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    pub id: Uuid,
    pub job_name: String,
    pub status: JobStatus,
    pub file_count: i64,
    pub processed_count: i64,
    /// Images that were counted for a model when the job was made.
    pub reserved_files: i64,
    /// Images of these that a model has named.
    pub ai_used: i64,
    /// Without the watermark image.
    pub processing_options: Option<ProcessingOptions>,
    pub results: Option<JobResults>,
    pub error_message: Option<String>,
    /// The batch in the history that it became.
    pub batch_id: Option<Uuid>,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug)]
pub(crate) struct JobRow {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) job_name: String,
    pub(crate) status: String,
    pub(crate) file_count: i64,
    pub(crate) processed_count: i64,
    pub(super) reserved_files: i64,
    pub(crate) ai_used: i64,
    pub(crate) processing_options: Option<JsonColumn<Value>>,
    results: Option<JsonColumn<Value>>,
    pub(crate) error_message: Option<String>,
    batch_id: Option<Uuid>,
    started_at: Option<Timestamp>,
    pub(crate) completed_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}
row!(JobRow {
    id,
    user_id,
    job_name,
    status,
    file_count,
    processed_count,
    reserved_files,
    ai_used,
    processing_options,
    results,
    error_message,
    batch_id,
    started_at,
    completed_at,
    created_at,
    updated_at,
});

/// The columns of `JobRow`; the table may have no other name than its own, so that RETURNING can use them.
macro_rules! job_columns {
    () => {
        "id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, \
         results, error_message, started_at, completed_at, created_at, updated_at, \
         (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id"
    };
}
pub(crate) use job_columns;

impl From<JobRow> for Job {
    fn from(row: JobRow) -> Self {
        Self {
            id: row.id,
            job_name: row.job_name,
            status: JobStatus::from_name(&row.status),
            file_count: row.file_count,
            processed_count: row.processed_count,
            reserved_files: row.reserved_files,
            ai_used: row.ai_used,
            processing_options: recipe::kept(row.processing_options.map(|kept| kept.0), None),
            results: row.results.and_then(|kept| serde_json::from_value(kept.0).ok()),
            error_message: row.error_message,
            batch_id: row.batch_id,
            started_at: row.started_at,
            completed_at: row.completed_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Tells open tabs how a job stands.
pub(crate) async fn tell(state: &Context, tx: &mut Tx, job: &JobRow) -> Result<()> {
    let payload = json!({
        "id": job.id, "jobName": job.job_name, "status": job.status,
        "processedCount": job.processed_count, "fileCount": job.file_count,
    });
    events::emit(state, tx, job.user_id, Kind::Job, payload).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        for (status, name) in [
            (JobStatus::Pending, "pending"),
            (JobStatus::Processing, "processing"),
            (JobStatus::Completed, "completed"),
            (JobStatus::Failed, "failed"),
        ] {
            assert_eq!((status.as_str(), JobStatus::from_name(name)), (name, status));
        }
    }
}
