//! Telling a program that its batch is over: one sealed message, sent again with growing pauses until it is taken.

use reqwest::header::{CONTENT_TYPE, HeaderValue};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Run, find, view};
use crate::base::clock::SECOND_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Result, chain};
use crate::base::http::outbound;
use crate::base::secrets::sign;
use crate::base::tasks::Outcome;
use crate::features::jobs::JobStatus;

pub(crate) const TASK: &str = "webhook";
pub(crate) const SIGNATURE: &str = "nomina-signature";

/// The task.
pub(crate) async fn work(state: &Context, payload: Value) -> Result<Outcome> {
    let job: Uuid = serde_json::from_value(payload["job"].clone())?;
    let owner: Option<(Uuid,)> =
        q!("SELECT user_id FROM runs WHERE job_id = $1", job).optional(&state.db).await?;
    // The batch was deleted or has expired.
    let Some((user,)) = owner else { return Ok(Outcome::Done) };
    let Some(address) = find(&state.db, user, job).await?.webhook_url else { return Ok(Outcome::Done) };
    let url = match outbound::check(&address, state.config.runs.allows_private()) {
        Ok(url) => url,
        Err(reason) => {
            tracing::warn!(reason, "a webhook is not sent");
            return Ok(Outcome::Done);
        }
    };
    let body = message(view(state, user, job).await?)?;
    let signature = signature(state, job, &body)?;
    let request =
        state.outbound.post(url).header(CONTENT_TYPE, "application/json").header(SIGNATURE, signature);
    match request.body(body).send().await {
        Ok(answer) if answer.status().is_success() => Ok(Outcome::Done),
        Ok(answer) => Err(ApiError::internal(format!("the webhook answered {}", answer.status()))),
        Err(error) => Err(ApiError::internal(chain(&error.without_url()))),
    }
}

fn message(run: Run) -> Result<Vec<u8>> {
    let kind = if run.status == JobStatus::Completed { "batch.completed" } else { "batch.failed" };
    // The secret makes the signature; it does not travel with it.
    let run = Run { webhook_secret: None, ..run };
    Ok(serde_json::to_vec(&json!({ "type": kind, "batch": run }))?)
}

/// As Stripe's: the time in seconds, and the signature over time and body.
fn signature(state: &Context, job: Uuid, body: &[u8]) -> Result<HeaderValue> {
    let time = (state.clock.now().0 / SECOND_MS).to_string();
    let signature = sign(&state.keys.webhook_secret(job), &time, body);
    HeaderValue::from_str(&format!("t={time},v1={signature}")).map_err(ApiError::internal)
}
