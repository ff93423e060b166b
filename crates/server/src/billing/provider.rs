//! The one trait of billing. Two ways to pay implement it: the built-in test checkout, and Stripe.

use std::fmt;
use std::pin::Pin;

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::config::BillingConfig;
use super::direction::Change;
use super::stripe::Stripe;
use super::test_mode::TestCheckout;
use crate::error::Result;
use crate::state::AppState;

/// What a provider does takes time.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Whether real money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BillingMode)]
pub enum Mode {
    Test,
    Stripe,
}

/// A first plan to be paid for. The addresses are our own.
#[derive(Clone, Debug)]
pub struct Order {
    pub user: Uuid,
    pub tier: Tier,
    pub interval: Interval,
    pub success_url: String,
    pub cancel_url: String,
}

/// The page where somebody pays.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutSession {
    pub session_id: String,
    pub url: String,
}

/// When a plan ends that somebody cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelWhen {
    Now,
    PeriodEnd,
}

pub trait Provider: Send + Sync + fmt::Debug {
    fn mode(&self) -> Mode;
    /// When a plan ends if nothing else is said.
    fn cancels(&self) -> CancelWhen;
    /// Whether there is a page for cards and invoices.
    fn has_portal(&self) -> bool;
    /// The name under which a plan is sold.
    fn price_id(&self, tier: Tier, interval: Interval) -> Option<String>;
    /// Starts the purchase of a first plan.
    fn checkout<'a>(&'a self, state: &'a AppState, order: Order) -> Doing<'a, CheckoutSession>;
    /// The page for cards and invoices.
    fn portal<'a>(&'a self, state: &'a AppState, user: Uuid, return_url: String) -> Doing<'a, String>;
    /// Moves a running subscription to another plan.
    fn change<'a>(&'a self, state: &'a AppState, user: Uuid, change: Change) -> Doing<'a, ()>;
    fn cancel<'a>(&'a self, state: &'a AppState, user: Uuid, when: CancelWhen) -> Doing<'a, ()>;
    /// Takes a cancellation back that has not taken effect.
    fn resume<'a>(&'a self, state: &'a AppState, user: Uuid) -> Doing<'a, ()>;
    /// Compares what we hold with what is true, mends it, and says whether it differed.
    fn sync<'a>(&'a self, state: &'a AppState, user: Uuid) -> Doing<'a, bool>;
}

/// The provider that the settings ask for.
pub fn open(config: &BillingConfig, http: &reqwest::Client) -> Box<dyn Provider> {
    if config.uses_stripe() { Box::new(Stripe::new(config, http.clone())) } else { Box::new(TestCheckout) }
}
