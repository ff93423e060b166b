//! The answer of every provider.

use nomina_rules::bounds::BOUNDS;
use serde::{Deserialize, Serialize};

/// What an image shows, ready to become a file name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Description {
    /// Lower-case words joined by hyphens, at most [`Description::MAX_CHARS`] characters, never empty.
    pub name: String,
    /// Other names for the same image, best first; they tell two alike images apart.
    pub alternatives: Vec<String>,
    /// One plain sentence for those who do not see the image; empty when the provider gave none.
    pub alt_text: String,
    /// Search words, at most [`Description::MAX_KEYWORDS`].
    pub keywords: Vec<String>,
    /// The phrases of the name with how sure each is; empty when the provider does not say.
    pub parts: Vec<Part>,
    /// 64 bits as hexadecimal digits: nearly the same in near-duplicates, so that a series is known as one.
    pub fingerprint: String,
    /// Where it came from: `embedded`, `gemini`, `openai`, `anthropic`, `mistral`.
    pub source: String,
    /// How sure the model is of the main subject, 0 to 1; `None` when the provider does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// Whether the user's words decided something, or the name says them anyway; `None` without such words, or when the
    /// provider does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_used: Option<bool>,
    /// Whether the name says next to nothing: `food`, `two-people`. A better model may say more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bland: bool,
}

/// Some words of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NamePart))]
pub struct Part {
    pub words: String,
    /// 0 to 1.
    pub confidence: f32,
}

impl Description {
    /// The longest name a model may give; the cleaning rules cut on a word border after it.
    pub const MAX_CHARS: usize = 50;
    /// The most search words of one image.
    pub const MAX_KEYWORDS: usize = BOUNDS.keywords;
}
