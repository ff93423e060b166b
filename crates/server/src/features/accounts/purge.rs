//! The end of an account whose owner stayed away for 30 days, and of sign-ups whose link has run out. Foreign keys take
//! most of what is personal; what has no such key each feature names in its list.

use uuid::Uuid;

use super::signups;
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::Result;
use crate::base::personal;
use crate::features::billing;
use crate::features::users::RESTORE_DAYS;

const AT_ONCE: i64 = 500;

/// Deletes them, and says how many accounts there were.
pub async fn purge(state: &Context) -> Result<u64> {
    let now = state.clock.now();
    // Nobody is deleted while Stripe may still bill them.
    billing::leaving::queue_last(state).await?;
    let ending: Vec<(Uuid, String)> = q!(
        "SELECT id, email FROM users WHERE deactivated_at <= $1 AND stripe_customer_id IS NULL
         AND (billing_provider IS NULL OR billing_provider <> 'stripe' OR stripe_subscription_id IS NULL) LIMIT $2",
        now.plus_ms(-RESTORE_DAYS * DAY_MS),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for (id, email) in &ending {
        let mut tx = state.db.begin().await?;
        personal::forget(&state.personal, &mut tx, *id, email).await?;
        q!("DELETE FROM users WHERE id = $1", *id).execute(&mut tx).await?;
        tx.commit().await?;
    }
    let mut tx = state.db.begin().await?;
    signups::purge(&mut tx, now).await?;
    tx.commit().await?;
    Ok(ending.len() as u64)
}
