//! The one error of the server. Every answer that is not a success is problem+json with a stable `code`;
//! causes are logged once, here, and never reach the body.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::io::ErrorKind;

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use nomina_archive::Fault;
use serde::Serialize;
use utoipa::ToSchema;

pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// What went wrong with one field of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field's path, such as `email` or `options.quality`.
    pub field: String,
    pub message: String,
}

/// The body of every error (RFC 9457). `title` is the sentence to show, `code` is for programs.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems/missing_scope", "title": "This API key does not have the scope \"process\".", "status": 403,
    "code": "missing_scope"
}))]
pub struct Problem {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The same sentence as `title`, where a caller looks for it under this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
}

#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    title: Cow<'static, str>,
    detail: Option<String>,
    errors: Vec<FieldError>,
    has_error_field: bool,
    retry_after_s: Option<u32>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, title: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code,
            title: title.into(),
            detail: None,
            errors: Vec::new(),
            has_error_field: false,
            retry_after_s: None,
            cause: None,
        }
    }

    pub fn bad_request(code: &'static str, title: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, title)
    }

    /// A value of the request breaks a rule; the sentence is the title and names its field.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed", message.clone());
        error.errors.push(FieldError { field: field.to_owned(), message });
        error
    }

    /// The operation needs somebody signed in.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", "No user logged in")
    }

    pub fn forbidden(code: &'static str, title: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, title)
    }

    pub fn not_found(title: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", title)
    }

    pub fn too_many(retry_after_s: u64) -> Self {
        let title = format!("Too many requests. Please try again in {}.", waiting_time(retry_after_s));
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", title).with_retry_after(retry_after_s)
    }

    pub fn overloaded() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "overloaded",
            "The server is busy. Please try again in a moment.",
        )
        .with_retry_after(2)
    }

    /// Something that is our fault: the cause goes to the log, the person gets a general sentence.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let mut error =
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "An unexpected error occurred");
        error.cause = Some(cause.into());
        error
    }

    /// The database or the store is away or full. Trying again may help.
    pub fn unavailable(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let title = "The server cannot reach its data right now. Please try again in a moment.";
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", title).with_retry_after(5);
        error.cause = Some(cause.into());
        error
    }

    /// Another sentence for what is our fault. What can be tried again keeps its own.
    #[must_use]
    pub fn said_as(mut self, title: &'static str) -> Self {
        if self.status == StatusCode::INTERNAL_SERVER_ERROR {
            self.title = title.into();
        }
        self
    }

    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>, message: impl Into<String>) -> Self {
        self.errors.push(FieldError { field: field.into(), message: message.into() });
        self
    }

    /// Repeats the sentence in a field `error`, as some callers expect it.
    #[must_use]
    pub fn with_error_field(mut self) -> Self {
        self.has_error_field = true;
        self
    }

    #[must_use]
    pub fn with_retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(u32::try_from(seconds.max(1)).unwrap_or(u32::MAX));
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    pub fn title(&self) -> &str {
        &self.title
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Some(cause) = &self.cause {
            tracing::error!(code = self.code, error = %chain(cause.as_ref()), "request failed");
        }
        let problem = Problem {
            kind: format!("/problems/{}", self.code),
            error: self.has_error_field.then(|| self.title.clone().into_owned()),
            title: self.title.into_owned(),
            status: self.status.as_u16(),
            code: self.code.to_owned(),
            detail: self.detail,
            errors: self.errors,
        };
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"nomina\""));
        }
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A time to wait in words, rounded up.
fn waiting_time(seconds: u64) -> String {
    match seconds.div_ceil(60) {
        0 | 1 => "a minute".into(),
        minutes => format!("{minutes} minutes"),
    }
}

/// An error and its sources in one line.
pub fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut => Self::overloaded(),
            away if is_away(&away) => Self::unavailable(away),
            other => Self::internal(other),
        }
    }
}

/// A connection that broke, PostgreSQL that stops or starts (classes 08 and 57P), a full disk (53100, SQLite's 13).
pub(crate) fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolClosed => true,
        sqlx::Error::Database(database) => database.code().is_some_and(|code| {
            code.starts_with("08") || code.starts_with("57P") || code == "53100" || code == "13"
        }),
        _ => false,
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> Self {
        let fault = match fault {
            Fault::Read(error) if error.kind() == ErrorKind::UnexpectedEof => Fault::Damaged,
            Fault::Read(error) => return Self::internal(error),
            other => other,
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_zip", fault.to_string())
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}
