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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::DAY_MS;

    const START: Timestamp = Timestamp(1_800_000_000_000);

    /// An essential month that began half of its days ago.
    fn half_used(change: fn(&mut Standing)) -> Standing {
        let mut held = Standing {
            tier: Tier::Essential,
            status: Status::Active,
            source: Some(standing::Source::Test),
            interval: Some(Interval::Month),
            period_start: Some(START.plus_ms(-15 * DAY_MS)),
            period_end: Some(START.plus_ms(15 * DAY_MS)),
            cancel_at_period_end: true,
            trial_ends_at: Some(START),
            past_due_since: Some(START),
            subscription_id: None,
        };
        change(&mut held);
        held
    }

    #[test]
    fn what_is_left_of_a_paid_plan_is_taken_off_the_next_price() {
        let cents = |tier: Tier| price(tier, Interval::Month).unwrap().amount;
        let costs = |change: fn(&mut Standing), tier: Tier| {
            starting(&half_used(change), tier, Interval::Month, START).unwrap().1.money.amount
        };
        let (small, large) = (cents(Tier::Essential), cents(Tier::Professional));
        assert_eq!(costs(|_| (), Tier::Professional), large - small / 2);
        assert_eq!(
            costs(|held| held.status = Status::Trialing, Tier::Professional),
            large,
            "a trial was free"
        );
        assert_eq!(costs(|held| held.source = None, Tier::Professional), large, "nobody paid for it");
        assert_eq!(costs(|held| held.interval = None, Tier::Professional), large);
        let dear = costs(|held| held.tier = Tier::Professional, Tier::Essential);
        assert_eq!(dear, (small - large / 2).max(0), "never below nothing");
        assert!(starting(&half_used(|_| ()), Tier::Starter, Interval::Month, START).is_err());
    }

    #[test]
    fn a_new_period_starts_clean() {
        let (next, record) = starting(&half_used(|_| ()), Tier::Professional, Interval::Year, START).unwrap();
        assert_eq!((next.tier, next.status), (Tier::Professional, Status::Active));
        assert_eq!((next.interval, next.period_start), (Some(Interval::Year), Some(START)));
        assert_eq!(next.period_end, Some(period_end(START, Interval::Year)));
        assert_eq!((next.cancel_at_period_end, next.past_due_since), (false, None));
        assert_eq!(next.trial_ends_at, Some(START), "a second trial is not free");
        assert_eq!(record.period, Some((START, period_end(START, Interval::Year))));
        assert_eq!(record.status, RecordStatus::Paid);
    }
}
