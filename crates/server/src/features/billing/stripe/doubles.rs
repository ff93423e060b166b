//! One live subscription per person. When Stripe has more than one of our own, one is kept; the others are put on
//! record in the transaction that decides, then ended and refunded by a task that is repeated until it is done.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Client, Form, StripeError, form};
use super::failures::failed;
use super::shapes::{Invoice, InvoicePayment, List, Named, Subscription};
use super::task::queue;
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::config::BillingConfig;
use crate::base::db::Tx;
use crate::base::error::Result;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::features::billing::BillingContext;
use crate::features::billing::reports::{self, Kind};
use crate::features::billing::standing::{self, Standing};

/// The kind of task that ends and refunds.
pub const TASK: &str = "stripe-second";

/// What a person has at Stripe.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    /// The one that counts; an ended one when none is live.
    pub kept: Option<&'a Subscription>,
    /// Live ones of ours beside it.
    pub second: Vec<&'a Subscription>,
    /// Live ones whose price we do not know. They are told and never ended by us: they may be about something else.
    pub unknown: Vec<&'a Subscription>,
}

/// Chooses. What was put on record before as a second one stays one, so that two answers of Stripe that differ for a
/// moment never end both.
pub(super) fn choose<'a>(
    config: &BillingConfig,
    all: &'a [Subscription],
    held: &Standing,
    on_record: &[String],
) -> Choice<'a> {
    let begun = all.iter().filter(|one| !one.status.starts_with("incomplete"));
    let (live, over): (Vec<_>, Vec<_>) =
        begun.filter(|one| !on_record.contains(&one.id)).partition(|one| one.is_live());
    let is_held = |one: &Subscription| held.subscription_id.as_ref() == Some(&one.id);
    let is_known = |one: &Subscription| one.price_id().is_some_and(|id| config.plan_of(id).is_some());
    let first = live.iter().copied().max_by_key(|one| {
        let paid = matches!(one.status.as_str(), "active" | "trialing");
        (is_known(one), paid, is_held(one), std::cmp::Reverse((one.created, one.id.clone())))
    });
    let beside = live.iter().copied().filter(|one| first.is_some_and(|first| first.id != one.id));
    Choice {
        kept: first.or_else(|| over.into_iter().max_by_key(|one| (one.created, one.id.clone()))),
        second: beside.filter(|one| is_known(one)).collect(),
        unknown: live.iter().copied().filter(|one| !is_known(one)).collect(),
    }
}

/// Puts second subscriptions on record and queues their end, also of those that an earlier task has not managed to end.
pub(super) async fn record(
    state: &BillingContext,
    tx: &mut Tx,
    user: Uuid,
    second: &[&Subscription],
    kept: Option<&Subscription>,
) -> Result<()> {
    for one in second {
        let kept = kept.map(|kept| kept.id.as_str()).unwrap_or_default();
        let detail = format!("A second live subscription beside {kept}: it is being ended and refunded");
        reports::open(state, tx, user, Kind::SecondSubscription, &one.id, &detail).await?;
    }
    if !reports::of(&mut *tx, user, Kind::SecondSubscription, false).await?.is_empty() {
        let new = NewTask {
            kind: TASK,
            payload: json!({ "user": user }),
            dedupe: format!("{TASK}:{user}"),
            replace: true,
            priority: 30,
        };
        tasks::enqueue(state, tx, new).await?;
    }
    Ok(())
}

/// The task. It fails, and is repeated, while anything of a person is not settled.
pub async fn work(state: &BillingContext, payload: Value) -> Result<Outcome> {
    let user: Uuid = serde_json::from_value(payload["user"].clone())?;
    state.provider.end_second(state, user).await?;
    Ok(Outcome::Done)
}

