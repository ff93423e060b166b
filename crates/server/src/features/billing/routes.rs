//! One's own plan: what it is, what was paid, and changing it.

use axum::extract::State;
use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::direction::{Change, Direction};
use super::here::check_sells;
use super::provider::CancelWhen;
use super::records::{self, RecordStatus, RecordView};
use super::view::SubscriptionView;
use super::{CHANGES_PER_USER, standing};
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::base::rate;
use crate::features::billing::BillingContext;
use crate::features::users::CurrentUser;

/// Everything that was paid, refunded or failed, and the sums.
#[derive(Debug, Serialize, ToSchema)]
pub struct BillingHistory {
    /// The newest first.
    pub records: Vec<RecordView>,
    /// What was paid less what was refunded, per currency.
    pub totals: Vec<Money>,
}

/// A receipt that can be printed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    pub number: String,
    pub record: RecordView,
    pub buyer_name: Option<String>,
    pub buyer_email: String,
    /// True where no money moved.
    pub test: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanChange {
    pub tier: Tier,
    #[serde(default)]
    pub interval: Interval,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// Left out: at once in test mode, at the end of the period with Stripe.
    pub when: Option<CancelWhen>,
}

/// The plan of the person who asks.
#[utoipa::path(get, path = "/api/v1/billing/subscription", tag = "billing", security(("bearer" = [])),
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem)))]
pub async fn subscription(
    State(state): State<BillingContext>,
    current: CurrentUser,
) -> Result<Json<SubscriptionView>> {
    SubscriptionView::of(&state, current.user.id).await.map(Json)
}

/// The billing history.
#[utoipa::path(get, path = "/api/v1/billing/history", tag = "billing", security(("bearer" = [])),
    responses((status = 200, body = BillingHistory), (status = 401, body = Problem)))]
pub async fn history(
    State(state): State<BillingContext>,
    current: CurrentUser,
) -> Result<Json<BillingHistory>> {
    let records = records::of(&state.db, current.user.id).await?;
    Ok(Json(BillingHistory { totals: totals(&records), records }))
}

/// One receipt.
#[utoipa::path(get, path = "/api/v1/billing/invoices/{id}", tag = "billing", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Invoice), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn invoice(
    State(state): State<BillingContext>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<Invoice>> {
    let record = records::one(&state.db, current.user.id, id).await?;
    let last = record.id.simple().to_string().split_off(24).to_uppercase();
    Ok(Json(Invoice {
        number: format!("N-{last}"),
        test: record.stripe_invoice_id.is_none(),
        record,
        buyer_name: current.user.full_name,
        buyer_email: current.user.email,
    }))
}

/// To a higher plan. Somebody without a subscription starts at the checkout.
#[utoipa::path(post, path = "/api/v1/billing/upgrade", tag = "billing", security(("bearer" = [])), request_body = PlanChange,
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub async fn upgrade(
    State(state): State<BillingContext>,
    current: CurrentUser,
    client: Client,
    Json(wish): Json<PlanChange>,
) -> Result<Json<SubscriptionView>> {
    change(&state, current.user.id, &client, Direction::Up, wish).await
}

/// To a lower plan; starter means canceling. What was made stays.
#[utoipa::path(post, path = "/api/v1/billing/downgrade", tag = "billing", security(("bearer" = [])),
    request_body = PlanChange,
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub async fn downgrade(
    State(state): State<BillingContext>,
    current: CurrentUser,
    client: Client,
    Json(wish): Json<PlanChange>,
) -> Result<Json<SubscriptionView>> {
    change(&state, current.user.id, &client, Direction::Down, wish).await
}

