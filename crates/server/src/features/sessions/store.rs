//! The sessions and access_tokens tables, and the rules of turning a refresh token.

use uuid::Uuid;

use super::{Issued, SessionView};
use crate::base::clock::{DAY_MS, MINUTE_MS, SECOND_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::http::client::Client;
use crate::base::random;
use crate::base::secrets::digest;
use crate::features::users::{User, by_id};

/// Parallel tabs send the same cookie; the later ones get the answer of the first within this time.
const GRACE_MS: i64 = 10 * SECOND_MS;

/// Starts a session for somebody who has proved who they are.
pub async fn start(state: &Context, tx: &mut Tx, user: User, client: &Client) -> Result<Issued> {
    let now = state.clock.now();
    let id = random::id(&*state.random, now);
    let auth = &state.config.auth;
    q!(
        "INSERT INTO sessions (id, user_id, refresh_counter, rotated_at, created_at, last_used_at, idle_expires_at,
         absolute_expires_at, user_agent, ip_prefix) VALUES ($1, $2, 0, $3, $3, $3, $4, $5, $6, $7)",
        id,
        user.id,
        now,
        now.plus_ms(auth.session_idle_days * DAY_MS),
        now.plus_ms(auth.session_absolute_days * DAY_MS),
        client.user_agent.as_str(),
        client.ip_prefix()
    )
    .execute(&mut *tx)
    .await?;
    let marked = client.device.as_deref().is_some_and(|token| state.keys.is_device_of(token, user.id));
    let device = (!marked).then(|| state.keys.device_token(&random::token(&*state.random), user.id));
    Ok(Issued { device, ..issue(state, tx, user, id, 0).await? })
}

struct Turning {
    user_id: Uuid,
    refresh_counter: i64,
    rotated_at: Timestamp,
    idle_expires_at: Timestamp,
    absolute_expires_at: Timestamp,
    revoked_at: Option<Timestamp>,
}
row!(Turning { user_id, refresh_counter, rotated_at, idle_expires_at, absolute_expires_at, revoked_at });

impl Turning {
    /// A tab that was a moment later than the one that turned the token.
    fn is_parallel(&self, counter: i64, now: Timestamp) -> bool {
        counter == self.refresh_counter - 1 && now.since(self.rotated_at) < GRACE_MS
    }
}

/// An old token means that somebody copied it: the session is over for whoever has it.
async fn end_copied(target: impl Target, id: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    revoke(target, id, "refresh token used twice", now).await?;
    tracing::warn!(session = %id, "an old refresh token was used again: session ended");
    Ok(())
}

/// Whose session a refresh token proves, without turning it. An old token proves nothing and ends its session.
pub(super) async fn owner(state: &Context, token: &str) -> Result<Option<(Uuid, Uuid)>> {
    let Some((id, counter)) = state.keys.read_refresh_token(token) else { return Ok(None) };
    let now = state.clock.now();
    let row: Option<Turning> = q!(
        "SELECT user_id, refresh_counter, rotated_at, idle_expires_at, absolute_expires_at, revoked_at
         FROM sessions WHERE id = $1 AND revoked_at IS NULL AND idle_expires_at > $2 AND absolute_expires_at > $2",
        id,
        now
    )
    .optional(&state.db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    if counter == row.refresh_counter || row.is_parallel(counter, now) {
        return Ok(Some((row.user_id, id)));
    }
    end_copied(&state.db, id, now).await?;
    Ok(None)
}

/// Turns a refresh token: the next one, or the same answer again for a parallel tab, or the end of the session
/// when an old token is used again, which means that somebody copied it.
pub async fn turn(state: &Context, token: &str, client: &Client) -> Result<Issued> {
    let (id, counter) = state.keys.read_refresh_token(token).ok_or_else(not_found)?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let turned = q!(
        "UPDATE sessions SET refresh_counter = refresh_counter + 1, rotated_at = $3, last_used_at = $3,
         idle_expires_at = $4, ip_prefix = $5
         WHERE id = $1 AND refresh_counter = $2 AND revoked_at IS NULL AND idle_expires_at > $3
         AND absolute_expires_at > $3",
        id,
        counter,
        now,
        now.plus_ms(state.config.auth.session_idle_days * DAY_MS),
        client.ip_prefix()
    )
    .execute(&mut tx)
    .await?;
    let row: Turning = q!(
        "SELECT user_id, refresh_counter, rotated_at, idle_expires_at, absolute_expires_at, revoked_at
         FROM sessions WHERE id = $1",
        id
    )
    .optional(&mut tx)
    .await?
    .ok_or_else(not_found)?;
    let alive = row.revoked_at.is_none() && row.idle_expires_at > now && row.absolute_expires_at > now;
    if turned == 0 && !(alive && row.is_parallel(counter, now)) {
        if alive {
            end_copied(&mut tx, id, now).await?;
            tx.commit().await?;
        }
        return Err(invalid());
    }
    let user = by_id(&mut tx, row.user_id)
        .await?
        .filter(|user| user.deactivated_at.is_none())
        .ok_or_else(invalid)?;
    let issued = issue(state, &mut tx, user, id, row.refresh_counter).await?;
    tx.commit().await?;
    Ok(issued)
}

async fn issue(state: &Context, tx: &mut Tx, user: User, id: Uuid, counter: i64) -> Result<Issued> {
    let now = state.clock.now();
    let auth = &state.config.auth;
    let access_token = random::token(&*state.random);
    let expires_at = now.plus_ms(auth.session_access_minutes * MINUTE_MS);
    q!(
        "INSERT INTO access_tokens (token_hash, session_id, expires_at) VALUES ($1, $2, $3)",
        digest(&access_token),
        id,
        expires_at
    )
    .execute(tx)
    .await?;
    let view = SessionView { user: user.into(), session_id: id, access_token, expires_at };
    let refresh_token = state.keys.refresh_token(id, counter);
    Ok(Issued { view, refresh_token, max_age_s: auth.session_idle_days * DAY_MS / SECOND_MS, device: None })
}

/// Ends one session. Its access tokens die with it: every request looks at the session.
pub async fn revoke(target: impl Target, id: Uuid, reason: &str, now: Timestamp) -> Result<u64, sqlx::Error> {
    q!(
        "UPDATE sessions SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL",
        id,
        now,
        reason
    )
    .execute(target)
    .await
}

/// Ends every session of a person, except one.
pub async fn revoke_others(
    target: impl Target,
    user: Uuid,
    except: Option<Uuid>,
    reason: &str,
    now: Timestamp,
) -> Result<u64, sqlx::Error> {
    q!(
        "UPDATE sessions SET revoked_at = $3, revoke_reason = $4
         WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL",
        user,
        except.unwrap_or_default(),
        now,
        reason
    )
    .execute(target)
    .await
}

fn invalid() -> ApiError {
    ApiError::new(http::StatusCode::UNAUTHORIZED, "refresh_token_invalid", "Invalid Refresh Token")
}

pub(super) fn not_found() -> ApiError {
    ApiError::new(http::StatusCode::UNAUTHORIZED, "refresh_token_not_found", "Refresh Token Not Found")
}
