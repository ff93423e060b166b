//! Duties that one replica does for all, held by a lease: deleting what has expired.

use crate::accounts::purge::purge;
use crate::blobs;
use crate::clock::{DAY_MS, MINUTE_MS, Timestamp};
use crate::db::q;
use crate::error::Result;
use crate::naming::memory;
use crate::state::AppState;

const CLEAN_UP_EVERY_MS: i64 = 10 * MINUTE_MS;
const AUDIT_DAYS: i64 = 365;
/// So long an ended session tells a known device from a new one.
const ENDED_SESSION_DAYS: i64 = 30;
/// So long somebody can look at a task that was given up; its letter names a person.
const DEAD_TASK_DAYS: i64 = 30;

/// Does what is due and not held by another replica.
pub async fn run_duties(state: &AppState) -> Result<()> {
    if lease(state, "clean-up", CLEAN_UP_EVERY_MS).await? {
        clean_up(state).await?;
    }
    Ok(())
}

/// Takes a duty for a time. Whoever holds it runs out of it as well: a duty runs once per period.
async fn lease(state: &AppState, name: &str, period_ms: i64) -> Result<bool> {
    let now = state.clock.now();
    let taken = q!(
        "INSERT INTO worker_leases (name, owner, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET owner = $2, expires_at = $3 WHERE worker_leases.expires_at <= $4",
        name,
        state.replica,
        now.plus_ms(period_ms),
        now
    )
    .execute(&state.db)
    .await?;
    Ok(taken == 1)
}

/// Deletes what nobody needs any more.
pub async fn clean_up(state: &AppState) -> Result<()> {
    let now = state.clock.now();
    let accounts = purge(state).await?;
    expire(state, now).await?;
    memory::sweep(state).await?;
    let objects = blobs::remove_doomed(state).await?;
    if accounts + objects > 0 {
        tracing::info!(accounts, objects, "cleaned up");
    }
    Ok(())
}

async fn expire(state: &AppState, now: Timestamp) -> Result<()> {
    let db = &state.db;
    let yesterday = now.plus_ms(-DAY_MS);
    q!("DELETE FROM access_tokens WHERE expires_at <= $1", now).execute(db).await?;
    q!(
        "DELETE FROM sessions WHERE idle_expires_at <= $1 OR absolute_expires_at <= $1 OR revoked_at <= $1",
        now.plus_ms(-ENDED_SESSION_DAYS * DAY_MS)
    )
    .execute(db)
    .await?;
    q!("DELETE FROM one_time_tokens WHERE expires_at <= $1", yesterday).execute(db).await?;
    q!("DELETE FROM oauth_flows WHERE expires_at <= $1", now).execute(db).await?;
    q!("DELETE FROM rate_counters WHERE expires_at <= $1", now).execute(db).await?;
    q!("DELETE FROM mail_pacing WHERE last_sent_at <= $1", yesterday).execute(db).await?;
    q!("DELETE FROM tasks WHERE dead_at <= $1", now.plus_ms(-DEAD_TASK_DAYS * DAY_MS)).execute(db).await?;
    q!("DELETE FROM audit_log WHERE created_at <= $1", now.plus_ms(-AUDIT_DAYS * DAY_MS)).execute(db).await?;
    Ok(())
}
