//! Work after the answer: tasks with retries, and duties that one replica does for all.

mod duties;
mod kinds;
mod tasks;

use std::time::Duration;

use tokio::sync::watch::Receiver;
use tokio::task::JoinSet;

pub use duties::{clean_up, run_duties};
pub use tasks::run_due;

use crate::app::state::AppState;
use crate::base::error::chain;
use kinds::{Kind, kinds};

/// How often a replica looks for work that another one left, and for hints that got lost.
const TICK: Duration = Duration::from_secs(5);

/// Runs until the server stops. Every kind of task and the duties have worker slots of their own.
pub async fn run(state: AppState) {
    let mut slots = JoinSet::new();
    for kind in kinds() {
        for _ in 0..(kind.at_once)(&state) {
            slots.spawn(work(state.clone(), kind));
        }
    }
    slots.spawn(look_after(state));
    while slots.join_next().await.is_some() {}
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
