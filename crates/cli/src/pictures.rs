//! What the picture commands share: reading recipes, the assets a recipe needs.

use std::fs;
use std::path::Path;

use nomina_engine::{Assets, EngineError, Limits, Output};
use nomina_rules::options::ProcessingOptions;
use nomina_server::assets;
use nomina_text::Outline;

/// The recipe of a file, or the defaults; a value out of range is a sentence with its field.
pub(crate) fn recipe(file: Option<&Path>) -> Result<ProcessingOptions, String> {
    let Some(file) = file else { return Ok(ProcessingOptions::default()) };
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let recipe = ProcessingOptions::from_json(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    match recipe.problems().first() {
        Some(problem) => Err(format!("{}: {problem}", file.display())),
        None => Ok(recipe),
    }
}

/// What a recipe needs beside the picture, read once for a whole batch.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    text: Option<Outline>,
    mark: Option<Vec<u8>>,
}

impl Beside {
    pub(crate) fn of(recipe: &ProcessingOptions) -> Result<Self, String> {
        let text = if recipe.enable_text_watermark { recipe.text_watermark.trim() } else { "" };
        let fonts = assets::fonts_for(&recipe.text_watermark_font_family, text);
        let fonts: Vec<&[u8]> = fonts.iter().map(Vec::as_slice).collect();
        let text = (!fonts.is_empty()).then(|| nomina_text::outline(text, &fonts));
        let mark = match (&recipe.image_watermark_file, recipe.enable_image_watermark) {
            (Some(url), true) => {
                Some(assets::data_url(url).ok_or("imageWatermarkFile: must be a base64 data URL")?)
            }
            _ => None,
        };
        Ok(Self { text, mark })
    }

    pub(crate) fn process(&self, bytes: &[u8], recipe: &ProcessingOptions) -> Result<Output, EngineError> {
        let assets = Assets { text: self.text.as_ref(), watermark: self.mark.as_deref() };
        nomina_engine::process(bytes, recipe, &assets, &Limits::default(), &|| false)
    }
}
