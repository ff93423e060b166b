//! Ending the subscription of somebody who leaves: with the period that is paid for when the account is deactivated, and at
//! once when it is about to be deleted. It is a task that never gives up while the account exists, so that it is not
//! forgotten when Stripe cannot be reached. An account is deleted only when Stripe has nothing of it.

use serde_json::{Value, json};
use uuid::Uuid;

use super::here::end_locally;
use super::provider::{BillingContext, CancelWhen};
use super::refusals::refuse_billed_elsewhere;
use super::reports::{self, Kind};
use super::standing::{self, Kept, Standing};
use crate::base::clock::{DAY_MS, MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Result};
use crate::base::tasks::{self, NewTask, Outcome};
use crate::features::users::RESTORE_DAYS;

pub const TASK: &str = "billing-leave";

/// Until the next try when Stripe could not end a subscription.
const AGAIN_MS: i64 = 10 * MINUTE_MS;

/// Queues the end of a subscription in the transaction that deactivates the account.
pub async fn queue(state: &Context, tx: &mut Tx, user: Uuid) -> Result<()> {
    let new = NewTask {
        kind: TASK,
        payload: json!({ "user": user }),
        dedupe: format!("{TASK}:{user}"),
        replace: true,
        priority: 10,
    };
    tasks::enqueue(state, tx, new).await
}

/// The same when a subscription of somebody who has left is heard of later.
pub(super) async fn queue_if_left(state: &Context, tx: &mut Tx, user: Uuid, held: &Standing) -> Result<()> {
    if held.is_live() && !held.cancel_at_period_end && left_at(&mut *tx, user).await?.is_some() {
        queue(state, tx, user).await?;
    }
    Ok(())
}

/// Queues the last end for accounts whose time is over and that Stripe may still know. `accounts::purge` leaves them
/// alone until it is done.
pub async fn queue_last(state: &Context) -> Result<()> {
    let due: Vec<(Uuid,)> = q!(
        "SELECT id FROM users WHERE deactivated_at <= $1 AND (stripe_customer_id IS NOT NULL
         OR (billing_provider = 'stripe' AND stripe_subscription_id IS NOT NULL))",
        last_day(state)
    )
    .all(&state.db)
    .await?;
    for (user,) in due {
        let mut tx = state.db.begin().await?;
        queue(state, &mut tx, user).await?;
        tx.commit().await?;
    }
    Ok(())
}

pub async fn work(state: &BillingContext, payload: Value) -> Result<Outcome> {
    let user: Uuid = serde_json::from_value(payload["user"].clone())?;
    // Gone already: nobody is charged.
    let Ok(kept) = standing::read(&state.db, user).await else { return Ok(Outcome::Done) };
    let Some(left_at) = left_at(&state.db, user).await? else { return Ok(Outcome::Done) };
    let last = left_at <= last_day(state);
    let when = if last { CancelWhen::Now } else { CancelWhen::PeriodEnd };
    let left = async {
        state.provider.leave(state, user, when).await?;
        state.provider.end_second(state, user).await
    };
    match left.await {
        Ok(()) => settle(state, user, last).await.map(|()| Outcome::Done),
        Err(error) => {
            tell(state, user, &kept, &error).await?;
            Ok(Outcome::Later(state.clock.now().plus_ms(AGAIN_MS)))
        }
    }
}

/// Without Stripe: what was never paid for just ends.
pub(super) async fn end_here(state: &BillingContext, user: Uuid, when: CancelWhen) -> Result<()> {
    let held = standing::read(&state.db, user).await?.standing;
    refuse_billed_elsewhere(&held)?;
    if held.ends_anyway(when) {
        return Ok(());
    }
    match when {
        CancelWhen::Now => end_locally(state, user).await,
        CancelWhen::PeriodEnd => state.provider.cancel(state, user, when).await,
    }
}

/// An account at its end loses its customer number, which lets `accounts::purge` delete it.
async fn settle(state: &Context, user: Uuid, last: bool) -> Result<()> {
    let mut tx = state.db.begin().await?;
    reports::settle_others(state, &mut tx, user, Kind::LeaverBilled, &[], "The subscription is ended")
        .await?;
    if last {
        q!(
            "UPDATE users SET stripe_customer_id = NULL, stripe_subscription_id = NULL
             WHERE id = $1 AND deactivated_at <= $2",
            user,
            last_day(state)
        )
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn tell(state: &Context, user: Uuid, kept: &Kept, error: &ApiError) -> Result<()> {
    tracing::warn!(%user, ?error, "the subscription of somebody who left could not be ended; it is tried again");
    let id = kept.standing.subscription_id.as_ref().or(kept.customer_id.as_ref());
    let detail = "Somebody has left and their subscription could not be ended yet: it is tried again every ten minutes";
    let mut tx = state.db.begin().await?;
    let about = id.map_or_else(|| user.to_string(), Clone::clone);
    reports::open(state, &mut tx, user, Kind::LeaverBilled, &about, detail).await?;
    tx.commit().await?;
    Ok(())
}

async fn left_at(target: impl crate::base::db::Target, user: Uuid) -> Result<Option<Timestamp>> {
    let found: Option<(Option<Timestamp>,)> =
        q!("SELECT deactivated_at FROM users WHERE id = $1", user).optional(target).await?;
    Ok(found.and_then(|row| row.0))
}

/// Accounts deactivated before this moment are deleted.
fn last_day(state: &Context) -> Timestamp {
    state.clock.now().plus_ms(-RESTORE_DAYS * DAY_MS)
}
