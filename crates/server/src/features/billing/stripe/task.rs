//! The task that asks Stripe about one customer.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::features::billing::provider::BillingContext;

/// Its kind.
pub const TASK: &str = "stripe-sync";

/// Queues a question about a customer. Many events about one customer are one question.
pub async fn queue(state: &BillingContext, tx: &mut Tx, customer: &str) -> Result<()> {
    let new = NewTask {
        kind: TASK,
        payload: json!({ "customer": customer }),
        dedupe: format!("{TASK}:{customer}"),
        replace: true,
        priority: 20,
    };
    tasks::enqueue(state, tx, new).await
}

/// The task: finds the person and asks Stripe. Unknown customers are ignored.
pub async fn work(state: &BillingContext, payload: Value) -> Result<Outcome> {
    let customer = payload["customer"].as_str().unwrap_or_default();
    let user: Option<(Uuid,)> =
        q!("SELECT id FROM users WHERE stripe_customer_id = $1", customer).optional(&state.db).await?;
    if let Some((user,)) = user {
        let differed = state.provider.sync(state, user).await?;
        tracing::debug!(%user, differed, "compared with Stripe");
    }
    Ok(Outcome::Done)
}
