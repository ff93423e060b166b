//! Which font files a watermark text needs. The host reads `assets/fonts/index.json` and hands the files in.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The index that `scripts/fetch-fonts` writes. Ranges are pairs of first and last code point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct FontIndex {
    pub families: BTreeMap<String, Vec<FontFile>>,
    pub fallback: Vec<FontFile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FontFile {
    pub file: String,
    pub ranges: Vec<(u32, u32)>,
}

impl FontIndex {
    /// The files that cover a text, those of the wanted family first; an unknown family is taken for the default one.
    pub fn files_for(&self, family: &str, text: &str) -> Vec<&str> {
        let own = self.families.get(family).or_else(|| self.families.get("Inter"));
        let mut left: BTreeSet<u32> = text.chars().map(u32::from).collect();
        let mut chosen = Vec::new();
        for FontFile { file, ranges } in own.into_iter().flatten().chain(&self.fallback) {
            let before = left.len();
            left.retain(|code| !ranges.iter().any(|(first, last)| (first..=last).contains(&code)));
            if left.len() < before {
                chosen.push(file.as_str());
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> FontIndex {
        let file = |name: &str, first, last| FontFile { file: name.into(), ranges: vec![(first, last)] };
        FontIndex {
            families: BTreeMap::from([
                ("Inter".into(), vec![file("inter/latin", 0x20, 0xff), file("inter/cyrillic", 0x400, 0x4ff)]),
                ("Lato".into(), vec![file("lato/latin", 0x20, 0xff)]),
            ]),
            fallback: vec![file("noto/cyrillic", 0x400, 0x4ff)],
        }
    }

    #[test]
    fn only_the_files_that_a_text_needs_are_taken() {
        assert_eq!(index().files_for("Inter", "© Studio"), ["inter/latin"]);
        assert_eq!(index().files_for("Inter", "Студия"), ["inter/cyrillic"]);
    }

    #[test]
    fn letters_that_the_family_lacks_come_from_the_fallback() {
        assert_eq!(index().files_for("Lato", "Hi Студия"), ["lato/latin", "noto/cyrillic"]);
        assert_eq!(index().files_for("Comic Sans", "Hi"), ["inter/latin"]);
    }
}
