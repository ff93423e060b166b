//! The api_keys table.

use uuid::Uuid;

use super::{Scope, form};
use crate::base::clock::{MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q, row};
use crate::base::error::Result;
use crate::base::random;
use crate::base::secrets::digest;
use crate::features::users::{User, user_columns};

/// A living key and its owner.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) user: User,
    pub(super) key_id: Uuid,
    pub(super) scopes: String,
}
row!(Found { key_id, scopes } with user);

/// A key as its owner sees it again.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) prefix: String,
    pub(super) scopes: String,
    pub(super) expires_at: Option<Timestamp>,
    pub(super) last_used_at: Option<Timestamp>,
    pub(super) created_at: Timestamp,
}
row!(Listed { id, name, prefix, scopes, expires_at, last_used_at, created_at });

pub(super) async fn find(state: &Context, key: &str) -> Result<Option<Found>> {
    let found = q!(
        concat!(
            "SELECT ",
            user_columns!(),
            ", k.id AS key_id, k.scopes FROM api_keys k JOIN users u ON u.id = k.user_id
             WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
             AND u.deactivated_at IS NULL"
        ),
        digest(key),
        state.clock.now()
    )
    .optional(&state.db)
    .await?;
    Ok(found)
}

/// Notes the use, at most once a minute.
pub(super) async fn used(state: &Context, id: Uuid) -> Result<()> {
    let now = state.clock.now();
    q!(
        "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
        id,
        now,
        now.plus_ms(-MINUTE_MS)
    )
    .execute(&state.db)
    .await?;
    Ok(())
}

pub(super) async fn list(state: &Context, user: Uuid) -> Result<Vec<Listed>> {
    let keys = q!(
        "SELECT id, name, prefix, scopes, expires_at, last_used_at, created_at FROM api_keys
         WHERE user_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC, id DESC",
        user
    )
    .all(&state.db)
    .await?;
    Ok(keys)
}

/// Keeps a key's hash and gives its row back.
pub(super) async fn add(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    key: &str,
    wanted: (&str, &[Scope], Option<Timestamp>),
) -> Result<Listed> {
    let now = state.clock.now();
    let (name, scopes, expires_at) = wanted;
    let row = q!(
        "INSERT INTO api_keys (id, user_id, name, prefix, key_hash, scopes, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         RETURNING id, name, prefix, scopes, expires_at, last_used_at, created_at",
        random::id(&*state.random, now),
        user,
        name,
        form::prefix(key),
        digest(key),
        Scope::text(scopes),
        expires_at,
        now
    )
    .one(tx)
    .await?;
    Ok(row)
}

pub(super) async fn count(tx: &mut Tx, user: Uuid, now: Timestamp) -> Result<i64> {
    let living = q!(
        "SELECT COUNT(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > $2)",
        user,
        now
    )
    .number(tx)
    .await?;
    Ok(living)
}

/// Whether there was such a key.
pub(super) async fn revoke(state: &Context, tx: &mut Tx, user: Uuid, id: Uuid) -> Result<bool> {
    let ended = q!(
        "UPDATE api_keys SET revoked_at = $3 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL",
        id,
        user,
        state.clock.now()
    )
    .execute(tx)
    .await?;
    Ok(ended == 1)
}
