//! ZIPs that go to the object store without passing through this server: an address for one upload, the word that it was sent,
//! and the check of what arrived, which is a task. Until that has ended well the bytes are marked for deletion.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::upload::{StoredZip, admitted, bind, check, download_url};
use super::{BatchRow, PROCESSING, batch_columns, find, look_up};
use crate::base::clock::{HOUR_MS, MINUTE_MS, SECOND_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::events::{self, Kind};
use crate::base::extract::{Json, Path};
use crate::base::spool::Spool;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::base::{blobs, deletion};
use crate::features::users::{CurrentUser, User, by_id};

pub(super) const TASK: &str = "sent-zip";
/// How long an address for an upload is valid.
const VALID_MS: i64 = 15 * MINUTE_MS;
/// When it is looked whether an upload arrived of which nothing was heard.
const LATEST_MS: i64 = VALID_MS + 5 * MINUTE_MS;
/// How long a request waits for the check before it is to ask again.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(250);

/// What will be sent.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnnouncedZip {
    /// In bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// Where to send it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadAddress {
    /// For one PUT with exactly the announced bytes.
    pub url: String,
    /// To be sent with the bytes.
    pub headers: BTreeMap<String, String>,
    pub expires_at: Timestamp,
}

/// The payload of the task.
#[derive(Debug, Serialize, Deserialize)]
struct Sent {
    batch: Uuid,
    user: Uuid,
    key: String,
    size: u64,
    sha256: String,
    /// Until then an upload that is not there may still come.
    until: i64,
}

/// An address at the object store for the ZIP of a batch, where the server is set up for that (S3_DIRECT).
#[utoipa::path(post, path = "/api/v1/batches/{id}/upload", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = AnnouncedZip,
    responses((status = 200, body = UploadAddress), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem)))]
pub async fn announce(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(announced): Json<AnnouncedZip>,
) -> Result<Json<UploadAddress>> {
    find(&state.db, current.user.id, id).await?;
    if state.blobs.origin().is_none() {
        let sentence = "Send the ZIP to /server/api/store-zip: this server takes it itself.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not_direct", sentence));
    }
    let sha256 = announced.sha256.to_ascii_lowercase();
    let hash = bytes_of(&sha256)
        .ok_or_else(|| ApiError::invalid("sha256", "A SHA-256 has 64 hexadecimal digits."))?;
    if announced.size == 0 {
        return Err(ApiError::invalid("size", "An empty file is no ZIP."));
    }
    admitted(&state, &current.user, announced.size, Some(id)).await?;
    let now = state.clock.now();
    let key = blobs::new_key(&*state.random, "zips");
    let address = state.blobs.put_address(&key, announced.size, &hash, (now, VALID_MS / SECOND_MS));
    let address = address.ok_or_else(ApiError::overloaded)?;
    let until = now.plus_ms(LATEST_MS);
    let sent = Sent { batch: id, user: current.user.id, key, size: announced.size, sha256, until: until.0 };
    expect(&state, sent, until).await?;
    let headers = address.headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Json(UploadAddress { url: address.url, headers, expires_at: now.plus_ms(VALID_MS) }))
}

/// From here on the bytes are marked for deletion, and a task looks at them: when they were sent, or when it is too late.
async fn expect(state: &Context, sent: Sent, until: Timestamp) -> Result<()> {
    let mut tx = state.db.begin().await?;
    deletion::mark(&mut tx, &sent.key, state.clock.now().plus_ms(HOUR_MS)).await?;
    let task = NewTask {
        kind: TASK,
        payload: serde_json::to_value(&sent)?,
        dedupe: waiting(sent.batch),
        replace: true,
        priority: 0,
    };
    tasks::enqueue(state, &mut tx, task).await?;
    tasks::schedule(state, &mut tx, &waiting(sent.batch), until).await?;
    Ok(tx.commit().await?)
}

