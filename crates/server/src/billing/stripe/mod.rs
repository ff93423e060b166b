//! Real payments: Stripe's checkout, portal and subscriptions. Stripe is the truth; after every change we ask it and
//! write what it says.

mod client;
pub mod health;
mod shapes;
mod signature;
mod sync;
pub mod webhook;

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use serde_json::{Value, json};
use uuid::Uuid;

use self::client::{Client, Form, StripeError, form};
use self::shapes::{Hosted, List, Named, Subscription};
use super::config::BillingConfig;
use super::direction::{Change, no_price};
use super::provider::{CancelWhen, CheckoutSession, Doing, Mode, Order, Provider};
use super::standing::{self, Kept};
use super::{checkout_first, end_locally, nothing_to_change, trial_days};
use crate::config::Switch;
use crate::db::{Tx, q};
use crate::error::{ApiError, Result};
use crate::random;
use crate::state::AppState;
use crate::worker::{self, NewTask, Outcome};

/// The kind of task that asks Stripe about one customer.
pub const TASK: &str = "stripe-sync";

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

    fn checkout<'a>(&'a self, state: &'a AppState, order: Order) -> Doing<'a, CheckoutSession> {
        Box::pin(async move { self.open_checkout(state, &order).await })
    }

    fn portal<'a>(&'a self, state: &'a AppState, user: Uuid, return_url: String) -> Doing<'a, String> {
        Box::pin(async move { self.open_portal(state, user, &return_url).await })
    }

    fn change<'a>(&'a self, state: &'a AppState, user: Uuid, change: Change) -> Doing<'a, ()> {
        Box::pin(async move {
            let price = self.price_id(change.to, change.interval);
            let price = price.ok_or_else(|| no_price(change.to.as_str(), change.interval.as_str()))?;
            let id = subscription_id(state, user).await?.ok_or_else(checkout_first)?;
            let path = format!("/v1/subscriptions/{id}");
            let running: Subscription = self.client.get(&path, &Form::new()).await.map_err(not_updated)?;
            let item = running.item().ok_or_else(nothing_to_change)?;
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
        })
    }

    fn cancel<'a>(&'a self, state: &'a AppState, user: Uuid, when: CancelWhen) -> Doing<'a, ()> {
        Box::pin(async move {
            let Some(id) = subscription_id(state, user).await? else { return end_locally(state, user).await };
            let path = format!("/v1/subscriptions/{id}");
            let done: Result<Named, _> = match when {
                CancelWhen::Now => self.client.delete(&path).await,
                CancelWhen::PeriodEnd => {
                    let form = form![("cancel_at_period_end", "true")];
                    self.client.post(&path, &form, &key(state)).await
                }
            };
            match done {
                Err(error) if !error.is_missing() => Err(not_updated(error)),
                _ => sync::sync(state, &self.client, user).await.map(drop),
            }
        })
    }

    fn resume<'a>(&'a self, state: &'a AppState, user: Uuid) -> Doing<'a, ()> {
        Box::pin(async move {
            let id = subscription_id(state, user).await?.ok_or_else(nothing_to_change)?;
            let form = form![("cancel_at_period_end", "false")];
            let path = format!("/v1/subscriptions/{id}");
            let _: Named = self.client.post(&path, &form, &key(state)).await.map_err(not_updated)?;
            sync::sync(state, &self.client, user).await.map(drop)
        })
    }

    fn sync<'a>(&'a self, state: &'a AppState, user: Uuid) -> Doing<'a, bool> {
        Box::pin(sync::sync(state, &self.client, user))
    }
}

impl Stripe {
    async fn open_checkout(&self, state: &AppState, order: &Order) -> Result<CheckoutSession> {
        let (tier, interval) = (order.tier.as_str(), order.interval.as_str());
        let price = self.price_id(order.tier, order.interval).ok_or_else(|| no_price(tier, interval))?;
        let kept = standing::read(&state.db, order.user).await?;
        let customer = self.customer(state, order.user, &kept).await.map_err(no_checkout)?;
        self.close_open_checkouts(state, &customer).await.map_err(no_checkout)?;
        let user = order.user.to_string();
        let mut form = form![
            ("mode", "subscription"),
            ("customer", customer),
            ("client_reference_id", user.as_str()),
            ("line_items[0][price]", price),
            ("line_items[0][quantity]", "1"),
            ("success_url", order.success_url.as_str()),
            ("cancel_url", order.cancel_url.as_str()),
        ];
        for place in ["metadata", "subscription_data[metadata]"] {
            for (name, value) in [("userId", user.as_str()), ("tier", tier), ("interval", interval)] {
                form.push((format!("{place}[{name}]"), value.to_owned()));
            }
        }
        if let days @ 1.. = trial_days(state, &kept.standing) {
            form.push(("subscription_data[trial_period_days]".into(), days.to_string()));
        }
        let session: Hosted =
            self.client.post("/v1/checkout/sessions", &form, &key(state)).await.map_err(no_checkout)?;
        let url = session.url.ok_or_else(|| no_checkout(StripeError::Unclear("no url".into())))?;
        Ok(CheckoutSession { session_id: session.id, url })
    }

