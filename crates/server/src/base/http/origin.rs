//! Cross-site protection of the few endpoints that look at a cookie: the browser's Origin must be ours.

use axum::extract::{FromRef, FromRequestParts};
use http::header::{HOST, ORIGIN};
use http::request::Parts;
use url::Url;

use crate::base::context::Context;
use crate::base::error::{ApiError, Result};

/// Proof that the request was made by our own page (or by a program that is not a browser).
#[derive(Clone, Copy, Debug)]
pub struct SameOrigin;

impl<S: Send + Sync> FromRequestParts<S> for SameOrigin
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, host: &S) -> Result<Self> {
        let state = Context::from_ref(host);
        let text = |name| parts.headers.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
        let cross_site = text(http::HeaderName::from_static("sec-fetch-site"))
            .is_some_and(|site| !matches!(site, "same-origin" | "none"));
        let foreign = text(ORIGIN).is_some_and(|origin| {
            !is_ours(origin, &state.config.public_url(), text(HOST).unwrap_or_default())
        });
        if cross_site || foreign {
            return Err(ApiError::forbidden("cross_origin", "This request came from another site."));
        }
        Ok(Self)
    }
}

/// The public address, or the address that the browser itself used (127.0.0.1 and localhost on a laptop).
pub(crate) fn is_ours(origin: &str, public_url: &str, host: &str) -> bool {
    let Ok(origin) = Url::parse(origin) else { return false };
    if Url::parse(public_url).is_ok_and(|public| public.origin() == origin.origin()) {
        return true;
    }
    let authority = match (origin.host_str(), origin.port()) {
        (Some(name), Some(port)) => format!("{name}:{port}"),
        (Some(name), None) => name.to_owned(),
        (None, _) => return false,
    };
    authority == host
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_our_own_origin_passes() {
        let public = "https://nomina.example";
        assert!(is_ours("https://nomina.example", public, "internal:8080"));
        assert!(is_ours("http://localhost:8080", "http://127.0.0.1:8080", "localhost:8080"));
        assert!(!is_ours("https://evil.example", public, "nomina.example"));
        assert!(!is_ours("https://nomina.example.evil", public, "nomina.example"));
        assert!(!is_ours("null", public, "nomina.example"));
    }
}
