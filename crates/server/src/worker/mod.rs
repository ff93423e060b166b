//! Work after the answer: tasks with retries, and duties that one replica does for all.

mod duties;
mod tasks;

use std::time::Duration;

pub use duties::{clean_up, run_duties};
pub use tasks::{NewTask, Outcome, enqueue, run_due};

use crate::error::chain;
use crate::state::AppState;

/// How often a replica looks for work that another one left.
const TICK: Duration = Duration::from_secs(5);

/// Runs until the server stops.
pub async fn run(state: AppState) {
    loop {
        if let Err(error) = run_due(&state).await {
            tracing::warn!(error = %chain(&error), "tasks could not be read");
        }
        if let Err(error) = run_duties(&state).await {
            tracing::warn!(error = %format!("{error:?}"), "a duty failed");
        }
        tokio::select! {
            () = state.shutdown.cancelled() => return,
            () = state.worker.notified() => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
