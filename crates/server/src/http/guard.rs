//! Protection of the server itself: so many requests at once, so long each, and a panic is an answer, not an end.

use std::any::Any;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

use crate::error::ApiError;
use crate::state::AppState;

const TIME_OUT: Duration = Duration::from_secs(30);
const UPLOAD_TIME_OUT: Duration = Duration::from_secs(600);

/// Uploads of a whole ZIP may take their time.
const SLOW_PATHS: [&str; 4] =
    ["/server/api/store-zip", "/api/v1/ai/suggest-name", "/api/v1/names", "/api/v1/process"];

pub async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Ok(_permit) = state.concurrency.try_acquire() else {
        return ApiError::overloaded().into_response();
    };
    let limit = if SLOW_PATHS.contains(&request.uri().path()) { UPLOAD_TIME_OUT } else { TIME_OUT };
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            "The server took too long. Please try again.",
        )
        .with_retry_after(5)
        .into_response(),
    }
}

/// What a panicking handler answers; the text of the panic goes to the log.
pub fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    ApiError::internal(format!("panic: {text}")).into_response()
}
