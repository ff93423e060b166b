//! The end of a test plan's period: it is renewed with a receipt, or ends when that was asked for. A server that
//! is no longer in test mode renews nothing: what was never paid for ends.

use uuid::Uuid;

use super::super::here::end_locally;
use super::super::provider::{BillingContext, Mode};
use super::super::{records, standing};
use super::starting::starting;
use crate::base::clock::Timestamp;
use crate::base::db::q;
use crate::base::error::Result;

/// Brings every test plan whose period is over up to date, and says how many there were.
pub async fn turn_over(state: &BillingContext) -> Result<u64> {
    let now = state.clock.now();
    let due: Vec<(Uuid,)> = q!(
        "SELECT id FROM users WHERE billing_provider = 'test' AND current_period_end <= $1
         AND subscription_status IN ('active', 'trialing') LIMIT 500",
        now
    )
    .all(&state.db)
    .await?;
    for (user,) in &due {
        next_period(state, *user, now).await?;
    }
    Ok(due.len() as u64)
}

async fn next_period(state: &BillingContext, user: Uuid, now: Timestamp) -> Result<()> {
    let kept = standing::read(&state.db, user).await?;
    if kept.standing.cancel_at_period_end || state.provider.mode() != Mode::Test {
        return end_locally(state, user).await;
    }
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    let held = &before.standing;
    let (Some(end), Some(interval)) = (held.period_end.filter(|end| *end <= now), held.interval) else {
        return Ok(());
    };
    let (next, record) = starting(held, held.tier, interval, end)?;
    records::keep(state, &mut tx, user, &record).await?;
    standing::write(state, &mut tx, user, &before, &next, now).await?;
    tx.commit().await?;
    Ok(())
}
