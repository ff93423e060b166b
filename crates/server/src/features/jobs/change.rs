//! The life of a job: progress, its end, cancelling.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::end::{Ending, cancelled, end};
use super::job::{Job, JobResults, JobRow, JobStatus, job_columns, tell};
use super::list::find;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::features::usage;
use crate::features::users::CurrentUser;

/// The least time between two progress events of a job.
const PROGRESS_MS: i64 = 500;
const LONGEST_ERROR: usize = 500;

/// What is new about a job. What is missing stays as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct JobChange {
    pub status: Option<JobStatus>,
    /// Only grows, and never above the number of files.
    pub processed_count: Option<u32>,
    pub error_message: Option<String>,
    pub results: Option<JobResults>,
    pub job_name: Option<String>,
}

/// Tells how far a job is, or that it has ended.
#[utoipa::path(patch, path = "/api/v1/jobs/{id}", tag = "jobs", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = JobChange,
    responses((status = 200, body = Job), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn change(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(change): Json<JobChange>,
) -> Result<Json<Job>> {
    let user = current.user.id;
    let mut tx = state.db.begin().await?;
    // The person's row first, as everywhere: two tabs then never wait for each other in a circle.
    usage::hold(&state, &mut tx, user).await?;
    let before = find(&mut tx, user, id).await?;
    let advanced = advance(&state, &mut tx, &before, &change).await?;
    let job = match change.status {
        Some(status @ (JobStatus::Completed | JobStatus::Failed)) => {
            finish(&state, &mut tx, &advanced, status, &change).await?
        }
        _ => {
            let fresh = state.clock.now().since(before.updated_at) < PROGRESS_MS;
            if !fresh || advanced.status != before.status || advanced.job_name != before.job_name {
                tell(&state, &mut tx, &advanced).await?;
            }
            advanced
        }
    };
    tx.commit().await?;
    Ok(Json(job.into()))
}

async fn advance(state: &Context, tx: &mut Tx, before: &JobRow, change: &JobChange) -> Result<JobRow> {
    let moves = change.status.is_some() || change.processed_count.is_some();
    let active = matches!(before.status.as_str(), "pending" | "processing");
    let back = change.status == Some(JobStatus::Pending) && before.status != "pending";
    if (moves && !active) || back {
        return Err(wrong_state(&before.status));
    }
    let starts = change.status == Some(JobStatus::Processing) && before.status == "pending";
    let now = state.clock.now();
    let count = change.processed_count.map_or(0, i64::from).min(before.file_count);
    let name = change.job_name.clone().map(|name| super::create::name(Some(name), now));
    let changed = q!(
        concat!(
            "UPDATE processing_jobs SET job_name = COALESCE($3, job_name), updated_at = $4,
             processed_count = CASE WHEN processed_count < $5 THEN $5 ELSE processed_count END,
             status = CASE WHEN $6 THEN 'processing' ELSE status END,
             started_at = CASE WHEN $6 THEN $4 ELSE started_at END
             WHERE id = $1 AND user_id = $2 RETURNING ",
            job_columns!()
        ),
        before.id,
        before.user_id,
        name,
        now,
        count,
        starts
    );
    Ok(changed.one(tx).await?)
}

async fn finish(
    state: &Context,
    tx: &mut Tx,
    job: &JobRow,
    status: JobStatus,
    change: &JobChange,
) -> Result<JobRow> {
    let error: Option<String> =
        change.error_message.as_deref().map(|text| text.chars().take(LONGEST_ERROR).collect());
    let results = change.results.map(serde_json::to_value).transpose()?;
    let ending = Ending { status, error: error.as_deref(), results };
    end(state, tx, job.user_id, job.id, ending).await?.ok_or_else(|| wrong_state(&job.status))
}

/// Stops a job: it failed because it was cancelled, and what no model named is given back.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/cancel", tag = "jobs", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Job), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub async fn cancel(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<Job>> {
    Ok(Json(stop(&state, current.user.id, id).await?.into()))
}

/// Cancels a job of this person, or says that it has ended before.
pub(crate) async fn stop(state: &Context, user: Uuid, id: Uuid) -> Result<JobRow> {
    let mut tx = state.db.begin().await?;
    usage::hold(state, &mut tx, user).await?;
    let before = find(&mut tx, user, id).await?;
    let ended = end(state, &mut tx, user, id, cancelled()).await?;
    let job = ended.ok_or_else(|| wrong_state(&before.status))?;
    tx.commit().await?;
    Ok(job)
}

fn wrong_state(status: &str) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "wrong_state", format!("This job is already {status}."))
}
