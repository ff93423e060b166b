//! Duties that one replica does for all, held by a lease: deleting what has expired, and the calendar of billing.

use crate::app::state::AppState;
use crate::base::blobs;
use crate::base::clock::{DAY_MS, MINUTE_MS};
use crate::base::db::q;
use crate::base::error::Result;
use crate::base::expiry;
use crate::features::billing;

const CLEAN_UP_EVERY_MS: i64 = 10 * MINUTE_MS;
const BILLING_EVERY_MS: i64 = 10 * MINUTE_MS;

/// Does what is due and not held by another replica.
pub async fn run_duties(state: &AppState) -> Result<()> {
    if lease(state, "clean-up", CLEAN_UP_EVERY_MS).await? {
        clean_up(state).await?;
    }
    if lease(state, "billing-periods", BILLING_EVERY_MS).await? {
        billing::duties::turn_over(state).await?;
    }
    if lease(state, "billing-comparison", DAY_MS).await? {
        billing::duties::compare_all(state).await?;
    }
    if lease(state, "orphans", DAY_MS).await? {
        blobs::remove_orphans(state).await?;
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

/// Deletes what nobody needs any more. A rule that fails does not keep the others from their work.
pub async fn clean_up(state: &AppState) -> Result<()> {
    let mut failed = None;
    for rule in expiry::rules() {
        match (rule.run)(state).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(what = rule.name, count, "cleaned up"),
            Err(error) => {
                tracing::error!(what = rule.name, ?error, "could not be cleaned up");
                failed = Some(error);
            }
        }
    }
    failed.map_or(Ok(()), Err)
}
