//! Which font files a text needs, by `assets/fonts/index.json`, which `scripts/fetch-fonts` makes. One rule for server,
//! command line and browser.

use crate::letters::is_invisible;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The index of the font folder.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct FontCatalogue {
    pub families: BTreeMap<String, Vec<FontFile>>,
    /// For what a family lacks, in this order.
    pub fallback: Vec<FontFile>,
}

/// One file and the characters it has.
#[derive(Clone, Debug, Deserialize)]
pub struct FontFile {
    /// Path inside the font folder.
    pub file: String,
    /// Pairs of first and last code point.
    pub ranges: Vec<(u32, u32)>,
}

impl FontCatalogue {
    /// The files that cover a text, the wanted family first; an unknown family is drawn as the first of the list.
    pub fn files_for(&self, family: &str, text: &str) -> Vec<&str> {
        let default = nomina_rules::options::FONT_FAMILIES[0];
        let own = self.families.get(family).or_else(|| self.families.get(default));
        let mut left: Vec<u32> = text.chars().filter(|c| !is_invisible(*c)).map(u32::from).collect();
        let mut chosen = Vec::new();
        for font in own.into_iter().flatten().chain(&self.fallback) {
            let before = left.len();
            left.retain(|code| !font.ranges.iter().any(|(first, last)| (first..=last).contains(&code)));
            if left.len() < before {
                chosen.push(font.file.as_str());
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_that_a_text_needs_are_named() {
        let catalogue: FontCatalogue = serde_json::from_str(
            r#"{"families": {"Inter": [{"file": "inter/latin", "ranges": [[32, 126]]}, {"file": "inter/greek", "ranges": [[880, 1023]]}]},
                "fallback": [{"file": "noto/greek", "ranges": [[880, 1023]]}, {"file": "noto/thai", "ranges": [[3585, 3675]]}]}"#,
        )
        .unwrap();
        assert_eq!(catalogue.files_for("Inter", "abc"), ["inter/latin"]);
        assert_eq!(catalogue.files_for("Unheard Of", "aα\u{200d}"), ["inter/latin", "inter/greek"]);
        assert_eq!(catalogue.files_for("Inter", "ก漢"), ["noto/thai"]);
        assert_eq!(catalogue.files_for("Inter", ""), [] as [&str; 0]);
    }
}
