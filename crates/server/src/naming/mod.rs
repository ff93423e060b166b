//! Names for pictures: what the server offers to a browser, a program or the command line.

pub mod form;
pub mod routes;

use nomina_rules::names;
use serde::Serialize;
use utoipa::ToSchema;

/// What names pictures on this server.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamingInfo {
    /// A short id: `original`, `embedded`, `gemini`, `openai`, `anthropic`.
    pub provider: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// Whether the reduced picture is sent on to somebody else's service.
    pub leaves_server: bool,
    /// The largest reduced picture that is accepted.
    pub max_image_bytes: usize,
    /// How many pictures may be asked for at once; none means as many as the plan allows.
    pub concurrency: Option<u32>,
    /// The pause between groups that the provider wants, in milliseconds.
    pub pause_ms: u32,
}

/// One answer: a name, or a sentence why there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub success: bool,
    /// The name without its extension.
    pub suggested_name: Option<String>,
    pub alternatives: Vec<String>,
    /// Who made the name, as in `NamingInfo`.
    pub provider: &'static str,
    pub error: Option<String>,
}

/// The reduced copy a browser sends: longest side 1024, about 2 MB.
pub const MAX_IMAGE_BYTES: usize = 2_621_440;

/// The provider that needs no model: the old name, cleaned.
pub fn from_original(original_name: &str) -> Suggestion {
    Suggestion {
        success: true,
        suggested_name: Some(names::clean_original(original_name)),
        alternatives: Vec::new(),
        provider: "original",
        error: None,
    }
}
