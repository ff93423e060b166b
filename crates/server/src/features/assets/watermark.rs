//! What a recipe's watermarks need beside the image: font files, and the image of a data URL.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use nomina_text::FontCatalogue;

use super::Shelf;

/// The font files that cover a text, the wanted family first; none when the text is empty or no fonts are installed.
pub fn fonts_for(family: &str, text: &str) -> Vec<Vec<u8>> {
    if text.is_empty() {
        return Vec::new();
    }
    let list = |name: &str| {
        Shelf::Fonts.get(name).and_then(|list| serde_json::from_slice(&list.bytes).ok()).unwrap_or_default()
    };
    let index = FontCatalogue::with(list("index.json"), list("east-asian.json"));
    let files = index.files_for(family, text);
    files.into_iter().filter_map(|file| Some(Shelf::Fonts.get(file)?.bytes.to_vec())).collect()
}

/// The bytes of a base64 data URL.
pub fn data_url(url: &str) -> Option<Vec<u8>> {
    let (head, body) = url.strip_prefix("data:")?.split_once(',')?;
    STANDARD.decode(body).ok().filter(|_| head.ends_with(";base64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_base64_data_url_is_read() {
        assert_eq!(data_url("data:image/png;base64,YWJj"), Some(b"abc".to_vec()));
        for text in ["", "data:image/png,abc", "https://example.com/a.png", "data:image/png;base64,***"] {
            assert_eq!(data_url(text), None, "{text}");
        }
    }
}
