//! The tasks table: claimed with a lease, removed when done, retried with growing pauses, kept when given up. Whoever
//! lost the lease of a task touches it no more.

use std::future::Future;
use std::time::Duration;

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::kinds::{Kind, kinds};
use crate::app::state::AppState;
use crate::base::clock::{DAY_MS, SECOND_MS, Timestamp};
use crate::base::db::{Db, Query, q, row};
use crate::base::error::Result;
use crate::base::random;
use crate::base::tasks::Outcome;

const MOST_ATTEMPTS: i64 = 8;

#[derive(Debug)]
struct Task {
    id: Uuid,
    kind: String,
    payload: Json<Value>,
    attempts: i64,
}
row!(Task { id, kind, payload, attempts });

/// Runs everything that is due, one after the other, and says how many.
pub async fn run_due(state: &AppState) -> Result<usize, sqlx::Error> {
    let mut count = 0;
    for kind in kinds() {
        while !state.shutdown.is_cancelled() && run_one(state, kind).await? {
            count += 1;
        }
    }
    Ok(count)
}

/// Runs one due task of a kind. False when there is none.
pub(super) async fn run_one(state: &AppState, kind: &Kind) -> Result<bool, sqlx::Error> {
    // A new owner id for every claim, so that a worker whose lease ran out cannot settle the task, even in the same process.
    let mark = random::id(&*state.random, state.clock.now());
    let Some(task) = claim(state, kind.name, mark).await? else { return Ok(false) };
    let work = (kind.run)(state, task.payload.0.clone());
    match while_held(state, &task, mark, renewal(state), work).await {
        Some(outcome) => settle(state, &task, mark, outcome).await?,
        None => tracing::warn!(kind = kind.name, "a task was lost to another worker and is left to it"),
    }
    Ok(true)
}

/// A claimed task belongs to its worker for so long; after a crash another one takes it.
fn lease_ms(state: &AppState) -> i64 {
    i64::from(state.config.task_lease) * SECOND_MS
}

/// Long work renews its lease well before it runs out: two renewals may fail.
fn renewal(state: &AppState) -> Duration {
    Duration::from_secs(u64::from(state.config.task_lease)) / 3
}

/// Does the work and renews the lease meanwhile. None when the lease was lost.
async fn while_held<T>(
    state: &AppState,
    task: &Task,
    mark: Uuid,
    every: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    tokio::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return Some(done),
            () = tokio::time::sleep(every) => {
                // A database that does not answer now may answer before the lease is over.
                if renew(state, task.id, mark).await.is_ok_and(|held| !held) {
                    return None;
                }
            }
        }
    }
}

async fn renew(state: &AppState, id: Uuid, mark: Uuid) -> Result<bool, sqlx::Error> {
    let until = state.clock.now().plus_ms(lease_ms(state));
    let renewed = q!("UPDATE tasks SET locked_until = $3 WHERE id = $1 AND locked_by = $2", id, mark, until);
    Ok(renewed.execute(&state.db).await? == 1)
}

/// What is due of a kind, the most urgent first. SQLite has one writer; on PostgreSQL replicas step over rows that
/// another one is claiming. The outer condition, checked again under the row's lock, lets one win in any case.
macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE tasks SET locked_by = $1, locked_until = $2, attempts = attempts + 1
             WHERE id = (SELECT id FROM tasks WHERE kind = $4 AND run_at <= $3 AND dead_at IS NULL
                         AND (locked_until IS NULL OR locked_until <= $3)
                         ORDER BY priority DESC, run_at, id LIMIT 1 ",
            $lock,
            ") AND (locked_until IS NULL OR locked_until <= $3) RETURNING id, kind, payload, attempts"
        )
    };
}

async fn claim(state: &AppState, kind: &str, mark: Uuid) -> Result<Option<Task>, sqlx::Error> {
    let now = state.clock.now();
    let args = vec![mark.into(), now.plus_ms(lease_ms(state)).into(), now.into(), kind.into()];
    let sql = match &state.db {
        Db::Sqlite { .. } => claim!(""),
        Db::Postgres { .. } => claim!("FOR UPDATE SKIP LOCKED"),
    };
    Query::new(sql, args).optional(&state.db).await
}

async fn settle(
    state: &AppState,
    task: &Task,
    mark: Uuid,
    outcome: Result<Outcome>,
) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    match outcome {
        Ok(Outcome::Done) => {
            // A payload that was replaced meanwhile is new work: only the task that was run is removed.
            let removed = q!(
                "DELETE FROM tasks WHERE id = $1 AND locked_by = $2 AND attempts = $3",
                task.id,
                mark,
                task.attempts
            );
            if removed.execute(&state.db).await? == 0 {
                release(state, task.id, mark, now).await?;
            }
        }
        Ok(Outcome::Later(when)) => release(state, task.id, mark, when).await?,
        Err(error) => {
            let text = format!("{error:?}");
            let settled = match task.attempts >= MOST_ATTEMPTS {
                true => bury(state, task, mark, &text).await?,
                false => retry(state, task, mark, now.plus_ms(pause_ms(task.attempts)), &text).await?,
            };
            // The payload was replaced meanwhile: this failure is not that of the new work, which has all its attempts.
            if !settled {
                release(state, task.id, mark, now).await?;
            }
            // Said only now: whoever reads it knows that the task can be taken again.
            tracing::warn!(kind = task.kind, attempts = task.attempts, error = text, "a task failed");
        }
    }
    Ok(())
}

/// Gives a task up; it is kept for somebody to look at. Only while it is one's own and is the work that failed.
async fn bury(state: &AppState, task: &Task, mark: Uuid, error: &str) -> Result<bool, sqlx::Error> {
    let buried = q!(
        "UPDATE tasks SET dead_at = $4, last_error = $5, locked_until = NULL, locked_by = NULL
         WHERE id = $1 AND locked_by = $2 AND attempts = $3",
        task.id,
        mark,
        task.attempts,
        state.clock.now(),
        error
    );
    Ok(buried.execute(&state.db).await? == 1)
}

/// Puts a task that failed back for a later attempt, under the same conditions.
async fn retry(
    state: &AppState,
    task: &Task,
    mark: Uuid,
    run_at: Timestamp,
    error: &str,
) -> Result<bool, sqlx::Error> {
    let waiting = q!(
        "UPDATE tasks SET run_at = $4, last_error = $5, locked_until = NULL, locked_by = NULL
         WHERE id = $1 AND locked_by = $2 AND attempts = $3",
        task.id,
        mark,
        task.attempts,
        run_at,
        error
    );
    Ok(waiting.execute(&state.db).await? == 1)
}

/// Puts a task back that did not fail, only while it is one's own. Waiting costs no attempt.
async fn release(state: &AppState, id: Uuid, mark: Uuid, run_at: Timestamp) -> Result<(), sqlx::Error> {
    q!(
        "UPDATE tasks SET locked_by = NULL, locked_until = NULL, run_at = $3,
         attempts = CASE WHEN attempts = 0 THEN 0 ELSE attempts - 1 END WHERE id = $1 AND locked_by = $2",
        id,
        mark,
        run_at
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

#[cfg(test)]
mod tests;
