//! How long batches stay: ZIPs go when the plan's time is over, their rows a month later; what never finished has failed.

use serde_json::json;
use uuid::Uuid;

use super::emails::BatchExpires;
use super::{BatchRow, PROCESSING, batch_columns, tell};
use crate::base::clock::{DAY_MS, MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::deletion;
use crate::base::error::Result;
use crate::base::events::{self, Kind};
use crate::features::emails;
use crate::features::users::by_id;

/// A batch that is not stored by then never will be.
const UNFINISHED_MS: i64 = 10 * MINUTE_MS;
/// How long an expired batch is still listed.
const LISTED_DAYS: i64 = 30;
/// How long before the end a person gets an email.
const NOTICE_MS: i64 = DAY_MS;
const AT_ONCE: i64 = 1000;

/// A batch that was made before this and is not stored has failed.
pub(super) fn unfinished_before(state: &Context) -> Timestamp {
    state.clock.now().plus_ms(-UNFINISHED_MS)
}

/// Fails a person's batches that were never finished.
pub(super) async fn fail_stale_of(state: &Context, user: Uuid) -> Result<()> {
    let mut tx = state.db.begin().await?;
    let failed: Vec<BatchRow> = q!(
        concat!(
            "UPDATE batch_results SET status = 'failed', updated_at = $3
             WHERE user_id = $1 AND status = $2 AND created_at <= $4 RETURNING ",
            batch_columns!()
        ),
        user,
        PROCESSING,
        state.clock.now(),
        unfinished_before(state)
    )
    .all(&mut tx)
    .await?;
    for batch in &failed {
        tell(state, &mut tx, batch).await?;
    }
    Ok(tx.commit().await?)
}

/// Fails everybody's batches that were never finished.
pub async fn fail_stale(state: &Context) -> Result<u64> {
    let people: Vec<(Uuid,)> = q!(
        "SELECT DISTINCT user_id FROM batch_results WHERE status = $1 AND created_at <= $2 LIMIT $3",
        PROCESSING,
        unfinished_before(state),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for (user,) in &people {
        fail_stale_of(state, *user).await?;
    }
    Ok(people.len() as u64)
}

/// Takes the ZIPs of expired batches away, and says how many there were.
pub async fn expire(state: &Context) -> Result<u64> {
    let now = state.clock.now();
    let expired: Vec<(Uuid, Uuid, String)> = q!(
        "SELECT id, user_id, zip_file_path FROM batch_results
         WHERE expires_at <= $1 AND zip_file_path IS NOT NULL LIMIT $2",
        now,
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for (id, user, key) in &expired {
        let mut tx = state.db.begin().await?;
        deletion::mark(&mut tx, key, now).await?;
        // A ZIP that came in meanwhile has another key and is not touched.
        q!(
            "UPDATE batch_results SET zip_file_path = NULL, download_url = NULL WHERE id = $1 AND zip_file_path = $2",
            *id,
            key
        )
            .execute(&mut tx)
            .await?;
        q!("UPDATE processed_files SET file_data = NULL WHERE batch_id = $1", *id).execute(&mut tx).await?;
        events::emit(state, &mut tx, *user, Kind::Batch, json!({ "id": id, "status": "expired" })).await?;
        tx.commit().await?;
    }
    Ok(expired.len() as u64)
}

/// Forgets batches that expired long ago.
pub async fn forget(state: &Context) -> Result<u64> {
    let before = state.clock.now().plus_ms(-LISTED_DAYS * DAY_MS);
    Ok(q!("DELETE FROM batch_results WHERE expires_at <= $1 AND zip_file_path IS NULL", before)
        .execute(&state.db)
        .await?)
}

/// Writes to people whose stored batch is about to expire, once per batch.
pub async fn give_notice(state: &Context) -> Result<u64> {
    let now = state.clock.now();
    let ending: Vec<BatchRow> = q!(
        concat!(
            "SELECT ",
            batch_columns!(),
            " FROM batch_results WHERE expires_at > $1 AND expires_at <= $2 AND zip_file_path IS NOT NULL
             AND expiry_noticed_at IS NULL LIMIT $3"
        ),
        now,
        now.plus_ms(NOTICE_MS),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for batch in &ending {
        let Some(user) = by_id(&state.db, batch.user_id).await? else { continue };
        let mut tx = state.db.begin().await?;
        let first = q!(
            "UPDATE batch_results SET expiry_noticed_at = $2 WHERE id = $1 AND expiry_noticed_at IS NULL",
            batch.id,
            now
        );
        if first.execute(&mut tx).await? == 1 {
            emails::send(state, &mut tx, &user.email, &BatchExpires(batch.news())).await?;
        }
        tx.commit().await?;
    }
    Ok(ending.len() as u64)
}
