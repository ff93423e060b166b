//! What Stripe tells us. The event's id is kept in the same transaction that queues its work, so that nothing is done
//! twice and nothing is lost; the work then asks Stripe for the truth, so that order does not matter.

use axum::extract::State;
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;

use super::shapes::Reference;
use super::signature;
use super::task::queue;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::secrets::digest;
use crate::features::billing::BillingContext;

#[derive(Deserialize)]
struct Event {
    id: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    id: Option<String>,
    object: Option<String>,
    customer: Option<Reference>,
}

impl Object {
    /// Whom the event is about.
    fn customer(&self) -> Option<&str> {
        match self.object.as_deref() {
            Some("customer") => self.id.as_deref(),
            _ => self.customer.as_ref().map(Reference::id),
        }
    }
}

/// Stripe's messages, signed.
#[utoipa::path(post, path = "/api/stripe/webhook", tag = "billing",
    request_body(content = String, description = "An event of Stripe", content_type = "application/json"),
    responses((status = 200, description = "Noted"), (status = 400, body = Problem)))]
pub async fn webhook(
    State(state): State<BillingContext>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode> {
    let header = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let secrets = state.config.billing.webhook_secrets();
    if !signature::is_genuine(header, &body, secrets, state.clock.now()) {
        return Err(ApiError::bad_request("bad_signature", "The signature of this event does not hold."));
    }
    let event: Event = serde_json::from_slice(&body).map_err(|error| {
        ApiError::bad_request("invalid_event", "This is not an event.").with_detail(error.to_string())
    })?;
    take(&state, &event, &body).await?;
    Ok(StatusCode::OK)
}

async fn take(state: &BillingContext, event: &Event, body: &[u8]) -> Result<()> {
    // An event without an id is known by its content.
    let id = event.id.clone().unwrap_or_else(|| {
        let hash = digest(&String::from_utf8_lossy(body));
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    });
    let customer = event.data.object.customer();
    let mut tx = state.db.begin().await?;
    let new = q!(
        "INSERT INTO stripe_events (id, type, customer, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        id,
        event.kind.as_str(),
        customer,
        state.clock.now()
    )
    .execute(&mut tx)
    .await?;
    if let (1, Some(customer)) = (new, customer) {
        queue(state, &mut tx, customer).await?;
    }
    tx.commit().await?;
    Ok(())
}
