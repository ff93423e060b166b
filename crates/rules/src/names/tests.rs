//! What holds for every name, whatever a model answers and a person types: from words to the entries of a ZIP.

use super::{MAX_ENTRY, NameParts, compose, is_reserved, unique, with_extension, zip_entry};
use crate::options::{LetterCase, ProcessingOptions, Separator};
use proptest::prelude::*;
use std::collections::HashSet;

fn any_case() -> impl Strategy<Value = LetterCase> {
    prop_oneof![
        Just(LetterCase::Lower),
        Just(LetterCase::Upper),
        Just(LetterCase::Title),
        Just(LetterCase::Camel)
    ]
}

fn any_separator() -> impl Strategy<Value = Separator> {
    prop_oneof![
        Just(Separator::Hyphen),
        Just(Separator::Underscore),
        Just(Separator::Space),
        Just(Separator::None)
    ]
}

prop_compose! {
    /// Settings as a hostile hand types them.
    fn any_options()(
        name_pattern in "(\\{(name|original|n|n:3|date|camera|place|x)\\}|/|\\.\\.|\\PC){0,12}",
        prefix in "(con|aux|\\PC){0,120}",
        suffix in "(\\.| |\\PC){0,120}",
        letter_case in any_case(),
        separator in any_separator(),
    ) -> ProcessingOptions {
        ProcessingOptions { name_pattern, prefix, suffix, letter_case, separator, ..Default::default() }
    }
}

fn parts(words: String, index: u32) -> NameParts {
    NameParts {
        words,
        original: "IMG_1.JPG".into(),
        index,
        total: 20,
        taken_at: Some("2024-08-17T14:30:22".into()),
        camera: Some("Canon: EOS/R6".into()),
        latitude: Some(48.8584),
        longitude: Some(-2.2947),
        ..NameParts::default()
    }
}

proptest! {
    #[test]
    fn a_name_is_one_that_every_system_takes(
        options in any_options(), words in "(con|nul|com1|beagle-dog|猫|)",
    ) {
        let name = compose(&parts(words, 3), &options);
        let file = with_extension(&name, "webp");
        for part in name.split('/') {
            prop_assert!(!part.is_empty() && !is_reserved(part), "{name}");
            prop_assert!(!part.contains(['<', '>', ':', '"', '|', '?', '*', '\\']), "{name}");
            prop_assert!(!part.starts_with(['.', ' ']) && !part.ends_with(['.', ' ']), "{name}");
        }
        for part in file.split('/') {
            prop_assert_eq!(zip_entry(part), part.to_owned(), "a ZIP takes it as it is");
        }
    }

    #[test]
    fn a_batch_of_equal_answers_gets_as_many_names_with_the_right_end(
        options in any_options(), words in proptest::collection::vec("(dog|Dog|猫)", 1..20),
    ) {
        let files: Vec<String> = (1..).zip(words)
            .map(|(n, words)| with_extension(&compose(&parts(words, n), &options), "png"))
            .collect();
        let made = unique(&files);
        let keys: HashSet<String> = made.iter().map(|name| name.to_lowercase()).collect();
        prop_assert_eq!(keys.len(), files.len());
        prop_assert!(made.iter().all(|name| name.ends_with(".png") && name.split('/').all(|part| part.len() <= MAX_ENTRY)));
    }
}
