//! What a recipe needs beside the image: the outlines of its text and the bytes of its mark. Made once for a batch.

use nomina_engine::{Assets, EngineError, Limits, Output, Watch};
use nomina_rules::options::ProcessingOptions;
use nomina_text::Outline;

use crate::features::assets;

#[derive(Debug, Default)]
pub struct Beside {
    text: Option<Outline>,
    mark: Option<Vec<u8>>,
}

impl Beside {
    pub fn of(recipe: &ProcessingOptions) -> Result<Self, String> {
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

    /// The recipe over one image; `watch` is told how far it is and may end it.
    pub fn process(
        &self,
        bytes: &[u8],
        recipe: &ProcessingOptions,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Output, EngineError> {
        let assets = Assets { text: self.text.as_ref(), watermark: self.mark.as_deref() };
        nomina_engine::process(bytes, recipe, &assets, limits, watch)
    }
}
