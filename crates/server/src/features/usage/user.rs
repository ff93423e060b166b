//! The counts of a signed-in person: one row, one statement.

use nomina_rules::plans::{Limits, Tier};
use uuid::Uuid;

use super::days;
use super::period::Period;
use super::refusal::refusal;
use super::summary::Usage;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q, row};
use crate::base::error::Result;
use crate::base::random;

/// No limit is a number that no count reaches.
const UNLIMITED: i64 = i64::MAX / 2;

struct Counts {
    daily_files_processed: i64,
    monthly_files_processed: i64,
    total_files_processed: i64,
    last_daily_reset: String,
    last_monthly_reset: String,
}
row!(Counts {
    daily_files_processed,
    monthly_files_processed,
    total_files_processed,
    last_daily_reset,
    last_monthly_reset
});

pub(super) async fn usage(state: &Context, user: Uuid, tier: Tier) -> Result<Usage> {
    let now = state.clock.now();
    Ok(Usage::new(tier, counts(&state.db, user, &Period::of(now)).await?, now))
}

/// The counts as of the period: yesterday's are zero today.
async fn counts(target: impl Target, user: Uuid, period: &Period) -> Result<(i64, i64, i64)> {
    let row: Option<Counts> = q!(
        "SELECT daily_files_processed, monthly_files_processed, total_files_processed, last_daily_reset,
         last_monthly_reset FROM user_usage WHERE user_id = $1",
        user
    )
    .optional(target)
    .await?;
    Ok(row.map_or((0, 0, 0), |row| {
        let daily = if row.last_daily_reset == period.day { row.daily_files_processed } else { 0 };
        let monthly = if row.last_monthly_reset == period.month { row.monthly_files_processed } else { 0 };
        (daily, monthly, row.total_files_processed)
    }))
}

/// Makes sure that the person has a row and holds it until the end of the transaction: whatever is counted about one
/// person is counted one after the other.
pub(crate) async fn hold(state: &Context, tx: &mut Tx, user: Uuid) -> Result<()> {
    let period = Period::of(state.clock.now());
    q!(
        "INSERT INTO user_usage (id, user_id, last_daily_reset, last_monthly_reset, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (user_id) DO UPDATE SET updated_at = $5",
        random::id(&*state.random, period.at),
        user,
        period.day.as_str(),
        period.month.as_str(),
        period.at
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts images, or says which limit is in the way; the caller then drops the transaction.
pub(crate) async fn count(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    limits: Limits,
    files: u32,
) -> Result<()> {
    let period = Period::of(state.clock.now());
    hold(state, tx, user).await?;
    let counted = q!(
        "UPDATE user_usage SET
           daily_files_processed = CASE WHEN last_daily_reset = $2 THEN daily_files_processed ELSE 0 END + $4,
           monthly_files_processed = CASE WHEN last_monthly_reset = $3 THEN monthly_files_processed ELSE 0 END + $4,
           total_files_processed = total_files_processed + $4,
           last_daily_reset = $2, last_monthly_reset = $3, updated_at = $5
         WHERE user_id = $1
           AND CASE WHEN last_daily_reset = $2 THEN daily_files_processed ELSE 0 END + $4 <= $6
           AND CASE WHEN last_monthly_reset = $3 THEN monthly_files_processed ELSE 0 END + $4 <= $7",
        user,
        period.day.as_str(),
        period.month.as_str(),
        i64::from(files),
        period.at,
        limits.daily_files.map_or(UNLIMITED, i64::from),
        limits.monthly_files.map_or(UNLIMITED, i64::from)
    )
    .execute(&mut *tx)
    .await?;
    if counted == 0 {
        let (daily, monthly, _) = counts(tx, user, &period).await?;
        return Err(refusal(limits, daily, monthly, files));
    }
    Ok(days::add(tx, user, &period.day, i64::from(files)).await?)
}

/// Gives images back to the day and month they were counted in; a day that is over stays as it was.
pub(crate) async fn give_back(tx: &mut Tx, user: Uuid, files: i64, period: &Period) -> Result<()> {
    q!(
        "UPDATE user_usage SET
           daily_files_processed = CASE WHEN last_daily_reset = $2 AND daily_files_processed >= $4
             THEN daily_files_processed - $4 ELSE daily_files_processed END,
           monthly_files_processed = CASE WHEN last_monthly_reset = $3 AND monthly_files_processed >= $4
             THEN monthly_files_processed - $4 ELSE monthly_files_processed END,
           total_files_processed = CASE WHEN total_files_processed >= $4
             THEN total_files_processed - $4 ELSE total_files_processed END
         WHERE user_id = $1",
        user,
        period.day.as_str(),
        period.month.as_str(),
        files
    )
    .execute(&mut *tx)
    .await?;
    Ok(days::add(tx, user, &period.day, -files).await?)
}
