//! The links in mails: a random token, of which the database keeps the hash; single use, limited time.

use uuid::Uuid;

use crate::clock::{DAY_MS, HOUR_MS, Timestamp};
use crate::db::{Tx, q, row};
use crate::error::{ApiError, Result};
use crate::random;
use crate::secrets::digest;
use crate::state::AppState;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Confirm,
    Recover,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Recover => "recover",
        }
    }

    fn lives_ms(self) -> i64 {
        match self {
            Self::Confirm => DAY_MS,
            Self::Recover => HOUR_MS,
        }
    }

    fn page(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Recover => "reset-password",
        }
    }
}

/// What a sign-up wants to become once its address is confirmed.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    pub password_hash: Option<String>,
    pub full_name: Option<String>,
}

/// A link that was used just now.
#[derive(Debug)]
pub struct Used {
    pub user_id: Uuid,
    pub password_hash: Option<String>,
    pub full_name: Option<String>,
}
row!(Used { user_id, password_hash, full_name });

/// Makes a link. Called when the mail is written, so that the token is never kept anywhere but in the mail.
pub async fn make(state: &AppState, purpose: Purpose, user: Uuid, claim: Claim) -> Result<String> {
    let token = random::token(&*state.random);
    q!(
        "INSERT INTO one_time_tokens (token_hash, user_id, purpose, password_hash, full_name, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        digest(&token),
        user,
        purpose.name(),
        claim.password_hash,
        claim.full_name,
        state.clock.now().plus_ms(purpose.lives_ms())
    )
    .execute(&state.db)
    .await?;
    Ok(format!("{}/{}?token={token}", state.config.public_url(), purpose.page()))
}

/// Uses a link up, if it is still good. Two who try at once: one wins.
pub async fn take(tx: &mut Tx, purpose: Purpose, token: &str, now: Timestamp) -> Result<Used> {
    let used = q!(
        "UPDATE one_time_tokens SET used_at = $3
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
         RETURNING user_id, password_hash, full_name",
        digest(token),
        purpose.name(),
        now
    )
    .optional(tx)
    .await?;
    used.ok_or_else(worn_out)
}

/// The answer to a link that was used, has expired, or was never made.
pub fn worn_out() -> ApiError {
    ApiError::bad_request("link_invalid", "This link is no longer valid. Please ask for a new one.")
}

/// Makes every other link of a person void.
pub async fn void_all(tx: &mut Tx, user: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    q!("UPDATE one_time_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL", user, now)
        .execute(tx)
        .await?;
    Ok(())
}