async fn change(
    state: &BillingContext,
    user: Uuid,
    client: &Client,
    direction: Direction,
    wish: PlanChange,
) -> Result<Json<SubscriptionView>> {
    rate::take(state, CHANGES_PER_USER, &user.to_string()).await?;
    if wish.tier != Tier::Starter {
        check_sells(state, client)?;
    }
    let change = Change { direction, to: wish.tier, interval: wish.interval };
    change.check(standing::read(&state.db, user).await?.standing.tier)?;
    if change.to == Tier::Starter {
        state.provider.cancel(state, user, state.provider.cancels()).await?;
    } else {
        state.provider.change(state, user, change).await?;
    }
    SubscriptionView::of(state, user).await.map(Json)
}

/// Ends the subscription, now or at the end of the period.
#[utoipa::path(post, path = "/api/v1/billing/cancel", tag = "billing", security(("bearer" = [])), request_body = Cancel,
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem), (status = 409, body = Problem)))]
pub async fn cancel(
    State(state): State<BillingContext>,
    current: CurrentUser,
    Json(wish): Json<Cancel>,
) -> Result<Json<SubscriptionView>> {
    let user = current.user.id;
    rate::take(&state, CHANGES_PER_USER, &user.to_string()).await?;
    state.provider.cancel(&state, user, wish.when.unwrap_or(state.provider.cancels())).await?;
    SubscriptionView::of(&state, user).await.map(Json)
}

/// Takes back a cancellation that has not taken effect.
#[utoipa::path(post, path = "/api/v1/billing/resume", tag = "billing", security(("bearer" = [])),
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem), (status = 409, body = Problem)))]
pub async fn resume(
    State(state): State<BillingContext>,
    current: CurrentUser,
) -> Result<Json<SubscriptionView>> {
    let user = current.user.id;
    rate::take(&state, CHANGES_PER_USER, &user.to_string()).await?;
    state.provider.resume(&state, user).await?;
    SubscriptionView::of(&state, user).await.map(Json)
}

/// Asks Stripe now: whoever comes back from the checkout need not wait for a webhook.
#[utoipa::path(post, path = "/api/v1/billing/sync", tag = "billing", security(("bearer" = [])),
    responses((status = 200, body = SubscriptionView), (status = 401, body = Problem)))]
pub async fn sync(
    State(state): State<BillingContext>,
    current: CurrentUser,
) -> Result<Json<SubscriptionView>> {
    let user = current.user.id;
    rate::take(&state, CHANGES_PER_USER, &user.to_string()).await?;
    state.provider.sync(&state, user).await?;
    SubscriptionView::of(&state, user).await.map(Json)
}

/// Sums per currency; amounts of refunds are below zero already.
fn totals(records: &[RecordView]) -> Vec<Money> {
    let mut totals: Vec<Money> = Vec::new();
    let counted = |record: &&RecordView| matches!(record.status, RecordStatus::Paid | RecordStatus::Refunded);
    for record in records.iter().filter(counted) {
        match totals.iter_mut().find(|money| money.currency == record.currency) {
            Some(money) => money.amount += record.amount,
            None => totals.push(Money { amount: record.amount, currency: record.currency.clone() }),
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Timestamp;

    #[test]
    fn sums_count_what_was_paid_and_refunded_per_currency() {
        let record = |amount: i64, currency: &str, status: RecordStatus| RecordView {
            id: Uuid::nil(),
            amount,
            currency: currency.to_owned(),
            description: String::new(),
            status,
            stripe_invoice_id: None,
            invoice_url: String::new(),
            period_start: None,
            period_end: None,
            created_at: Timestamp(0),
        };
        let all = [
            record(999, "usd", RecordStatus::Paid),
            record(500, "eur", RecordStatus::Paid),
            record(999, "usd", RecordStatus::Paid),
            record(-999, "usd", RecordStatus::Refunded),
            record(999, "usd", RecordStatus::Failed),
            record(999, "eur", RecordStatus::Pending),
            record(999, "eur", RecordStatus::Canceled),
        ];
        let sums: Vec<(i64, String)> =
            totals(&all).into_iter().map(|money| (money.amount, money.currency)).collect();
        assert_eq!(sums, [(999, "usd".to_owned()), (500, "eur".to_owned())]);
    }
}
