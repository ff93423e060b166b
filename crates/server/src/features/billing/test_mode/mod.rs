//! The built-in test checkout: no payment, but the same plans, periods, history and receipts as with Stripe.

pub mod checkout;
pub mod periods;
mod starting;

use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, price};
use uuid::Uuid;

use self::starting::starting;
use super::direction::Change;
use super::here::end_locally;
use super::leaving;
use super::provider::{BillingContext, CancelWhen, CheckoutSession, Doing, Mode, Order, Provider};
use super::records;
use super::refusals::{checkout_first, nothing_to_change, refuse_billed_elsewhere};
use super::standing::{self, Standing};
use crate::base::error::{ApiError, Result};

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
