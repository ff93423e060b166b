//! Which font files a text needs, by `assets/fonts/index.json` and, for Chinese, Japanese and Korean, `east-asian.json`, which
//! `scripts/fetch-fonts` makes. One rule for server, command line and browser.

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
    /// Both: what this one lacks may be in `more`.
    pub fn with(mut self, more: Self) -> Self {
        self.families.extend(more.families);
        self.fallback.extend(more.fallback);
        self
    }

    /// The files that cover a text, the wanted family first; an unknown family is drawn as the first of the list.
    pub fn files_for(&self, family: &str, text: &str) -> Vec<&str> {
        let default = nomina_rules::options::FONT_FAMILIES[0];
        let own = self.families.get(family).or_else(|| self.families.get(default));
        let east = east_asian(text);
        let order = |font: &&FontFile| EAST_ASIAN.iter().any(|slug| font.file.starts_with(slug));
        let mut fallback: Vec<&FontFile> = self.fallback.iter().filter(|font| !order(font)).collect();
        let mut others: Vec<&FontFile> = self.fallback.iter().filter(order).collect();
        others.sort_by_key(|font| !font.file.starts_with(east));
        fallback.append(&mut others);
        let mut left: Vec<u32> = text.chars().filter(|c| !is_invisible(*c)).map(u32::from).collect();
        let mut chosen = Vec::new();
        for font in own.into_iter().flatten().chain(fallback) {
            let before = left.len();
            left.retain(|code| !font.ranges.iter().any(|(first, last)| (first..=last).contains(&code)));
            if left.len() < before {
                chosen.push(font.file.as_str());
            }
        }
        chosen
    }
}

/// Families that share most of their characters and draw them differently.
const EAST_ASIAN: [&str; 3] = ["noto-sans-sc/", "noto-sans-jp/", "noto-sans-kr/"];

/// Which of them a text is meant for: kana tell Japanese, Hangul tells Korean.
fn east_asian(text: &str) -> &'static str {
    let kana = |c: char| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}');
    let hangul =
        |c: char| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}');
    let [chinese, japanese, korean] = EAST_ASIAN;
    match () {
        () if text.contains(kana) => japanese,
        () if text.contains(hangul) => korean,
        () => chinese,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_characters_are_drawn_as_the_text_around_them_is_meant() {
        let file =
            |slug: &str| format!(r#"{{"file": "noto-sans-{slug}/1.ttf", "ranges": [[12353, 55203]]}}"#);
        let fallback = ["sc", "jp", "kr"].map(file).join(",");
        let text = format!(r#"{{"families": {{}}, "fallback": [{fallback}]}}"#);
        let catalogue: FontCatalogue = serde_json::from_str(&text).unwrap();
        for (text, slug) in [("東京の猫", "jp"), ("서울 東", "kr"), ("东方", "sc")] {
            assert_eq!(catalogue.files_for("Inter", text), [format!("noto-sans-{slug}/1.ttf")], "{text}");
        }
    }

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
