//! Looking at jobs and deleting them.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::end::{cancelled, drop_bytes, end};
use super::job::{Job, JobRow, job_columns};
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, Path, Query};
use crate::base::paging::{Deleted, Ids, bounds};
use crate::features::usage;
use crate::features::users::CurrentUser;

/// Which jobs are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobFilter {
    /// Pending and processing.
    Active,
    Pending,
    Processing,
    Completed,
    Failed,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobQuery {
    /// 50 when nothing is said, 200 at most.
    limit: Option<i64>,
    offset: Option<i64>,
    #[param(inline)]
    status: Option<JobFilter>,
}

impl JobFilter {
    /// The two states that it lets through; most name one twice.
    fn states(self) -> (&'static str, &'static str) {
        match self {
            Self::Active => ("pending", "processing"),
            Self::Pending => ("pending", "pending"),
            Self::Processing => ("processing", "processing"),
            Self::Completed => ("completed", "completed"),
            Self::Failed => ("failed", "failed"),
        }
    }
}

/// A page of jobs.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobPage {
    pub items: Vec<Job>,
    pub total: i64,
}

/// One's jobs: active ones first, then the newest.
#[utoipa::path(get, path = "/api/v1/jobs", tag = "jobs", security(("bearer" = [])), params(JobQuery),
    responses((status = 200, body = JobPage), (status = 401, body = Problem)))]
pub async fn list(
    State(state): State<Context>,
    current: CurrentUser,
    Query(query): Query<JobQuery>,
) -> Result<Json<JobPage>> {
    let user = current.user.id;
    let (limit, offset) = bounds(query.limit, query.offset);
    let (one, other) = query.status.map(JobFilter::states).unzip();
    let rows: Vec<JobRow> = q!(
        concat!(
            "SELECT ",
            job_columns!(),
            " FROM processing_jobs WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR status IN ($2, $3))
             ORDER BY CASE WHEN status IN ('pending', 'processing') THEN 0 ELSE 1 END, created_at DESC, id DESC
             LIMIT $4 OFFSET $5"
        ),
        user,
        one,
        other,
        limit,
        offset
    )
    .all(&state.db)
    .await?;
    let total = q!(
        "SELECT COUNT(*) FROM processing_jobs WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR status IN ($2, $3))",
        user,
        one,
        other
    )
    .number(&state.db)
    .await?;
    Ok(Json(JobPage { items: rows.into_iter().map(Job::from).collect(), total }))
}

/// One job.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", tag = "jobs", security(("bearer" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = Job), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<Job>> {
    Ok(Json(find(&state.db, current.user.id, id).await?.into()))
}

/// Deletes one job. One that still goes on is cancelled first.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", tag = "jobs", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn delete(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    match remove(&state, current.user.id, &[id]).await? {
        0 => Err(not_found()),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Deletes several jobs; those that are not there count as nothing.
#[utoipa::path(post, path = "/api/v1/jobs/delete", tag = "jobs", security(("bearer" = [])), request_body = Ids,
    responses((status = 200, body = Deleted), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub async fn delete_many(
    State(state): State<Context>,
    current: CurrentUser,
    Json(ids): Json<Ids>,
) -> Result<Json<Deleted>> {
    Ok(Json(Deleted { deleted: remove(&state, current.user.id, &ids.checked()?).await? }))
}

async fn remove(state: &Context, user: Uuid, ids: &[Uuid]) -> Result<u64> {
    let mut tx = state.db.begin().await?;
    usage::hold(state, &mut tx, user).await?;
    let mut deleted = 0;
    for id in ids {
        deleted += remove_one(state, &mut tx, user, *id).await?;
    }
    tx.commit().await?;
    Ok(deleted)
}

pub(crate) async fn remove_one(state: &Context, tx: &mut Tx, user: Uuid, id: Uuid) -> Result<u64> {
    end(state, tx, user, id, cancelled()).await?;
    if find(&mut *tx, user, id).await.is_ok() {
        drop_bytes(tx, id, state.clock.now()).await?;
    }
    let gone = q!("DELETE FROM processing_jobs WHERE id = $1 AND user_id = $2", id, user);
    let gone = gone.execute(&mut *tx).await?;
    if gone > 0 {
        events::emit(state, tx, user, Kind::Job, json!({ "id": id, "deleted": true })).await?;
    }
    Ok(gone)
}

/// Deletes every job of a person that has ended, with what their runs stored. One that still goes on stays: its work is
/// not history yet.
pub(crate) async fn remove_ended(state: &Context, tx: &mut Tx, user: Uuid) -> Result<u64> {
    let of_programs: Vec<(Uuid,)> = q!(
        "SELECT runs.job_id FROM runs JOIN processing_jobs ON processing_jobs.id = runs.job_id
         WHERE processing_jobs.user_id = $1 AND processing_jobs.status IN ('completed', 'failed')",
        user
    )
    .all(&mut *tx)
    .await?;
    for (job,) in of_programs {
        drop_bytes(tx, job, state.clock.now()).await?;
    }
    let gone =
        q!("DELETE FROM processing_jobs WHERE user_id = $1 AND status IN ('completed', 'failed')", user)
            .execute(&mut *tx)
            .await?;
    if gone > 0 {
        events::emit(state, tx, user, Kind::Job, json!({ "deleted": true })).await?;
    }
    Ok(gone)
}

pub(crate) async fn find(target: impl Target, user: Uuid, id: Uuid) -> Result<JobRow> {
    let found = q!(
        concat!("SELECT ", job_columns!(), " FROM processing_jobs WHERE id = $1 AND user_id = $2"),
        id,
        user
    );
    found.optional(target).await?.ok_or_else(not_found)
}

/// Whether a job is this person's; somebody else's is as unknown as one that never was.
pub(crate) async fn belongs_to(target: impl Target, user: Uuid, id: Uuid) -> Result<()> {
    find(target, user, id).await.map(drop)
}

fn not_found() -> ApiError {
    ApiError::not_found("There is no such job.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_lets_its_own_states_through() {
        for (filter, states) in [
            (JobFilter::Active, ("pending", "processing")),
            (JobFilter::Pending, ("pending", "pending")),
            (JobFilter::Processing, ("processing", "processing")),
            (JobFilter::Completed, ("completed", "completed")),
            (JobFilter::Failed, ("failed", "failed")),
        ] {
            assert_eq!(filter.states(), states);
        }
    }
}
