//! The links of forgotten passwords: a random token, of which the database keeps the hash; single use, one hour.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::base::clock::{HOUR_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Result};
use crate::base::mail::{Words, said};
use crate::base::random;
use crate::base::secrets::digest;
use crate::features::emails::{self, AWAITED, EmailTemplate, Pace};
use crate::features::users::User;

const PURPOSE: &str = "recover";

/// Makes a link. Called when the email is written, so that the token is never kept anywhere but in the email.
pub async fn make(state: &Context, user: Uuid) -> Result<String> {
    let token = random::token(&*state.random);
    q!(
        "INSERT INTO one_time_tokens (token_hash, user_id, purpose, expires_at) VALUES ($1, $2, $3, $4)",
        digest(&token),
        user,
        PURPOSE,
        state.clock.now().plus_ms(HOUR_MS)
    )
    .execute(&state.db)
    .await?;
    Ok(format!("{}/reset-password?token={token}", state.config.public_url()))
}

/// Whether a link is still good, without using it up.
pub async fn is_good(state: &Context, token: &str) -> Result<bool, sqlx::Error> {
    let found = q!(
        "SELECT COUNT(*) FROM one_time_tokens
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
        digest(token),
        PURPOSE,
        state.clock.now()
    )
    .number(&state.db)
    .await?;
    Ok(found > 0)
}

/// Uses a link up, if it is still good, and says whose it was. Two who try at once: one wins.
pub async fn take(tx: &mut Tx, token: &str, now: Timestamp) -> Result<Uuid> {
    let used = q!(
        "UPDATE one_time_tokens SET used_at = $3
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id",
        digest(token),
        PURPOSE,
        now
    )
    .optional::<(Uuid,)>(tx)
    .await?;
    used.map(|(user,)| user).ok_or_else(worn_out)
}

/// The answer to a link that was used, has expired, or was never made.
pub fn worn_out() -> ApiError {
    ApiError::bad_request("link_invalid", "This link is no longer valid. Please ask for a new one.")
}

/// Makes every link of a person void, also the one whose mail is still waiting.
pub async fn void(tx: &mut Tx, user: &User, now: Timestamp) -> Result<(), sqlx::Error> {
    q!("UPDATE one_time_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL", user.id, now)
        .execute(&mut *tx)
        .await?;
    emails::forget::<Recover>(tx, &user.email, None).await
}

/// The email with the link.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Recover {}

impl EmailTemplate for Recover {
    const KIND: &'static str = "recover";
    const PRIORITY: i64 = AWAITED;
    const PACE: Pace = Pace::PerMatter;

    async fn words(&self, state: &Context, reader: &User) -> Result<Words> {
        Ok(Words {
            subject: said!("Reset your password"),
            before: said!("Use this link to set a new password."),
            button: (said!("Set a new password"), make(state, reader.id).await?),
            after: said!(
                "The link works once, within one hour. If you did not ask for it, you can ignore this email: your password stays the same."
            ),
        })
    }
}
