//! The truth about one person, as Stripe has it: asked for and written whole. Which event led here, how often and in
//! which order does not matter; an answer that is older than what we hold is not written.

use nomina_rules::plans::Tier;
use nomina_rules::prices::Money;
use uuid::Uuid;

use super::client::{Client, StripeError, form};
use super::shapes::{Charge, Invoice, List, Subscription};
use crate::billing::BillingConfig;
use crate::billing::records::{self, NewRecord, RecordStatus};
use crate::billing::standing::{self, Source, Standing, Status};
use crate::clock::Timestamp;
use crate::error::{ApiError, Result};
use crate::state::AppState;

/// What Stripe knows about a customer.
struct Found {
    subscriptions: Vec<Subscription>,
    invoices: Vec<Invoice>,
    charges: Vec<Charge>,
}

/// Compares and mends; says whether the plan differed.
pub(super) async fn sync(state: &AppState, client: &Client, user: Uuid) -> Result<bool> {
    let Some(customer) = standing::read(&state.db, user).await?.customer_id else { return Ok(false) };
    let asked_at = state.clock.now();
    let found = ask(client, &customer).await.map_err(ApiError::internal)?;
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    if before.synced_at.is_some_and(|synced| synced > asked_at) {
        return Ok(false);
    }
    for record in
        found.invoices.iter().filter_map(of_invoice).chain(found.charges.iter().filter_map(of_refund))
    {
        records::keep(state, &mut tx, user, &record).await?;
    }
    let next = match current(&found.subscriptions) {
        Some(subscription) => {
            of_subscription(&state.config.billing, subscription, &before.standing, asked_at)?
        }
        // Only a plan that Stripe gave is taken away by Stripe.
        None if before.standing.source == Some(Source::Stripe) => before.standing.ended(asked_at),
        None => before.standing.clone(),
    };
    let differed = standing::write(state, &mut tx, user, &before, &next, asked_at).await?;
    tx.commit().await?;
    Ok(differed)
}

async fn ask(client: &Client, customer: &str) -> Result<Found, StripeError> {
    let of_customer = |limit: &str| form![("customer", customer), ("limit", limit)];
    let mut every_status = of_customer("20");
    every_status.push(("status".into(), "all".into()));
    let subscriptions: List<_> = client.get("/v1/subscriptions", &every_status).await?;
    let invoices: List<_> = client.get("/v1/invoices", &of_customer("100")).await?;
    let charges: List<_> = client.get("/v1/charges", &of_customer("100")).await?;
    Ok(Found { subscriptions: subscriptions.data, invoices: invoices.data, charges: charges.data })
}

/// The subscription that counts: a running one before an ended one, then the newest. One that was never paid for the
/// first time does not count.
pub(super) fn current(all: &[Subscription]) -> Option<&Subscription> {
    let begun = all.iter().filter(|one| !one.status.starts_with("incomplete"));
    begun.max_by_key(|one| (one.status != "canceled", one.created, one.id.clone()))
}

fn of_subscription(
    config: &BillingConfig,
    found: &Subscription,
    before: &Standing,
    now: Timestamp,
) -> Result<Standing> {
    let (start, end) = found.period();
    let held = Standing {
        tier: Tier::Starter,
        status: Status::Canceled,
        source: Some(Source::Stripe),
        interval: None,
        period_start: start,
        period_end: end,
        cancel_at_period_end: found.cancel_at_period_end || found.cancel_at.is_some(),
        trial_ends_at: found.trial_end.map(Into::into),
        past_due_since: before.past_due_since,
        subscription_id: Some(found.id.clone()),
    };
    let status = match found.status.as_str() {
        "active" => Status::Active,
        "trialing" => Status::Trialing,
        // Stripe has given up collecting, or waits for a card: the days of grace run as after a failed payment.
        "past_due" | "unpaid" | "paused" => Status::PastDue,
        _ => return Ok(held.ended(now)),
    };
    let price = found.price_id().unwrap_or_default();
    // Somebody pays for something we do not know: better to stop and say so than to take a plan away.
    let (tier, interval) = config.plan_of(price).ok_or_else(|| {
        ApiError::internal(format!("Stripe's price {price} is none of STRIPE_PRICE_*: see nomina doctor"))
    })?;
    Ok(Standing { tier, status, interval: Some(interval), ..held }.with_grace(before, now))
}

fn of_invoice(invoice: &Invoice) -> Option<NewRecord> {
    let status = match invoice.status.as_deref()? {
        "paid" => RecordStatus::Paid,
        "open" if invoice.attempted => RecordStatus::Failed,
        "open" => RecordStatus::Pending,
        "uncollectible" => RecordStatus::Failed,
        "void" => RecordStatus::Canceled,
        _ => return None,
    };
    let line = invoice.lines.as_ref().and_then(|lines| lines.data.last());
    let description = invoice.description.clone().or_else(|| line?.description.clone());
    let amount = if status == RecordStatus::Paid { invoice.amount_paid } else { invoice.total };
    Some(NewRecord {
        money: Money { amount, currency: invoice.currency.clone() },
        description: description.unwrap_or_else(|| "Subscription".into()),
        status,
        stripe_id: Some(invoice.id.clone()),
        invoice_url: invoice.hosted_invoice_url.clone(),
        period: line.and_then(|line| line.period).map(|period| (period.start.into(), period.end.into())),
        created_at: invoice.created.into(),
    })
}

/// A refund is a line of its own, below zero.
fn of_refund(charge: &Charge) -> Option<NewRecord> {
    (charge.amount_refunded > 0).then(|| NewRecord {
        money: Money { amount: -charge.amount_refunded, currency: charge.currency.clone() },
        description: "Refund".into(),
        status: RecordStatus::Refunded,
        stripe_id: Some(charge.id.clone()),
        invoice_url: charge.receipt_url.clone(),
        period: None,
        created_at: charge.created.into(),
    })
}
