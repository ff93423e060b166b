//! Work after the answer: tasks with retries, and duties that one replica does for all.

mod duties;
mod kinds;
mod tasks;
mod wake;

use std::time::Duration;

pub use duties::{clean_up, run_duties};
pub use kinds::{KINDS, Kind};
pub(crate) use tasks::CHANNEL;
pub use tasks::{NewTask, Outcome, enqueue, run_due};
use tokio::sync::watch::Receiver;
use tokio::task::JoinSet;
pub use wake::Wake;

use crate::app::state::AppState;
use crate::base::clock::DAY_MS;
use crate::base::db::q;
use crate::base::error::chain;
use crate::base::expiry::{Expiry, Rule, rows};

/// So long somebody can look at a task that was given up; its letter names a person.
const DEAD_TASK_DAYS: i64 = 30;

/// How long things stay here.
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

/// How often a replica looks for work that another one left, and for hints that got lost.
const TICK: Duration = Duration::from_secs(5);

/// Runs until the server stops. Every kind of task and the duties have hands of their own.
pub async fn run(state: AppState) {
    let mut hands = JoinSet::new();
    for kind in KINDS {
        for _ in 0..(kind.at_once)(&state) {
            hands.spawn(work(state.clone(), kind));
        }
    }
    hands.spawn(look_after(state));
    while hands.join_next().await.is_some() {}
}

async fn work(state: AppState, kind: &'static Kind) {
    let mut woken = state.worker.subscribe();
    while !state.shutdown.is_cancelled() {
        match tasks::run_one(&state, kind).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(error = %chain(&error), "tasks could not be read"),
        }
        wait(&state, &mut woken).await;
    }
}

async fn look_after(state: AppState) {
    let mut woken = state.worker.subscribe();
    while !state.shutdown.is_cancelled() {
        if let Err(error) = run_duties(&state).await {
            tracing::warn!(?error, "a duty failed");
        }
        wait(&state, &mut woken).await;
    }
}

async fn wait(state: &AppState, woken: &mut Receiver<()>) {
    tokio::select! {
        () = state.shutdown.cancelled() => {}
        _ = woken.changed() => {}
        () = tokio::time::sleep(TICK) => {}
    }
}
