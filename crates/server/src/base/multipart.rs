//! Fields of a multipart form, each read with a limit.

use axum::extract::multipart::Field;
use bytes::{Bytes, BytesMut};

use crate::base::error::{ApiError, Result};
use crate::base::extract::body_problem;

const LONGEST_TEXT: usize = 4_096;

pub(crate) async fn bytes(mut field: Field<'_>, limit: usize) -> Result<Bytes> {
    let name = field.name().unwrap_or_default().to_owned();
    let mut read = BytesMut::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        if read.len() + chunk.len() > limit {
            return Err(ApiError::new(
                http::StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                format!("The field \"{name}\" is larger than {limit} bytes."),
            ));
        }
        read.extend_from_slice(&chunk);
    }
    Ok(read.freeze())
}

pub(crate) async fn text(field: Field<'_>) -> Result<String> {
    let name = field.name().unwrap_or_default().to_owned();
    let read = bytes(field, LONGEST_TEXT).await?;
    String::from_utf8(read.into()).map_err(|_| ApiError::invalid(&name, "The text is not UTF-8."))
}

pub(crate) fn broken(error: axum::extract::multipart::MultipartError) -> ApiError {
    body_problem(error.status(), error.body_text())
}

pub(crate) fn yes_or_no(text: &str) -> Result<bool> {
    text.parse().map_err(|_| ApiError::invalid("contextAsPrefix", "This field is true or false."))
}
