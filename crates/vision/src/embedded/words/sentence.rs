//! Alt text: one plain sentence from the phrases of a name, with the articles that names leave out.

use super::named::LISTS;
use super::phrase::{Phrase, listed, plural};
use super::tongue::is_mass;

/// What stands in place of an article.
const ARTICLES: [&str; 8] = ["a", "an", "the", "some", "their", "its", "several", "another"];
/// These are images themselves.
const IMAGES: [&str; 8] =
    ["illustration", "drawing", "logo", "graphic", "screenshot", "chart", "map", "poster"];
/// Words made from names.
const PROPER: &str = "african american arabian asian australian belgian british canadian caucasian chinese christmas dalmatian dutch \
    english ethiopian european french german greek halloween hawaiian indian indonesian irish italian japanese korean mexican \
    middle-eastern moroccan persian polish portuguese russian scottish siamese spanish swiss thai turkish victorian vietnamese";

/// "A beagle dog on the grass."
pub(super) fn plain(said: &[&Phrase]) -> String {
    let mut sentence = String::new();
    let mut lead = "";
    for (at, phrase) in said.iter().enumerate() {
        let words = phrase.words.trim();
        match words {
            "portrait" => lead = "Portrait of ",
            "close up" if at > 0 => lead = "Close-up of ",
            "black and white" => sentence.push_str(", in black and white"),
            _ if at == 0 => sentence.push_str(&with_article(words)),
            _ => {
                sentence.push(' ');
                sentence.push_str(&placed(words));
            }
        }
    }
    finish(&format!("{lead}{sentence}"))
}

/// "A receipt that reads "market 2024"."
pub(super) fn quoting(said: &[&Phrase]) -> String {
    let Some((subject, words)) = said.split_first() else { return String::new() };
    let read: Vec<&str> = words.iter().map(|phrase| phrase.words.trim()).collect();
    let subject = with_article(subject.words.trim());
    if read.is_empty() {
        finish(&subject)
    } else {
        finish(&format!("{subject} that reads \u{201c}{}\u{201d}", read.join(" ")))
    }
}

/// "A photo that shows a building.": where nothing but the subject is known.
pub(super) fn shown(subject: &Phrase, is_photo: bool) -> String {
    let kind = if is_photo { "A photo" } else { "An image" };
    match subject.words.trim() {
        words if !is_photo && words.rsplit(' ').next().is_some_and(|noun| IMAGES.contains(&noun)) => {
            finish(&with_article(words))
        }
        "close up" => finish("A photo from close up"),
        "photo" => finish("A photo without a clear subject"),
        words => finish(&format!("{kind} that shows {}", with_article(words))),
    }
}

/// A phrase after the subject: "with an umbrella", "on the beach", "jumping".
fn placed(words: &str) -> String {
    let Some((small, rest)) = words.split_once(' ') else { return words.to_owned() };
    let place = rest.rsplit(' ').next().unwrap_or(rest);
    match small {
        "at" if LISTS.bare_at.contains(&rest) => words.to_owned(),
        "in" | "on" | "at" | "by" if LISTS.only_one.contains(&place) => format!("{small} the {rest}"),
        "in" | "on" | "at" | "by" | "with" | "and" | "under" => format!("{small} {}", with_article(rest)),
        _ => words.to_owned(),
    }
}

/// With the article that names leave out.
pub(super) fn with_article(words: &str) -> String {
    let (first, last) = (words.split(' ').next().unwrap_or(words), words.rsplit(' ').next().unwrap_or(words));
    if is_article(first) {
        return words.to_owned();
    }
    // A bowl of seeds is a bowl.
    let of_more = !LISTS.numbers.contains(&first) && words.contains(" of ") && plural(first) != first;
    let many = plural(last) == last || matches!(last, "people" | "children");
    let uncounted = last != "sky" && (LISTS.uncounted.contains(&last) || is_mass(words));
    if LISTS.numbers.contains(&first) || !of_more && (uncounted || many) {
        words.to_owned()
    } else {
        format!("{} {words}", article(words))
    }
}

pub(super) fn is_article(word: &str) -> bool {
    ARTICLES.contains(&word)
}

/// The article before a word: by its sound.
pub(super) fn article(word: &str) -> &'static str {
    let like_you =
        ["uni", "use", "euro", "ukulele", "one", "urin"].iter().any(|start| word.starts_with(start));
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) && !like_you { "an" } else { "a" }
}

/// A sentence begins with a capital, and so do words that were made from names.
pub(super) fn finish(sentence: &str) -> String {
    let proper = |word: &str| if listed(PROPER, word) { capital(word) } else { word.to_owned() };
    let sentence = sentence.trim().split(' ').map(proper).collect::<Vec<_>>().join(" ");
    if sentence.is_empty() { sentence } else { format!("{}.", capital(&sentence)) }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let Some(first) = letters.next() else { return String::new() };
    format!("{}{}", first.to_uppercase(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(phrases: &[&str], form: fn(&[&Phrase]) -> String) -> String {
        let phrases: Vec<Phrase> = phrases.iter().map(|words| Phrase::new(*words, 1.0)).collect();
        form(&phrases.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_name_becomes_a_plain_sentence() {
        for (phrases, sentence) in [
            (
                &["beagle dog", "on grass", "under blue sky"][..],
                "A beagle dog on the grass under a blue sky.",
            ),
            (&["two dogs", "in snow"], "Two dogs in the snow."),
            (&["person", "portrait", "with umbrella"], "Portrait of a person with an umbrella."),
            (&["kitchen", "with table", "and two chairs"], "A kitchen with a table and two chairs."),
            (&["surfer", "jumping", "by sea", "at sunset"], "A surfer jumping by the sea at sunset."),
            (
                &["orange cat", "close up", "on white background"],
                "Close-up of an orange cat on a white background.",
            ),
            (
                &["group of people", "at table", "black and white"],
                "A group of people at table, in black and white.",
            ),
            (&["broccoli", "with bowl"], "Broccoli with a bowl."),
            (&["people", "on street"], "People on the street."),
            (&["children", "sitting"], "Children sitting."),
        ] {
            assert_eq!(said(phrases, plain), sentence);
        }
    }

    #[test]
    fn a_subject_alone_becomes_a_sentence_too() {
        let shown = |words, is_photo| super::shown(&Phrase::new(words, 1.0), is_photo);
        assert_eq!(shown("building", true), "A photo that shows a building.");
        assert_eq!(shown("two dogs", true), "A photo that shows two dogs.");
        assert_eq!(shown("red car", false), "An image that shows a red car.");
        assert_eq!(shown("red graphic", false), "A red graphic.");
        assert_eq!(shown("close up", true), "A photo from close up.");
        assert_eq!(shown("photo", true), "A photo without a clear subject.");
    }

    #[test]
    fn words_that_were_read_stand_in_quotes() {
        assert_eq!(
            said(&["receipt", "market", "2024"], quoting),
            "A receipt that reads \u{201c}market 2024\u{201d}."
        );
        assert_eq!(said(&["invoice"], quoting), "An invoice.");
        assert_eq!(said(&[], quoting), "");
    }
}
