//! Security headers of every answer. A handler may set its own policy first (the mailbox does, for its frame).

use http::HeaderValue;
use http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

/// `wasm-unsafe-eval` compiles the engine; inline styles are how the component kit sets sizes and colours.
/// There is no inline script. The only foreign hosts are the two that keep the avatars of Google and GitHub
/// accounts, for pictures alone; Stripe's page is reached by a form or a link only.
pub const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' blob: data: https://lh3.googleusercontent.com \
    https://avatars.githubusercontent.com; font-src 'self' data:; \
    connect-src 'self' blob: data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self' https://checkout.stripe.com https://billing.stripe.com";

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

/// Adds what the answer does not have yet.
pub fn secure(headers: &mut HeaderMap, https: bool) {
    for (name, value) in FIXED {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if https {
        headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(ONE_YEAR);
    }
}
