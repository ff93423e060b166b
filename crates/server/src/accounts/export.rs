//! Everything we hold about a person as one ZIP: JSON documents and the stored files.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json as JsonColumn;
use tokio_util::io::ReaderStream;
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::UserView;
use crate::blobs::Blobs;
use crate::clock::Timestamp;
use crate::db::{q, row};
use crate::error::{ApiError, Problem, Result};
use crate::keys;
use crate::preferences;
use crate::random;
use crate::rate;
use crate::sessions::CurrentUser;
use crate::state::AppState;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Identity {
    provider: String,
    subject: String,
    email: String,
    created_at: Timestamp,
}
row!(Identity { provider, subject, email, created_at });

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    user_agent: String,
    ip_prefix: String,
    created_at: Timestamp,
    last_used_at: Timestamp,
    revoked_at: Option<Timestamp>,
}
row!(Session { user_agent, ip_prefix, created_at, last_used_at, revoked_at });

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Batch {
    id: Uuid,
    batch_name: String,
    file_count: i64,
    processed_count: i64,
    status: String,
    processing_options: Option<JsonColumn<Value>>,
    zip_file_path: Option<String>,
    created_at: Timestamp,
    expires_at: Timestamp,
}
row!(Batch {
    id,
    batch_name,
    file_count,
    processed_count,
    status,
    processing_options,
    zip_file_path,
    created_at,
    expires_at
});

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProcessedFile {
    batch_id: Uuid,
    original_filename: String,
    processed_filename: String,
    original_size: i64,
    processed_size: i64,
    mime_type: String,
    file_data: Option<String>,
    status: String,
}
row!(ProcessedFile {
    batch_id,
    original_filename,
    processed_filename,
    original_size,
    processed_size,
    mime_type,
    file_data,
    status
});

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    daily_files_processed: i64,
    monthly_files_processed: i64,
    total_files_processed: i64,
    last_daily_reset: String,
    last_monthly_reset: String,
}
row!(Usage {
    daily_files_processed,
    monthly_files_processed,
    total_files_processed,
    last_daily_reset,
    last_monthly_reset
});

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Action {
    action: String,
    ip_prefix: String,
    created_at: Timestamp,
}
row!(Action { action, ip_prefix, created_at });

/// All personal data of the account.
#[utoipa::path(post, path = "/api/v1/me/export", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, description = "A ZIP", content_type = "application/zip", body = Vec<u8>),
        (status = 401, body = Problem), (status = 429, body = Problem)))]
pub async fn export(State(state): State<AppState>, current: CurrentUser) -> Result<Response> {
    rate::take(&state, rate::EXPORT_PER_USER, &current.user.id.to_string()).await?;
    let (documents, files) = gather(&state, current).await?;
    let name = format!("export-{}.zip", random::id(&*state.random, state.clock.now()).simple());
    let path = state.config.data_dir.join("tmp").join(name);
    let blobs = state.blobs.clone();
    let (file, length) = tokio::task::spawn_blocking(move || pack(&blobs, &path, documents, files))
        .await
        .map_err(ApiError::internal)?
        .map_err(ApiError::internal)?;
    let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_DISPOSITION, "attachment; filename=\"nomina-export.zip\"".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
    ];
    Ok((headers, body).into_response())
}

type Documents = Vec<(&'static str, Vec<u8>)>;
/// The name in the export, and the key of the stored object.
type Files = Vec<(String, String)>;

async fn gather(state: &AppState, current: CurrentUser) -> Result<(Documents, Files)> {
    let (db, id, email) = (&state.db, current.user.id, current.user.email.clone());
    let identities: Vec<Identity> =
        q!("SELECT provider, subject, email, created_at FROM identities WHERE user_id = $1", id)
            .all(db)
            .await?;
    let sessions: Vec<Session> = q!(
        "SELECT user_agent, ip_prefix, created_at, last_used_at, revoked_at FROM sessions WHERE user_id = $1 ORDER BY created_at",
        id
    )
    .all(db)
    .await?;
    let batches: Vec<Batch> = q!(
        "SELECT id, batch_name, file_count, processed_count, status, processing_options, zip_file_path, created_at,
         expires_at FROM batch_results WHERE user_id = $1 ORDER BY created_at",
        id
    )
    .all(db)
    .await?;
    let files: Vec<ProcessedFile> = q!(
        "SELECT f.batch_id, f.original_filename, f.processed_filename, f.original_size, f.processed_size, f.mime_type,
         f.file_data, f.status FROM processed_files f JOIN batch_results b ON b.id = f.batch_id WHERE b.user_id = $1",
        id
    )
    .all(db)
    .await?;
    let usage: Vec<Usage> = q!(
        "SELECT daily_files_processed, monthly_files_processed, total_files_processed, last_daily_reset,
         last_monthly_reset FROM user_usage WHERE user_id = $1",
        id
    )
    .all(db)
    .await?;
    let actions: Vec<Action> =
        q!("SELECT action, ip_prefix, created_at FROM audit_log WHERE user_id = $1 ORDER BY created_at", id)
            .all(db)
            .await?;
    let newsletter = q!("SELECT COUNT(*) FROM newsletter WHERE email = $1", email).number(db).await? > 0;
    let preferences = preferences::get(db, id).await?;
    let stored = batches
        .iter()
        .filter_map(|batch| Some((format!("files/{}.zip", batch.id), batch.zip_file_path.clone()?)));
    let stored = stored.collect();
    let documents = vec![
        ("profile.json", json(&UserView::from(current.user))?),
        ("preferences.json", json(&preferences)?),
        ("identities.json", json(&identities)?),
        ("sessions.json", json(&sessions)?),
        ("usage.json", json(&usage)?),
        ("batches.json", json(&batches)?),
        ("processed-files.json", json(&files)?),
        ("api-keys.json", json(&keys::routes::views(state, id).await?)?),
        ("account-events.json", json(&actions)?),
        ("newsletter.json", json(&serde_json::json!({ "subscribed": newsletter }))?),
    ];
    Ok((documents, stored))
}

fn json(value: &impl Serialize) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(value)?)
}

/// Writes the ZIP into a file that is gone from the folder as soon as it is open: a crash leaves nothing behind.
fn pack(blobs: &Blobs, path: &Path, documents: Documents, files: Files) -> std::io::Result<(File, u64)> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = File::options().read(true).write(true).create_new(true).open(path)?;
    std::fs::remove_file(path)?;
    let mut zip = ZipWriter::new(file);
    let squeezed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in documents {
        zip.start_file(name, squeezed)?;
        zip.write_all(&bytes)?;
    }
    let as_is = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    let runtime = tokio::runtime::Handle::current();
    for (name, key) in files {
        // A file that is no longer there is history, not an error.
        let Some(mut stored) = runtime.block_on(blobs.read(&key, None)).map_err(std::io::Error::other)?
        else {
            continue;
        };
        zip.start_file(name, as_is)?;
        while let Some(piece) = runtime.block_on(stored.bytes.next()) {
            zip.write_all(&piece.map_err(std::io::Error::other)?)?;
        }
    }
    let mut file = zip.finish()?;
    let length = file.stream_position()?;
    file.rewind()?;
    Ok((file, length))
}
