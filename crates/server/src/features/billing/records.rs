//! The billing history: what was paid, refunded or failed. One row per invoice, however often we hear of it.

use nomina_rules::prices::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BillingRecordStatus)]
pub enum RecordStatus {
    Paid,
    Pending,
    Failed,
    Canceled,
    Refunded,
}

impl RecordStatus {
    const ALL: [Self; 5] = [Self::Paid, Self::Pending, Self::Failed, Self::Canceled, Self::Refunded];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Pending => "pending",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
            Self::Refunded => "refunded",
        }
    }
}

/// Something about money that happened.
#[derive(Clone, Debug)]
pub struct NewRecord {
    pub money: Money,
    pub description: String,
    pub status: RecordStatus,
    /// Stripe's id of the invoice, or of the charge that was refunded. None in test mode.
    pub stripe_id: Option<String>,
    pub invoice_url: Option<String>,
    pub period: Option<(Timestamp, Timestamp)>,
    pub created_at: Timestamp,
}

/// One line of the history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillingRecord)]
pub struct RecordView {
    pub id: Uuid,
    pub amount: i64,
    pub currency: String,
    pub description: String,
    pub status: RecordStatus,
    pub stripe_invoice_id: Option<String>,
    /// Stripe's page, or our own printable one.
    pub invoice_url: String,
    pub period_start: Option<Timestamp>,
    pub period_end: Option<Timestamp>,
    pub created_at: Timestamp,
}

struct Row {
    id: Uuid,
    amount: i64,
    currency: String,
    description: String,
    status: String,
    stripe_invoice_id: Option<String>,
    invoice_url: Option<String>,
    period_start: Option<Timestamp>,
    period_end: Option<Timestamp>,
    created_at: Timestamp,
}
row!(Row {
    id,
    amount,
    currency,
    description,
    status,
    stripe_invoice_id,
    invoice_url,
    period_start,
    period_end,
    created_at
});

impl From<Row> for RecordView {
    fn from(row: Row) -> Self {
        let status = RecordStatus::ALL.into_iter().find(|status| status.as_str() == row.status);
        Self {
            invoice_url: row.invoice_url.unwrap_or_else(|| format!("/invoices/{}", row.id)),
            id: row.id,
            amount: row.amount,
            currency: row.currency,
            description: row.description,
            status: status.unwrap_or(RecordStatus::Pending),
            stripe_invoice_id: row.stripe_invoice_id,
            period_start: row.period_start,
            period_end: row.period_end,
            created_at: row.created_at,
        }
    }
}

macro_rules! columns {
    () => {
        "id, amount, currency, description, status, stripe_invoice_id, invoice_url, period_start, period_end, created_at"
    };
}

/// Adds a line, or brings the one of the same invoice up to date.
pub async fn keep(state: &Context, tx: &mut Tx, user: Uuid, new: &NewRecord) -> Result<()> {
    let (start, end) = new.period.unzip();
    q!(
        "INSERT INTO billing_history (id, user_id, amount, currency, description, status, stripe_invoice_id, invoice_url,
         period_start, period_end, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (stripe_invoice_id) DO UPDATE SET amount = excluded.amount, status = excluded.status,
         description = excluded.description, invoice_url = excluded.invoice_url
         WHERE billing_history.user_id = excluded.user_id",
        random::id(&*state.random, new.created_at),
        user,
        new.money.amount,
        new.money.currency.as_str(),
        new.description.as_str(),
        new.status.as_str(),
        new.stripe_id.as_deref(),
        new.invoice_url.as_deref(),
        start,
        end,
        new.created_at
    )
    .execute(tx)
    .await
    .map_err(|error| ApiError::from(error).said_as("Failed to add billing record"))?;
    Ok(())
}

/// Everything about one person's money, the newest first.
pub async fn of(target: impl Target, user: Uuid) -> Result<Vec<RecordView>> {
    let rows: Vec<Row> = q!(
        concat!(
            "SELECT ",
            columns!(),
            " FROM billing_history WHERE user_id = $1 ORDER BY created_at DESC, id DESC"
        ),
        user
    )
    .all(target)
    .await?;
    Ok(rows.into_iter().map(RecordView::from).collect())
}

/// One line of a person's own history.
pub async fn one(target: impl Target, user: Uuid, id: Uuid) -> Result<RecordView> {
    let row: Option<Row> =
        q!(concat!("SELECT ", columns!(), " FROM billing_history WHERE id = $1 AND user_id = $2"), id, user)
            .optional(target)
            .await?;
    row.map(RecordView::from).ok_or_else(|| ApiError::not_found("This invoice does not exist."))
}
