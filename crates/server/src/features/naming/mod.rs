//! Names for images: what the server offers to a browser, a program or the command line.

mod context;
pub mod device;
mod feature;
pub mod form;
pub mod local;
pub mod memory;
mod namer;
mod own_services;
pub mod pool;
pub mod programs;
pub mod routes;
mod scene;
mod services;
mod turns;

use nomina_rules::language::Spelling;
use nomina_rules::names::own::{self, OwnWords, Said};
use nomina_rules::names::{self, Scene};
use nomina_vision::description::Part;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use context::NamingContext;
pub use feature::feature;
pub use local::LocalOffer;
pub use namer::{Namer, embedded_model};
pub use scene::{scene_at, scene_of};
pub use turns::Turns;

/// What names images on this server.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamingInfo {
    /// A short id: `original`, `embedded`, `gemini`, `openai`, `anthropic`, `mistral`, `ollama`, `lmstudio`, `llamacpp`, `namer`.
    pub provider: String,
    /// What a person reads.
    pub label: String,
    /// Whether the reduced image is sent on to somebody else's service.
    pub leaves_server: bool,
    /// The largest reduced image that is accepted.
    pub max_image_bytes: usize,
    /// How many images may be asked for at once; none means as many as the plan allows.
    pub concurrency: Option<u32>,
    /// The pause between groups that the provider wants, in milliseconds.
    pub pause_ms: u32,
    /// Why no model is at work, when none is.
    pub problem: Option<String>,
    /// Models of programs on this computer, for somebody who sits at it.
    pub local: Vec<LocalOffer>,
}

/// One answer: a name, or the cleaned old name and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "success": true, "suggestedName": "red-fox-in-snow", "alternatives": ["fox-on-a-winter-field"], "confidence": 0.92, "bland": false,
    "altText": "A red fox in the snow.", "keywords": ["fox", "snow", "animal"],
    "words": [{ "words": "red fox", "confidence": 0.92 }, { "words": "in snow", "confidence": 0.71 }], "fingerprint": "8f3c00ffe1a07b42",
    "provider": "embedded", "error": null
}))]
pub struct Suggestion {
    pub success: bool,
    /// The name without its extension. Without success it is the old name, cleaned.
    pub suggested_name: String,
    pub alternatives: Vec<String>,
    /// How sure the main subject is, 0 to 1, when the model says.
    #[serde(default)]
    pub confidence: Option<f32>,
    /// Whether the name says next to nothing, as `food` and `two-people` do: another model may say more.
    #[serde(default)]
    pub bland: bool,
    /// Whether the person's own words were used, when the model says; nothing without such words.
    #[serde(default)]
    pub context_used: Option<bool>,
    /// One plain sentence for people who do not see the image; empty when there is none.
    #[serde(default)]
    pub alt_text: String,
    /// Search words, at most ten.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The phrases of the name with how sure each is; empty when the model does not say.
    #[serde(default)]
    pub words: Vec<Part>,
    /// 64 bits as hexadecimal digits, nearly the same in near-duplicates; empty when nobody looked.
    #[serde(default)]
    pub fingerprint: String,
    /// Who made the name, as in `NamingInfo`.
    pub provider: String,
    /// The reason, when there was no success.
    pub error: Option<String>,
}

impl Suggestion {
    /// Follows the person's rules for words. A name that they leave nothing of is the old one, cleaned.
    fn in_own_words(&mut self, own: &OwnWords, scene: &Scene, original_name: &str) {
        if !self.success {
            return;
        }
        let said = Said {
            name: std::mem::take(&mut self.suggested_name),
            alternatives: std::mem::take(&mut self.alternatives),
            alt_text: std::mem::take(&mut self.alt_text),
            keywords: std::mem::take(&mut self.keywords),
        };
        let said = own.apply(&said, scene);
        self.suggested_name = own::or_original(said.name, original_name);
        (self.alternatives, self.alt_text, self.keywords) = (said.alternatives, said.alt_text, said.keywords);
    }

    /// Puts the person's own words in front of every name.
    fn lead_with(&mut self, context: &str, spelling: Spelling) {
        for name in std::iter::once(&mut self.suggested_name).chain(&mut self.alternatives) {
            *name = names::with_context(name, context, spelling);
        }
    }
}

/// The reduced copy a browser sends: longest side 1024, about 2 MB.
pub const MAX_IMAGE_BYTES: usize = 2_621_440;
