//! Putting work into the queue (the table `tasks`), inside the transaction that causes it. `app::worker` takes it out.

use serde_json::Value;

use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::Result;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::random;

/// The channel on which replicas tell each other of new tasks.
pub(crate) const CHANNEL: &str = "nomina_tasks";

/// How long tasks that were given up are kept; their payload can name a person.
const DEAD_TASK_DAYS: i64 = 30;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "tasks that were given up",
        tables: &["tasks"],
        run: |state| {
            let before = state.clock.now().plus_ms(-DEAD_TASK_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM tasks WHERE dead_at <= $1", before))
        },
    }),
    Expiry::Stays("worker_leases", "a row for each duty"),
];

/// How a task ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Not yet; this is no failure.
    Later(Timestamp),
}

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

/// Lets a waiting task wait until a moment. False when there is none, or somebody works on it.
pub async fn schedule(state: &Context, tx: &mut Tx, dedupe: &str, at: Timestamp) -> Result<bool> {
    let waiting = q!("UPDATE tasks SET run_at = $2 WHERE dedupe_key = $1 AND locked_by IS NULL", dedupe, at);
    let moved = waiting.execute(&mut *tx).await? == 1;
    if moved && at <= state.clock.now() {
        tx.hint(CHANNEL, &state.replica.to_string()).await?;
        let state = state.clone();
        tx.after_commit(move || state.worker.notify());
    }
    Ok(moved)
}

/// Whether a task waits or is worked on.
pub async fn is_waiting(target: impl Target, dedupe: &str) -> Result<bool> {
    let waiting = q!("SELECT COUNT(*) FROM tasks WHERE dedupe_key = $1 AND dead_at IS NULL", dedupe);
    Ok(waiting.number(target).await? > 0)
}

/// Puts a task in the queue, and wakes whoever does it once the transaction is committed.
pub async fn enqueue(state: &Context, tx: &mut Tx, new: NewTask) -> Result<()> {
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
    .execute(&mut *tx)
    .await?;
    tx.hint(CHANNEL, &state.replica.to_string()).await?;
    let state = state.clone();
    tx.after_commit(move || state.worker.notify());
    Ok(())
}
