//! The passkeys table.

use http::StatusCode;
use nomina_rules::bounds::BOUNDS;
use uuid::Uuid;

use super::webauthn::Made;
use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::plain_text::is_plain;
use crate::base::random;

const MOST: i64 = 20;
const LONGEST_NAME: usize = BOUNDS.key_name;

/// A passkey as its owner sees it.
#[derive(Clone, Debug)]
pub(crate) struct Passkey {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) is_synced: bool,
    pub(crate) created_at: Timestamp,
    pub(crate) last_used_at: Option<Timestamp>,
}
row!(Passkey { id, name, is_synced, created_at, last_used_at });

/// A passkey as a sign-in needs it.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) public_key: Vec<u8>,
}
row!(Known { id, user_id, public_key });

pub(crate) async fn list(target: impl Target, user: Uuid) -> Result<Vec<Passkey>> {
    let all = q!(
        "SELECT id, name, is_synced, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id",
        user
    )
    .all(target)
    .await?;
    Ok(all)
}

/// What browsers are told, so that they offer the right ones, or do not make a second one on the same device.
pub(crate) async fn credential_ids(target: impl Target, user: Uuid) -> Result<Vec<Vec<u8>>> {
    let ids: Vec<(Vec<u8>,)> =
        q!("SELECT credential_id FROM passkeys WHERE user_id = $1 ORDER BY created_at, id", user)
            .all(target)
            .await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

pub(crate) async fn by_credential(target: impl Target, credential_id: &[u8]) -> Result<Option<Known>> {
    let found = q!("SELECT id, user_id, public_key FROM passkeys WHERE credential_id = $1", credential_id)
        .optional(target)
        .await?;
    Ok(found)
}

/// Keeps a new one. The caller holds the person's row, so that the limit cannot be raced.
pub(crate) async fn add(state: &Context, tx: &mut Tx, user: Uuid, name: &str, made: Made) -> Result<Passkey> {
    if q!("SELECT COUNT(*) FROM passkeys WHERE user_id = $1", user).number(&mut *tx).await? >= MOST {
        let title = format!("You have {MOST} passkeys, which is the most. Remove one first.");
        return Err(ApiError::new(StatusCode::CONFLICT, "too_many_passkeys", title));
    }
    let now = state.clock.now();
    let added = q!(
        "INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, is_synced, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING
         RETURNING id, name, is_synced, created_at, last_used_at",
        random::id(&*state.random, now),
        user,
        made.credential_id,
        made.public_key,
        made.sign_count,
        made.is_synced,
        name,
        now
    )
    .optional(tx)
    .await?;
    added.ok_or_else(|| {
        ApiError::new(StatusCode::CONFLICT, "passkey_exists", "This passkey is known already.")
    })
}

/// Notes a use. A counter that does not grow means that the passkey was copied: false.
pub(crate) async fn used(state: &Context, tx: &mut Tx, id: Uuid, sign_count: i64) -> Result<bool> {
    let noted = q!(
        "UPDATE passkeys SET sign_count = $2, last_used_at = $3
         WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))",
        id,
        sign_count,
        state.clock.now()
    )
    .execute(tx)
    .await?;
    Ok(noted == 1)
}

pub(crate) async fn rename(target: impl Target, user: Uuid, id: Uuid, name: &str) -> Result<Passkey> {
    let renamed = q!(
        "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2
         RETURNING id, name, is_synced, created_at, last_used_at",
        id,
        user,
        name
    )
    .optional(target)
    .await?;
    renamed.ok_or_else(unknown)
}

pub(crate) async fn remove(tx: &mut Tx, user: Uuid, id: Uuid) -> Result<()> {
    match q!("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", id, user).execute(tx).await? {
        0 => Err(unknown()),
        _ => Ok(()),
    }
}

/// A name that can be shown.
pub(crate) fn checked_name(text: &str) -> Result<&str> {
    match text.trim() {
        "" => Err(ApiError::invalid("name", "The passkey needs a name.")),
        name if name.chars().count() > LONGEST_NAME || !is_plain(name) => {
            let sentence = format!("The name must be one line of at most {LONGEST_NAME} visible characters");
            Err(ApiError::invalid("name", sentence))
        }
        name => Ok(name),
    }
}

fn unknown() -> ApiError {
    ApiError::not_found("There is no such passkey.")
}
