//! One image of a run: read, processed, named, stored. Its tries are counted before the work, so that an image that
//! kills its worker is given up as well; its end is one conditional transaction, so that it ends once.

use nomina_engine::Output;
use nomina_rules::options::ProcessingOptions;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::making::{GIVEN_UP, Seen, Trouble, Work, attempt};
use super::{MOST_TRIES, pack};
use crate::base::clock::{HOUR_MS, SECOND_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Result};
use crate::base::spool::Spool;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::base::{blobs, deletion, recipe};
use crate::features::jobs::{self, JobRow, job_columns};
use crate::features::processing::ProcessingContext;

pub(crate) const TASK: &str = "picture";
const PAUSE_MS: i64 = 2 * SECOND_MS;
/// The most progress events of one batch.
const NEWS: i64 = 50;

/// The task.
pub(crate) async fn work(state: &ProcessingContext, payload: Value) -> Result<Outcome> {
    let id: Uuid = serde_json::from_value(payload["picture"].clone())?;
    let Some((work, recipe)) = begin(state, id).await? else { return Ok(Outcome::Done) };
    let tried = match work.tries > MOST_TRIES {
        true => Err(Trouble::Image(GIVEN_UP.into())),
        false => tried(state, &work, recipe).await,
    };
    match tried {
        Ok(()) => {}
        Err(Trouble::Image(reason)) => fail(state, &work, &reason).await?,
        Err(Trouble::Busy) => return pause(state, &work).await,
        Err(Trouble::Ours(error)) if work.tries >= MOST_TRIES => {
            tracing::warn!(?error, "an image of a batch was given up");
            fail(state, &work, GIVEN_UP).await?;
        }
        Err(Trouble::Ours(error)) => return Err(error),
    }
    Ok(Outcome::Done)
}

async fn tried(state: &ProcessingContext, work: &Work, recipe: ProcessingOptions) -> Result<(), Trouble> {
    let (output, seen) = attempt(state, work, recipe).await?;
    Ok(succeed(state, work, output, seen).await?)
}

/// Counts the try. None when the image was processed or its batch was cancelled.
async fn begin(state: &Context, id: Uuid) -> Result<Option<(Work, ProcessingOptions)>> {
    let work: Option<Work> = q!(
        "UPDATE run_pictures SET tries = tries + 1 WHERE id = $1 AND status = 'waiting'
         RETURNING id, job_id, user_id, original_name, source_url, input_key, tries, found",
        id
    )
    .optional(&state.db)
    .await?;
    let Some(work) = work else { return Ok(None) };
    let found: Option<(Option<Json<Value>>, Option<String>)> = q!(
        "SELECT j.processing_options, r.watermark_image FROM processing_jobs j JOIN runs r ON r.job_id = j.id
         WHERE j.id = $1 AND j.status = 'processing'",
        work.job_id
    )
    .optional(&state.db)
    .await?;
    Ok(found
        .map(|(options, mark)| (work, recipe::kept(options.map(|kept| kept.0), mark).unwrap_or_default())))
}

async fn succeed(state: &Context, work: &Work, output: Output, seen: Seen) -> Result<()> {
    let mut spool = Spool::open(state).await?;
    spool.write(&output.bytes).await?;
    let (size, _) = spool.finish().await?;
    let key = blobs::new_key(&*state.random, "pictures");
    deletion::mark(&state.db, &key, state.clock.now().plus_ms(HOUR_MS)).await?;
    state.blobs.take(&key, spool.path()).await.map_err(ApiError::unavailable)?;
    let mut tx = state.db.begin().await?;
    let Some(job) = advance(state, &mut tx, work.job_id, seen.asked).await? else { return Ok(()) };
    let ended = q!(
        "UPDATE run_pictures SET status = 'done', input_key = NULL, output_key = $2, output_size = $3, found = $4
         WHERE id = $1 AND status = 'waiting'",
        work.id,
        key.as_str(),
        i64::try_from(size).unwrap_or(i64::MAX),
        serde_json::to_value(&seen)?
    );
    // Somebody else has ended it, or the store's cleanup was quicker: this try is as if it had not been.
    if ended.execute(&mut tx).await? == 0 || !deletion::unmark(&mut tx, &key).await? {
        return Ok(());
    }
    over(state, tx, work, &job).await
}

async fn fail(state: &Context, work: &Work, reason: &str) -> Result<()> {
    let mut tx = state.db.begin().await?;
    let Some(job) = advance(state, &mut tx, work.job_id, false).await? else { return Ok(()) };
    let ended = q!(
        "UPDATE run_pictures SET status = 'failed', input_key = NULL, error = $2 WHERE id = $1 AND status = 'waiting'",
        work.id,
        reason
    );
    match ended.execute(&mut tx).await? {
        0 => Ok(()),
        _ => over(state, tx, work, &job).await,
    }
}

/// One image further. The job's row is held from here on: whoever comes last sees that all the others are over.
async fn advance(state: &Context, tx: &mut Tx, job: Uuid, asked: bool) -> Result<Option<JobRow>> {
    let advanced = q!(
        concat!(
            "UPDATE processing_jobs SET processed_count = processed_count + 1, ai_used = ai_used + $2, updated_at = $3
             WHERE id = $1 AND status = 'processing' AND processed_count < file_count RETURNING ",
            job_columns!()
        ),
        job,
        i64::from(asked),
        state.clock.now()
    );
    Ok(advanced.optional(tx).await?)
}

async fn over(state: &Context, mut tx: Tx, work: &Work, job: &JobRow) -> Result<()> {
    if let Some(key) = &work.input_key {
        deletion::mark(&mut tx, key, state.clock.now()).await?;
    }
    let last = job.processed_count == job.file_count;
    if last {
        let task = NewTask {
            kind: pack::TASK,
            payload: json!({ "job": job.id }),
            dedupe: format!("{}:{}", pack::TASK, job.id),
            replace: false,
            priority: 0,
        };
        tasks::enqueue(state, &mut tx, task).await?;
    }
    if last || job.processed_count % (job.file_count / NEWS).max(1) == 0 {
        jobs::tell(state, &mut tx, job).await?;
    }
    Ok(tx.commit().await?)
}

/// Waiting costs no try.
async fn pause(state: &Context, work: &Work) -> Result<Outcome> {
    q!("UPDATE run_pictures SET tries = tries - 1 WHERE id = $1 AND tries > 0", work.id)
        .execute(&state.db)
        .await?;
    let again: Timestamp = state.clock.now().plus_ms(PAUSE_MS);
    Ok(Outcome::Later(again))
}
