//! Real payments: Stripe's checkout, portal and subscriptions. Stripe is the truth; after every change we ask it and
//! write what it says.

mod checkout;
mod client;
pub mod doubles;
mod failures;
mod gone;
pub mod health;
mod shapes;
mod signature;
mod sync;
mod task;
pub mod webhook;

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use uuid::Uuid;

use self::client::{Client, Form, StripeError, form, key};
use self::failures::{no_portal, not_updated, portal_disabled};
use self::shapes::{Hosted, Named, Subscription};
pub use self::task::{TASK, queue, work};
use super::direction::{Change, no_price};
use super::here::end_locally;
use super::holds;
use super::provider::{BillingContext, CancelWhen, CheckoutSession, Doing, Mode, Order, Provider};
use super::refusals::{checkout_first, nothing_to_change};
use super::standing::{self, Source};
use crate::base::config::{BillingConfig, Switch};
use crate::base::error::Result;

#[derive(Debug)]
pub struct Stripe {
    client: Client,
    config: BillingConfig,
}

impl Stripe {
    pub fn new(config: &BillingConfig, http: reqwest::Client) -> Self {
        Self { client: Client::new(config, http), config: config.clone() }
    }
}

impl Provider for Stripe {
    fn mode(&self) -> Mode {
        Mode::Stripe
    }

    fn cancels(&self) -> CancelWhen {
        CancelWhen::PeriodEnd
    }

    fn has_portal(&self) -> bool {
        self.config.stripe_portal == Switch::On
    }

    fn price_id(&self, tier: Tier, interval: Interval) -> Option<String> {
        self.config.stripe_price(tier, interval).map(str::to_owned)
    }

    fn checkout<'a>(&'a self, state: &'a BillingContext, order: Order) -> Doing<'a, CheckoutSession> {
        Box::pin(async move {
            let opening = async {
                let price = self.price_id(order.tier, order.interval);
                let price = price.ok_or_else(|| no_price(order.tier.as_str(), order.interval.as_str()))?;
                checkout::open(&self.client, state, &order, &price).await
            };
            holds::alone(state, order.user, opening).await
        })
    }

    fn portal<'a>(&'a self, state: &'a BillingContext, user: Uuid, return_url: String) -> Doing<'a, String> {
        Box::pin(async move { self.open_portal(state, user, &return_url).await })
    }

    fn change<'a>(&'a self, state: &'a BillingContext, user: Uuid, change: Change) -> Doing<'a, ()> {
        Box::pin(holds::alone(state, user, self.move_to(state, user, change)))
    }

    fn cancel<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(holds::alone(state, user, self.end(state, user, when)))
    }

    fn resume<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, ()> {
        Box::pin(holds::alone(state, user, async move {
            let id = subscription_id(state, user).await?.ok_or_else(nothing_to_change)?;
            let form = form![("cancel_at_period_end", "false")];
            let path = format!("/v1/subscriptions/{id}");
            let _: Named = self.client.post(&path, &form, &key(state)).await.map_err(not_updated)?;
            sync::sync(state, &self.client, user).await.map(drop)
        }))
    }

    fn leave<'a>(&'a self, state: &'a BillingContext, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(holds::alone(state, user, self.take_leave(state, user, when)))
    }

    fn end_second<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, ()> {
        Box::pin(doubles::end_all(state, &self.client, user))
    }

    fn sync<'a>(&'a self, state: &'a BillingContext, user: Uuid) -> Doing<'a, bool> {
        Box::pin(sync::sync(state, &self.client, user))
    }
}

impl Stripe {
    async fn open_portal(&self, state: &BillingContext, user: Uuid, return_url: &str) -> Result<String> {
        let customer = standing::read(&state.db, user).await?.customer_id;
        let (Some(customer), true) = (customer, self.has_portal()) else { return Err(portal_disabled()) };
        let form = form![("customer", customer), ("return_url", return_url)];
        let session: Hosted =
            self.client.post("/v1/billing_portal/sessions", &form, &key(state)).await.map_err(no_portal)?;
        session.url.ok_or_else(|| no_portal(StripeError::Unclear("no url".into())))
    }

    async fn move_to(&self, state: &BillingContext, user: Uuid, change: Change) -> Result<()> {
        let price = self.price_id(change.to, change.interval);
        let price = price.ok_or_else(|| no_price(change.to.as_str(), change.interval.as_str()))?;
        let id = subscription_id(state, user).await?.ok_or_else(checkout_first)?;
        let path = format!("/v1/subscriptions/{id}");
        let running: Subscription = self.client.get(&path, &Form::new()).await.map_err(not_updated)?;
        let item = running.item().ok_or_else(nothing_to_change)?;
        checkout::check_price(&self.client, change.to, change.interval, &price, not_updated).await?;
        // A new period starts now; what was not used of the old one is taken off the invoice that is due at once.
        let form = form![
            ("items[0][id]", item.id.as_str()),
            ("items[0][price]", price),
            ("proration_behavior", "always_invoice"),
            ("billing_cycle_anchor", "now"),
            ("payment_behavior", "error_if_incomplete"),
            ("cancel_at_period_end", "false"),
        ];
        let _: Named = self.client.post(&path, &form, &key(state)).await.map_err(not_updated)?;
        sync::sync(state, &self.client, user).await.map(drop)
    }

    async fn end(&self, state: &BillingContext, user: Uuid, when: CancelWhen) -> Result<()> {
        let Some(id) = subscription_id(state, user).await? else { return end_locally(state, user).await };
        match self.end_one(state, &id, when).await {
            Err(error) if !error.is_missing() => Err(not_updated(error)),
            _ => sync::sync(state, &self.client, user).await.map(drop),
        }
    }

    async fn end_one(
        &self,
        state: &BillingContext,
        id: &str,
        when: CancelWhen,
    ) -> Result<Named, StripeError> {
        let path = format!("/v1/subscriptions/{id}");
        match when {
            CancelWhen::Now => self.client.delete(&path).await,
            CancelWhen::PeriodEnd => {
                let form = form![("cancel_at_period_end", "true")];
                self.client.post(&path, &form, &key(state)).await
            }
        }
    }

    /// No checkout stays open, and what is live is ended. Stripe is asked first: we may not have heard of it yet.
    async fn take_leave(&self, state: &BillingContext, user: Uuid, when: CancelWhen) -> Result<()> {
        let Some(customer) = standing::read(&state.db, user).await?.customer_id else { return Ok(()) };
        checkout::close_open(state, &self.client, &customer).await.map_err(not_updated)?;
        sync::sync(state, &self.client, user).await?;
        let held = standing::read(&state.db, user).await?.standing;
        if held.source != Some(Source::Stripe) || held.ends_anyway(when) {
            return Ok(());
        }
        self.end(state, user, when).await?;
        let held = standing::read(&state.db, user).await?.standing;
        if held.ends_anyway(when) {
            Ok(())
        } else {
            Err(not_updated(StripeError::Unclear("the subscription goes on".into())))
        }
    }
}

async fn subscription_id(state: &BillingContext, user: Uuid) -> Result<Option<String>> {
    Ok(standing::read(&state.db, user).await?.standing.subscription_id)
}