/// Says that the ZIP was sent, and waits a while for its check. 202 means that it is still checked: ask again.
#[utoipa::path(post, path = "/api/v1/batches/{id}/upload/complete", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = AnnouncedZip,
    responses((status = 200, body = StoredZip), (status = 202, description = "It is still checked"),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn complete(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(announced): Json<AnnouncedZip>,
) -> Result<Response> {
    find(&state.db, current.user.id, id).await?;
    let mut tx = state.db.begin().await?;
    tasks::schedule(&state, &mut tx, &waiting(id), state.clock.now()).await?;
    tx.commit().await?;
    for _ in 0..PATIENCE.as_millis() / PAUSE.as_millis() {
        if !tasks::is_waiting(&state.db, &waiting(id)).await? {
            return stored(&state, current.user.id, id, &announced).await.map(IntoResponse::into_response);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn stored(state: &Context, user: Uuid, id: Uuid, announced: &AnnouncedZip) -> Result<Json<StoredZip>> {
    let kept = q!(
        "SELECT COUNT(*) FROM batch_results WHERE id = $1 AND user_id = $2 AND zip_sha256 = $3",
        id,
        user,
        announced.sha256.to_ascii_lowercase()
    );
    if kept.number(&state.db).await? == 0 {
        let sentence =
            "The ZIP was not stored: nothing arrived, or not what was announced. Please send it again.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "not_stored", sentence));
    }
    Ok(Json(StoredZip { download_url: download_url(id), file_size: announced.size }))
}

/// The task: what arrived is checked as an upload through the server is, then bound to its batch.
pub(super) async fn work(state: &Context, payload: Value) -> Result<Outcome> {
    let sent: Sent = serde_json::from_value(payload)?;
    let Some(user) = by_id(&state.db, sent.user).await? else { return Ok(Outcome::Done) };
    if look_up(&state.db, sent.user, sent.batch).await?.is_none() {
        return Ok(Outcome::Done);
    }
    match arrived(state, &user, &sent).await {
        Ok(true) => Ok(Outcome::Done),
        Ok(false) if state.clock.now().0 < sent.until => Ok(Outcome::Later(Timestamp(sent.until))),
        Ok(false) => refuse(state, &sent, "The ZIP did not arrive.").await,
        Err(error) if error.status().is_client_error() => refuse(state, &sent, error.title()).await,
        Err(error) => Err(error),
    }
}

/// False when nothing is there.
async fn arrived(state: &Context, user: &User, sent: &Sent) -> Result<bool> {
    let Some(mut found) = state.blobs.read(&sent.key, None).await.map_err(ApiError::unavailable)? else {
        return Ok(false);
    };
    let wrong = |what| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "not_announced", what);
    if found.size != sent.size {
        return Err(wrong("The ZIP that arrived is longer or shorter than was announced."));
    }
    let mut spool = Spool::open(state).await?;
    while let Some(piece) = found.bytes.next().await {
        spool.write(&piece.map_err(ApiError::unavailable)?).await?;
    }
    let (size, sha256) = spool.finish().await?;
    if sha256 != sent.sha256 {
        return Err(wrong("The ZIP that arrived is not the one that was announced."));
    }
    check(&spool, user.subscription_tier.plan().limits, state.config.blobs.max_zip_mb << 20).await?;
    bind(state, user, sent.batch, &sent.key, size, &sha256).await?;
    Ok(true)
}

/// The bytes go at once, and a batch that has no other ZIP has failed.
async fn refuse(state: &Context, sent: &Sent, reason: &str) -> Result<Outcome> {
    tracing::info!(reason, "a ZIP that was sent to the store was refused");
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    deletion::mark(&mut tx, &sent.key, now).await?;
    let failed: Option<BatchRow> = q!(
        concat!(
            "UPDATE batch_results SET status = 'failed', updated_at = $4
             WHERE id = $1 AND user_id = $2 AND status = $3 RETURNING ",
            batch_columns!()
        ),
        sent.batch,
        sent.user,
        PROCESSING,
        now
    )
    .optional(&mut tx)
    .await?;
    if let Some(batch) = failed {
        let payload =
            json!({ "id": batch.id, "batchName": batch.batch_name, "status": batch.status, "error": reason });
        events::emit(state, &mut tx, batch.user_id, Kind::Batch, payload).await?;
    }
    tx.commit().await?;
    deletion::remove_marked(state).await?;
    Ok(Outcome::Done)
}

/// Of one batch one upload is awaited: the newest.
fn waiting(batch: Uuid) -> String {
    format!("{TASK}:{batch}")
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.len() == 64 && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    digits.then(|| (0..64).step_by(2).map(byte).collect::<Option<Vec<u8>>>()).flatten()
}
