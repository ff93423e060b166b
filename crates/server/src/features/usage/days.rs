//! Images per calendar day: the chart of the last thirty days.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::period::Period;
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q, row};
use crate::base::error::Result;

const SHOWN_DAYS: i64 = 30;
const KEPT_DAYS: i64 = 62;

/// One day of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageDay {
    /// `YYYY-MM-DD`, in UTC as the limits are.
    pub day: String,
    pub files: i64,
}
row!(UsageDay { day, files });

/// Adds to a day, or takes away with a negative number. A day never falls below nothing.
pub(super) async fn add(tx: &mut Tx, user: Uuid, day: &str, files: i64) -> Result<(), sqlx::Error> {
    q!(
        "INSERT INTO usage_days (user_id, day, files) VALUES ($1, $2, CASE WHEN $3 > 0 THEN $3 ELSE 0 END)
         ON CONFLICT (user_id, day) DO UPDATE SET
         files = CASE WHEN usage_days.files + $3 > 0 THEN usage_days.files + $3 ELSE 0 END",
        user,
        day,
        files
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Thirty days up to today, the ones without images included.
pub(crate) async fn chart(state: &Context, user: Uuid) -> Result<Vec<UsageDay>> {
    let now = state.clock.now();
    let shown: Vec<String> = (0..SHOWN_DAYS).rev().map(|ago| day_before(now, ago)).collect();
    let first = shown.first().cloned().unwrap_or_default();
    let counted: Vec<UsageDay> =
        q!("SELECT day, files FROM usage_days WHERE user_id = $1 AND day >= $2", user, first)
            .all(&state.db)
            .await?;
    let files = |day: &str| counted.iter().find(|one| one.day == day).map_or(0, |one| one.files);
    Ok(shown.into_iter().map(|day| UsageDay { files: files(&day), day }).collect())
}

fn day_before(now: Timestamp, days: i64) -> String {
    Period::of(now.plus_ms(-days * DAY_MS)).day
}

/// Forgets days that no chart shows.
pub(super) async fn sweep(state: &Context) -> Result<u64> {
    let oldest = day_before(state.clock.now(), KEPT_DAYS);
    Ok(q!("DELETE FROM usage_days WHERE day < $1", oldest).execute(&state.db).await?)
}
