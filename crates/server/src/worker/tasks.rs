//! The tasks table: claimed with a lease, removed when done, retried with growing pauses, kept when given up.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::clock::{DAY_MS, MINUTE_MS, SECOND_MS, Timestamp};
use crate::db::{Tx, q, row};
use crate::error::Result;
use crate::mail;
use crate::random;
use crate::state::AppState;

/// A claimed task belongs to its worker for so long; after a crash another one takes it.
const LEASE_MS: i64 = 2 * MINUTE_MS;
const MOST_ATTEMPTS: i64 = 8;

/// How a task ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Not yet; this is no failure.
    Later(Timestamp),
}

#[derive(Debug)]
struct Task {
    id: Uuid,
    kind: String,
    payload: Json<Value>,
    attempts: i64,
}
row!(Task { id, kind, payload, attempts });

/// Work to be done.
#[derive(Debug)]
pub struct NewTask {
    pub kind: &'static str,
    pub payload: Value,
    /// Of the same key only one waits.
    pub dedupe: String,
    /// Whether the newer payload takes the place of the one that waits.
    pub replace: bool,
    /// Higher goes first among those that are due.
    pub priority: i64,
}

/// Puts a task in the queue.
pub async fn enqueue(state: &AppState, tx: &mut Tx, new: NewTask) -> Result<()> {
    let now = state.clock.now();
    q!(
        "INSERT INTO tasks (id, kind, payload, dedupe_key, run_at, created_at, priority)
         VALUES ($1, $2, $3, $4, $5, $5, $7)
         ON CONFLICT (dedupe_key) DO UPDATE SET
         payload = CASE WHEN $6 THEN excluded.payload ELSE tasks.payload END,
         attempts = 0, dead_at = NULL",
        random::id(&*state.random, now),
        new.kind,
        new.payload,
        new.dedupe,
        now,
        new.replace,
        new.priority
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Runs everything that is due, one after the other, and says how many.
pub async fn run_due(state: &AppState) -> Result<usize, sqlx::Error> {
    let mut count = 0;
    while !state.shutdown.is_cancelled() {
        let Some(task) = claim(state).await? else { break };
        let outcome = run(state, &task).await;
        settle(state, &task, outcome).await?;
        count += 1;
    }
    Ok(count)
}

async fn run(state: &AppState, task: &Task) -> Result<Outcome> {
    match task.kind.as_str() {
        "mail" => mail::deliver(state, task.payload.0.clone()).await,
        other => Err(crate::error::ApiError::internal(format!("unknown kind of task: {other}"))),
    }
}

/// Two replicas may pick the same row; the outer condition, checked again under the row's lock, lets one win.
async fn claim(state: &AppState) -> Result<Option<Task>, sqlx::Error> {
    let now = state.clock.now();
    q!(
        "UPDATE tasks SET locked_by = $1, locked_until = $2, attempts = attempts + 1
         WHERE id = (SELECT id FROM tasks WHERE run_at <= $3 AND dead_at IS NULL
                     AND (locked_until IS NULL OR locked_until <= $3) ORDER BY priority DESC, run_at, id LIMIT 1)
         AND (locked_until IS NULL OR locked_until <= $3)
         RETURNING id, kind, payload, attempts",
        state.replica,
        now.plus_ms(LEASE_MS),
        now
    )
    .optional(&state.db)
    .await
}

async fn settle(state: &AppState, task: &Task, outcome: Result<Outcome>) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    match outcome {
        Ok(Outcome::Done) => {
            // A payload that was replaced meanwhile is new work: only the task that was run is removed.
            let removed = q!(
                "DELETE FROM tasks WHERE id = $1 AND locked_by = $2 AND attempts = $3",
                task.id,
                state.replica,
                task.attempts
            )
            .execute(&state.db)
            .await?;
            if removed == 0 {
                release(state, task.id, now, None).await?;
            }
        }
        Ok(Outcome::Later(when)) => release(state, task.id, when, None).await?,
        Err(error) => {
            let text = format!("{error:?}");
            tracing::warn!(kind = task.kind, attempts = task.attempts, error = text, "a task failed");
            if task.attempts >= MOST_ATTEMPTS {
                q!(
                    "UPDATE tasks SET dead_at = $2, last_error = $3, locked_until = NULL WHERE id = $1",
                    task.id,
                    now,
                    text
                )
                .execute(&state.db)
                .await?;
            } else {
                release(state, task.id, now.plus_ms(pause_ms(task.attempts)), Some(text)).await?;
            }
        }
    }
    Ok(())
}

/// Puts a task back. Waiting costs no attempt; failing does.
async fn release(
    state: &AppState,
    id: Uuid,
    run_at: Timestamp,
    error: Option<String>,
) -> Result<(), sqlx::Error> {
    let failed = error.is_some();
    q!(
        "UPDATE tasks SET locked_by = NULL, locked_until = NULL, run_at = $2, last_error = COALESCE($3, last_error),
         attempts = CASE WHEN $4 OR attempts = 0 THEN attempts ELSE attempts - 1 END WHERE id = $1",
        id,
        run_at,
        error,
        failed
    )
    .execute(&state.db)
    .await?;
    Ok(())
}

/// 10 s, 40 s, 160 s, ... up to six hours.
fn pause_ms(attempts: i64) -> i64 {
    let factor = 4i64.saturating_pow(u32::try_from(attempts.saturating_sub(1)).unwrap_or(0));
    (10 * SECOND_MS).saturating_mul(factor).min(DAY_MS / 4)
}
