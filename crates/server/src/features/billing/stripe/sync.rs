//! The truth about one person, as Stripe has it: asked for and written whole. Which event led here, how often and in
//! which order does not matter; an answer that is older than what we hold is not written.

use nomina_rules::plans::Tier;
use nomina_rules::prices::Money;
use uuid::Uuid;

use super::client::{Client, Form, StripeError, form};
use super::doubles::{self, Choice};
use super::failures::not_asked;
use super::gone::{self, Gone};
use super::shapes::{Charge, Customer, Invoice, List, Subscription};
use crate::base::clock::Timestamp;
use crate::base::config::BillingConfig;
use crate::base::db::Tx;
use crate::base::error::Result;
use crate::features::billing::records::{self, NewRecord, RecordStatus};
use crate::features::billing::reports::{self, Kind};
use crate::features::billing::standing::{self, Source, Standing, Status};
use crate::features::billing::{BillingContext, leaving};

/// What Stripe knows about a customer.
struct Found {
    subscriptions: Vec<Subscription>,
    invoices: Vec<Invoice>,
    charges: Vec<Charge>,
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compared {
    /// Whether the plan differed.
    pub differed: bool,
    /// How many subscriptions Stripe bills.
    pub live: usize,
}

/// Compares and mends; says whether the plan differed.
pub(super) async fn sync(state: &BillingContext, client: &Client, user: Uuid) -> Result<bool> {
    Ok(compare(state, client, user).await?.differed)
}

pub(super) async fn compare(state: &BillingContext, client: &Client, user: Uuid) -> Result<Compared> {
    let Some(customer) = standing::read(&state.db, user).await?.customer_id else {
        return Ok(Compared::default());
    };
    let asked_at = state.clock.now();
    if let Some(how) = is_gone(client, &customer).await.map_err(not_asked)? {
        let differed = gone::take_back(state, client, user, &customer, how, asked_at).await?;
        return Ok(Compared { differed, live: 0 });
    }
    let found = ask(client, &customer).await.map_err(not_asked)?;
    let live = found.subscriptions.iter().filter(|one| one.is_live()).count();
    let differed = write(state, user, &customer, &found, asked_at).await?;
    Ok(Compared { differed, live })
}

async fn write(
    state: &BillingContext,
    user: Uuid,
    customer: &str,
    found: &Found,
    asked_at: Timestamp,
) -> Result<bool> {
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
    let config = &state.config.billing;
    let on_record = reports::of(&mut tx, user, Kind::SecondSubscription, true).await?;
    let choice = doubles::choose(config, &found.subscriptions, &before.standing, &on_record);
    doubles::record(state, &mut tx, user, &choice.second, choice.kept).await?;
    tell_unknown(state, &mut tx, user, customer, &choice).await?;
    let next = match choice.kept {
        Some(subscription) => of_subscription(config, subscription, &before.standing, asked_at),
        // Only a plan that Stripe gave is taken away by Stripe.
        None if before.standing.source == Some(Source::Stripe) => before.standing.ended(asked_at),
        None => before.standing.clone(),
    };
    leaving::queue_if_left(state, &mut tx, user, &next).await?;
    let differed = standing::write(state, &mut tx, user, &before, &next, asked_at).await?;
    tx.commit().await?;
    Ok(differed)
}

async fn is_gone(client: &Client, customer: &str) -> Result<Option<Gone>, StripeError> {
    match client.get::<Customer>(&format!("/v1/customers/{customer}"), &Form::new()).await {
        Ok(found) => Ok(found.deleted.then_some(Gone::Deleted)),
        Err(error) if error.is_missing() => Ok(Some(Gone::Unknown)),
        Err(error) => Err(error),
    }
}

async fn ask(client: &Client, customer: &str) -> Result<Found, StripeError> {
    let of_customer = form![("customer", customer), ("limit", "100")];
    let mut every_status = of_customer.clone();
    every_status.push(("status".into(), "all".into()));
    let subscriptions: List<_> = client.get("/v1/subscriptions", &every_status).await?;
    let invoices: List<_> = client.get("/v1/invoices", &of_customer).await?;
    let charges: List<_> = client.get("/v1/charges", &of_customer).await?;
    Ok(Found { subscriptions: subscriptions.data, invoices: invoices.data, charges: charges.data })
}

/// Opens a report for every live subscription at a price we do not know, and settles those that are over.
async fn tell_unknown(
    state: &BillingContext,
    tx: &mut Tx,
    user: Uuid,
    customer: &str,
    choice: &Choice<'_>,
) -> Result<()> {
    for one in &choice.unknown {
        let price = one.price_id().unwrap_or("none");
        let detail = format!("Its price {price} is none of STRIPE_PRICE_*: the plan stays as it was");
        reports::open(state, tx, user, Kind::UnknownPrice, &one.id, &detail).await?;
    }
    let still: Vec<&str> = choice.unknown.iter().map(|one| one.id.as_str()).collect();
    reports::settle_others(state, tx, user, Kind::UnknownPrice, &still, "The price is known now").await?;
    reports::settle(state, tx, Kind::UnknownCustomer, customer, "The customer is known now").await
}

fn of_subscription(
    config: &BillingConfig,
    found: &Subscription,
    before: &Standing,
    now: Timestamp,
) -> Standing {
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
        _ => return held.ended(now),
    };
    // Somebody pays for something we do not know: the plan they had with it is not taken away.
    let same = before.subscription_id.as_ref() == Some(&found.id);
    let as_before = || if same { (before.tier, before.interval) } else { (Tier::Starter, None) };
    let known = config.plan_of(found.price_id().unwrap_or_default());
    let (tier, interval) = known.map_or_else(as_before, |(tier, interval)| (tier, Some(interval)));
    Standing { tier, status, interval, ..held }.with_grace(before, now)
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

#[cfg(test)]
mod tests {
    use nomina_rules::prices::Interval;
    use serde_json::{Value, json};