    /// A second tab must not lead to a second subscription: of one person only the newest checkout is open.
    async fn close_open_checkouts(&self, state: &AppState, customer: &str) -> Result<(), StripeError> {
        let query = form![("customer", customer), ("status", "open"), ("limit", "10")];
        let open: List<Named> = self.client.get("/v1/checkout/sessions", &query).await?;
        for session in open.data {
            let path = format!("/v1/checkout/sessions/{}/expire", session.id);
            // Paid or over at this very moment: nothing is left to close.
            let _ = self.client.post::<Named>(&path, &Form::new(), &key(state)).await;
        }
        Ok(())
    }

    async fn open_portal(&self, state: &AppState, user: Uuid, return_url: &str) -> Result<String> {
        let customer = standing::read(&state.db, user).await?.customer_id;
        let (Some(customer), true) = (customer, self.has_portal()) else { return Err(portal_disabled()) };
        let form = form![("customer", customer), ("return_url", return_url)];
        let session: Hosted =
            self.client.post("/v1/billing_portal/sessions", &form, &key(state)).await.map_err(no_portal)?;
        session.url.ok_or_else(|| no_portal(StripeError::Unclear("no url".into())))
    }

    /// The customer number of a person, made once however often and from wherever it is asked for.
    async fn customer(&self, state: &AppState, user: Uuid, kept: &Kept) -> Result<String, StripeError> {
        if let Some(id) = &kept.customer_id {
            return Ok(id.clone());
        }
        let form = form![("email", kept.email.as_str()), ("metadata[userId]", user.to_string())];
        let made: Named = self.client.post("/v1/customers", &form, &format!("cust-{user}")).await?;
        let kept = q!(
            "UPDATE users SET stripe_customer_id = COALESCE(stripe_customer_id, $2) WHERE id = $1 RETURNING stripe_customer_id",
            user,
            made.id
        )
        .one::<(String,)>(&state.db)
        .await;
        kept.map(|row| row.0).map_err(|error| StripeError::Unclear(error.to_string()))
    }
}

/// Queues a question about a customer. Many events about one customer are one question.
pub async fn queue(state: &AppState, tx: &mut Tx, customer: &str) -> Result<()> {
    let new = NewTask {
        kind: TASK,
        payload: json!({ "customer": customer }),
        dedupe: format!("{TASK}:{customer}"),
        replace: true,
        priority: 20,
    };
    worker::enqueue(state, tx, new).await
}

/// The task: finds the person and asks Stripe. A customer that is none of ours is nobody's business.
pub async fn work(state: &AppState, payload: Value) -> Result<Outcome> {
    let customer = payload["customer"].as_str().unwrap_or_default();
    let user: Option<(Uuid,)> =
        q!("SELECT id FROM users WHERE stripe_customer_id = $1", customer).optional(&state.db).await?;
    if let Some((user,)) = user {
        let differed = state.billing.sync(state, user).await?;
        tracing::debug!(%user, differed, "compared with Stripe");
    }
    Ok(Outcome::Done)
}

/// A request that is repeated by itself carries the same key; a new wish of the person a new one.
fn key(state: &AppState) -> String {
    random::token(&*state.random)
}

async fn subscription_id(state: &AppState, user: Uuid) -> Result<Option<String>> {
    Ok(standing::read(&state.db, user).await?.standing.subscription_id)
}

fn failed(title: &'static str, error: StripeError) -> ApiError {
    tracing::error!(%error, "{title}");
    let status = http::StatusCode::BAD_GATEWAY;
    ApiError::new(status, "stripe", title)
}

fn no_checkout(error: StripeError) -> ApiError {
    failed("Failed to create checkout session", error)
}

fn no_portal(error: StripeError) -> ApiError {
    failed("Failed to create billing portal session", error)
}

/// A card that was refused is told to the person; the plan has not changed.
fn not_updated(error: StripeError) -> ApiError {
    match error.refusal_of_card() {
        Some(sentence) => ApiError::new(
            http::StatusCode::PAYMENT_REQUIRED,
            "card_refused",
            format!("Failed to update subscription tier: {sentence}"),
        ),
        None => failed("Failed to update subscription", error),
    }
}

fn portal_disabled() -> ApiError {
    super::conflict(
        "portal_disabled",
        "Billing portal is currently disabled. Contact support for assistance.",
    )
}
