//! The cleaning rules: lower case, letters, digits and hyphens only, at most 50 characters, cut between words.

use super::chatter::{without_chatter, without_greeting};
use super::letters::{is_symbol, joined, push_latin};
use super::{IMAGE_EXTENSIONS, MAX_NAME, UNNAMED};
use crate::language::Spelling;

/// A model's answer as a name without extension and without chatter; `None` when nothing usable is left.
pub fn clean(text: &str) -> Option<String> {
    clean_as(text, Spelling::default())
}

/// The same in the letters of a language.
pub fn clean_as(text: &str, spelling: Spelling) -> Option<String> {
    let words = answered_words(text, spelling);
    let name = cut(without_chatter(&words)?, MAX_NAME);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether a sentence of a model is a refusal, or an order that it repeats, and no answer.
pub fn is_refusal(text: &str) -> bool {
    without_chatter(&answered_words(text, Spelling::default())).is_none()
}

/// What a model answered, as words without a greeting.
fn answered_words(text: &str, spelling: Spelling) -> String {
    let plain = |text: &str| hyphenate(text, spelling, |c| c == '-' || c.is_whitespace());
    plain(without_greeting(without_extension(text.trim()), plain))
}

/// The old file name, cleaned: what an image is called when no model could look at it. Never empty.
/// Marks that people type instead of spaces (`_ . + , &` and brackets) separate words here.
pub fn clean_original(file_name: &str) -> String {
    clean_original_as(file_name, Spelling::default())
}

/// The same in the letters of a language.
pub fn clean_original_as(file_name: &str, spelling: Spelling) -> String {
    let base = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let words = typed_words(without_extension(base.trim()), spelling);
    let name = cut(&words, MAX_NAME);
    if name.is_empty() { UNNAMED.to_owned() } else { name.to_owned() }
}

/// A name of a place or a person as words of a file name; empty when no letter is left.
pub(super) fn words_of(text: &str, spelling: Spelling) -> String {
    cut(&typed_words(text, spelling), MAX_NAME).to_owned()
}

/// A name that begins with the person's own words about the image. What the name says already is not said twice.
pub fn with_context(name: &str, context: &str, spelling: Spelling) -> String {
    let said = typed_words(context, spelling);
    let new = said.split('-').filter(|word| !word.is_empty() && name.split('-').all(|known| known != *word));
    let lead = new.collect::<Vec<_>>().join("-");
    match cut(&lead, MAX_NAME) {
        "" => name.to_owned(),
        lead => format!("{lead}-{name}"),
    }
}

/// What a person typed, as words: any mark between letters separates.
pub fn typed_words(text: &str, spelling: Spelling) -> String {
    hyphenate(text, spelling, |c| c.is_whitespace() || c.is_ascii_punctuation() && c != '\'')
}

/// Names that Windows keeps for devices; a file must not be called so, with whatever follows a full stop.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || (stem.starts_with("com") || stem.starts_with("lpt"))
            && matches!(
                &stem[3..],
                "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"
            )
}

/// Quotes, full stops and spaces after an extension do not hide it: `"dog.jpg".` is a dog.
pub(super) fn without_extension(text: &str) -> &str {
    match text.trim_end_matches(|c: char| !c.is_alphanumeric()).rsplit_once('.') {
        Some((stem, end)) if IMAGE_EXTENSIONS.iter().any(|e| end.eq_ignore_ascii_case(e)) => stem,
        _ => text,
    }
}

/// Lower-cased letters and digits; `separates` decides what becomes a hyphen, the rest is dropped.
fn hyphenate(text: &str, spelling: Spelling, separates: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    let mut letters = text.chars().flat_map(char::to_lowercase).peekable();
    while let Some(mut c) = letters.next() {
        if let Some(one) = letters.peek().and_then(|mark| joined(c, *mark)) {
            c = one;
            letters.next();
        }
        if separates(c) {
            gap = true;
        } else if c.is_alphanumeric() && !is_symbol(c) {
            let end = out.len();
            if gap && end > 0 {
                out.push('-');
            }
            let start = out.len();
            push_latin(&mut out, c, spelling);
            // A letter that leaves nothing, such as a vowel point alone, opens no word.
            if out.len() == start {
                out.truncate(end);
            } else {
                gap = false;
            }
        }
    }
    out
}

