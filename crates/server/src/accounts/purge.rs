//! The end of an account whose owner stayed away for 30 days, and of sign-ups whose link has run out. Foreign keys take
//! most of what is personal; what has no such key is named here.

use super::deactivate::RESTORE_DAYS;
use super::signups;
use crate::clock::DAY_MS;
use crate::db::q;
use crate::error::Result;
use crate::state::AppState;

/// The accounts that end: deactivated until `$1`.
macro_rules! ending {
    ($column:literal) => {
        concat!("SELECT ", $column, " FROM users WHERE deactivated_at <= $1")
    };
}

/// Deletes them, and says how many accounts there were. Stored files are queued for removal first.
pub async fn purge(state: &AppState) -> Result<u64> {
    let now = state.clock.now();
    let gone = now.plus_ms(-RESTORE_DAYS * DAY_MS);
    let mut tx = state.db.begin().await?;
    q!(
        concat!(
            "INSERT INTO doomed_objects (path, doomed_at) SELECT zip_file_path, CAST($2 AS BIGINT) FROM batch_results
             WHERE zip_file_path IS NOT NULL AND user_id IN (",
            ending!("id"),
            ") ON CONFLICT (path) DO NOTHING"
        ),
        gone,
        now
    )
    .execute(&mut tx)
    .await?;
    // What no foreign key reaches: kept mails, the newsletter, letters that wait or were given up, the record.
    let loose = [
        q!(concat!("DELETE FROM dev_emails WHERE recipient IN (", ending!("email"), ")"), gone),
        q!(concat!("DELETE FROM newsletter WHERE email IN (", ending!("email"), ")"), gone),
        q!(
            concat!("DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' IN (", ending!("email"), ")"),
            gone
        ),
        // What happened stays on record; to whom does not.
        q!(concat!("UPDATE audit_log SET user_id = NULL WHERE user_id IN (", ending!("id"), ")"), gone),
    ];
    for statement in loose {
        statement.execute(&mut tx).await?;
    }
    let ended =
        q!(concat!("DELETE FROM users WHERE id IN (", ending!("id"), ")"), gone).execute(&mut tx).await?;
    signups::purge(&mut tx, now).await?;
    tx.commit().await?;
    Ok(ended)
}
