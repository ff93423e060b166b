//! Payments that are not set up: nothing is sold. What somebody already has stays theirs, and can be given up.

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use uuid::Uuid;

use super::direction::Change;
use super::here::end_locally;
use super::leaving;
use super::provider::{BillingContext, CancelWhen, CheckoutSession, Doing, Mode, Order, Provider};
use super::refusals::not_set_up;

#[derive(Debug)]
pub struct PaymentsOff;

impl Provider for PaymentsOff {
    fn mode(&self) -> Mode {
        Mode::Off
    }

    fn cancels(&self) -> CancelWhen {
        CancelWhen::Now
    }

    fn has_portal(&self) -> bool {
        false
    }

    fn price_id(&self, _: Tier, _: Interval) -> Option<String> {
        None
    }

    fn checkout<'a>(&'a self, _: &'a BillingContext, _: Order) -> Doing<'a, CheckoutSession> {
        Box::pin(async { Err(not_set_up()) })
    }

    fn portal<'a>(&'a self, _: &'a BillingContext, _: Uuid, _: String) -> Doing<'a, String> {
        Box::pin(async { Err(not_set_up()) })
    }

    fn change<'a>(&'a self, _: &'a BillingContext, _: Uuid, _: Change) -> Doing<'a, ()> {
        Box::pin(async { Err(not_set_up()) })
    }

    fn cancel<'a>(&'a self, state: &'a BillingContext, user: Uuid, _: CancelWhen) -> Doing<'a, ()> {
        Box::pin(end_locally(state, user))
    }

    fn resume<'a>(&'a self, _: &'a BillingContext, _: Uuid) -> Doing<'a, ()> {
        Box::pin(async { Err(not_set_up()) })
    }

    /// There is no service to compare with.
    fn leave<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(leaving::end_here(state, user, when))
    }

    fn sync<'a>(&'a self, _: &'a BillingContext, _: Uuid) -> Doing<'a, bool> {
        Box::pin(async { Ok(false) })
    }
}
