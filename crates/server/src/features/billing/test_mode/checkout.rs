//! The test checkout's page: what is bought, Pay, Cancel. A session belongs to one person, can be used once and
//! lives for a day.

use axum::extract::State;
use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, Money, price};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::super::direction::{Change, Direction};
use super::super::here::{check_sells, trial_days};
use super::super::provider::{BillingContext, CheckoutSession, Mode, Order};
use super::super::records;
use super::super::refusals::already_subscribed;
use super::super::standing::{self, Standing, Status};
use super::starting::starting;
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::db::{Db, q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::base::random;
use crate::features::users::CurrentUser;

/// Replaced by the session's id in the address that Stripe and we return to.
pub const SESSION_ID: &str = "{CHECKOUT_SESSION_ID}";

/// What is about to be bought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestCheckoutView {
    pub id: Uuid,
    pub tier: Tier,
    pub interval: Interval,
    pub price: Money,
    /// Free days before the first payment.
    pub trial_days: u32,
    /// False once it was paid, canceled or left for a day.
    pub open: bool,
    pub cancel_url: String,
}

/// Where the browser goes next.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoTo {
    pub url: String,
}

struct Row {
    id: Uuid,
    tier: Tier,
    billing_interval: String,
    success_url: String,
    cancel_url: String,
    status: String,
    expires_at: Timestamp,
}
row!(Row { id, tier: word, billing_interval, success_url, cancel_url, status, expires_at });

impl Row {
    fn plan(&self) -> (Tier, Interval) {
        (self.tier, Interval::from_name(&self.billing_interval).unwrap_or_default())
    }
}

pub(super) async fn open(state: &BillingContext, order: Order) -> Result<CheckoutSession> {
    let now = state.clock.now();
    let id = random::id(&*state.random, now);
    q!(
        "INSERT INTO test_checkouts (id, user_id, tier, billing_interval, success_url, cancel_url, status, created_at,
         expires_at) VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8)",
        id,
        order.user,
        order.tier,
        order.interval.as_str(),
        order.success_url.as_str(),
        order.cancel_url.as_str(),
        now,
        now.plus_ms(DAY_MS)
    )
    .execute(&state.db)
    .await?;
    let origin = url::Url::parse(&order.success_url).map_err(ApiError::internal)?.origin();
    let url = format!("{}/checkout/test/{id}", origin.ascii_serialization());
    Ok(CheckoutSession { session_id: id.to_string(), url })
}

/// The checkout as its page shows it.
#[utoipa::path(get, path = "/api/v1/billing/checkouts/{id}", tag = "billing", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TestCheckoutView), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<BillingContext>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<TestCheckoutView>> {
    let row: Option<Row> = q!(
        "SELECT id, tier, billing_interval, success_url, cancel_url, status, expires_at FROM test_checkouts
         WHERE id = $1 AND user_id = $2",
        id,
        current.user.id
    )
    .optional(&state.db)
    .await?;
    let row = row.ok_or_else(not_there)?;
    let (tier, interval) = row.plan();
    let before = standing::read(&state.db, current.user.id).await?.standing;
    Ok(Json(TestCheckoutView {
        id: row.id,
        tier,
        interval,
        price: price(tier, interval).ok_or_else(not_there)?,
        trial_days: trial_days(&state, &before),
        open: state.provider.mode() == Mode::Test
            && row.status == "open"
            && row.expires_at > state.clock.now(),
        cancel_url: row.cancel_url,
    }))
}

/// Pays, without a payment: the plan starts.
#[utoipa::path(post, path = "/api/v1/billing/checkouts/{id}/pay", tag = "billing", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = GoTo), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub async fn pay(
    State(state): State<BillingContext>,
    current: CurrentUser,
    client: Client,
    Path(id): Path<Uuid>,
) -> Result<Json<GoTo>> {
    let (user, now) = (current.user.id, state.clock.now());
    check_sells(&state, &client)?;
    if state.provider.mode() != Mode::Test {
        return Err(over());
    }
    let mut tx = state.db.begin().await?;
    let row = close(&mut tx, user, id, "paid", now).await?;
    let (tier, interval) = row.plan();
    let before = standing::lock(&mut tx, user).await?;
    if before.standing.is_live() {
        return Err(already_subscribed());
    }
    Change { direction: Direction::Up, to: tier, interval }.check(before.standing.tier)?;
    let (next, mut record) = starting(&before.standing, tier, interval, now)?;
    let next = match trial_days(&state, &before.standing) {
        0 => next,
        days => {
            record.money.amount = 0;
            record.description = format!("Trial of the {}", record.description);
            trial(next, now.plus_ms(i64::from(days) * DAY_MS))
        }
    };
    records::keep(&state, &mut tx, user, &record).await?;
    standing::write(&state, &mut tx, user, &before, &next, now).await?;
    tx.commit().await?;
    Ok(Json(GoTo { url: row.success_url.replace(SESSION_ID, &id.to_string()) }))
}

/// Leaves the checkout: nothing changes.
#[utoipa::path(post, path = "/api/v1/billing/checkouts/{id}/cancel", tag = "billing", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = GoTo), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub async fn cancel(
    State(state): State<BillingContext>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<GoTo>> {
    let mut tx = state.db.begin().await?;
    let row = close(&mut tx, current.user.id, id, "canceled", state.clock.now()).await?;
    tx.commit().await?;
    Ok(Json(GoTo { url: row.cancel_url }))
}

/// Ends every open checkout. Called when a server starts in another mode: what was opened in test mode must not be paid
/// for later, when plans cost money.
pub(crate) async fn end_all(db: &Db) -> Result<u64, sqlx::Error> {
    q!("UPDATE test_checkouts SET status = 'canceled' WHERE status = 'open'").execute(db).await
}

fn trial(next: Standing, ends: Timestamp) -> Standing {
    Standing { status: Status::Trialing, trial_ends_at: Some(ends), period_end: Some(ends), ..next }
}

/// Uses the session up. A second click finds nothing open.
async fn close(
    tx: &mut crate::base::db::Tx,
    user: Uuid,
    id: Uuid,
    status: &str,
    now: Timestamp,
) -> Result<Row> {
    let closed: Option<Row> = q!(
        "UPDATE test_checkouts SET status = $3 WHERE id = $1 AND user_id = $2 AND status = 'open' AND expires_at > $4
         RETURNING id, tier, billing_interval, success_url, cancel_url, status, expires_at",
        id,
        user,
        status,
        now
    )
    .optional(&mut *tx)
    .await?;
    if let Some(row) = closed {
        return Ok(row);
    }
    let known =
        q!("SELECT COUNT(*) FROM test_checkouts WHERE id = $1 AND user_id = $2", id, user).number(tx).await?;
    Err(if known == 0 { not_there() } else { over() })
}

fn not_there() -> ApiError {
    ApiError::not_found("This checkout does not exist.")
}

fn over() -> ApiError {
    ApiError::new(
        http::StatusCode::CONFLICT,
        "checkout_over",
        "This checkout is over. Choose a plan again to start a new one.",
    )
}
