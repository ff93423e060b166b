//! Requests that are sent again: with an `Idempotency-Key` the first answer is kept for a day and given again. The same
//! key with another body is refused, and only successes are kept: what was refused can be tried again.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::types::Json;
use uuid::Uuid;

use crate::base::clock::{DAY_MS, MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::extract::idempotency_key;
use crate::base::personal::Holding;

/// Copies of answers, deleted after a day.
pub(crate) const PERSONAL: &[Holding] =
    &[Holding { tables: &["idempotent_answers"], export: None, forget: None }];

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "answers to requests sent again",
    tables: &["idempotent_answers"],
    run: |state| rows(state, q!("DELETE FROM idempotent_answers WHERE expires_at <= $1", state.clock.now())),
})];

const KEPT_MS: i64 = DAY_MS;
/// A request that takes longer than this has crashed.
const CLAIM_MS: i64 = 5 * MINUTE_MS;

/// The fingerprint of a request without the boundary of its form: equal requests have equal ones.
#[derive(Clone, Debug)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    pub fn of(route: &str) -> Self {
        Self(Sha256::new()).with(route.as_bytes())
    }

    /// One more part. Its length goes first, so that parts cannot flow into each other.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
        self
    }
}

/// The right to answer a request, or the answer that it got before.
#[derive(Debug)]
pub struct Ticket {
    /// None without a key, and for whom there is an answer already: then nothing is kept.
    claim: Option<Claim>,
    pub before: Option<Value>,
}

/// A key claimed by one request. If the client disconnects before the answer, the claim is given back for the next try.
#[derive(Debug)]
struct Claim {
    state: Context,
    user: Uuid,
    key: String,
    settled: bool,
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.settled {
            return;
        }
        let (state, user, key) = (self.state.clone(), self.user, std::mem::take(&mut self.key));
        tokio::spawn(async move {
            if let Err(error) = release(&state, user, &key).await {
                tracing::error!(?error, "an Idempotency-Key could not be given back");
            }
        });
    }
}

impl Ticket {
    pub async fn take(
        state: &Context,
        user: Uuid,
        headers: &HeaderMap,
        fingerprint: Fingerprint,
    ) -> Result<Self> {
        let Some(key) = idempotency_key(headers)? else {
            return Ok(Self { claim: None, before: None });
        };
        let fingerprint = fingerprint.0.finalize().to_vec();
        if claim(state, user, &key, &fingerprint).await? {
            let claim = Claim { state: state.clone(), user, key, settled: false };
            return Ok(Self { claim: Some(claim), before: None });
        }
        Ok(Self { claim: None, before: Some(answered(state, user, &key, &fingerprint).await?) })
    }

    /// Says in a header that the response is that of an earlier request.
    pub fn headers(&self) -> HeaderMap {
        let replayed = (HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
        self.before.iter().map(|_| replayed.clone()).collect()
    }

    /// Keeps a success, and lets a refused request be tried again.
    pub async fn settle<T>(self, outcome: Result<T>, kept: impl FnOnce(&T) -> Value) -> Result<T> {
        if let Some(mut claim) = self.claim {
            match &outcome {
                Ok(value) => keep(&claim.state, claim.user, &claim.key, kept(value)).await?,
                Err(_) => release(&claim.state, claim.user, &claim.key).await?,
            }
            claim.settled = true;
        }
        outcome
    }
}

/// True for the first request with a key, and again after a crash or a day.
async fn claim(state: &Context, user: Uuid, key: &str, fingerprint: &[u8]) -> Result<bool> {
    let now = state.clock.now();
    let claimed = q!(
        "INSERT INTO idempotent_answers (user_id, key, fingerprint, claimed_until, expires_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = $3, claimed_until = $4, expires_at = $5, answer = NULL
         WHERE idempotent_answers.expires_at <= $6 OR
         (idempotent_answers.answer IS NULL AND idempotent_answers.claimed_until <= $6
          AND idempotent_answers.fingerprint = $3)",
        user,
        key,
        fingerprint.to_vec(),
        now.plus_ms(CLAIM_MS),
        now.plus_ms(KEPT_MS),
        now
    );
    Ok(claimed.execute(&state.db).await? == 1)
}

async fn answered(state: &Context, user: Uuid, key: &str, fingerprint: &[u8]) -> Result<Value> {
    let found: Option<(Vec<u8>, Option<Json<Value>>, Timestamp)> = q!(
        "SELECT fingerprint, answer, claimed_until FROM idempotent_answers WHERE user_id = $1 AND key = $2",
        user,
        key
    )
    .optional(&state.db)
    .await?;
    match found {
        Some((kept, ..)) if kept != fingerprint => Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "idempotency_mismatch",
            "This Idempotency-Key was used with another request. Use a new key.",
        )),
        Some((_, Some(answer), _)) => Ok(answer.0),
        _ => Err(ApiError::new(
            StatusCode::CONFLICT,
            "idempotency_in_progress",
            "The first request with this Idempotency-Key is still being answered. Try again in a moment.",
        )
        .with_retry_after(2)),
    }
}

async fn keep(state: &Context, user: Uuid, key: &str, answer: Value) -> Result<()> {
    q!("UPDATE idempotent_answers SET answer = $3 WHERE user_id = $1 AND key = $2", user, key, answer)
        .execute(&state.db)
        .await?;
    Ok(())
}

async fn release(state: &Context, user: Uuid, key: &str) -> Result<()> {
    q!("DELETE FROM idempotent_answers WHERE user_id = $1 AND key = $2 AND answer IS NULL", user, key)
        .execute(&state.db)
        .await?;
    Ok(())
}
