//! Sign-ins that wait for their second step: a random token in a cookie of the browser that signs in, its hash here. Ten
//! minutes, and one session at most.

use uuid::Uuid;

use crate::base::clock::MINUTE_MS;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::random;
use crate::base::secrets::digest;

pub const LIVES_MS: i64 = 10 * MINUTE_MS;

/// A first step that was right.
#[derive(Debug)]
pub struct Pending {
    pub user_id: Uuid,
    pub way: String,
    pub restore: bool,
}
row!(Pending { user_id, way, restore });

/// The token for the cookie.
pub async fn begin(state: &Context, tx: &mut Tx, user: Uuid, way: &str, restore: bool) -> Result<String> {
    let token = random::token(&*state.random);
    q!(
        "INSERT INTO pending_sign_ins (token_hash, user_id, way, restore, expires_at) VALUES ($1, $2, $3, $4, $5)",
        digest(&token),
        user,
        way,
        restore,
        state.clock.now().plus_ms(LIVES_MS)
    )
    .execute(tx)
    .await?;
    Ok(token)
}

/// What a cookie waits for, without using it up.
pub async fn find(state: &Context, token: Option<&str>) -> Result<Pending> {
    q!(
        "SELECT user_id, way, restore FROM pending_sign_ins WHERE token_hash = $1 AND expires_at > $2",
        digest(token.unwrap_or_default()),
        state.clock.now()
    )
    .optional(&state.db)
    .await?
    .ok_or_else(expired)
}

/// Uses it up. Of two who finish at once, one wins.
pub async fn take(tx: &mut Tx, token: Option<&str>) -> Result<()> {
    let taken = q!("DELETE FROM pending_sign_ins WHERE token_hash = $1", digest(token.unwrap_or_default()))
        .execute(tx)
        .await?;
    if taken == 1 { Ok(()) } else { Err(expired()) }
}

/// A new password ends sign-ins that were begun with the old one.
pub async fn forget(target: impl Target, user: Uuid) -> Result<(), sqlx::Error> {
    q!("DELETE FROM pending_sign_ins WHERE user_id = $1", user).execute(target).await?;
    Ok(())
}

fn expired() -> ApiError {
    ApiError::bad_request("sign_in_expired", "Your sign-in has expired. Please sign in again.")
}
