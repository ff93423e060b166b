//! Options as they are kept: checked, and with the watermark picture apart, so that lists stay small.

use nomina_rules::options::ProcessingOptions;
use serde_json::Value;

use crate::error::{ApiError, Result};

/// The largest watermark picture that is kept, as a data URL.
const LARGEST_PICTURE: usize = 1_500_000;

/// Options ready for two columns.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    pub options: Option<Value>,
    pub picture: Option<String>,
}

impl Recipe {
    /// Takes the picture out of the options, or says which option cannot be kept.
    pub fn of(options: Option<ProcessingOptions>, field: &str) -> Result<Self> {
        let Some(mut options) = options else { return Ok(Self::default()) };
        if let Some(problem) = options.problems().into_iter().next() {
            return Err(ApiError::invalid(&format!("{field}.{}", problem.field), problem.to_string()));
        }
        let picture = options.image_watermark_file.take();
        check_picture(picture.as_deref(), field)?;
        Ok(Self { options: Some(serde_json::to_value(&options)?), picture })
    }
}

fn check_picture(picture: Option<&str>, field: &str) -> Result<()> {
    let Some(picture) = picture else { return Ok(()) };
    let field = format!("{field}.imageWatermarkFile");
    if picture.len() > LARGEST_PICTURE {
        return Err(ApiError::invalid(
            &field,
            "The watermark picture is too large to be kept (1 MB at most).",
        ));
    }
    if !picture.starts_with("data:image/") {
        return Err(ApiError::invalid(&field, "The watermark picture must be a data URL of an image."));
    }
    Ok(())
}

/// Options from their column, with the picture back in place where it was asked for. What an older release wrote and
/// this one cannot read is nothing.
pub fn kept(options: Option<Value>, picture: Option<String>) -> Option<ProcessingOptions> {
    let mut options: ProcessingOptions = serde_json::from_value(options?).ok()?;
    options.image_watermark_file = picture;
    Some(options)
}
