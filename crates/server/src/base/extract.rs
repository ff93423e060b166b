//! Extractors of this server: axum's own, with problem+json instead of plain text when they refuse.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::base::error::{ApiError, Result};

/// A JSON body, in or out.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

/// The placeholders of a path.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

/// The query string.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

/// A multipart form.
#[derive(Debug)]
pub struct Multipart(pub axum::extract::Multipart);

/// A sentence to show.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Message {
    pub message: String,
}

impl Message {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(wrong_type("The body must be JSON (Content-Type: application/json)."));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| body_problem(rejection.status(), rejection.body_text()))?;
        parse(&bytes).map(Self)
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let message = error.inner().to_string();
        let problem =
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_body", "The body is not as expected.");
        match path.as_str() {
            "." | "" => problem.with_detail(message),
            _ => problem.with_field(path, message),
        }
    })?;
    reader.end().map_err(|error| {
        ApiError::bad_request("invalid_json", "The body is not JSON.").with_detail(error.to_string())
    })?;
    Ok(value)
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = content_type(headers) else { return false };
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// The media type of the body, without its parameters.
fn content_type(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    Some(kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

fn wrong_type(title: &'static str) -> ApiError {
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", title)
}

const LONGEST_KEY: usize = 200;

/// The `Idempotency-Key` of a request: sending the same request again with the same key changes nothing more.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    match value.to_str() {
        Ok(key) if (1..=LONGEST_KEY).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(ApiError::bad_request(
            "invalid_idempotency_key",
            "The Idempotency-Key must be 1 to 200 plain characters.",
        )),
    }
}

/// The body could not be read: too long, or cut off.
pub(crate) fn body_problem(status: StatusCode, detail: String) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(status, "too_large", "The request is too large.").with_detail(detail)
        }
        _ => ApiError::bad_request("invalid_body", "The request could not be read.").with_detail(detail),
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        axum::extract::Path::<T>::from_request_parts(parts, state)
            .await
            .map(|path| Self(path.0))
            // A malformed id names nothing: the same answer as for an id that does not exist.
            .map_err(|_| ApiError::not_found("Not found"))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        axum::extract::Query::<T>::from_request_parts(parts, state).await.map(|query| Self(query.0)).map_err(
            |rejection| {
                ApiError::bad_request("invalid_query", "The query is not as expected.")
                    .with_detail(rejection.body_text())
            },
        )
    }
}

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if content_type(request.headers()).as_deref() != Some("multipart/form-data") {
            return Err(wrong_type("The body must be a form (Content-Type: multipart/form-data)."));
        }
        axum::extract::Multipart::from_request(request, state).await.map(Self).map_err(|rejection| {
            ApiError::bad_request("invalid_form", "The body must be a multipart form.")
                .with_detail(rejection.body_text())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Inner {
        #[expect(dead_code, reason = "only its type matters")]
        quality: u8,
    }

    #[test]
    fn a_wrong_field_is_named_by_its_path() {
        let error =
            parse::<std::collections::HashMap<String, Inner>>(br#"{"a":{"quality":"x"}}"#).unwrap_err();
        assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let text = format!("{error:?}");
        assert!(text.contains("a.quality"), "{text}");
    }

    #[test]
    fn text_after_the_json_is_refused() {
        assert_eq!(parse::<u8>(b"1 2").unwrap_err().code(), "invalid_json");
    }
}
