//! A subscription as its owner sees it.

use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, Money, price};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::provider::{CancelWhen, Mode};
use super::standing::{self, GRACE_MS, Standing, Status};
use crate::base::clock::Timestamp;
use crate::base::error::Result;
use crate::features::billing::BillingContext;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct SubscriptionView {
    /// Whether real money moves.
    pub mode: Mode,
    pub tier: Tier,
    pub status: Status,
    pub interval: Option<Interval>,
    pub price: Option<Money>,
    pub trial_end: Option<Timestamp>,
    pub current_period_start: Option<Timestamp>,
    pub current_period_end: Option<Timestamp>,
    pub cancel_at_period_end: bool,
    /// When the next payment is due; nothing when none is.
    pub next_billing_at: Option<Timestamp>,
    /// After a failed payment: until when the plan stays.
    pub grace_ends_at: Option<Timestamp>,
    /// Whether there is a subscription that can be changed, canceled or resumed.
    pub live: bool,
    /// When a plan ends that is canceled without a word about it.
    pub cancels: CancelWhen,
    /// Whether Manage Billing leads anywhere.
    pub portal: bool,
}

impl SubscriptionView {
    pub async fn of(state: &BillingContext, user: Uuid) -> Result<Self> {
        Ok(Self::new(state, standing::read(&state.db, user).await?.standing))
    }

    fn new(state: &BillingContext, held: Standing) -> Self {
        let live = held.is_live();
        let paying = live && !held.cancel_at_period_end && held.status != Status::PastDue;
        Self {
            mode: state.provider.mode(),
            tier: held.tier,
            status: held.status,
            interval: held.interval,
            price: held.interval.and_then(|interval| price(held.tier, interval)),
            trial_end: held.trial_ends_at,
            current_period_start: held.period_start,
            current_period_end: held.period_end,
            cancel_at_period_end: held.cancel_at_period_end,
            next_billing_at: held.period_end.filter(|_| paying),
            grace_ends_at: held.past_due_since.map(|since| since.plus_ms(GRACE_MS)),
            live,
            cancels: state.provider.cancels(),
            portal: state.provider.has_portal(),
        }
    }

    /// Whether this person ever had a plan; without one there is nothing to tell.
    pub fn is_something(&self) -> bool {
        self.tier > Tier::Starter || self.current_period_start.is_some()
    }
}
