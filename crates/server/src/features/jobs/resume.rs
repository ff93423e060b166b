//! Taking a job up again: after a reload in the middle of a run, or when what was cancelled is retried. It stays the same
//! job, and what is still to be named is reserved anew.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::plans::Limits;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::one_more_at_once;
use super::end;
use super::job::{Job, JobRow, job_columns, tell};
use super::list::find;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, Path};
use crate::features::usage::{self, Period};
use crate::features::users::CurrentUser;

/// What is left of a job.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Resumed {
    /// Images that a model will still name.
    pub new_files: u32,
}

/// Takes up a job of the browser that failed, was cancelled, or is still going on. A job of another day is not taken up:
/// its images were counted on that day.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/resume", tag = "jobs", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = Resumed,
    responses((status = 200, body = Job), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn resume(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(left): Json<Resumed>,
) -> Result<Json<Job>> {
    let user = current.user.id;
    let limits = current.user.subscription_tier.plan().limits;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, user).await?;
    end::fail_stale_of(&state, &mut tx, user).await?;
    let before = find(&mut tx, user, id).await?;
    check(&state, &mut tx, &before, left).await?;
    let job = take_up(&state, &mut tx, &before, limits, left).await?;
    tx.commit().await?;
    Ok(Json(job.into()))
}

async fn check(state: &Context, tx: &mut Tx, job: &JobRow, left: Resumed) -> Result<()> {
    if i64::from(left.new_files) > job.file_count {
        return Err(ApiError::invalid("newFiles", "A job cannot have more new files than files."));
    }
    let today = Period::of(state.clock.now()).day == Period::of(job.created_at).day;
    if job.status == "completed" || !today || of_a_program(tx, job.id).await? {
        let sentence = format!("This job is {} and cannot be taken up again.", job.status);
        return Err(ApiError::new(StatusCode::CONFLICT, "wrong_state", sentence));
    }
    Ok(())
}

/// A job of a program has lost its bytes with its end.
async fn of_a_program(target: impl Target, job: Uuid) -> Result<bool> {
    Ok(q!("SELECT COUNT(*) FROM runs WHERE job_id = $1", job).number(target).await? > 0)
}

/// Reserves what is missing: an ended job has given everything back that was not named.
async fn take_up(
    state: &Context,
    tx: &mut Tx,
    before: &JobRow,
    limits: Limits,
    left: Resumed,
) -> Result<JobRow> {
    let ended = before.status == "failed";
    if ended {
        one_more_at_once(tx, before.user_id, limits).await?;
    }
    let held = if ended { 0 } else { before.reserved_files - before.ai_used };
    let missing = u32::try_from(i64::from(left.new_files) - held).unwrap_or(0);
    if missing > 0 {
        usage::count(state, tx, before.user_id, limits, missing).await?;
    }
    let job = reopen(state, tx, before, held + i64::from(missing)).await?;
    tell(state, tx, &job).await?;
    events::emit(state, tx, before.user_id, Kind::Usage, json!({})).await?;
    Ok(job)
}

async fn reopen(state: &Context, tx: &mut Tx, before: &JobRow, left: i64) -> Result<JobRow> {
    let job = q!(
        concat!(
            "UPDATE processing_jobs SET status = 'processing', error_message = NULL, completed_at = NULL,
             reserved_files = ai_used + $3, started_at = COALESCE(started_at, $4), updated_at = $4
             WHERE id = $1 AND user_id = $2 RETURNING ",
            job_columns!()
        ),
        before.id,
        before.user_id,
        left,
        state.clock.now()
    );
    Ok(job.one(tx).await?)
}
