//! Duties that one replica does for all, held by a lease: deleting what has expired, and what features do by themselves.

use std::iter;

use crate::app::features::{features, rules};
use crate::app::orphans;
use crate::app::state::AppState;
use crate::base::clock::{DAY_MS, MINUTE_MS};
use crate::base::db::q;
use crate::base::error::Result;
use crate::base::feature::Duty;

static CLEAN_UP: Duty<AppState> =
    Duty { name: "clean-up", period_ms: 10 * MINUTE_MS, run: |state| Box::pin(clean_up(state)) };

static ORPHANS: Duty<AppState> = Duty {
    name: "orphans",
    period_ms: DAY_MS,
    run: |state| Box::pin(async move { orphans::remove(state).await.map(drop) }),
};

/// Does what is due and not held by another replica.
pub async fn run_duties(state: &AppState) -> Result<()> {
    let of_features = features().iter().flat_map(|feature| &feature.duties);
    for duty in iter::once(&CLEAN_UP).chain(of_features).chain([&ORPHANS]) {
        if lease(state, duty.name, duty.period_ms).await? {
            (duty.run)(state).await?;
        }
    }
    Ok(())
}

/// Takes the lease of a duty for one period, so that it runs once per period among all replicas.
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

/// Deletes expired rows and files. If one rule fails, the others still run.
pub async fn clean_up(state: &AppState) -> Result<()> {
    let mut failed = None;
    for rule in rules() {
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
