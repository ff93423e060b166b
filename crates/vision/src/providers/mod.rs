//! Vision models behind HTTP. A provider is two pure functions, a request out and an answer in; [`Client`] does the
//! rest for all of them: pacing, time-outs, retries, the circuit breaker.

mod answer;
mod anthropic;
#[cfg(feature = "network")]
mod breaker;
#[cfg(feature = "network")]
mod client;
mod gemini;
mod mistral;
mod openai;
pub mod own;
#[cfg(feature = "network")]
mod pacing;
mod prompt;
pub mod reply;
pub mod tongue;

pub use anthropic::Anthropic;
#[cfg(feature = "network")]
pub use client::{Client, Settings};
pub use gemini::Gemini;
pub use mistral::Mistral;
pub use openai::OpenAi;

use nomina_rules::language::Spelling;
use serde_json::Value;

/// What an answer with all fields may be long.
const STRUCTURED_TOKENS: u32 = 300;

/// One image to be named: already reduced, already checked.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    pub image: &'a [u8],
    pub mime: &'a str,
    /// The person's own words about the image, when they want them used.
    pub context: Option<&'a str>,
    /// The language that names are wanted in, and its letters.
    pub spelling: Spelling,
    /// Whether the last answer was in another language.
    pub again: bool,
}

impl<'a> Ask<'a> {
    pub fn new(image: &'a [u8], mime: &'a str, context: Option<&'a str>, spelling: Spelling) -> Self {
        Self { image, mime, context, spelling, again: false }
    }
}

/// What is sent. Header values hold keys: they are never printed.
pub struct Outgoing {
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Value,
}

/// One service that can look at an image.
pub trait Provider: Send + Sync + std::fmt::Debug {
    /// A short id: `gemini`, `openai`, `anthropic`, `mistral`.
    fn id(&self) -> &'static str;

    /// What a person reads, also inside error sentences.
    fn label(&self) -> &str;

    /// What must never come back out, if the service wants one.
    fn key(&self) -> Option<&Key>;

    fn request(&self, ask: &Ask<'_>) -> Outgoing;

    /// The text of a successful answer, if there is one.
    fn text(&self, body: &Value) -> Option<String>;

    /// The reason inside a refusal, if there is one.
    fn reason(&self, body: &Value) -> Option<String> {
        Some(body.pointer("/error/message")?.as_str()?.to_owned())
    }
}

/// Why a service gave no name. The texts are the product's own and are shown as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProviderError {
    #[error("{label} API error: {status} - {message}")]
    Status { label: String, status: u16, message: String, retry_after_s: Option<u64> },
    #[error("No response from {0} API")]
    Empty(String),
    #[error("{}", nomina_rules::names::INVALID_NAME)]
    InvalidName,
    #[error("{0} did not answer in time")]
    TimedOut(String),
    #[error("{0} could not be reached")]
    Unreachable(String),
    #[error("{0} is not answering at the moment")]
    Paused(String),
}

impl ProviderError {
    /// Whether trying again may help.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 409 | 429 | 500 | 502..=504 | 529),
            Self::TimedOut(_) | Self::Unreachable(_) => true,
            Self::Empty(_) | Self::InvalidName | Self::Paused(_) => false,
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    use ::base64::Engine as _;
    ::base64::engine::general_purpose::STANDARD.encode(bytes)
}

const HIDDEN: &str = "********";

/// The sentence without words that a service has half hidden itself, such as `sk-ab***yz`: the rest is a part of a key.
fn without_masked(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| if word.contains("**") { HIDDEN } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// A key that can be used but not printed.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without this key in it: some services repeat the key that they refuse.
    fn hide(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, HIDDEN) }
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(hidden)")
    }
}

impl std::fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outgoing").field("url", &self.url).finish_non_exhaustive()
    }
}
