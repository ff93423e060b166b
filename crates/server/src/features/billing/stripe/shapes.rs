//! What we read of Stripe's objects. Since the version `basil` the dates of a period are on the subscription's items;
//! both places are read. Ids of related objects come bare or expanded.

use serde::Deserialize;

use crate::base::clock::{SECOND_MS, Timestamp};

/// Seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(super) struct Seconds(pub i64);

impl From<Seconds> for Timestamp {
    fn from(seconds: Seconds) -> Self {
        Self(seconds.0.saturating_mul(SECOND_MS))
    }
}

/// An object by its id, or the object itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Reference {
    Id(String),
    Object { id: String },
}

impl Reference {
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Object { id } => id,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Named {
    pub id: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct List<T> {
    pub data: Vec<T>,
}

/// Where a checkout or a portal is.
#[derive(Debug, Deserialize)]
pub(super) struct Hosted {
    #[serde(default)]
    pub id: String,
    pub url: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Subscription {
    pub id: String,
    pub status: String,
    pub created: Seconds,
    #[serde(default)]
    pub cancel_at_period_end: bool,
    pub cancel_at: Option<Seconds>,
    pub trial_end: Option<Seconds>,
    current_period_start: Option<Seconds>,
    current_period_end: Option<Seconds>,
    pub latest_invoice: Option<Reference>,
    pub items: List<Item>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Item {
    pub id: String,
    price: Option<Named>,
    plan: Option<Named>,
    current_period_start: Option<Seconds>,
    current_period_end: Option<Seconds>,
}

impl Subscription {
    /// Whether it is billed, now or after a pause.
    pub(super) fn is_live(&self) -> bool {
        matches!(self.status.as_str(), "active" | "trialing" | "past_due" | "unpaid" | "paused")
    }

    pub(super) fn item(&self) -> Option<&Item> {
        self.items.data.first()
    }

    pub(super) fn price_id(&self) -> Option<&str> {
        let item = self.item()?;
        item.price.as_ref().or(item.plan.as_ref()).map(|price| price.id.as_str())
    }

    pub(super) fn period(&self) -> (Option<Timestamp>, Option<Timestamp>) {
        let item = self.item();
        let start = item.and_then(|item| item.current_period_start).or(self.current_period_start);
        let end = item.and_then(|item| item.current_period_end).or(self.current_period_end);
        (start.map(Into::into), end.map(Into::into))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Invoice {
    pub id: String,
    pub status: Option<String>,
    pub currency: String,
    pub created: Seconds,
    pub total: i64,
    #[serde(default)]
    pub amount_paid: i64,
    #[serde(default)]
    pub attempted: bool,
    pub description: Option<String>,
    pub hosted_invoice_url: Option<String>,
    /// Before `basil` an invoice named what it was paid with.
    pub payment_intent: Option<Reference>,
    pub charge: Option<Reference>,
    pub lines: Option<List<Line>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Line {
    pub description: Option<String>,
    pub period: Option<Period>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Period {
    pub start: Seconds,
    pub end: Seconds,
}

/// What an invoice was paid with.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct InvoicePayment {
    pub payment: Payment,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Payment {
    pub payment_intent: Option<Reference>,
    pub charge: Option<Reference>,
}

/// A customer, or what is left of a deleted one.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Customer {
    #[serde(default)]
    pub deleted: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Charge {
    pub id: String,
    pub currency: String,
    pub created: Seconds,
    #[serde(default)]
    pub amount_refunded: i64,
    pub receipt_url: Option<String>,
}

/// A price as the doctor compares it with ours.
#[derive(Debug, Deserialize)]
pub(crate) struct Price {
    pub currency: String,
    pub unit_amount: Option<i64>,
    #[serde(default)]
    pub active: bool,
    pub recurring: Option<Recurring>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Recurring {
    pub interval: String,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn subscription(status: &str, item: &Value) -> Subscription {
        let found = json!({ "id": "sub_1", "status": status, "created": 1, "current_period_start": 3,
            "current_period_end": 4, "latest_invoice": { "id": "in_1" }, "items": { "data": [item] } });
        serde_json::from_value(found).unwrap()
    }

    #[test]
    fn what_is_billed_is_live() {
        for (status, is) in [
            ("active", true),
            ("trialing", true),
            ("past_due", true),
            ("unpaid", true),
            ("paused", true),
            ("canceled", false),
            ("incomplete", false),
        ] {
            assert_eq!(subscription(status, &json!({ "id": "si_1" })).is_live(), is, "{status}");
        }
    }

    #[test]
    fn periods_and_prices_are_found_in_either_place() {
        let seconds = |at: i64| Some(Timestamp(at * SECOND_MS));
        let new = subscription(
            "active",
            &json!({ "id": "si_1", "price": { "id": "p" }, "plan": { "id": "q" },
                "current_period_start": 1, "current_period_end": 2 }),
        );
        assert_eq!((new.period(), new.price_id()), ((seconds(1), seconds(2)), Some("p")));
        let old = subscription("active", &json!({ "id": "si_1", "plan": { "id": "q" } }));
        assert_eq!((old.period(), old.price_id()), ((seconds(3), seconds(4)), Some("q")));
        assert_eq!(old.latest_invoice.as_ref().map(Reference::id), Some("in_1"));
        let bare: Reference = serde_json::from_value(json!("in_2")).unwrap();
        assert_eq!(bare.id(), "in_2");
    }
}
