//! Hearing other replicas: PostgreSQL's LISTEN, for as long as the process runs. Events wake the streams, new tasks the
//! worker. What is not heard is only late: both also look by themselves.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgNotification};

use super::CHANNEL;
use crate::base::context::Context;
use crate::base::tasks;

const PAUSE: Duration = Duration::from_secs(2);

/// Wakes this replica when any other commits an event or a task. With SQLite there is only this process.
pub async fn listen(state: Context) {
    if !state.config.uses_postgres() {
        return;
    }
    while !state.shutdown.is_cancelled() {
        tokio::select! {
            () = state.shutdown.cancelled() => return,
            outcome = hear(&state) => if let Err(error) = outcome {
                tracing::warn!(%error, "events and tasks of other replicas are not heard");
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(state: &Context) -> Result<(), sqlx::Error> {
    let config = &state.config;
    let direct = if config.database_url_listen.is_empty() {
        &config.database_url
    } else {
        &config.database_url_listen
    };
    let mut listener = PgListener::connect(direct.expose()).await?;
    listener.listen_all([CHANNEL, tasks::CHANNEL]).await?;
    // Tasks may have been added while the connection was down.
    state.worker.notify();
    loop {
        tell(state, &listener.recv().await?);
    }
}

fn tell(state: &Context, heard: &PgNotification) {
    match (heard.channel(), heard.payload().parse()) {
        (CHANNEL, Ok(user)) => state.events.wake(user),
        // Our own task has woken us already.
        (tasks::CHANNEL, Ok(replica)) if replica != state.replica => state.worker.notify(),
        _ => {}
    }
}
