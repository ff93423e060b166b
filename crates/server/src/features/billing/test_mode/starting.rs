//! A new period of a test plan.

use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, price};

use super::super::calendar::{Paid, period_end};
use super::super::direction::no_price;
use super::super::records::{NewRecord, RecordStatus};
use super::super::standing::{self, Standing, Status};
use crate::base::clock::Timestamp;
use crate::base::error::Result;

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
