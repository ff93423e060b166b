//! The way of one picture: the list of steps, in order.

use crate::{EngineError, Inspection, Limits, Output};
use nomina_rules::options::ProcessingOptions;

/// What the host hands in beside the picture: the engine itself reads no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assets<'a> {
    /// Font files (TTF or OTF), the wanted family first, fallbacks after it.
    pub fonts: &'a [&'a [u8]],
    /// The watermark picture (PNG, WebP or JPEG), when the recipe wants one.
    pub watermark: Option<&'a [u8]>,
}

/// Asked between the stages; `true` ends the work with [`EngineError::Cancelled`].
pub type Cancel<'a> = &'a dyn Fn() -> bool;

/// The heart: one picture through one recipe.
pub fn process(
    bytes: &[u8],
    recipe: &ProcessingOptions,
    assets: &Assets<'_>,
    limits: &Limits,
    cancel: Cancel<'_>,
) -> Result<Output, EngineError> {
    let _ = (bytes, recipe, assets, limits, cancel);
    Err(EngineError::Unsupported)
}

/// A small upright copy, longest side at most `side`: JPEG, or PNG when it has transparency.
pub fn thumbnail(bytes: &[u8], side: u32, limits: &Limits) -> Result<Output, EngineError> {
    let _ = (bytes, side, limits);
    Err(EngineError::Unsupported)
}

/// The recipe's watermarks on a thumbnail, scaled so that the tile is the output in small. `source` is the inspection
/// of the full picture: sizes of the marks are relative to the output it would have.
pub fn watermark_preview(
    thumbnail: &[u8],
    source: &Inspection,
    recipe: &ProcessingOptions,
    assets: &Assets<'_>,
    limits: &Limits,
) -> Result<Output, EngineError> {
    let _ = (thumbnail, source, recipe, assets, limits);
    Err(EngineError::Unsupported)
}

/// The reduced copy that a naming model gets: upright JPEG without metadata, longest side at most 1024, quality 0.9 and
/// down by 0.1 until it is about 2 MB.
pub fn model_input(bytes: &[u8], limits: &Limits) -> Result<Output, EngineError> {
    let _ = (bytes, limits);
    Err(EngineError::Unsupported)
}