pub(super) async fn end_all(state: &BillingContext, client: &Client, user: Uuid) -> Result<()> {
    for id in reports::of(&state.db, user, Kind::SecondSubscription, false).await? {
        let said = end(client, &id).await.map_err(|error| {
            failed("A second subscription could not be ended and refunded: do it at Stripe", error)
        })?;
        let customer = standing::read(&state.db, user).await?.customer_id;
        let mut tx = state.db.begin().await?;
        reports::settle(state, &mut tx, Kind::SecondSubscription, &id, &said).await?;
        // The refund belongs into the history.
        if let Some(customer) = customer {
            queue(state, &mut tx, &customer).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Ends one and refunds its latest payment. Every step can be repeated: a crash between them loses nothing.
async fn end(client: &Client, id: &str) -> Result<String, StripeError> {
    let path = format!("/v1/subscriptions/{id}");
    let found = match client.get::<Subscription>(&path, &Form::new()).await {
        Err(error) if error.is_missing() => return Ok("It is no longer at Stripe".into()),
        found => found?,
    };
    if found.is_live() {
        match client.delete::<Named>(&path).await {
            Err(error) if !error.is_missing() => return Err(error),
            _ => {}
        }
    }
    let refunded = match &found.latest_invoice {
        Some(invoice) => refund(client, invoice.id()).await?,
        None => None,
    };
    let paid = match refunded {
        Some((amount, currency)) => format!("Ended; {amount} {currency} refunded"),
        None => "Ended; nothing was paid for it".into(),
    };
    let later_period =
        found.period().0.is_some_and(|start| start.since(Timestamp::from(found.created)) > DAY_MS);
    let earlier =
        if later_period { ". Payments for earlier periods were not refunded: look at them" } else { "" };
    Ok(format!("{paid}{earlier}"))
}

/// Gives the payment of an invoice back, once: the key of the request is the invoice's.
async fn refund(client: &Client, invoice_id: &str) -> Result<Option<(i64, String)>, StripeError> {
    let invoice: Invoice = client.get(&format!("/v1/invoices/{invoice_id}"), &Form::new()).await?;
    if invoice.amount_paid <= 0 {
        return Ok(None);
    }
    let (name, payment) = payment_of(client, &invoice).await?;
    let form = form![(name, payment), ("reason", "duplicate")];
    match client.post::<Named>("/v1/refunds", &form, &format!("refund-{invoice_id}")).await {
        Err(error) if !error.is_refunded_already() => Err(error),
        _ => Ok(Some((invoice.amount_paid, invoice.currency))),
    }
}

/// What an invoice was paid with. Since the version `basil` its payments are a list of their own.
async fn payment_of(client: &Client, invoice: &Invoice) -> Result<(&'static str, String), StripeError> {
    let of = |intent: Option<&str>, charge: Option<&str>| {
        let intent = intent.map(|id| ("payment_intent", id.to_owned()));
        intent.or_else(|| charge.map(|id| ("charge", id.to_owned())))
    };
    let inside =
        of(invoice.payment_intent.as_ref().map(|one| one.id()), invoice.charge.as_ref().map(|one| one.id()));
    if let Some(payment) = inside {
        return Ok(payment);
    }
    let query = form![("invoice", invoice.id.as_str()), ("status", "paid"), ("limit", "10")];
    let payments: List<InvoicePayment> = client.get("/v1/invoice_payments", &query).await?;
    let found = payments.data.iter().find_map(|one| {
        of(
            one.payment.payment_intent.as_ref().map(|id| id.id()),
            one.payment.charge.as_ref().map(|id| id.id()),
        )
    });
    found.ok_or_else(|| StripeError::Unclear(format!("invoice {} was paid without a payment", invoice.id)))
}

#[cfg(test)]
mod tests {
    use super::super::super::standing::tests::paying;
    use super::*;
    use crate::base::config::Config;

    fn subscription(id: &str, status: &str, price: &str, created: i64) -> Subscription {
        let items = json!({ "data": [{ "id": "si", "price": { "id": price } }] });
        let found = json!({ "id": id, "status": status, "created": created, "items": items });
        serde_json::from_value(found).unwrap()
    }

    /// Ids of the one that is kept, the second ones and the unknown ones. `sub_1` is held.
    fn chosen(all: &[Subscription], on_record: &[&str]) -> [Vec<String>; 3] {
        let mut config = Config::defaults().billing;
        config.stripe_price_essential_month = "price_em".into();
        let on_record: Vec<String> = on_record.iter().map(|id| (*id).to_owned()).collect();
        let choice = choose(&config, all, &paying(), &on_record);
        let ids = |of: Vec<&Subscription>| of.into_iter().map(|one| one.id.clone()).collect();
        [ids(choice.kept.into_iter().collect()), ids(choice.second), ids(choice.unknown)]
    }

    #[test]
    fn one_subscription_is_kept() {
        let one = |id: &str, status: &str, price: &str, created| subscription(id, status, price, created);
        for (what, all, kept, second, unknown) in [
            (
                "the held one",
                [one("sub_1", "active", "price_em", 2), one("sub_2", "active", "price_em", 1)],
                "sub_1",
                "sub_2",
                "",
            ),
            (
                "the paid one",
                [one("sub_1", "past_due", "price_em", 1), one("sub_2", "active", "price_em", 2)],
                "sub_2",
                "sub_1",
                "",
            ),
            (
                "the known one",
                [one("sub_1", "active", "price_x", 1), one("sub_2", "past_due", "price_em", 2)],
                "sub_2",
                "",
                "sub_1",
            ),
            (
                "the older one",
                [one("sub_3", "active", "price_em", 2), one("sub_2", "active", "price_em", 1)],
                "sub_2",
                "sub_3",
                "",
            ),
            (
                "the live one",
                [one("sub_1", "canceled", "price_em", 1), one("sub_2", "active", "price_em", 2)],
                "sub_2",
                "",
                "",
            ),
            (
                "the last that ended",
                [one("sub_3", "canceled", "price_em", 1), one("sub_2", "canceled", "price_em", 2)],
                "sub_2",
                "",
                "",
            ),
            (
                "what has begun",
                [one("sub_1", "incomplete", "price_em", 1), one("sub_2", "active", "price_em", 2)],
                "sub_2",
                "",
                "",
            ),
        ] {
            let list = |id: &str| -> Vec<String> { id.split_whitespace().map(str::to_owned).collect() };
            assert_eq!(chosen(&all, &[]), [list(kept), list(second), list(unknown)], "{what}");
        }
        let two = [one("sub_1", "active", "price_em", 1), one("sub_2", "active", "price_em", 2)];
        assert_eq!(chosen(&two, &["sub_1"])[0], ["sub_2"], "what is on record stays a second one");
        assert_eq!(chosen(&[], &[]), [Vec::<String>::new(), Vec::new(), Vec::new()]);
    }
}
