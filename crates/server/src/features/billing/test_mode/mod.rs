//! The built-in test checkout: no payment, but the same plans, periods, history and receipts as with Stripe.

pub mod checkout;
pub mod periods;

use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, price};
use uuid::Uuid;

use super::calendar::{Paid, period_end};
use super::direction::{Change, no_price};
use super::provider::{CancelWhen, CheckoutSession, Doing, Mode, Order, Provider};
use super::records::{self, NewRecord, RecordStatus};
use super::standing::{self, Standing, Status};
use super::{checkout_first, end_locally, leaving, nothing_to_change, refuse_billed_elsewhere};
use crate::base::clock::Timestamp;
use crate::base::error::{ApiError, Result};
use crate::features::billing::BillingContext;

#[derive(Debug)]
pub struct TestCheckout;

impl Provider for TestCheckout {
    fn mode(&self) -> Mode {
        Mode::Test
    }

    fn cancels(&self) -> CancelWhen {
        CancelWhen::Now
    }

    fn has_portal(&self) -> bool {
        true
    }

    fn price_id(&self, tier: Tier, interval: Interval) -> Option<String> {
        price(tier, interval).map(|_| format!("price_test_{}_{}", tier.as_str(), interval.as_str()))
    }

    fn checkout<'a>(&'a self, state: &'a BillingContext, order: Order) -> Doing<'a, CheckoutSession> {
        Box::pin(checkout::open(state, order))
    }

    /// The billing section does everything that Stripe's portal does.
    fn portal<'a>(&'a self, _: &'a BillingContext, _: Uuid, return_url: String) -> Doing<'a, String> {
        Box::pin(async move {
            let mut url = url::Url::parse(&return_url).map_err(ApiError::internal)?;
            url.query_pairs_mut().append_pair("manage", "true");
            Ok(url.into())
        })
    }

    fn change<'a>(&'a self, state: &'a BillingContext, user: Uuid, change: Change) -> Doing<'a, ()> {
        Box::pin(move_to(state, user, change))
    }

    fn cancel<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(async move {
            match when {
                CancelWhen::Now => end_locally(state, user).await,
                CancelWhen::PeriodEnd => cancel_at_period_end(state, user, true).await,
            }
        })
    }

    fn resume<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, ()> {
        Box::pin(cancel_at_period_end(state, user, false))
    }

    /// There is no service to compare with.
    fn leave<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(leaving::end_here(state, user, when))
    }

    fn sync<'a>(&'a self, _: &'a BillingContext, _: Uuid) -> Doing<'a, bool> {
        Box::pin(async { Ok(false) })
    }
}

/// A period that starts now, and the receipt for it.
pub(super) fn starting(
    before: &Standing,
    tier: Tier,
    interval: Interval,
    start: Timestamp,
) -> Result<(Standing, NewRecord)> {
    let mut money = price(tier, interval).ok_or_else(|| no_price(tier.as_str(), interval.as_str()))?;
    money.amount = (money.amount - unused_cents(before, start)).max(0);
    let end = period_end(start, interval);
    let next = Standing {
        tier,
        status: Status::Active,
        source: Some(standing::Source::Test),
        interval: Some(interval),
        period_start: Some(start),
        period_end: Some(end),
        cancel_at_period_end: false,
        trial_ends_at: before.trial_ends_at,
        past_due_since: None,
        subscription_id: None,
    };
    let description = format!("{} plan, {}", tier.plan().name, interval.adverb());
    let record = NewRecord {
        money,
        description,
        status: RecordStatus::Paid,
        stripe_id: None,
        invoice_url: None,
        period: Some((start, end)),
        created_at: start,
    };
    Ok((next, record))
}

/// What is left of the plan before; a trial was free.
fn unused_cents(before: &Standing, now: Timestamp) -> i64 {
    let (Some(interval), Some(start), Some(end)) = (before.interval, before.period_start, before.period_end)
    else {
        return 0;
    };
    if !before.is_live() || before.status != Status::Active {
        return 0;
    }
    let cents = price(before.tier, interval).map_or(0, |money| money.amount);
    Paid { cents, start, end }.unused_cents(now)
}

async fn move_to(state: &BillingContext, user: Uuid, change: Change) -> Result<()> {
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    refuse_billed_elsewhere(&before.standing)?;
    change.check(before.standing.tier)?;
    if !before.standing.is_live() {
        return Err(checkout_first());
    }
    let (next, record) = starting(&before.standing, change.to, change.interval, now)?;
    records::keep(state, &mut tx, user, &record).await?;
    standing::write(state, &mut tx, user, &before, &next, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn cancel_at_period_end(state: &BillingContext, user: Uuid, ends: bool) -> Result<()> {
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    refuse_billed_elsewhere(&before.standing)?;
    if !before.standing.is_live() {
        return Err(nothing_to_change());
    }
    let next = Standing { cancel_at_period_end: ends, ..before.standing.clone() };
    standing::write(state, &mut tx, user, &before, &next, state.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}
