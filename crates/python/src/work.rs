//! What the module does, without Python: the calls of `nomina name --json`, `process` and `inspect` for bytes in memory.

use std::sync::OnceLock;

use nomina_engine::{EngineError, Limits};
use nomina_rules::language::{Language, Spelling};
use nomina_rules::options::ProcessingOptions;
use nomina_rules::words::ImageWords;
use nomina_server::features::naming::embedded_model;
use nomina_server::features::processing::Beside;
use nomina_vision::{Description, Embedded};
use serde_json::{Value, json};

/// Why an image has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Stable, for programs: the engine's codes, `recipe` or `model`.
    pub code: String,
    /// For people.
    pub sentence: String,
}

impl Failure {
    fn new(code: &str, sentence: impl Into<String>) -> Self {
        Self { code: code.to_owned(), sentence: sentence.into() }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// A processed image and what is known about it.
#[derive(Debug)]
pub struct Made {
    pub bytes: Vec<u8>,
    pub facts: Value,
}

/// What the headers of an image say, as `nomina inspect --json` prints it.
pub fn inspect(image: &[u8]) -> Result<Value, Failure> {
    Ok(json!(nomina_engine::inspect(image, &Limits::default())?))
}

/// What the embedded model says about an image, as the `details` of `nomina name --json`. Without a language it is English.
/// `quick` is `--quick`: only the quick networks.
pub fn name(
    image: &[u8],
    context: Option<&str>,
    language: Option<&str>,
    quick: bool,
) -> Result<Value, Failure> {
    let known = || Language::ALL.map(Language::code).join(", ");
    let language = language.map_or(Some(Language::En), Language::of_code);
    let language = language
        .ok_or_else(|| Failure::new("language", format!("the language must be one of {}", known())))?;
    let spelling = Spelling { language, keep_accents: false };
    Ok(json!(describe(image, context, spelling, quick)?))
}

/// An image after a recipe. Metadata texts with `{name}`, `{alt}` or `{keywords}` are filled by the model.
pub fn process(image: &[u8], recipe: &str) -> Result<Made, Failure> {
    let recipe =
        ProcessingOptions::from_json(recipe).map_err(|error| Failure::new("recipe", error.to_string()))?;
    if let Some(problem) = recipe.problems().first() {
        return Err(Failure::new("recipe", problem.to_string()));
    }
    let beside = Beside::of(&recipe).map_err(|problem| Failure::new("recipe", problem))?;
    let recipe =
        if recipe.asks_for_words() { recipe.with_words(&words(image, recipe.spelling())?) } else { recipe };
    let made = beside.process(image, &recipe, &Limits::default(), &|_| false)?;
    Ok(Made { bytes: made.bytes, facts: json!(made.facts) })
}

fn words(image: &[u8], spelling: Spelling) -> Result<ImageWords, Failure> {
    let Description { name, alt_text: alt, keywords, .. } = describe(image, None, spelling, false)?;
    Ok(ImageWords { name, alt, keywords })
}

/// As the binary does it: the model sees the reduced copy.
fn describe(
    image: &[u8],
    context: Option<&str>,
    spelling: Spelling,
    quick: bool,
) -> Result<Description, Failure> {
    let reduced = nomina_engine::model_input(image, &Limits::default())?;
    let seen = model(quick)?.describe_in(&reduced.bytes, context, spelling, &Limits::default());
    seen.map_err(|error| Failure::new("model", error.to_string()))
}

/// Loaded by the first image that is named, once in a process; its threads share it.
fn model(quick: bool) -> Result<&'static Embedded, Failure> {
    static BEST: OnceLock<Result<Embedded, String>> = OnceLock::new();
    static QUICK: OnceLock<Result<Embedded, String>> = OnceLock::new();
    let model = if quick { &QUICK } else { &BEST }.get_or_init(|| embedded_model(quick));
    model.as_ref().map_err(|reason| Failure::new("model", reason.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two by two grey pixels.
    const BMP: &[u8] =
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x80\x80\x80\x80\x80\0\0\x80\x80\x80\x80\x80\x80\0\0";

    #[test]
    fn headers_and_recipes_work_on_bytes() {
        assert_eq!(inspect(BMP).unwrap()["format"], "bmp");
        let made = process(BMP, r#"{"convertFormat":true,"outputFormat":"webp"}"#).unwrap();
        assert_eq!((&made.bytes[8..12], &made.facts["format"]), (&b"WEBP"[..], &json!("webp")));
    }

    #[test]
    fn what_cannot_be_done_has_a_code_and_a_sentence() {
        let code = |failure: Failure| (failure.code, !failure.sentence.is_empty());
        assert_eq!(code(inspect(b"no image").unwrap_err()), ("unsupported".to_owned(), true));
        assert_eq!(code(process(BMP, r#"{"maxWdith":1}"#).unwrap_err()), ("recipe".to_owned(), true));
        assert_eq!(code(process(BMP, r#"{"textWatermarkOpacity":9}"#).unwrap_err()).0, "recipe");
        assert_eq!(code(name(b"", None, None, false).unwrap_err()).0, "unsupported");
    }
}