    use super::*;
    use crate::base::clock::SECOND_MS;
    use crate::base::config::Config;

    const NOW: Timestamp = Timestamp(1_800_000_000 * SECOND_MS);

    fn invoice(status: &str, attempted: bool) -> Option<NewRecord> {
        let lines = json!({ "data": [{ "description": "first" }, { "description": "last",
            "period": { "start": 5, "end": 6 } }] });
        let invoice = json!({ "id": "in_1", "status": status, "currency": "usd", "created": 7, "total": 999,
            "amount_paid": 500, "attempted": attempted, "lines": lines });
        of_invoice(&serde_json::from_value(invoice).unwrap())
    }

    #[test]
    fn an_invoice_is_a_line_of_the_history() {
        for (status, attempted, wanted) in [
            ("paid", true, Some((RecordStatus::Paid, 500))),
            ("open", true, Some((RecordStatus::Failed, 999))),
            ("open", false, Some((RecordStatus::Pending, 999))),
            ("uncollectible", true, Some((RecordStatus::Failed, 999))),
            ("void", false, Some((RecordStatus::Canceled, 999))),
            ("draft", false, None),
        ] {
            let record = invoice(status, attempted);
            assert_eq!(record.map(|record| (record.status, record.money.amount)), wanted, "{status}");
        }
        let paid = invoice("paid", true).unwrap();
        assert_eq!((paid.description.as_str(), paid.stripe_id.as_deref()), ("last", Some("in_1")));
        assert_eq!(paid.period, Some((Timestamp(5 * SECOND_MS), Timestamp(6 * SECOND_MS))));
        assert_eq!(paid.created_at, Timestamp(7 * SECOND_MS));
    }

    #[test]
    fn a_refund_is_below_zero() {
        let refunded = |amount: i64| {
            let charge = json!({ "id": "ch_1", "currency": "usd", "created": 7, "amount_refunded": amount });
            of_refund(&serde_json::from_value(charge).unwrap()).map(|record| record.money.amount)
        };
        assert_eq!((refunded(999), refunded(0)), (Some(-999), None));
    }

    fn config() -> BillingConfig {
        let mut config = Config::defaults().billing;
        config.stripe_price_essential_month = "price_em".into();
        config
    }

    fn subscription(status: &str, price: &str, more: &Value) -> Subscription {
        let mut found = json!({ "id": "sub_1", "status": status, "created": 1, "items": { "data": [
            { "id": "si_1", "price": { "id": price }, "current_period_start": 10, "current_period_end": 20 }
        ] } });
        found.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(found).unwrap()
    }

    #[test]
    fn a_subscription_is_a_plan_by_its_price_and_state() {
        let none = of_subscription(&config(), &subscription("canceled", "", &json!({})), &nobody(), NOW);
        assert_eq!((none.tier, none.status, none.subscription_id), (Tier::Starter, Status::Canceled, None));
        for (status, wanted) in [
            ("active", Status::Active),
            ("trialing", Status::Trialing),
            ("past_due", Status::PastDue),
            ("unpaid", Status::PastDue),
            ("paused", Status::PastDue),
        ] {
            let found = subscription(status, "price_em", &json!({}));
            let held = of_subscription(&config(), &found, &nobody(), NOW);
            assert_eq!((held.status, held.tier), (wanted, Tier::Essential), "{status}");
            assert_eq!((held.interval, held.source), (Some(Interval::Month), Some(Source::Stripe)));
            assert_eq!(held.past_due_since, (wanted == Status::PastDue).then_some(NOW));
            assert_eq!(held.period_end, Some(Timestamp(20 * SECOND_MS)));
        }
        let ends = |more: Value| {
            let found = subscription("active", "price_em", &more);
            of_subscription(&config(), &found, &nobody(), NOW).cancel_at_period_end
        };
        assert!(!ends(json!({})));
        assert!(ends(json!({ "cancel_at_period_end": true })) && ends(json!({ "cancel_at": 99 })));
    }

    #[test]
    fn an_unknown_price_takes_no_plan_away_that_came_with_the_same_subscription() {
        let found = subscription("active", "price_other", &json!({}));
        let held = |id: &str| {
            let before = Standing {
                tier: Tier::Essential,
                interval: Some(Interval::Year),
                subscription_id: Some(id.to_owned()),
                ..nobody()
            };
            let next = of_subscription(&config(), &found, &before, NOW);
            (next.tier, next.interval)
        };
        assert_eq!(held("sub_1"), (Tier::Essential, Some(Interval::Year)));
        assert_eq!(held("sub_2"), (Tier::Starter, None));
    }

    fn nobody() -> Standing {
        Standing {
            tier: Tier::Starter,
            status: Status::Active,
            source: None,
            interval: None,
            period_start: None,
            period_end: None,
            cancel_at_period_end: false,
            trial_ends_at: None,
            past_due_since: None,
            subscription_id: None,
        }
    }
}
