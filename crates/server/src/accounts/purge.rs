//! The end of an account: who stayed away for 30 days, and sign-ups that nobody confirmed for a week. Foreign keys take
//! most of what is personal; what has no such key each feature names in its list.

use uuid::Uuid;

use super::deactivate::RESTORE_DAYS;
use crate::clock::DAY_MS;
use crate::db::q;
use crate::error::Result;
use crate::personal;
use crate::state::AppState;

const UNCONFIRMED_DAYS: i64 = 7;

const AT_ONCE: i64 = 500;

/// Deletes them, and says how many there were.
pub async fn purge(state: &AppState) -> Result<u64> {
    let now = state.clock.now();
    let ending: Vec<(Uuid, String)> = q!(
        "SELECT id, email FROM users WHERE deactivated_at <= $1 OR (email_confirmed_at IS NULL AND updated_at <= $2)
         LIMIT $3",
        now.plus_ms(-RESTORE_DAYS * DAY_MS),
        now.plus_ms(-UNCONFIRMED_DAYS * DAY_MS),
        AT_ONCE
    )
    .all(&state.db)
    .await?;
    for (id, email) in &ending {
        let mut tx = state.db.begin().await?;
        personal::forget(&mut tx, *id, email).await?;
        q!("DELETE FROM users WHERE id = $1", *id).execute(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(ending.len() as u64)
}
