//! What crosses the boundary: requests and replies.

use serde::{Deserialize, Serialize};

#[cfg(any(feature = "rules", feature = "engine"))]
use nomina_rules::options::ProcessingOptions;

/// One request: its JSON part. One flat type for every call keeps the modules small; each call names what it needs.
/// Binary parts follow in the order that the call wants them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) op: String,
    #[cfg(any(feature = "rules", feature = "text", feature = "vision", feature = "services"))]
    pub(crate) text: Option<String>,
    #[cfg(any(feature = "rules", feature = "engine"))]
    pub(crate) options: Option<Box<ProcessingOptions>>,
    #[cfg(feature = "rules")]
    pub(crate) names: Option<Vec<String>>,
    #[cfg(feature = "rules")]
    pub(crate) batch: Option<Vec<nomina_rules::names::Candidate>>,
    #[cfg(feature = "rules")]
    pub(crate) parts: Option<nomina_rules::names::NameParts>,
    #[cfg(feature = "rules")]
    pub(crate) said: Option<nomina_rules::names::own::Said>,
    #[cfg(feature = "rules")]
    #[serde(default)]
    pub(crate) scene: nomina_rules::names::Scene,
    #[cfg(feature = "rules")]
    pub(crate) tier: Option<nomina_rules::plans::Tier>,
    #[cfg(feature = "rules")]
    pub(crate) words: Option<nomina_rules::words::ImageWords>,
    #[cfg(feature = "engine")]
    pub(crate) side: Option<u32>,
    #[cfg(feature = "engine")]
    pub(crate) source: Option<SourceSize>,
    #[cfg(feature = "places")]
    pub(crate) position: Option<(f64, f64)>,
    #[cfg(any(feature = "services", feature = "vision"))]
    #[serde(default)]
    pub(crate) language: nomina_rules::language::Language,
    #[cfg(any(feature = "services", feature = "vision"))]
    #[serde(default)]
    pub(crate) keep_accents: bool,
    #[cfg(feature = "text")]
    pub(crate) family: Option<String>,
    #[cfg(feature = "services")]
    pub(crate) service: Option<ServiceCall>,
    /// Whether the last answer of a service was in another language.
    #[cfg(feature = "services")]
    #[serde(default)]
    pub(crate) again: bool,
}

/// A naming service with a person's own key. Not printed: it holds the key.
#[cfg(feature = "services")]
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServiceCall {
    pub(crate) id: String,
    pub(crate) model: String,
    pub(crate) key: String,
    /// The image's media type, for a request.
    #[serde(default)]
    pub(crate) mime: String,
    /// The status, for an answer.
    #[serde(default)]
    pub(crate) status: u16,
}

#[cfg(feature = "services")]
impl std::fmt::Debug for ServiceCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceCall").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A field that the call cannot do without is missing.
pub(crate) struct Missing(pub(crate) &'static str);

/// `None`: the call is another feature's.
pub(crate) type Answer = Result<Option<Reply>, Missing>;

/// One reply: JSON, and bytes where the call makes an image.
#[derive(Debug, Default)]
pub struct Reply {
    pub json: Vec<u8>,
    pub bytes: Vec<u8>,
}

#[derive(Serialize)]
struct Done<T> {
    ok: T,
}

#[derive(Serialize)]
struct Refused<'a> {
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: &'a str,
    message: &'a str,
}

impl Reply {
    pub(crate) fn value(value: impl Serialize) -> Self {
        Self::image(value, Vec::new())
    }

    pub(crate) fn image(value: impl Serialize, bytes: Vec<u8>) -> Self {
        match serde_json::to_vec(&Done { ok: value }) {
            Ok(json) => Self { json, bytes },
            Err(_) => Self::refused("bad-call", "The answer could not be written."),
        }
    }

    pub(crate) fn refused(code: &str, message: &str) -> Self {
        let refused = Refused { error: Reason { code, message } };
        Self { json: serde_json::to_vec(&refused).unwrap_or_default(), bytes: Vec::new() }
    }
}

/// The part of an inspection that decides the size of the output.
#[cfg(feature = "engine")]
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SourceSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) orientation: u8,
}
