//! The one trait of billing. Stripe and the built-in test checkout implement it, and so does having neither.

use std::fmt;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::direction::Change;
use crate::base::config::{Config, Switch};
use crate::base::context::Context;
use crate::base::error::Result;

/// What a provider does takes time.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Whether real money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BillingMode)]
pub enum Mode {
    /// Plans are given away without a payment.
    Test,
    /// Plans are paid for at Stripe.
    Stripe,
    /// Payments are not set up: nothing is sold.
    Off,
}

impl Mode {
    /// What the settings ask for. Without Stripe nothing is sold to anybody who comes from another machine, unless
    /// the operator says so: both the public address and the address that is listened on must be this machine.
    pub fn of(config: &Config) -> Self {
        let only_this_machine = config.is_loopback() && config.listen.ip().to_canonical().is_loopback();
        match &config.billing {
            billing if billing.uses_stripe() => Self::Stripe,
            billing if billing.billing_test == Switch::On || only_this_machine => Self::Test,
            _ => Self::Off,
        }
    }

    /// The sentence for the log and for `nomina doctor`.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Stripe => "Payments: Stripe",
            Self::Test => "Payments: the built-in test checkout gives plans away without a payment",
            Self::Off => {
                "Payments: off, nothing can be bought. Set STRIPE_SECRET_KEY, or BILLING_TEST=on to give plans away"
            }
        }
    }
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
    fn checkout<'a>(&'a self, state: &'a BillingContext, order: Order) -> Doing<'a, CheckoutSession>;
    /// The page for cards and invoices.
    fn portal<'a>(&'a self, state: &'a BillingContext, user: Uuid, return_url: String) -> Doing<'a, String>;
    /// Moves a running subscription to another plan.
    fn change<'a>(&'a self, state: &'a BillingContext, user: Uuid, change: Change) -> Doing<'a, ()>;
    fn cancel<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()>;
    /// Takes a cancellation back that has not taken effect.
    fn resume<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, ()>;
    /// Sees to it that somebody who has left is not billed again.
    fn leave<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()>;
    /// Ends and refunds what somebody pays for twice.
    fn end_second<'a>(&'a self, _: &'a BillingContext, _: Uuid) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
    /// Compares what we hold with what is true, mends it, and says whether it differed.
    fn sync<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, bool>;
}

/// What billing needs.
#[derive(Clone, Debug)]
pub struct BillingContext {
    context: Context,
    pub provider: Arc<dyn Provider>,
}

impl BillingContext {
    pub fn new(context: Context, provider: Arc<dyn Provider>) -> Self {
        Self { context, provider }
    }
}

impl Deref for BillingContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::secret::Secret;

    fn mode(listen: &str, public_url: &str, change: impl FnOnce(&mut Config)) -> Mode {
        let mut config = Config::defaults();
        config.listen = listen.parse().unwrap();
        config.public_url = public_url.into();
        change(&mut config);
        Mode::of(&config)
    }

    #[test]
    fn without_stripe_plans_are_given_away_on_this_machine_only() {
        for (listen, public_url) in
            [("127.0.0.1:8080", ""), ("[::1]:8080", ""), ("127.0.0.1:80", "http://localhost")]
        {
            assert_eq!(mode(listen, public_url, |_| ()), Mode::Test, "{listen} {public_url}");
        }
        let reached_by_others = [
            ("127.0.0.1:8080", "https://names.example.org"),
            ("0.0.0.0:8080", ""),
            ("[::]:8080", ""),
            ("0.0.0.0:8080", "http://localhost:8080"),
            ("192.0.2.7:8080", ""),
            ("127.0.0.1:8080", "http://localhost.example.org"),
            ("127.0.0.1:8080", "nonsense"),
        ];
        for (listen, public_url) in reached_by_others {
            assert_eq!(mode(listen, public_url, |_| ()), Mode::Off, "{listen} {public_url}");
        }
    }

    #[test]
    fn the_operator_can_open_the_test_checkout_and_stripe_comes_first() {
        let on = |config: &mut Config| config.billing.billing_test = Switch::On;
        assert_eq!(mode("0.0.0.0:8080", "https://names.example.org", on), Mode::Test);
        let both = |config: &mut Config| {
            on(config);
            config.billing.stripe_secret_key = Secret::new("sk_test_1");
        };
        assert_eq!(mode("0.0.0.0:8080", "https://names.example.org", both), Mode::Stripe);
    }

    #[test]
    fn a_sentence_says_what_is_sold() {
        assert_eq!(Mode::Stripe.describe(), "Payments: Stripe");
        assert!(Mode::Test.describe().contains("without a payment"));
        assert!(Mode::Off.describe().contains("nothing can be bought"));
    }
}
