//! The script with which a page asks one naming service with the person's own key. It runs in a worker, and the policy of this
//! answer lets that worker talk to this service alone. The pages' own policy names no service, and the key never comes here.

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use nomina_vision::providers::own::own_service;

use crate::base::error::ApiError;
use crate::base::extract::Path;

const SCRIPT: &str = include_str!("own_services.js");

/// `/services/{file}`: `openai.js` talks to OpenAI.
pub(super) async fn script(Path(file): Path<String>) -> Result<Response, ApiError> {
    let service = file.strip_suffix(".js").and_then(own_service);
    let Some(service) = service else { return Err(ApiError::not_found("There is no such service.")) };
    let policy = HeaderValue::from_str(&format!("default-src 'none'; connect-src {}", service.origin));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_SECURITY_POLICY, policy.map_err(ApiError::internal)?),
    ];
    Ok((headers, SCRIPT).into_response())
}
