//! What the plan allows and how much of it is used, in the headers of every answer to a program, refusals included.

use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::request::Parts;
use http::{HeaderName, HeaderValue};

use super::{Account, Usage};
use crate::base::context::Context;

/// The headers and what they say.
pub(crate) const HEADERS: [(&str, &str); 4] = [
    ("nomina-usage-day", "Images named today"),
    ("nomina-limit-day", "How many may be, or `unlimited`"),
    ("nomina-usage-month", "Images named this month"),
    ("nomina-limit-month", "How many may be, or `unlimited`"),
];

/// Whom the answer is for: empty until a program has been let in.
#[derive(Clone, Debug, Default)]
struct Served(Arc<OnceLock<Account>>);

/// Notes whom a request is answered for.
pub(crate) fn note(parts: &Parts, account: &Account) {
    if let Some(served) = parts.extensions.get::<Served>() {
        served.0.get_or_init(|| account.clone());
    }
}

/// Around every route; those that programs may not use never note anybody.
pub(crate) async fn tell(State(state): State<Context>, mut request: Request, next: Next) -> Response {
    let served = Served::default();
    request.extensions_mut().insert(served.clone());
    let mut response = next.run(request).await;
    if let Some(account) = served.0.get()
        && let Ok(usage) = account.usage(&state).await
    {
        response.headers_mut().extend(values(&usage));
    }
    response
}

fn values(usage: &Usage) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let limit = |limit: Option<u32>| limit.map_or("unlimited".to_owned(), |most| most.to_string());
    let texts = [
        usage.daily_files.to_string(),
        limit(usage.daily_limit),
        usage.monthly_files.to_string(),
        limit(usage.monthly_limit),
    ];
    let named = |((name, _), text): ((&'static str, _), String)| {
        Some((HeaderName::from_static(name), HeaderValue::from_str(&text).ok()?))
    };
    HEADERS.into_iter().zip(texts).filter_map(named)
}
