//! Where a person stands: the billing columns of their account. Both ways of paying read and write them here and
//! nowhere else, so that a plan looks the same however it was paid for.

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::emails::PaymentFailed;
use super::provider::CancelWhen;
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::events::{self, Kind};
use crate::features::emails;

/// A plan stays for so long after a payment failed; then the limits are those of starter until it is paid.
pub const GRACE_MS: i64 = 7 * DAY_MS;

/// Whether a plan is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SubscriptionStatus)]
pub enum Status {
    Active,
    Trialing,
    PastDue,
    Canceled,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Trialing => "trialing",
            Self::PastDue => "past_due",
            Self::Canceled => "canceled",
        }
    }

    /// An unknown word counts as active, as a missing profile does.
    pub fn from_name(name: &str) -> Self {
        [Self::Trialing, Self::PastDue, Self::Canceled]
            .into_iter()
            .find(|status| status.as_str() == name)
            .unwrap_or(Self::Active)
    }
}

/// Who gave the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Test,
    Stripe,
    Operator,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Stripe => "stripe",
            Self::Operator => "operator",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Test, Self::Stripe, Self::Operator].into_iter().find(|source| source.as_str() == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub tier: Tier,
    pub status: Status,
    pub source: Option<Source>,
    pub interval: Option<Interval>,
    pub period_start: Option<Timestamp>,
    pub period_end: Option<Timestamp>,
    pub cancel_at_period_end: bool,
    pub trial_ends_at: Option<Timestamp>,
    pub past_due_since: Option<Timestamp>,
    pub subscription_id: Option<String>,
}

/// A standing as it is kept, with what is about the account and not about the plan.
#[derive(Clone, Debug)]
pub struct Kept {
    pub email: String,
    pub customer_id: Option<String>,
    pub synced_at: Option<Timestamp>,
    pub standing: Standing,
}

impl Standing {
    /// A plan that somebody pays for (or tries out) at this moment.
    pub fn is_live(&self) -> bool {
        matches!(self.source, Some(Source::Test | Source::Stripe))
            && self.status != Status::Canceled
            && (self.subscription_id.is_some() || self.tier > Tier::Starter)
    }

    /// Whether this person never had a plan, not even for free.
    pub(super) fn never_had_a_plan(&self) -> bool {
        self.trial_ends_at.is_none() && self.period_start.is_none()
    }

    /// Whether nothing is left to end: it is over, or runs out where the end of the period is soon enough.
    pub(super) fn ends_anyway(&self, when: CancelWhen) -> bool {
        !self.is_live() || self.cancel_at_period_end && when == CancelWhen::PeriodEnd
    }

    /// The end of a plan: everything is kept but the plan.
    #[must_use]
    pub fn ended(&self, now: Timestamp) -> Self {
        Self {
            tier: Tier::Starter,
            status: Status::Canceled,
            interval: None,
            period_end: self.period_end.map(|end| Timestamp(end.0.min(now.0))),
            cancel_at_period_end: false,
            past_due_since: None,
            subscription_id: None,
            ..self.clone()
        }
    }

    /// After a failed payment the plan stays for the days of grace, counted from the first failure.
    #[must_use]
    pub fn with_grace(self, before: &Self, now: Timestamp) -> Self {
        if self.status != Status::PastDue {
            return Self { past_due_since: None, ..self };
        }
        let since = before.past_due_since.unwrap_or(now);
        let over = now.since(since) >= GRACE_MS;
        Self { past_due_since: Some(since), tier: if over { Tier::Starter } else { self.tier }, ..self }
    }
}

struct Row {
    email: String,
    subscription_tier: Tier,
    subscription_status: String,
    billing_provider: Option<String>,
    billing_interval: Option<String>,
    current_period_start: Option<Timestamp>,
    current_period_end: Option<Timestamp>,
    cancel_at_period_end: bool,
    trial_ends_at: Option<Timestamp>,
    past_due_since: Option<Timestamp>,
    stripe_subscription_id: Option<String>,
    stripe_customer_id: Option<String>,
    stripe_synced_at: Option<Timestamp>,
}
row!(Row {
    email,
    subscription_tier: word,
    subscription_status,
    billing_provider,
    billing_interval,
    current_period_start,
    current_period_end,
    cancel_at_period_end,
    trial_ends_at,
    past_due_since,
    stripe_subscription_id,
    stripe_customer_id,
    stripe_synced_at
});

