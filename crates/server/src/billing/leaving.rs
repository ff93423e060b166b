//! Whoever leaves pays no more: a deactivated account's subscription ends with the period that is paid for. Done as a
//! task, so that leaving works when Stripe cannot be reached, and is not forgotten.

use serde_json::{Value, json};
use uuid::Uuid;

use super::provider::CancelWhen;
use super::standing;
use crate::db::Tx;
use crate::error::Result;
use crate::state::AppState;
use crate::worker::{self, NewTask, Outcome};

pub const TASK: &str = "billing-leave";

/// Queues the end of a subscription in the transaction that deactivates the account.
pub async fn queue(state: &AppState, tx: &mut Tx, user: Uuid) -> Result<()> {
    let new = NewTask {
        kind: TASK,
        payload: json!({ "user": user }),
        dedupe: format!("{TASK}:{user}"),
        replace: true,
        priority: 10,
    };
    worker::enqueue(state, tx, new).await
}

pub async fn work(state: &AppState, payload: Value) -> Result<Outcome> {
    let user: Uuid = serde_json::from_value(payload["user"].clone())?;
    // Gone already, or nothing to end: nobody is charged.
    let Ok(kept) = standing::read(&state.db, user).await else { return Ok(Outcome::Done) };
    if kept.standing.is_live() && !kept.standing.cancel_at_period_end {
        state.billing.cancel(state, user, CancelWhen::PeriodEnd).await?;
    }
    Ok(Outcome::Done)
}
