//! Work after the answer: tasks with retries, and duties that one replica does for all.

mod duties;
mod expiry;
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

use crate::error::chain;
use crate::state::AppState;

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
