//! The ZIP of a batch, made in the browser and sent as a stream: written to a file, checked, stored, bound to its batch.
//! Until the last step nothing is stored or counted, and a crash after it is mended by the cleanup.

use axum::extract::State;
use http::HeaderMap;
use http::header::CONTENT_LENGTH;
use nomina_archive::Bounds;
use nomina_rules::plans::{Limits, Tier};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::saving_is_on;
use super::emails::BatchReady;
use super::zip_form::{Room, StoreZipForm, StoreZipQuery, no_room, read_form};
use super::{BatchRow, COMPLETED, batch_columns, find, tell};
use crate::base::clock::HOUR_MS;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Multipart, Query};
use crate::base::spool::Spool;
use crate::base::{blobs, deletion, rate};
use crate::features::users::{CurrentUser, User};
use crate::features::{emails, usage};

/// The form around the file.
const FORM_BYTES: u64 = 64 << 10;
const GIB: i64 = 1 << 30;

/// Where the stored ZIP can be had.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredZip {
    pub download_url: String,
    pub file_size: u64,
}

/// Stores the ZIP of a batch. Every refusal also says why in a field `error`.
#[utoipa::path(post, path = "/server/api/store-zip", tag = "history", security(("bearer" = [])),
    params(StoreZipQuery), request_body(content = StoreZipForm, content_type = "multipart/form-data"),
    responses((status = 200, body = StoredZip), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem)))]
pub async fn store_zip(
    State(state): State<Context>,
    current: CurrentUser,
    headers: HeaderMap,
    Query(query): Query<StoreZipQuery>,
    form: Multipart,
) -> Result<Json<StoredZip>> {
    let stored = receive(&state, &current.user, &headers, query.batch_id, form).await;
    stored.map(Json).map_err(ApiError::with_error_field)
}

async fn receive(
    state: &Context,
    user: &User,
    headers: &HeaderMap,
    named: Option<Uuid>,
    form: Multipart,
) -> Result<StoredZip> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let room = admitted(state, user, announced.unwrap_or(0).saturating_sub(FORM_BYTES), named).await?;
    let (mut spool, batch) = read_form(state, user, form, named, room).await?;
    let (size, sha256) = spool.finish().await?;
    let limits = user.subscription_tier.plan().limits;
    check(&spool, limits, room.largest).await?;
    let key = blobs::new_key(&*state.random, "zips");
    // Marked for deletion until a row refers to it: a crash from here on leaves nothing behind for long.
    deletion::mark(&state.db, &key, state.clock.now().plus_ms(HOUR_MS)).await?;
    state.blobs.take(&key, spool.path()).await.map_err(ApiError::unavailable)?;
    match bind(state, user, batch, &key, size, &sha256).await {
        Ok(()) => {}
        Err(error) => {
            // The bytes need not wait an hour.
            deletion::mark(&state.db, &key, state.clock.now()).await?;
            deletion::remove_marked(state).await?;
            return Err(error);
        }
    }
    Ok(StoredZip { download_url: download_url(batch), file_size: size })
}

/// Everything that can be known before the first byte of the ZIP: the setting, the batch if it is named in the address, and
/// whether what is announced fits.
pub(super) async fn admitted(
    state: &Context,
    user: &User,
    announced: u64,
    named: Option<Uuid>,
) -> Result<Room> {
    rate::take(state, rate::UPLOADS_PER_USER, &user.id.to_string()).await?;
    saving_is_on(&state.db, user.id).await?;
    // The ZIP may take the place of another: of its own batch's, or of the largest while the batch is not known.
    let replaced = match named {
        Some(batch) => find(&state.db, user.id, batch).await?.zip_file_size.unwrap_or(0),
        None => largest_of(&state.db, user.id).await?,
    };
    let quota = quota(user.subscription_tier);
    let left = quota - stored_by(&state.db, user.id).await? + replaced;
    let room = Room { largest: state.config.blobs.max_zip_mb << 20, left: left.max(0).unsigned_abs() };
    room.check(state, announced)?;
    Ok(room)
}

pub(super) async fn check(spool: &Spool, limits: Limits, largest: u64) -> Result<()> {
    let path = spool.path().to_owned();
    let bounds = Bounds { entries: limits.max_batch as usize, bytes: 2 * largest };
    let checked =
        tokio::task::spawn_blocking(move || nomina_archive::check(std::fs::File::open(path)?, bounds));
    checked.await.map_err(ApiError::internal)??;
    Ok(())
}

/// The last step, in one transaction: the batch has its ZIP, the one before is marked for deletion, tabs and email are told.
pub(super) async fn bind(
    state: &Context,
    user: &User,
    id: Uuid,
    key: &str,
    size: u64,
    sha256: &str,
) -> Result<()> {
    let mut tx = state.db.begin().await?;
    usage::hold(state, &mut tx, user.id).await?;
    let before = find(&mut tx, user.id, id).await?;
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let others = stored_by(&mut tx, user.id).await? - before.zip_file_size.unwrap_or(0);
    if others + size > quota(user.subscription_tier) {
        return Err(no_room());
    }
    if !deletion::unmark(&mut tx, key).await? {
        return Err(ApiError::overloaded());
    }
    let batch = complete(state, &mut tx, &before, key, size, sha256).await?;
    if let Some(old) = &before.zip_file_path {
        deletion::mark(&mut tx, old, state.clock.now()).await?;
    }
    emails::send(state, &mut tx, &user.email, &BatchReady(batch.news())).await?;
    tell(state, &mut tx, &batch).await?;
    Ok(tx.commit().await?)
}

async fn complete(
    state: &Context,
    tx: &mut Tx,
    before: &BatchRow,
    key: &str,
    size: i64,
    sha256: &str,
) -> Result<BatchRow> {
    let done = q!(
        concat!(
            "UPDATE batch_results SET status = $3, zip_file_path = $4, zip_file_size = $5, zip_sha256 = $6,
             download_url = $7, file_expires_at = expires_at, updated_at = $8 WHERE id = $1 AND user_id = $2
             RETURNING ",
            batch_columns!()
        ),
        before.id,
        before.user_id,
        COMPLETED,
        key,
        size,
        sha256,
        download_url(before.id),
        state.clock.now()
    );
    Ok(done.one(tx).await?)
}

/// What is stored for a person: ZIPs of the history, and what the server works on for programs.
pub(crate) async fn stored_by(target: impl Target, user: Uuid) -> Result<i64> {
    let stored = q!(
        "SELECT CAST((SELECT COALESCE(SUM(zip_file_size), 0) FROM batch_results
                      WHERE user_id = $1 AND zip_file_path IS NOT NULL)
         + (SELECT COALESCE(SUM(stored_bytes), 0) FROM runs WHERE user_id = $1) AS BIGINT)",
        user
    );
    Ok(stored.number(target).await?)
}

async fn largest_of(target: impl Target, user: Uuid) -> Result<i64> {
    let largest = q!(
        "SELECT COALESCE(MAX(zip_file_size), 0) FROM batch_results
         WHERE user_id = $1 AND zip_file_path IS NOT NULL",
        user
    );
    Ok(largest.number(target).await?)
}

/// Room for stored ZIPs by plan.
pub(crate) fn quota(tier: Tier) -> i64 {
    match tier {
        Tier::Guest | Tier::Starter => GIB,
        Tier::Essential => 10 * GIB,
        Tier::Professional | Tier::Enterprise => 50 * GIB,
    }
}

pub(super) fn download_url(batch: Uuid) -> String {
    format!("/api/v1/batches/{batch}/download")
}
