//! The outermost layer: a request id, one log line per request (path only: queries can hold secrets), security headers.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, HeaderName};
use tracing::Instrument;

use super::headers;
use crate::base::context::Context;
use crate::base::random;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub async fn edge(State(state): State<Context>, request: Request, next: Next) -> Response {
    let id = random::id(&*state.random, state.clock.now()).simple().to_string();
    let span = tracing::info_span!("request", id);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let took = started.elapsed();
    state.metrics.answered(&method, route.as_ref().map(MatchedPath::as_str), response.status(), took);
    let _inside = span.enter();
    tracing::info!(%method, path, status = response.status().as_u16(), ms = took.as_millis(), "answered");
    headers::secure(response.headers_mut(), state.config.is_https());
    if let Some(origin) = state.blobs.origin() {
        headers::connecting(response.headers_mut(), origin);
    }
    if path.starts_with("/api/") {
        // Tokens and personal data: neither a shared cache nor the back button of a shared computer keeps them.
        response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
