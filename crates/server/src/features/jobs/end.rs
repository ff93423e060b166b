//! The end of a job, however it comes: completed, failed, cancelled, or nothing heard of it any more. What was reserved
//! and not named is given back in the same transaction.

use serde_json::{Value, json};
use uuid::Uuid;

use super::job::{JobRow, JobStatus, job_columns, tell};
use crate::base::clock::{MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::events::{self, Kind};
use crate::features::usage::{self, Period};

/// A browser that says nothing for so long is gone. Jobs that the server works on may wait longer for their turn.
const SILENCE_MS: i64 = 10 * MINUTE_MS;
const SILENT: &str = "Nothing was heard of this batch for 10 minutes.";
const AT_ONCE: i64 = 200;

/// How a job ends.
pub(crate) struct Ending<'a> {
    pub(crate) status: JobStatus,
    pub(crate) error: Option<&'a str>,
    pub(crate) results: Option<Value>,
}

/// Ends a job that is still going on. None when it has ended before, or is not this person's.
pub(crate) async fn end(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    id: Uuid,
    ending: Ending<'_>,
) -> Result<Option<JobRow>> {
    let ended: Option<JobRow> = q!(
        concat!(
            "UPDATE processing_jobs SET status = $3, error_message = $4, completed_at = $5, updated_at = $5,
             results = COALESCE($6, results)
             WHERE id = $1 AND user_id = $2 AND status IN ('pending', 'processing') RETURNING ",
            job_columns!()
        ),
        id,
        user,
        ending.status.as_str(),
        ending.error,
        state.clock.now(),
        ending.results
    )
    .optional(&mut *tx)
    .await?;
    if let Some(job) = &ended {
        let unused = job.reserved_files - job.ai_used;
        if unused > 0 {
            usage::give_back(tx, user, unused, &Period::of(job.created_at)).await?;
        }
        if ending.status == JobStatus::Failed {
            drop_bytes(tx, id, state.clock.now()).await?;
        }
        tell(state, tx, job).await?;
        events::emit(state, tx, user, Kind::Usage, json!({})).await?;
    }
    Ok(ended)
}

/// Fails the jobs of one person that nothing was heard of.
pub(super) async fn fail_stale_of(state: &Context, tx: &mut Tx, user: Uuid) -> Result<()> {
    let silent: Vec<(Uuid,)> = q!(
        "SELECT id FROM processing_jobs WHERE user_id = $1 AND status IN ('pending', 'processing') AND updated_at <= $2
         AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.job_id = processing_jobs.id)",
        user,
        state.clock.now().plus_ms(-SILENCE_MS)
    )
    .all(&mut *tx)
    .await?;
    for (id,) in silent {
        let ending = Ending { status: JobStatus::Failed, error: Some(SILENT), results: None };
        end(state, tx, user, id, ending).await?;
    }
    Ok(())
}

/// Fails everybody's jobs that nothing was heard of, and says how many people had one.
pub async fn fail_stale(state: &Context) -> Result<u64> {
    let people: Vec<(Uuid,)> = q!(
        "SELECT DISTINCT user_id FROM processing_jobs WHERE status IN ('pending', 'processing') AND updated_at <= $1
         AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.job_id = processing_jobs.id) LIMIT $2",
        state.clock.now().plus_ms(-SILENCE_MS),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for (user,) in &people {
        let mut tx = state.db.begin().await?;
        usage::hold(state, &mut tx, *user).await?;
        fail_stale_of(state, &mut tx, *user).await?;
        tx.commit().await?;
    }
    Ok(people.len() as u64)
}

pub(crate) fn cancelled() -> Ending<'static> {
    Ending { status: JobStatus::Failed, error: Some("Cancelled"), results: None }
}

/// Marks what a job for programs has stored for deletion; its rows stay and tell what happened. Nothing for other jobs.
pub(crate) async fn drop_bytes(tx: &mut Tx, job: Uuid, now: Timestamp) -> Result<()> {
    q!(
        "INSERT INTO doomed_objects (path, doomed_at) SELECT path, CAST($2 AS BIGINT) FROM
         (SELECT zip_key AS path FROM runs WHERE job_id = $1
          UNION ALL SELECT input_key FROM run_pictures WHERE job_id = $1
          UNION ALL SELECT output_key FROM run_pictures WHERE job_id = $1) AS bytes
         WHERE path IS NOT NULL ON CONFLICT (path) DO NOTHING",
        job,
        now
    )
    .execute(&mut *tx)
    .await?;
    q!("UPDATE runs SET zip_key = NULL, stored_bytes = 0 WHERE job_id = $1", job).execute(&mut *tx).await?;
    q!("UPDATE run_pictures SET input_key = NULL, output_key = NULL WHERE job_id = $1", job)
        .execute(tx)
        .await?;
    Ok(())
}
