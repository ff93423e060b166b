//! The end of an account: who stayed away for 30 days, and sign-ups that nobody confirmed for a week. Foreign keys take
//! most of what is personal; what has no such key is named here.

use super::deactivate::RESTORE_DAYS;
use crate::clock::DAY_MS;
use crate::db::q;
use crate::error::Result;
use crate::state::AppState;

const UNCONFIRMED_DAYS: i64 = 7;

/// The accounts that end, by two moments: deactivated until `$1`, unconfirmed since `$2`.
macro_rules! ending {
    ($column:literal) => {
        concat!(
            "SELECT ",
            $column,
            " FROM users WHERE deactivated_at <= $1 OR (email_confirmed_at IS NULL AND updated_at <= $2)"
        )
    };
}

/// Deletes them, and says how many there were. Stored files are queued for removal first.
pub async fn purge(state: &AppState) -> Result<u64> {
    let now = state.clock.now();
    let gone = now.plus_ms(-RESTORE_DAYS * DAY_MS);
    let unconfirmed = now.plus_ms(-UNCONFIRMED_DAYS * DAY_MS);
    let mut tx = state.db.begin().await?;
    q!(
        concat!(
            "INSERT INTO doomed_objects (path, doomed_at) SELECT zip_file_path, CAST($3 AS BIGINT) FROM batch_results
             WHERE zip_file_path IS NOT NULL AND user_id IN (",
            ending!("id"),
            ") ON CONFLICT (path) DO NOTHING"
        ),
        gone,
        unconfirmed,
        now
    )
    .execute(&mut tx)
    .await?;
    // What no foreign key reaches: kept mails, the newsletter, letters that wait or were given up, the record.
    let loose = [
        q!(concat!("DELETE FROM dev_emails WHERE recipient IN (", ending!("email"), ")"), gone, unconfirmed),
        // An unconfirmed sign-up proves nothing: it must not take somebody's newsletter away.
        q!(
            "DELETE FROM newsletter WHERE email IN (SELECT email FROM users WHERE deactivated_at <= $1)",
            gone
        ),
        q!(
            concat!("DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' IN (", ending!("email"), ")"),
            gone,
            unconfirmed
        ),
        // What happened stays on record; to whom does not.
        q!(
            concat!("UPDATE audit_log SET user_id = NULL WHERE user_id IN (", ending!("id"), ")"),
            gone,
            unconfirmed
        ),
    ];
    for statement in loose {
        statement.execute(&mut tx).await?;
    }
    let ended = q!(concat!("DELETE FROM users WHERE id IN (", ending!("id"), ")"), gone, unconfirmed)
        .execute(&mut tx)
        .await?;
    tx.commit().await?;
    Ok(ended)
}
