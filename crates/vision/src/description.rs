//! The answer of every provider.

use serde::{Deserialize, Serialize};

/// What a picture shows, ready to become a file name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Description {
    /// Lower-case words joined by hyphens, at most [`Description::MAX_CHARS`] characters, never empty.
    pub name: String,
    /// Other names for the same picture, best first; they tell two alike pictures apart.
    pub alternatives: Vec<String>,
    /// What was seen, most certain first: search words for the picture.
    pub tags: Vec<String>,
    /// Where it came from: `embedded`, `gemini`, `openai`, `anthropic`.
    pub source: String,
    /// How sure the model is of the main subject, 0 to 1; `None` when the provider does not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub confidence: Option<f32>,
}

impl Description {
    /// The longest name a model may give; the cleaning rules cut on a word border after it.
    pub const MAX_CHARS: usize = 50;
}