macro_rules! columns {
    () => {
        "email, subscription_tier, subscription_status, billing_provider, billing_interval, current_period_start, \
         current_period_end, cancel_at_period_end, trial_ends_at, past_due_since, stripe_subscription_id, \
         stripe_customer_id, stripe_synced_at"
    };
}

impl From<Row> for Kept {
    fn from(row: Row) -> Self {
        Self {
            email: row.email,
            customer_id: row.stripe_customer_id,
            synced_at: row.stripe_synced_at,
            standing: Standing {
                tier: row.subscription_tier,
                status: Status::from_name(&row.subscription_status),
                source: row.billing_provider.as_deref().and_then(Source::from_name),
                interval: row.billing_interval.as_deref().and_then(Interval::from_name),
                period_start: row.current_period_start,
                period_end: row.current_period_end,
                cancel_at_period_end: row.cancel_at_period_end,
                trial_ends_at: row.trial_ends_at,
                past_due_since: row.past_due_since,
                subscription_id: row.stripe_subscription_id,
            },
        }
    }
}

pub async fn read(target: impl Target, user: Uuid) -> Result<Kept> {
    let found: Option<Row> =
        q!(concat!("SELECT ", columns!(), " FROM users WHERE id = $1"), user).optional(target).await?;
    found.map(Kept::from).ok_or_else(missing)
}

/// Reads and holds the row until the transaction ends: two changes of one person's plan follow each other.
pub async fn lock(tx: &mut Tx, user: Uuid) -> Result<Kept> {
    let found: Option<Row> =
        q!(concat!("UPDATE users SET updated_at = updated_at WHERE id = $1 RETURNING ", columns!()), user)
            .optional(tx)
            .await?;
    found.map(Kept::from).ok_or_else(missing)
}

/// Writes what changed, an email when a payment has failed, and tells the person's open pages; so it comes last in its
/// transaction, whose row must be locked. Says whether anything differed.
pub async fn write(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    before: &Kept,
    next: &Standing,
    as_of: Timestamp,
) -> Result<bool> {
    let differs = before.standing != *next;
    q!(
        "UPDATE users SET subscription_tier = $2, subscription_status = $3, billing_provider = $4,
         billing_interval = $5, current_period_start = $6, current_period_end = $7, cancel_at_period_end = $8,
         trial_ends_at = $9, past_due_since = $10, stripe_subscription_id = $11, stripe_synced_at = $12,
         updated_at = CASE WHEN $13 THEN $12 ELSE updated_at END WHERE id = $1",
        user,
        next.tier,
        next.status.as_str(),
        next.source.map(Source::as_str),
        next.interval.map(Interval::as_str),
        next.period_start,
        next.period_end,
        next.cancel_at_period_end,
        next.trial_ends_at,
        next.past_due_since,
        next.subscription_id.as_deref(),
        as_of,
        differs
    )
    .execute(&mut *tx)
    .await?;
    if let (Some(since), None) = (next.past_due_since, before.standing.past_due_since) {
        let until = since.plus_ms(GRACE_MS).to_string().get(..10).unwrap_or_default().to_owned();
        emails::send(state, tx, &before.email, &PaymentFailed { until }).await?;
    }
    if differs {
        let news = json!({ "tier": next.tier, "status": next.status });
        events::emit(state, tx, user, Kind::Subscription, news).await?;
    }
    Ok(differs)
}

