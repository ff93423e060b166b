//! May this batch be downloaded, and counting that it was: in one transaction that holds the person's row, so that no
//! race passes the weekly limit.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::names::zip_entry;
use nomina_rules::plans::Tier;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AGAIN, COUNTED, TICKET_MS, WEEK_MS, since_then};
use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, Path};
use crate::base::random;
use crate::features::batches::{self, BatchRow, COMPLETED};
use crate::features::usage;
use crate::features::users::{CurrentUser, User};

/// Whether a batch may be downloaded now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadPermission {
    pub can_download: bool,
    pub reason: Option<String>,
    pub downloads_used: i64,
    pub downloads_limit: Option<u32>,
}

/// A download that was counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadGrant {
    /// Serves the bytes without a session, for a quarter of an hour, also in parts.
    pub url: String,
    pub file_name: String,
    pub expires_at: Timestamp,
    pub downloads_used: i64,
    pub downloads_limit: Option<u32>,
}

/// Whether a batch may be downloaded, without counting it.
#[utoipa::path(get, path = "/api/v1/batches/{id}/download-permission", tag = "downloads", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = DownloadPermission), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn permission(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<DownloadPermission>> {
    let user = &current.user;
    let mut tx = state.db.begin().await?;
    let batch = batches::find(&mut tx, user.id, id).await?;
    let weighed = weigh(&state, &mut tx, user, &batch).await?;
    Ok(Json(DownloadPermission {
        can_download: weighed.refusal.is_none(),
        reason: weighed.refusal.map(|refusal| refusal.title().to_owned()),
        downloads_used: weighed.used,
        downloads_limit: weighed.limit,
    }))
}

/// Grants a download and counts it. A batch counts once in seven days, however often it is downloaded.
#[utoipa::path(post, path = "/api/v1/batches/{id}/download", tag = "downloads", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = DownloadGrant), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 410, body = Problem),
        (status = 429, body = Problem)))]
pub async fn grant(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<DownloadGrant>> {
    let (user, now) = (&current.user, state.clock.now());
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, user.id).await?;
    let batch = batches::find(&mut tx, user.id, id).await?;
    let mut weighed = weigh(&state, &mut tx, user, &batch).await?;
    if let Some(refusal) = weighed.refusal {
        return Err(refusal);
    }
    if !weighed.again {
        note(&state, &mut tx, &batch, if weighed.counted { AGAIN } else { COUNTED }).await?;
        weighed.used += i64::from(!weighed.counted);
    }
    tx.commit().await?;
    let expires_at = now.plus_ms(TICKET_MS);
    Ok(Json(DownloadGrant {
        url: format!("/api/v1/files/{}", state.keys.download_ticket(batch.id, user.id, expires_at)),
        file_name: file_name(&batch),
        expires_at,
        downloads_used: weighed.used,
        downloads_limit: weighed.limit,
    }))
}

/// What speaks for and against a download.
struct Weighed {
    used: i64,
    limit: Option<u32>,
    /// Granted a moment ago: the same download, not another one.
    again: bool,
    /// Counted in this week already.
    counted: bool,
    refusal: Option<ApiError>,
}

async fn weigh(state: &Context, tx: &mut Tx, user: &User, batch: &BatchRow) -> Result<Weighed> {
    let now = state.clock.now();
    let tier = user.subscription_tier;
    let limit = tier.plan().limits.downloads_per_week;
    let used = since_then(&mut *tx, user.id, now.plus_ms(-WEEK_MS)).await?;
    let again = downloaded(tx, batch, now.plus_ms(-TICKET_MS), None).await?;
    let counted = downloaded(tx, batch, now.plus_ms(-WEEK_MS), Some(COUNTED)).await?;
    let full = limit.is_some_and(|limit| used >= i64::from(limit)) && !counted;
    let refusal = unavailable(batch, tier, now).or_else(|| full.then(|| limit_reached(limit)));
    Ok(Weighed { used, limit, again, counted, refusal })
}

/// Whether its owner has downloaded a batch since then, in any way or in the one that is named.
async fn downloaded(tx: &mut Tx, batch: &BatchRow, since: Timestamp, kind: Option<&str>) -> Result<bool> {
    let found = q!(
        "SELECT COUNT(*) FROM file_downloads WHERE user_id = $1 AND batch_id = $2 AND created_at > $3
         AND (CAST($4 AS TEXT) IS NULL OR download_type = $4)",
        batch.user_id,
        batch.id,
        since,
        kind
    );
    Ok(found.number(tx).await? > 0)
}

fn unavailable(batch: &BatchRow, tier: Tier, now: Timestamp) -> Option<ApiError> {
    let history = i64::from(tier.plan().limits.history_days) * DAY_MS;
    if batch.expires_at <= now {
        let sentence = "Batch has expired and is no longer available for download";
        return Some(ApiError::new(StatusCode::GONE, "expired", sentence));
    }
    if batch.status != COMPLETED || batch.zip_file_path.is_none() {
        let sentence = "Download URL not available for this batch";
        return Some(ApiError::new(StatusCode::CONFLICT, "not_stored", sentence));
    }
    // After a downgrade to the free plan, its retention applies, not that of the plan before.
    (tier == Tier::Starter && now.since(batch.created_at) > history)
        .then(|| ApiError::forbidden("starter_expired", "Starter tier access expired"))
}

fn limit_reached(limit: Option<u32>) -> ApiError {
    let sentence = format!("Download limit reached ({} per week)", limit.unwrap_or(0));
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "download_limit", sentence)
}

async fn note(state: &Context, tx: &mut Tx, batch: &BatchRow, kind: &str) -> Result<()> {
    let now = state.clock.now();
    q!(
        "INSERT INTO file_downloads (id, user_id, batch_id, download_type, download_size, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        random::id(&*state.random, now),
        batch.user_id,
        batch.id,
        kind,
        batch.zip_file_size.unwrap_or(0),
        now
    )
    .execute(&mut *tx)
    .await?;
    q!("UPDATE batch_results SET download_count = download_count + 1 WHERE id = $1", batch.id)
        .execute(&mut *tx)
        .await?;
    let payload = json!({ "id": batch.id, "status": batch.status, "batchName": batch.batch_name });
    events::emit(state, tx, batch.user_id, Kind::Batch, payload).await
}

/// What the file is called on the person's disk.
pub(super) fn file_name(batch: &BatchRow) -> String {
    let stem: String = zip_entry(&batch.batch_name).chars().take(200).collect();
    format!("{stem}.zip")
}
