//! Downloads of stored batches: a grant that counts, and a ticket that serves the bytes.

mod feature;
pub mod grant;
mod range;
pub mod serve;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

pub use feature::feature;

use crate::base::clock::{DAY_MS, MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Target, q};
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Query};
use crate::features::users::CurrentUser;

/// The window of the weekly limit.
const WEEK_MS: i64 = 7 * DAY_MS;
/// A download that counts against the weekly limit, and one of a batch that was counted in the week already: both are
/// logged (HIST-05).
const COUNTED: &str = "zip";
const AGAIN: &str = "zip-again";
/// How long a download ticket is valid. A second request within this time is the same download.
const TICKET_MS: i64 = 15 * MINUTE_MS;
const LONGEST_WINDOW: i64 = 365;
const KEPT_DAYS: i64 = 400;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Window {
    /// 7 when nothing is said.
    days: Option<i64>,
}

/// How many downloads there were, and how many a week may have.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadCount {
    pub count: i64,
    pub limit: Option<u32>,
}

/// One's downloads of the last days.
#[utoipa::path(get, path = "/api/v1/downloads/count", tag = "downloads", security(("bearer" = [])), params(Window),
    responses((status = 200, body = DownloadCount), (status = 401, body = Problem)))]
pub async fn count(
    State(state): State<Context>,
    current: CurrentUser,
    Query(window): Query<Window>,
) -> Result<Json<DownloadCount>> {
    let days = window.days.unwrap_or(7).clamp(1, LONGEST_WINDOW);
    let since = state.clock.now().plus_ms(-days * DAY_MS);
    let limit = current.user.subscription_tier.plan().limits.downloads_per_week;
    Ok(Json(DownloadCount { count: since_then(&state.db, current.user.id, since).await?, limit }))
}

async fn since_then(target: impl Target, user: Uuid, since: Timestamp) -> Result<i64> {
    let counted = q!(
        "SELECT COUNT(*) FROM file_downloads WHERE user_id = $1 AND created_at > $2 AND download_type = $3",
        user,
        since,
        COUNTED
    );
    Ok(counted.number(target).await?)
}