fn missing() -> ApiError {
    ApiError::not_found("User subscription details not found")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// Somebody who pays at Stripe and has canceled for the end of the period.
    pub(in super::super) fn paying() -> Standing {
        Standing {
            tier: Tier::Essential,
            status: Status::Active,
            source: Some(Source::Stripe),
            interval: Some(Interval::Month),
            period_start: Some(NOW.plus_ms(-DAY_MS)),
            period_end: Some(NOW.plus_ms(DAY_MS)),
            cancel_at_period_end: true,
            trial_ends_at: None,
            past_due_since: None,
            subscription_id: Some("sub_1".into()),
        }
    }

    #[test]
    fn words_are_read_as_they_were_written() {
        let words = [
            (Status::Active, "active"),
            (Status::Trialing, "trialing"),
            (Status::PastDue, "past_due"),
            (Status::Canceled, "canceled"),
        ];
        for (status, word) in words {
            assert_eq!((status.as_str(), Status::from_name(word)), (word, status));
        }
        assert_eq!(Status::from_name("nonsense"), Status::Active);
        let words = [(Source::Test, "test"), (Source::Stripe, "stripe"), (Source::Operator, "operator")];
        for (source, word) in words {
            assert_eq!((source.as_str(), Source::from_name(word)), (word, Some(source)));
        }
        assert_eq!(Source::from_name(""), None);
    }

    #[test]
    fn a_plan_is_live_that_somebody_pays_for() {
        let live = |change: fn(&mut Standing)| {
            let mut held = paying();
            change(&mut held);
            held.is_live()
        };
        assert!(live(|_| ()) && live(|held| held.source = Some(Source::Test)));
        assert!(live(|held| held.subscription_id = None), "the plan alone");
        assert!(live(|held| held.tier = Tier::Starter), "the subscription alone");
        assert!(!live(|held| (held.tier, held.subscription_id) = (Tier::Starter, None)));
        assert!(!live(|held| held.status = Status::Canceled));
        assert!(!live(|held| held.source = Some(Source::Operator)) && !live(|held| held.source = None));
    }

    #[test]
    fn what_runs_out_need_not_be_ended() {
        let goes_on = Standing { cancel_at_period_end: false, ..paying() };
        let over = Standing { status: Status::Canceled, ..goes_on.clone() };
        for (held, now, later) in [(paying(), false, true), (goes_on, false, false), (over, true, true)] {
            assert_eq!(held.ends_anyway(CancelWhen::Now), now, "{held:?}");
            assert_eq!(held.ends_anyway(CancelWhen::PeriodEnd), later, "{held:?}");
        }
    }

    #[test]
    fn who_had_a_plan_or_a_trial_gets_no_trial() {
        let new = Standing { period_start: None, ..paying() };
        assert!(new.never_had_a_plan() && !paying().never_had_a_plan());
        assert!(!Standing { trial_ends_at: Some(NOW), ..new }.never_had_a_plan());
    }

    #[test]
    fn a_plan_that_ends_keeps_its_dates_only() {
        let ended = paying().ended(NOW);
        assert_eq!((ended.tier, ended.status), (Tier::Starter, Status::Canceled));
        assert_eq!((ended.interval, ended.subscription_id, ended.cancel_at_period_end), (None, None, false));
        assert_eq!((ended.period_start, ended.period_end), (Some(NOW.plus_ms(-DAY_MS)), Some(NOW)));
        let later = NOW.plus_ms(2 * DAY_MS);
        assert_eq!(paying().ended(later).period_end, Some(NOW.plus_ms(DAY_MS)), "it was over before");
    }

    #[test]
    fn grace_is_seven_days_from_the_first_failure() {
        let late = Standing { status: Status::PastDue, ..paying() };
        let first = late.clone().with_grace(&paying(), NOW);
        assert_eq!((first.tier, first.past_due_since), (Tier::Essential, Some(NOW)));
        let after = |ms: i64| late.clone().with_grace(&first, NOW.plus_ms(ms));
        assert_eq!((after(GRACE_MS - 1).tier, after(GRACE_MS).tier), (Tier::Essential, Tier::Starter));
        assert_eq!(after(GRACE_MS).past_due_since, Some(NOW));
        assert_eq!(paying().with_grace(&first, NOW).past_due_since, None, "it was paid");
    }
}
