//! What a recipe needs beside the image.

use nomina_text::Outline;

/// What the host hands in beside the image: the engine itself reads no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assets<'a> {
    /// The watermark text's letters, when the recipe wants them; `nomina_text::outline` makes them from fonts.
    pub text: Option<&'a Outline>,
    /// The watermark image (PNG, WebP or JPEG), when the recipe wants one.
    pub watermark: Option<&'a [u8]>,
}