/// At most `most` characters, between words where a border is not too far back.
fn cut(name: &str, most: usize) -> &str {
    let Some((end, next)) = name.char_indices().nth(most) else { return name };
    let head = &name[..end];
    if next == '-' {
        return head;
    }
    match head.rfind('-') {
        Some(border) if head[..border].chars().count() * 2 >= most => &head[..border],
        _ => head.trim_end_matches('-'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use proptest::prelude::*;

    #[test]
    fn a_models_answer_becomes_a_name() {
        for (answer, name) in [
            ("Beagle Dog on Grass", "beagle-dog-on-grass"),
            ("  beagle--dog - on grass.JPG \n", "beagle-dog-on-grass"),
            ("\"A dog's life!\"", "a-dogs-life"),
            ("golden.retriever", "goldenretriever"),
            ("-- 50% off --", "50-off"),
            ("Кот на окне", "kot-na-okne"),
            ("猫 と 犬", "猫-と-犬"),
            ("café ☕ in Zürich", "cafe-in-zurich"),
            ("\"beagle-dog.jpg\".", "beagle-dog"),
            ("`red-fox.PNG`", "red-fox"),
            ("площадь в Казани", "ploshchad-v-kazani"),
            ("قطة على العشب", "qtt-ala-alashb"),
            ("Sure! Here is a filename: Red Fox in Snow.jpg", "red-fox-in-snow"),
            ("Sure! Red fox in snow", "red-fox-in-snow"),
            ("Certainly: red fox", "red-fox"),
            ("Sure deodorant bottle", "sure-deodorant-bottle"),
            ("🅰 sign 1\u{fe0f}\u{20e3}", "sign-1"),
        ] {
            assert_eq!(clean(answer).as_deref(), Some(name), "{answer}");
        }
    }

    #[test]
    fn an_answer_is_spelled_as_its_language_does_it() {
        for (language, keep_accents, name) in [
            (Language::De, false, "zwei-hunde-auf-gruener-wiese"),
            (Language::De, true, "zwei-hunde-auf-grüner-wiese"),
            (Language::En, false, "zwei-hunde-auf-gruner-wiese"),
        ] {
            let spelling = Spelling { language, keep_accents };
            for text in ["Zwei Hunde auf grüner Wiese", "zwei hunde auf gru\u{308}ner wiese.jpg"] {
                assert_eq!(clean_as(text, spelling).as_deref(), Some(name), "{text}");
            }
        }
        let german = Spelling { language: Language::De, keep_accents: false };
        assert_eq!(with_context("hund", "Café Müller", german), "cafe-mueller-hund");
    }

    #[test]
    fn the_persons_words_come_first_and_nothing_is_said_twice() {
        for (context, name) in [
            ("Smith/Jones wedding, 2024", "smith-jones-wedding-2024-beagle-dog-on-grass"),
            ("our dog Bella", "our-bella-beagle-dog-on-grass"),
            ("Dog on grass", "beagle-dog-on-grass"),
            ("  !? ", "beagle-dog-on-grass"),
            ("Café Müller", "cafe-muller-beagle-dog-on-grass"),
        ] {
            assert_eq!(with_context("beagle-dog-on-grass", context, Spelling::default()), name, "{context}");
        }
        let long = with_context("cat", &"words that go on ".repeat(20), Spelling::default());
        assert!(long.len() <= MAX_NAME + 4 && long.ends_with("-cat"), "{long}");
    }

    #[test]
    fn a_mark_alone_opens_no_word() {
        assert_eq!(clean("er -\u{5c1}").as_deref(), Some("er"));
        assert_eq!(clean("a \u{5c1} b").as_deref(), Some("a-b"));
        assert_eq!(clean("\u{5c1}"), None);
    }

    #[test]
    fn an_answer_without_letters_or_digits_is_invalid() {
        for answer in [
            "",
            "   ",
            "!!!",
            "☕🐶",
            ".jpg",
            "\".jpg\"",
            "- - -",
            "🅰️🇩🇪",
            "\u{301}",
            "ь",
            "I'm sorry, but I can't.",
            "Sorry, I can't help with that.",
            "I don't see an image. Please provide one.",
            "I don’t see an image.",
            "IGNORE PREVIOUS INSTRUCTIONS",
        ] {
            assert_eq!(clean(answer), None, "{answer}");
        }
    }

    #[test]
    fn a_long_answer_is_cut_between_words() {
        let name =
            clean("a very long description of a small brown dog running through tall green grass").unwrap();
        assert_eq!(name, "a-very-long-description-of-a-small-brown-dog");
        assert_eq!(clean(&"x".repeat(80)).unwrap().len(), 50);
        assert_eq!(clean(&format!("{} {}", "a".repeat(50), "b")).unwrap(), "a".repeat(50));
    }

    #[test]
    fn an_old_name_keeps_its_words() {
        for (old, name) in [
            ("IMG_2024.jpg", "img-2024"),
            ("Untitled-3 copy (2).PNG", "untitled-3-copy-2"),
            ("trip/day.1+2.webp", "day-1-2"),
            ("🐶.gif", UNNAMED),
            (".bmp", UNNAMED),
            ("archive.tar", "archive-tar"),
        ] {
            assert_eq!(clean_original(old), name, "{old}");
        }
    }

    #[test]
    fn device_names_are_known_in_any_case() {
        for name in ["CON", "lpt9", "com1", "com\u{b9}", "nul.txt", "aux .tar.gz", "conin$"] {
            assert!(is_reserved(name), "{name}");
        }
        assert!(!is_reserved("console") && !is_reserved("com10") && !is_reserved("comé"));
    }

    proptest! {
        #[test]
        fn a_clean_name_is_always_in_form(text in "\\PC{0,120}") {
            if let Some(name) = clean(&text) {
                prop_assert!(name.chars().count() <= MAX_NAME);
                prop_assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"));
                prop_assert!(name.chars().all(|c| c == '-' || c.is_alphanumeric()));
                prop_assert!(!name.chars().any(|c| c.is_ascii_uppercase()));
                prop_assert_eq!(clean(&name), Some(name.clone()), "cleaning twice changes nothing");
            }
        }

        #[test]
        fn an_old_name_always_gives_a_name_in_form(text in "\\PC{0,300}") {
            let name = clean_original(&text);
            prop_assert!(!name.is_empty() && name.chars().count() <= MAX_NAME);
            prop_assert!(name.chars().all(|c| c == '-' || c.is_alphanumeric()));
            prop_assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"));
        }

        #[test]
        fn a_long_name_ends_where_a_word_ends(words in proptest::collection::vec("[a-z]{1,12}", 8..20)) {
            let name = clean(&words.join(" ")).unwrap();
            let kept: Vec<&str> = name.split('-').collect();
            prop_assert_eq!(&kept, &words[..kept.len()], "no word is cut");
            let next = words.get(kept.len()).map_or(0, |word| word.len() + 1);
            prop_assert!(next == 0 || name.len() + next > MAX_NAME, "no word is left out that fits");
        }
    }

    #[test]
    fn a_long_word_is_cut_where_a_border_would_leave_too_little() {
        let word = "x".repeat(40);
        assert_eq!(cut(&format!("red-{word}"), 20), format!("red-{}", "x".repeat(16)));
        assert_eq!(cut(&format!("red-fox-on-snow-{word}"), 20), "red-fox-on-snow");
        assert_eq!(cut("red-fox-on-the-ground", 14), "red-fox-on-the");
    }

    #[test]
    fn a_refusal_is_told_from_an_answer() {
        for (text, refuses) in [("I'm sorry, I can't help with that.", true), ("A red fox in snow.", false)] {
            assert_eq!(is_refusal(text), refuses, "{text}");
        }
    }
}
