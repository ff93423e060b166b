//! Protection of the server itself: so many requests at once, so many of one network, so long each, and a panic is an
//! answer, not an end. Health checks stand outside: a full server is alive.

use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

use super::body::{GivenUp, Received};
use super::client;
use super::in_progress::{InProgress, Permit};
use crate::base::context::Context;
use crate::base::error::ApiError;

const TIME_OUT: Duration = Duration::from_secs(30);
const UPLOAD_TIME_OUT: Duration = Duration::from_secs(600);
const HEALTH_CHECKS: [&str; 2] = ["/healthz", "/readyz"];

/// What the guard knows: the state, and the routes that may take their time (see `Feature::uploads`).
#[derive(Clone, Debug)]
pub struct Guard {
    pub state: Context,
    pub requests: Arc<InProgress>,
    pub slow: Arc<HashSet<String>>,
}

pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("", MatchedPath::as_str);
    if HEALTH_CHECKS.contains(&route) {
        return next.run(request).await;
    }
    let (requests, limit) = (&guard.requests, guard.time_out(route));
    let Some(_share) = requests.share_of(client::ip_of(&request, &guard.state)) else {
        return too_many_at_once().into_response();
    };
    let Some(permit) = requests.permit() else {
        return ApiError::overloaded().into_response();
    };
    // Held until the answer, but while the body is waited for.
    let (request, given_up) = received(request, permit.clone());
    let answer = tokio::time::timeout(limit, next.run(request)).await;
    permit.give_back();
    match answer {
        _ if given_up.is_set() => too_slow().into_response(),
        Ok(response) => response,
        Err(_) => timed_out().into_response(),
    }
}

impl Guard {
    fn time_out(&self, route: &str) -> Duration {
        if self.slow.contains(route) { UPLOAD_TIME_OUT } else { TIME_OUT }
    }
}

fn received(request: Request, permit: Permit) -> (Request, GivenUp) {
    if request.body().is_end_stream() {
        return (request, GivenUp::default());
    }
    let (parts, body) = request.into_parts();
    let (body, given_up) = Received::new(body, permit);
    (Request::from_parts(parts, Body::new(body)), given_up)
}

fn too_many_at_once() -> ApiError {
    let sentence = "Too many requests from your network are open at once. Please try again in a moment.";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_at_once", sentence).with_retry_after(2)
}

fn too_slow() -> ApiError {
    let sentence = "The request came too slowly. Please check your connection and try again.";
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", sentence)
}

fn timed_out() -> ApiError {
    let sentence = "The server took too long. Please try again.";
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", sentence).with_retry_after(5)
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
