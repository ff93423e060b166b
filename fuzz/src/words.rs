//! Targets that read text: names, recipes, and fonts with what they draw.

use crate::corpus;
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::watermark::Marks;
use nomina_engine::{Assets, EngineError};
use nomina_rules::names::{self as rules, NameParts};
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Tier;
use nomina_rules::{colour, gates};
use nomina_text::Outline;
use std::sync::LazyLock;

/// A name from anywhere, through every rule for names. Lines: words, old name, pattern, prefix.
pub fn names(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default().to_owned();
    let (words, original) = (next(), next());
    if let Some(name) = rules::clean(&words) {
        assert_eq!(rules::clean(&name).as_deref(), Some(name.as_str()), "cleaning twice changes nothing");
    }
    assert!(!rules::clean_original(&original).is_empty());
    let options = ProcessingOptions { name_pattern: next(), prefix: next(), ..ProcessingOptions::default() };
    let parts = NameParts { words, original, index: 7, total: 120, ..NameParts::default() };
    let stem = rules::compose(&parts, &options);
    assert!(!stem.is_empty() && stem.chars().count() <= 240, "{stem}");
    let unique = rules::unique(&[stem.clone(), stem.to_uppercase(), stem]);
    let folded: std::collections::BTreeSet<String> = unique.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(folded.len(), 3, "{unique:?}");
    for name in unique {
        let entry = rules::zip_entry(&name);
        assert!(
            !entry.is_empty() && !entry.starts_with('/') && !entry.split('/').any(|p| p == ".."),
            "{entry}"
        );
    }
}

/// A recipe from anywhere: it is refused with a sentence, or it comes back from its own JSON and through every tier.
pub fn options(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = colour::parse(&text);
    match ProcessingOptions::from_json(&text) {
        Ok(options) => {
            let json = serde_json::to_string(&options).expect("options are plain");
            let again = ProcessingOptions::from_json(&json);
            // Numbers that are out of range may be too large to be written exactly; they are refused.
            if options.problems().is_empty() {
                assert_eq!(again.as_ref(), Ok(&options));
            }
            for tier in [Tier::Guest, Tier::Starter, Tier::Essential, Tier::Professional, Tier::Enterprise] {
                let coerced = gates::coerce(&options, tier);
                assert!(gates::coerce(&coerced.options, tier).notes.is_empty(), "{tier:?} is asked twice");
            }
        }
        Err(error) => assert!(!error.message.is_empty()),
    }
}

/// The bytes as a text and as an outline; what comes of it is drawn. Fonts are our own: they are no input.
pub fn letters(data: &[u8]) {
    static FONTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(corpus::fonts);
    let fonts: Vec<&[u8]> = FONTS.iter().map(Vec::as_slice).collect();
    draw(&nomina_text::outline(&String::from_utf8_lossy(data), &fonts));
    if let Some(outline) = Outline::from_bytes(data) {
        assert_eq!(Outline::from_bytes(&outline.to_bytes()).as_ref(), Some(&outline));
        draw(&outline);
    }
}

fn draw(outline: &Outline) {
    let recipe = ProcessingOptions {
        enable_text_watermark: true,
        text_watermark: "text".into(),
        ..ProcessingOptions::default()
    };
    let assets = Assets { text: Some(outline), watermark: None };
    let no_mark = |_: &[u8]| Err(EngineError::Unsupported);
    let marks = match Marks::prepare(&recipe, &assets, 120, 80, 0.5, &no_mark) {
        // A text of which no font has a character is refused.
        Err(EngineError::BadRecipe { .. }) => return,
        marks => marks.expect("a recipe of ours"),
    };
    marks.stamp(&mut Raster::Rgba(Rgba::transparent(60, 40)));
}
