//! Hearing of other replicas' events: PostgreSQL's LISTEN, for as long as the server runs.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::CHANNEL;
use crate::state::AppState;

const PAUSE: Duration = Duration::from_secs(2);

/// Wakes this replica's streams when any replica commits an event. With SQLite there is only this process.
pub async fn listen(state: AppState) {
    if !state.config.uses_postgres() {
        return;
    }
    while !state.shutdown.is_cancelled() {
        tokio::select! {
            () = state.shutdown.cancelled() => return,
            outcome = hear(&state) => if let Err(error) = outcome {
                // Streams also look by themselves now and then, so that nothing is lost, only late.
                tracing::warn!(%error, "events of other replicas are not heard");
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(state: &AppState) -> Result<(), sqlx::Error> {
    let config = &state.config;
    let direct = if config.database_url_listen.is_empty() {
        &config.database_url
    } else {
        &config.database_url_listen
    };
    let mut listener = PgListener::connect(direct.expose()).await?;
    listener.listen(CHANNEL).await?;
    loop {
        if let Ok(user) = listener.recv().await?.payload().parse() {
            state.events.wake(user);
        }
    }
}
