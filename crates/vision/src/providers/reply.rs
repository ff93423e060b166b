//! What a service sent back, as a description or as the reason why there is none. The same for the server's client and for pages
//! that ask a service themselves.

use super::{Key, Provider, ProviderError, answer, without_masked};
use crate::Description;
use nomina_rules::language::Spelling;
use serde_json::Value;

/// What came back over HTTP.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    pub status: u16,
    pub retry_after_s: Option<u64>,
    pub body: &'a [u8],
}

/// What the model said, if the service let it speak.
pub fn text(provider: &dyn Provider, reply: Reply<'_>) -> Result<String, ProviderError> {
    let label = || provider.label().to_owned();
    let body = parse(reply.body, provider.key());
    if !(200..300).contains(&reply.status) {
        let reason = provider.reason(&body).filter(|reason| !reason.trim().is_empty());
        let message = reason.map_or_else(|| "Unknown error".into(), |text| without_masked(&text));
        let Reply { status, retry_after_s, .. } = reply;
        return Err(ProviderError::Status { label: label(), status, message, retry_after_s });
    }
    provider.text(&body).filter(|text| !text.trim().is_empty()).ok_or_else(|| ProviderError::Empty(label()))
}

/// The model's words, cleaned.
pub fn describe(said: &str, source: &str, spelling: Spelling) -> Result<Description, ProviderError> {
    let described = answer::read(said, spelling).ok_or(ProviderError::InvalidName)?;
    Ok(Description { source: source.to_owned(), ..described })
}

/// What a service says as JSON, without our key in it; null when it is none.
fn parse(bytes: &[u8], key: Option<&Key>) -> Value {
    let text = String::from_utf8_lossy(bytes);
    let text = key.map_or_else(|| text.clone().into_owned(), |key| key.hide(&text));
    serde_json::from_str(&text).unwrap_or_default()
}
