//! The bytes of a granted download. The ticket in the address is proof enough: a browser saves a file without headers of
//! its own, and may come back for the rest of it.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_RANGE, RANGE,
};
use http::{HeaderMap, StatusCode};

use super::grant::file_name;
use super::range::{Part, part};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Path;
use crate::base::secrets::digest;
use crate::features::batches::{BatchRow, batch_columns};

/// How long an address at the store itself is valid. A download that has begun may take longer.
const ADDRESS_SECONDS: i64 = 300;

/// The ZIP that a ticket stands for, whole or in part; with S3_DIRECT its address at the store.
#[utoipa::path(get, path = "/api/v1/files/{ticket}", tag = "downloads", params(("ticket" = String, Path)),
    responses((status = 200, description = "A ZIP", content_type = "application/zip", body = Vec<u8>),
        (status = 307, description = "It is at the address in `Location`, for minutes"),
        (status = 206, description = "A part of it", content_type = "application/zip", body = Vec<u8>),
        (status = 404, body = Problem), (status = 416, body = Problem)))]
pub async fn file(
    State(state): State<Context>,
    Path(ticket): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let batch = redeem(&state, &ticket).await?;
    let key = batch.zip_file_path.as_deref().ok_or_else(over)?;
    let name = file_name(&batch);
    let until = (state.clock.now(), ADDRESS_SECONDS);
    if let Some(address) = state.blobs.get_address(key, &disposition(&name), until) {
        return Ok(Redirect::temporary(&address).into_response());
    }
    let size = u64::try_from(batch.zip_file_size.unwrap_or(0)).unwrap_or(0);
    stored_zip(&state, (key, size), &name, &headers).await?.ok_or_else(over)
}

/// A stored ZIP under a name, whole or in the part that the headers ask for. None when it is not there.
pub(crate) async fn stored_zip(
    state: &Context,
    (key, size): (&str, u64),
    name: &str,
    headers: &HeaderMap,
) -> Result<Option<Response>> {
    let tag = tag(key);
    let range = match part(wanted(headers, &tag), size) {
        Part::Whole => None,
        Part::Some(range) => Some(range),
        Part::Outside => return Ok(Some(outside(size))),
    };
    let status = if range.is_some() { StatusCode::PARTIAL_CONTENT } else { StatusCode::OK };
    let Some(found) = state.blobs.read(key, range).await.map_err(ApiError::unavailable)? else {
        return Ok(None);
    };
    let mut response = (status, Body::from_stream(found.bytes)).into_response();
    let sent = found.range;
    let mut set = |name, value: String| {
        if let Ok(value) = value.parse() {
            response.headers_mut().insert(name, value);
        }
    };
    if status == StatusCode::PARTIAL_CONTENT {
        set(CONTENT_RANGE, format!("bytes {}-{}/{}", sent.start, sent.end.saturating_sub(1), found.size));
    }
    set(CONTENT_TYPE, "application/zip".into());
    set(CONTENT_LENGTH, (sent.end - sent.start).to_string());
    set(CONTENT_DISPOSITION, disposition(name));
    set(ACCEPT_RANGES, "bytes".into());
    set(ETAG, tag);
    Ok(Some(response))
}

/// Another upload has another key, so that parts of two files are never put together.
fn tag(key: &str) -> String {
    let hash = digest(key);
    format!("\"{}\"", hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

async fn redeem(state: &Context, ticket: &str) -> Result<BatchRow> {
    let now = state.clock.now();
    let (id, expires_at) = state.keys.named_by(ticket).ok_or_else(over)?;
    let batch: Option<BatchRow> =
        q!(concat!("SELECT ", batch_columns!(), " FROM batch_results WHERE id = $1"), id)
            .optional(&state.db)
            .await?;
    let valid = |batch: &BatchRow| {
        expires_at > now
            && batch.is_downloadable(now)
            && state.keys.is_download_ticket(ticket, batch.id, batch.user_id, expires_at)
    };
    batch.filter(valid).ok_or_else(over)
}

fn over() -> ApiError {
    ApiError::not_found("This download is over. Start it again from your history.")
}

/// A part is only asked for when the rest is of the same file.
fn wanted<'a>(headers: &'a HeaderMap, tag: &str) -> Option<&'a str> {
    let text = |name| headers.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
    match text(IF_RANGE) {
        Some(known) if known != tag => None,
        _ => text(RANGE),
    }
}

fn outside(size: u64) -> Response {
    let error = ApiError::new(StatusCode::RANGE_NOT_SATISFIABLE, "range", "The file is shorter than that.");
    ([(CONTENT_RANGE, format!("bytes */{size}"))], error).into_response()
}

/// The name for old and new programs (RFC 6266): ASCII first, then every letter.
fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && !"\"\\".contains(c) || c == ' ' { c } else { '_' })
        .collect();
    let full: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{full}")
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn every_letter_of_a_name_survives_and_nothing_breaks_the_header() {
        assert_eq!(
            disposition("Grüße \"1\".zip"),
            "attachment; filename=\"Gr__e _1_.zip\"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.zip"
        );
    }
}
