//! Options as they are kept: checked, and with the watermark image apart, so that lists stay small.

use http::StatusCode;
use nomina_rules::gates;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Tier;
use serde_json::Value;

use crate::base::error::{ApiError, Result};

/// The largest watermark image that is kept, as a data URL.
const LARGEST_WATERMARK: usize = 1_500_000;

/// Options ready for two columns.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    pub options: Option<Value>,
    pub watermark: Option<String>,
}

impl Recipe {
    /// Takes the image out of the options, or says which option cannot be kept.
    pub fn of(options: Option<ProcessingOptions>, field: &str) -> Result<Self> {
        let Some(mut options) = options else { return Ok(Self::default()) };
        if let Some(problem) = options.problems().into_iter().next() {
            return Err(ApiError::invalid(&format!("{field}.{}", problem.field), problem.to_string()));
        }
        for affix in [&mut options.prefix, &mut options.suffix] {
            *affix = affix.trim().to_owned();
        }
        let watermark = options.image_watermark_file.take();
        check_watermark(watermark.as_deref(), field)?;
        Ok(Self { options: Some(serde_json::to_value(&options)?), watermark })
    }
}

/// Refuses options that the plan does not hold, with the sentence of the first of them (OPT-05): what was made in the
/// browser with a feature that nobody paid for is not stored as if it had been.
pub fn within_plan(options: Option<&ProcessingOptions>, tier: Tier) -> Result<()> {
    let notes = options.map(|options| gates::coerce(options, tier).notes).unwrap_or_default();
    match notes.first() {
        None => Ok(()),
        Some(note) => Err(ApiError::new(StatusCode::FORBIDDEN, "not_in_plan", *note)),
    }
}

fn check_watermark(watermark: Option<&str>, field: &str) -> Result<()> {
    let Some(watermark) = watermark else { return Ok(()) };
    let field = format!("{field}.imageWatermarkFile");
    if watermark.len() > LARGEST_WATERMARK {
        return Err(ApiError::invalid(&field, "The watermark image is too large to be kept (1 MB at most)."));
    }
    if !watermark.starts_with("data:image/") {
        return Err(ApiError::invalid(&field, "The watermark image must be a data URL of an image."));
    }
    Ok(())
}

/// Options from their column, with the image back in place where it was asked for. What an older release wrote and
/// this one cannot read is nothing.
pub fn kept(options: Option<Value>, watermark: Option<String>) -> Option<ProcessingOptions> {
    let mut options: ProcessingOptions = serde_json::from_value(options?).ok()?;
    options.image_watermark_file = watermark;
    Some(options)
}
