//! What must happen without anybody asking: periods end, days of grace end, and every night each paying person is
//! compared with Stripe.

use uuid::Uuid;

use super::provider::Mode;
use super::standing::{self, GRACE_MS};
use super::stripe;
use super::test_mode::periods;
use crate::base::clock::Timestamp;
use crate::base::db::q;
use crate::base::error::Result;
use crate::features::billing::BillingContext;

/// Ends what is over.
pub async fn turn_over(state: &BillingContext) -> Result<()> {
    let now = state.clock.now();
    let turned = periods::turn_over(state).await?;
    let lapsed = end_grace(state, now).await?;
    if turned + lapsed > 0 {
        tracing::info!(turned, lapsed, "billing periods and days of grace ended");
    }
    Ok(())
}

/// Queues a comparison with Stripe for everybody who has a customer number there, also without a plan: a payment that we
/// never heard of is found this way.
pub async fn compare_all(state: &BillingContext) -> Result<u64> {
    if state.provider.mode() != Mode::Stripe {
        return Ok(0);
    }
    let known: Vec<(String,)> =
        q!("SELECT stripe_customer_id FROM users WHERE stripe_customer_id IS NOT NULL")
            .all(&state.db)
            .await?;
    for (customer,) in &known {
        let mut tx = state.db.begin().await?;
        stripe::queue(state, &mut tx, customer).await?;
        tx.commit().await?;
    }
    Ok(known.len() as u64)
}

/// The limits of starter for who has not paid within the days of grace.
async fn end_grace(state: &BillingContext, now: Timestamp) -> Result<u64> {
    let late: Vec<(Uuid,)> = q!(
        "SELECT id FROM users WHERE subscription_status = 'past_due' AND past_due_since <= $1
         AND subscription_tier <> 'starter'",
        now.plus_ms(-GRACE_MS)
    )
    .all(&state.db)
    .await?;
    for (user,) in &late {
        let mut tx = state.db.begin().await?;
        let before = standing::lock(&mut tx, *user).await?;
        let next = before.standing.clone().with_grace(&before.standing, now);
        standing::write(state, &mut tx, *user, &before, &next, now).await?;
        tx.commit().await?;
    }
    Ok(late.len() as u64)
}
