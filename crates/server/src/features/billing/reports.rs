//! What an operator has to know about somebody's money. A report is written to the log, the record of the account and
//! the metrics when it is opened, and `nomina doctor` shows it until it is settled.

use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::Result;
use crate::base::random;
use crate::features::audit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Somebody pays for two subscriptions: the second one is ended and refunded.
    SecondSubscription,
    /// Somebody pays a price that is in none of the settings.
    UnknownPrice,
    /// Stripe knows neither a customer nor our prices: probably the key of another account.
    UnknownCustomer,
    /// Somebody has left and their subscription could not be ended yet.
    LeaverBilled,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SecondSubscription => "second_subscription",
            Self::UnknownPrice => "unknown_price",
            Self::UnknownCustomer => "unknown_customer",
            Self::LeaverBilled => "leaver_billed",
        }
    }
}

/// A report that is not settled.
#[derive(Debug)]
pub struct Open {
    pub kind: String,
    pub stripe_id: String,
    pub detail: String,
    pub created_at: Timestamp,
}
row!(Open { kind, stripe_id, detail, created_at });

/// Opens a report, once: an open one stays as it is. It is told whenever a settled one is opened again.
pub async fn open(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    kind: Kind,
    stripe_id: &str,
    detail: &str,
) -> Result<()> {
    let now = state.clock.now();
    let opened = q!(
        "INSERT INTO billing_reports (id, user_id, kind, stripe_id, detail, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, stripe_id) DO UPDATE SET detail = excluded.detail, created_at = excluded.created_at,
         settled_at = NULL WHERE billing_reports.settled_at IS NOT NULL",
        random::id(&*state.random, now),
        user,
        kind.as_str(),
        stripe_id,
        detail,
        now
    )
    .execute(&mut *tx)
    .await?;
    if opened == 1 {
        tracing::error!(report = kind.as_str(), %user, stripe_id, "{detail}");
        state.metrics.billing_reported(kind.as_str());
        audit::note_by_system(state, tx, user, &format!("billing report {}: {stripe_id}", kind.as_str()))
            .await?;
    }
    Ok(())
}

/// Closes a report and says how it ended. Nothing happens when there is none.
pub async fn settle(state: &Context, tx: &mut Tx, kind: Kind, stripe_id: &str, detail: &str) -> Result<()> {
    let settled = q!(
        "UPDATE billing_reports SET settled_at = $3, detail = $4 WHERE kind = $1 AND stripe_id = $2 AND settled_at IS NULL",
        kind.as_str(),
        stripe_id,
        state.clock.now(),
        detail
    )
    .execute(tx)
    .await?;
    if settled == 1 {
        tracing::info!(report = kind.as_str(), stripe_id, "a billing report is settled: {detail}");
    }
    Ok(())
}

/// Closes a person's reports of a kind, except about the given ids.
pub async fn settle_others(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    kind: Kind,
    still: &[&str],
    detail: &str,
) -> Result<()> {
    for id in of(&mut *tx, user, kind, false).await? {
        if !still.contains(&id.as_str()) {
            settle(state, tx, kind, &id, detail).await?;
        }
    }
    Ok(())
}

/// What a person's reports of a kind are about, with or without those that are settled.
pub async fn of(target: impl Target, user: Uuid, kind: Kind, with_settled: bool) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = q!(
        "SELECT stripe_id FROM billing_reports WHERE user_id = $1 AND kind = $2 AND ($3 OR settled_at IS NULL)
         ORDER BY created_at, stripe_id",
        user,
        kind.as_str(),
        with_settled
    )
    .all(target)
    .await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Everything that is not settled, the oldest first.
pub async fn all_open(target: impl Target) -> Result<Vec<Open>, sqlx::Error> {
    q!("SELECT kind, stripe_id, detail, created_at FROM billing_reports WHERE settled_at IS NULL ORDER BY created_at")
        .all(target)
        .await
}

/// How many are not settled, by kind.
pub async fn count_open(target: impl Target) -> Result<Vec<(String, i64)>, sqlx::Error> {
    q!("SELECT kind, COUNT(*) FROM billing_reports WHERE settled_at IS NULL GROUP BY kind").all(target).await
}
