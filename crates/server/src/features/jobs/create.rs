//! The start of a job: the images that a model will name are counted in the same transaction that makes the job, so
//! that no race passes a limit and the same request sent twice counts once.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use nomina_rules::bounds::BOUNDS;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Limits;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::end;
use super::job::{Job, JobRow, JobStatus, job_columns, tell};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, idempotency_key};
use crate::base::plain_text::plain;
use crate::base::random;
use crate::base::recipe::{self, Recipe};
use crate::features::usage;
use crate::features::users::CurrentUser;

const LONGEST_NAME: usize = BOUNDS.batch_name;

/// What a job starts with.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewJob {
    /// 'Batch Processing - {date and time}' when there is none.
    pub job_name: Option<String>,
    pub file_count: u32,
    /// Images that a model will name; what is known already costs nothing.
    pub new_files: u32,
    pub processing_options: Option<ProcessingOptions>,
    /// Whether the work begins at once; otherwise the job waits as pending.
    #[serde(default = "yes")]
    pub start: bool,
}

fn yes() -> bool {
    true
}

/// Starts a job and reserves its images. With an `Idempotency-Key` the same request again answers with the same job.
#[utoipa::path(post, path = "/api/v1/jobs", tag = "jobs", security(("bearer" = [])), request_body = NewJob,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes sending it again harmless")),
    responses((status = 201, body = Job), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn create(
    State(state): State<Context>,
    current: CurrentUser,
    headers: HeaderMap,
    Json(new): Json<NewJob>,
) -> Result<(StatusCode, Json<Job>)> {
    let key = idempotency_key(&headers)?;
    let tier = current.user.subscription_tier;
    let limits = tier.plan().limits;
    check(&new, limits)?;
    recipe::within_plan(new.processing_options.as_ref(), tier)?;
    let user = current.user.id;
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, user).await?;
    if let Some(same) = made_before(&mut tx, user, key.as_deref()).await? {
        tx.commit().await?;
        return Ok((StatusCode::CREATED, Json(same.into())));
    }
    let job = start(&state, &mut tx, user, limits, (new, key)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(job.into())))
}

/// Makes a job and counts its images, all in the transaction that holds the person's row.
pub(crate) async fn start(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    limits: Limits,
    (new, key): (NewJob, Option<String>),
) -> Result<JobRow> {
    end::fail_stale_of(state, tx, user).await?;
    one_more_at_once(tx, user, limits).await?;
    if new.new_files > 0 {
        usage::count(state, tx, user, limits, new.new_files).await?;
    }
    let job = insert(state, tx, user, new, key).await?;
    tell(state, tx, &job).await?;
    events::emit(state, tx, user, Kind::Usage, json!({})).await?;
    Ok(job)
}

pub(crate) fn check(new: &NewJob, limits: Limits) -> Result<()> {
    if new.file_count == 0 {
        return Err(ApiError::invalid("fileCount", "Please upload at least one image before proceeding."));
    }
    if new.file_count > limits.max_batch {
        let sentence = format!("Cannot exceed {} images per batch.", limits.max_batch);
        return Err(ApiError::invalid("fileCount", sentence));
    }
    if new.new_files > new.file_count {
        return Err(ApiError::invalid("newFiles", "A job cannot have more new files than files."));
    }
    Ok(())
}

pub(crate) async fn made_before(tx: &mut Tx, user: Uuid, key: Option<&str>) -> Result<Option<JobRow>> {
    let Some(key) = key else { return Ok(None) };
    let found = q!(
        concat!("SELECT ", job_columns!(), " FROM processing_jobs WHERE user_id = $1 AND idem_key = $2"),
        user,
        key
    );
    Ok(found.optional(tx).await?)
}

/// The person's row is locked, so that no other job starts at the same time.
pub(super) async fn one_more_at_once(tx: &mut Tx, user: Uuid, limits: Limits) -> Result<()> {
    let active = q!(
        "SELECT COUNT(*) FROM processing_jobs WHERE user_id = $1 AND status IN ('pending', 'processing')",
        user
    )
    .number(tx)
    .await?;
    if active < i64::from(limits.concurrent) {
        return Ok(());
    }
    let sentence =
        format!("You already have {active} batches in progress. Wait for one to finish, or cancel it.");
    Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "concurrent_limit", sentence))
}

async fn insert(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    new: NewJob,
    key: Option<String>,
) -> Result<JobRow> {
    let now = state.clock.now();
    let status = if new.start { JobStatus::Processing } else { JobStatus::Pending };
    let job = q!(
        concat!(
            "INSERT INTO processing_jobs (id, user_id, job_name, status, file_count, processing_options,
             reserved_files, idem_key, started_at, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ",
            job_columns!()
        ),
        random::id(&*state.random, now),
        user,
        name(new.job_name, now),
        status.as_str(),
        new.file_count,
        Recipe::of(new.processing_options, "processingOptions")?.options,
        new.new_files,
        key,
        new.start.then_some(now),
        now
    );
    Ok(job.one(tx).await?)
}

/// A name that can be kept: trimmed, of one line's length, without hidden characters, never empty. It is read in emails too.
pub(crate) fn name(wanted: Option<String>, now: crate::base::clock::Timestamp) -> String {
    let wanted = plain(&wanted.unwrap_or_default());
    match wanted.trim() {
        "" => {
            let moment = now.to_string();
            format!("Batch Processing - {} {} UTC", &moment[..10], &moment[11..16])
        }
        given => given.chars().take(LONGEST_NAME).collect(),
    }
}

#[cfg(test)]
mod tests {
    use nomina_rules::plans::Tier;

    use super::*;
    use crate::base::clock::Timestamp;

    #[test]
    fn a_job_has_files_as_many_as_a_batch_may_have_and_no_more_new_ones() {
        let limits = Tier::Starter.plan().limits;
        let most = limits.max_batch;
        for (file_count, new_files, is_fine) in
            [(0, 0, false), (1, 1, true), (most, 0, true), (most + 1, 0, false), (3, 3, true), (3, 4, false)]
        {
            let new = NewJob { job_name: None, file_count, new_files, processing_options: None, start: true };
            assert_eq!(check(&new, limits).is_ok(), is_fine, "{file_count} {new_files}");
        }
    }

    #[test]
    fn a_job_without_a_name_is_named_after_its_moment() {
        let now: Timestamp = serde_json::from_str("\"2026-11-17T09:05:59Z\"").unwrap();
        for none in [None, Some(String::new()), Some(" \u{200b} ".to_owned())] {
            assert_eq!(name(none, now), "Batch Processing - 2026-11-17 09:05 UTC");
        }
        assert_eq!(name(Some("  Trip  ".to_owned()), now), "Trip");
        assert_eq!(name(Some("x".repeat(LONGEST_NAME + 1)), now).len(), LONGEST_NAME);
    }
}
