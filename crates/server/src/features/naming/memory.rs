//! Names already given: asking again for the same image with the same words costs nothing for a day.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Suggestion;
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::Result;
use crate::features::usage::Account;

/// Whose image with which words: the image itself is not kept.
pub(super) fn key(account: &Account, image: &[u8], told: &str) -> [u8; 32] {
    let who = match account {
        Account::User { id, .. } => id.to_string(),
        Account::Guest(guest) => guest.cookie.clone(),
    };
    let mut hash = Sha256::new();
    hash.update(who.as_bytes());
    hash.update([0]);
    hash.update(told.as_bytes());
    hash.update([0]);
    hash.update(image);
    hash.finalize().into()
}

pub(super) async fn recall(state: &Context, key: [u8; 32]) -> Result<Option<Suggestion>> {
    let found: Option<(sqlx::types::Json<Value>,)> = q!(
        "SELECT suggestion FROM ai_suggestions WHERE key = $1 AND expires_at > $2",
        key,
        state.clock.now()
    )
    .optional(&state.db)
    .await?;
    Ok(found.and_then(|(json,)| serde_json::from_value(json.0).ok()))
}

pub(super) async fn keep(state: &Context, key: [u8; 32], suggestion: &Suggestion) -> Result<()> {
    let now = state.clock.now();
    q!(
        "INSERT INTO ai_suggestions (key, suggestion, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET suggestion = excluded.suggestion, expires_at = excluded.expires_at",
        key,
        serde_json::to_value(suggestion)?,
        now.plus_ms(DAY_MS)
    )
    .execute(&state.db)
    .await?;
    Ok(())
}
