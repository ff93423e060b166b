//! Everything we hold about a person as one ZIP: JSON documents and the stored files.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use serde::Deserialize;
use tokio_util::io::ReaderStream;
use utoipa::ToSchema;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::base::blobs::Blobs;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::base::secret::Secret;
use crate::base::{personal, random, rate};
use crate::features::users::{CurrentUser, User, proof};
use crate::features::{batches, runs};

#[derive(Debug, Deserialize, ToSchema)]
pub struct Export {
    /// Of the account, when it has one.
    #[schema(value_type = Option<String>)]
    pub password: Option<Secret>,
}

/// All personal data of the account.
#[utoipa::path(post, path = "/api/v1/me/export", tag = "accounts", security(("bearer" = [])),
    request_body = Export,
    responses((status = 200, description = "A ZIP", content_type = "application/zip", body = Vec<u8>),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn export(
    State(state): State<Context>,
    current: CurrentUser,
    Json(form): Json<Export>,
) -> Result<Response> {
    proof::check(&state, &current, form.password.as_ref()).await?;
    rate::take(&state, rate::EXPORT_PER_USER, &current.user.id.to_string()).await?;
    let (documents, files) = gather(&state, &current.user).await?;
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

async fn gather(state: &Context, user: &User) -> Result<(Documents, Files)> {
    let mut documents = Vec::new();
    for (name, value) in personal::export(&state.personal, &state.db, user.id, &user.email).await? {
        documents.push((name, serde_json::to_vec_pretty(&value)?));
    }
    let mut files = batches::stored_files(&state.db, user.id).await?;
    files.extend(runs::stored_files(&state.db, user.id).await?);
    Ok((documents, files))
}

/// Writes the ZIP into a file that is gone from the folder as soon as it is open: a crash leaves nothing behind.
fn pack(blobs: &Blobs, path: &Path, documents: Documents, files: Files) -> std::io::Result<(File, u64)> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = File::options().read(true).write(true).create_new(true).open(path)?;
    std::fs::remove_file(path)?;
    let mut zip = ZipWriter::new(file);
    let compressed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in documents {
        zip.start_file(name, compressed)?;
        zip.write_all(&bytes)?;
    }
    let as_is = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    let runtime = tokio::runtime::Handle::current();
    for (name, key) in files {
        // A file that is no longer there is history, not an error.
        let Some(stored) = runtime.block_on(blobs.read(&key, None)).map_err(std::io::Error::other)? else {
            continue;
        };
        zip.start_file(name, as_is)?;
        stored.copy_to(&mut zip)?;
    }
    let mut file = zip.finish()?;
    let length = file.stream_position()?;
    file.rewind()?;
    Ok((file, length))
}
