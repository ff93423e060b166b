//! Everything that a network knows, alone and with others: names are clean.

use super::{CAR, DOG, Description, GREY, MIDDLE, PERSON, RED, TABLE, TAGS, look, scene_like};

#[test]
fn every_class_alone_makes_a_clean_name_of_at_most_fifty_characters() {
    let look = look(GREY);
    for class in 0..1000 {
        for belief in [0.15, 0.3, 0.9] {
            let description = scene_like(&look).class(class, belief).describe();
            for name in std::iter::once(&description.name).chain(&description.alternatives) {
                let clean = name.split('-').all(|word| {
                    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
                });
                assert!(clean && name.len() <= Description::MAX_CHARS, "{class}: {name:?}");
            }
        }
    }
}

#[test]
fn every_thing_with_every_other_makes_a_clean_name() {
    let look = look(RED);
    for main in 0..90 {
        for other in 0..90 {
            let name =
                scene_like(&look).thing(main, 0.9, MIDDLE).thing(other, 0.8, [0.5, 0.5, 0.4, 0.4]).name();
            assert!(
                !name.is_empty() && name.len() <= Description::MAX_CHARS && !name.contains("--"),
                "{name}"
            );
            let hanging = ["and", "with", "on", "in", "by", "at", "of"];
            assert!(!hanging.contains(&name.rsplit('-').next().unwrap_or_default()), "{name}");
        }
    }
}

#[test]
fn every_word_of_the_head_makes_a_clean_name_a_sentence_and_at_most_ten_keywords() {
    let look = look(GREY);
    for tag in &TAGS.words {
        for subject in [None, Some(PERSON), Some(DOG), Some(CAR), Some(TABLE)] {
            let empty = scene_like(&look).tag(tag.word, 0.95);
            let seen = match subject {
                Some(label) => empty.thing(label, 0.8, MIDDLE).describe(),
                None => empty.describe(),
            };
            assert!(!seen.name.is_empty() && !seen.name.contains("--"), "{}", tag.word);
            assert!(seen.alt_text.ends_with('.') && seen.keywords.len() <= Description::MAX_KEYWORDS);
            assert!(
                !["man", "woman", "boy", "girl"]
                    .iter()
                    .any(|who| seen.keywords.iter().any(|word| word == who))
            );
        }
    }
}
