//! Security headers of every answer. A handler may set its own policy first (the mailbox does, for its frame).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use sha2::{Digest, Sha256};

/// `wasm-unsafe-eval` compiles the engine; inline styles are how the component kit sets sizes and colours.
/// No inline script runs but those of our own pages, see [`allowing`]. The only foreign hosts are the two that keep the
/// avatars of Google and GitHub accounts, for images alone; Stripe's page is reached by a form or a link only.
pub const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' blob: data: https://lh3.googleusercontent.com \
    https://avatars.githubusercontent.com; font-src 'self' data:; \
    connect-src 'self' blob: data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self' https://checkout.stripe.com https://billing.stripe.com";

/// Where the policy lists what may run; hashes of inline scripts are added behind it.
const SCRIPTS: &str = "script-src 'self'";

/// Where the policy lists what pages may talk to.
const CONNECTIONS: &str = "connect-src 'self'";

const FIXED: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");

/// The policy of a page with these inline scripts: each may run by the hash of its text, and no other.
pub fn allowing<'a>(scripts: impl Iterator<Item = &'a str>) -> Option<HeaderValue> {
    let hashes: String =
        scripts.map(|text| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text)))).collect();
    HeaderValue::from_str(&CONTENT_POLICY.replacen(SCRIPTS, &format!("{SCRIPTS}{hashes}"), 1)).ok()
}

/// Lets our pages send to one more place: the object store, where ZIPs go there directly.
pub fn connecting(headers: &mut HeaderMap, origin: &str) {
    let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
    let wider = policy.map(|policy| policy.replacen(CONNECTIONS, &format!("{CONNECTIONS} {origin}"), 1));
    if let Some(Ok(wider)) = wider.map(|policy| HeaderValue::from_str(&policy)) {
        headers.insert(CONTENT_SECURITY_POLICY, wider);
    }
}

/// Adds what the answer does not have yet.
pub fn secure(headers: &mut HeaderMap, https: bool) {
    for (name, value) in FIXED {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if https {
        headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(ONE_YEAR);
    }
}

#[cfg(test)]
mod tests {
    use super::{CONTENT_POLICY, CONTENT_SECURITY_POLICY, HeaderMap, allowing, connecting, secure};

    #[test]
    fn pages_may_send_to_the_object_store_only_where_it_is_named() {
        let mut headers = HeaderMap::new();
        connecting(&mut headers, "https://s3.example.org");
        assert!(headers.is_empty(), "without a policy there is nothing to widen");
        secure(&mut headers, false);
        connecting(&mut headers, "https://s3.example.org");
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("connect-src 'self' https://s3.example.org blob: data:;"), "{policy}");
        assert!(!policy.replace("connect-src 'self' https://s3", "").contains("https://s3"), "{policy}");
    }

    #[test]
    fn an_inline_script_is_allowed_by_the_hash_of_its_text() {
        let policy = allowing(["alert('Hello, world.');"].into_iter()).unwrap();
        // The example of the specification (CSP Level 3, 2.3.1).
        let hash =
            "script-src 'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=' 'wasm-unsafe-eval';";
        assert!(policy.to_str().unwrap().contains(hash), "{policy:?}");
        assert_eq!(
            allowing(std::iter::empty()).unwrap(),
            CONTENT_POLICY,
            "without one it is the usual policy"
        );
    }
}
