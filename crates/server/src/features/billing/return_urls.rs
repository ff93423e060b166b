//! Where somebody comes back to after paying: our own pages only, or a payment would lead to a stranger's site.

use url::Url;

use super::test_mode::checkout::SESSION_ID;
use crate::base::config::Config;
use crate::base::error::{ApiError, Result};
use crate::base::http::origin;

/// The address to return to: the given one when it is ours, the billing section when none is given.
pub fn own(config: &Config, host: &str, field: &str, given: Option<&str>, fallback: &str) -> Result<String> {
    let public = config.public_url();
    let Some(text) = given.filter(|text| !text.is_empty()) else {
        return Ok(format!("{public}{fallback}"));
    };
    let base = Url::parse(&public).map_err(ApiError::internal)?;
    let url = base.join(text).map_err(|_| not_ours(field))?;
    let ours = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && origin::is_ours(&url.origin().ascii_serialization(), &public, host);
    if ours { Ok(url.into()) } else { Err(not_ours(field)) }
}

/// The same with a place for the session's id.
pub fn with_session_id(url: &str) -> String {
    // The URL parser writes the braces of the placeholder as %7B and %7D; Stripe looks for the braces.
    let url = url.replace("%7BCHECKOUT_SESSION_ID%7D", SESSION_ID);
    if url.contains(SESSION_ID) {
        return url;
    }
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}session_id={SESSION_ID}")
}

fn not_ours(field: &str) -> ApiError {
    ApiError::invalid(field, "The address to return to must be on this site.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(text: &str) -> Option<String> {
        let config = Config { public_url: "https://nomina.example".into(), ..Config::defaults() };
        own(&config, "localhost:8080", "successUrl", Some(text), "/x").ok()
    }

    #[test]
    fn only_addresses_of_this_site_pass() {
        assert_eq!(returned("/dashboard").as_deref(), Some("https://nomina.example/dashboard"));
        assert_eq!(returned("https://nomina.example/a?b=c").as_deref(), Some("https://nomina.example/a?b=c"));
        assert_eq!(returned("http://localhost:8080/a").as_deref(), Some("http://localhost:8080/a"));
        let strangers = [
            "https://evil.example/",
            "//evil.example",
            "/\\evil.example",
            "https://nomina.example@evil.example/",
            "https://me:pw@nomina.example/",
            "https://me@nomina.example/",
            "https://:pw@nomina.example/",
            "javascript:alert(1)",
            "http://nomina.example/",
            "https://nomina.example:444/",
        ];
        for evil in strangers {
            assert_eq!(returned(evil), None, "{evil}");
        }
        assert_eq!(returned("").as_deref(), Some("https://nomina.example/x"));
    }

    #[test]
    fn the_session_id_finds_its_place() {
        let parsed = Url::parse("https://x/d?session_id={CHECKOUT_SESSION_ID}").unwrap();
        for url in [parsed.as_str(), "https://x/d"] {
            assert!(with_session_id(url).ends_with("?session_id={CHECKOUT_SESSION_ID}"), "{url}");
        }
        assert!(with_session_id("https://x/d?a=b").ends_with("?a=b&session_id={CHECKOUT_SESSION_ID}"));
    }
}
