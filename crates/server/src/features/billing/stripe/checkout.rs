//! Starting at Stripe: the customer, and the one checkout that may be open.

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;
use uuid::Uuid;

use super::client::{Client, Form, StripeError, form, key};
use super::failures::no_checkout;
use super::shapes::{Hosted, List, Named};
use super::{health, sync};
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::features::billing::here::trial_days;
use crate::features::billing::provider::{BillingContext, CheckoutSession, Order};
use crate::features::billing::refusals::{already_subscribed, conflict};
use crate::features::billing::standing::{self, Kept};

/// How often open checkouts are looked for and closed.
const ROUNDS: usize = 5;

/// Opens a checkout for somebody who is held (`holds::alone`): whatever was open before is closed first, and whatever
/// was paid until then is found at Stripe. So of one person at most one checkout can be paid.
pub(super) async fn open(
    client: &Client,
    state: &BillingContext,
    order: &Order,
    price: &str,
) -> Result<CheckoutSession> {
    let user = order.user;
    if let Some(customer) = standing::read(&state.db, user).await?.customer_id {
        close_open(state, client, &customer).await.map_err(no_checkout)?;
        // What Stripe says counts, even where the answer is not written because another server's clock is ahead.
        if sync::compare(state, client, user).await?.live > 0 {
            return Err(already_subscribed());
        }
    }
    let kept = standing::read(&state.db, user).await?;
    if kept.standing.is_live() {
        return Err(already_subscribed());
    }
    let customer = customer(state, client, user, &kept).await.map_err(no_checkout)?;
    check_price(client, order.tier, order.interval, price, no_checkout).await?;
    let form = form_of(state, order, &kept, &customer, price);
    let session: Hosted =
        client.post("/v1/checkout/sessions", &form, &key(state)).await.map_err(no_checkout)?;
    let url = session.url.ok_or_else(|| no_checkout(StripeError::Unclear("no url".into())))?;
    Ok(CheckoutSession { session_id: session.id, url })
}

fn form_of(state: &BillingContext, order: &Order, kept: &Kept, customer: &str, price: &str) -> Form {
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
    let (tier, interval) = (order.tier.as_str(), order.interval.as_str());
    for place in ["metadata", "subscription_data[metadata]"] {
        for (name, value) in [("userId", user.as_str()), ("tier", tier), ("interval", interval)] {
            form.push((format!("{place}[{name}]"), value.to_owned()));
        }
    }
    if let days @ 1.. = trial_days(state, &kept.standing) {
        form.push(("subscription_data[trial_period_days]".into(), days.to_string()));
    }
    form
}

/// Closes every checkout of a customer that can still be paid. One that cannot be closed because it is over is found as
/// a subscription by whoever asks next; one that may still be open is an error.
pub(super) async fn close_open(
    state: &BillingContext,
    client: &Client,
    customer: &str,
) -> Result<(), StripeError> {
    let query = form![("customer", customer), ("status", "open"), ("limit", "100")];
    for _ in 0..ROUNDS {
        let open: List<Named> = match client.get("/v1/checkout/sessions", &query).await {
            Err(error) if error.is_missing() => return Ok(()),
            open => open?,
        };
        if open.data.is_empty() {
            return Ok(());
        }
        for session in open.data {
            let path = format!("/v1/checkout/sessions/{}/expire", session.id);
            match client.post::<Named>(&path, &Form::new(), &key(state)).await {
                Err(error) if !error.is_refused() => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The customer number of a person, made once however often and from wherever it is asked for.
async fn customer(
    state: &BillingContext,
    client: &Client,
    user: Uuid,
    kept: &Kept,
) -> Result<String, StripeError> {
    if let Some(id) = &kept.customer_id {
        return Ok(id.clone());
    }
    let form = form![("email", kept.email.as_str()), ("metadata[userId]", user.to_string())];
    // Stripe repeats its answer to the same key for a day. After a customer was deleted another one is wanted.
    let key = match kept.synced_at {
        Some(synced) => format!("cust-{user}-{}", synced.0),
        None => format!("cust-{user}"),
    };
    let made: Named = client.post("/v1/customers", &form, &key).await?;
    let kept = q!(
        "UPDATE users SET stripe_customer_id = COALESCE(stripe_customer_id, $2) WHERE id = $1 RETURNING stripe_customer_id",
        user,
        made.id
    )
    .one::<(String,)>(&state.db)
    .await;
    kept.map(|row| row.0).map_err(|error| StripeError::Unclear(error.to_string()))
}

/// Nobody pays another amount than the one they were shown.
pub(super) async fn check_price(
    client: &Client,
    tier: Tier,
    interval: Interval,
    price: &str,
    failed: fn(StripeError) -> ApiError,
) -> Result<()> {
    match health::fault_of(client, tier, interval, price).await.map_err(failed)? {
        None => Ok(()),
        Some(fault) => {
            tracing::error!(price, "a plan was not sold: its price {fault}");
            Err(wrong_price())
        }
    }
}

fn wrong_price() -> ApiError {
    conflict(
        "wrong_price",
        "This plan cannot be bought right now: its price at Stripe is not the one shown here. Nothing was charged.",
    )
}
