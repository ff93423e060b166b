//! What text in an image adds to its name: the kind of page, and words of it ([`super::quote`]).

use super::super::text::TextLine;
use super::evidence::Evidence;
use super::grammar::GRAMMAR;
use super::lexicon::LEXICON;
use super::page;
use super::quote::{QUOTED, spoken_to_people, words};
use nomina_rules::names::latin_words;
use std::ops::RangeInclusive;

/// Classes of things that carry text.
const CARRIERS: [&str; 12] = [
    "menu", "book", "web page", "document", "sign", "screen", "phone", "plaque", "gauge", "compass", "scale",
    "ruler",
];
/// Carriers that are believed this much together are worth reading.
const CARRIES: f32 = 0.3;
/// No class is believed this much where nothing is seen.
const SEEN: f32 = 0.2;
/// Lines less sure than this are noise.
const READ: f32 = 0.6;
/// Signs of a page this short count as whole words only: `fat` is no `father`.
const SHORT_SIGN: usize = 3;
/// A number plate has so many capitals and digits,
const PLATE_LENGTH: RangeInclusive<usize> = 5..=8;
/// so many digits among them,
const PLATE_DIGITS: usize = 2;
/// fills this much of the height,
const PLATE_HEIGHT: f32 = 0.25;
/// and is read this surely.
const PLATE_SURE: f32 = 0.9;
/// A sign that is believed this much is one, whatever it says.
const SIGN: f32 = 0.35;
/// Letters on a graphic that fill this much of its height make it a sign.
const SIGN_LETTERS: f32 = 0.1;
/// Text that covers this much of an image with nothing else in it is a sign.
const COVERS: f32 = 0.2;
/// Classes, how much each must be believed to be what the text stands on, and what it is then called.
const GROUNDS: [(&str, f32, &str); 3] =
    [("screen", 0.3, "screen"), ("menu", 0.4, "menu"), ("book", 0.4, "book cover")];
/// How many words of a sign are quoted, and of a page.
const SIGN_WORDS: usize = 4;
const PAGE_WORDS: usize = 5;

/// Whether it is worth looking for text: pages and signs, and images in which nothing else is seen.
pub(in crate::embedded) fn worth_reading(seen: &Evidence<'_>) -> bool {
    let carries: f32 = CARRIERS.iter().map(|word| seen.mass(word)).sum();
    let best = seen.mass_of(seen.ranked()[0]);
    // An image of which the head knows what it shows has no text worth the time it takes to look for it.
    let known = seen.tags.iter().any(|&sure| sure >= GRAMMAR.level("keyword"));
    page::page(seen).is_some() || carries > CARRIES || (best < SEEN && seen.things.is_empty() && !known)
}

/// A kind of page, told by words on it.
pub(super) fn kind(lines: &[TextLine]) -> Option<&'static str> {
    let read = spoken_to_people(lines).into_iter().filter(|line| line.sure > READ);
    let words: Vec<String> = read.flat_map(|line| latin_words(&line.text)).collect();
    let table = include_str!("../../../data/pages.txt").lines().filter(|line| !line.starts_with('#'));
    for entry in table {
        let mut columns = entry.split('|').map(str::trim);
        let (Some(kind), Some(least), Some(signs)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        let least = least.parse().unwrap_or(usize::MAX);
        let there = |sign: &&str| {
            words
                .iter()
                .any(|word| if sign.len() > SHORT_SIGN { word.starts_with(sign) } else { word == sign })
        };
        if signs.split(", ").filter(there).count() >= least {
            return Some(kind);
        }
    }
    None
}

/// A number plate: one large line of a few capitals and digits.
pub(super) fn number_plate(lines: &[TextLine]) -> bool {
    lines.iter().any(|line| {
        let letters: String = line.text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let capitals = letters.chars().any(|c| c.is_ascii_uppercase())
            && !letters.chars().any(|c| c.is_ascii_lowercase());
        let digits = letters.chars().filter(char::is_ascii_digit).count();
        let long = PLATE_LENGTH.contains(&letters.len());
        capitals && long && digits >= PLATE_DIGITS && line.height > PLATE_HEIGHT && line.sure > PLATE_SURE
    })
}

/// The phrases of a name made of text; `None` when the text is not what the image is about.
pub(super) fn phrases(seen: &Evidence<'_>, page: Option<&'static str>) -> Option<Vec<String>> {
    let lines = &seen.text[..];
    if lines.iter().all(|line| line.sure < READ || line.text.trim().is_empty()) {
        return None;
    }
    let best = &LEXICON.groups[seen.ranked()[0]];
    let sign = best.word == "sign" && seen.mass("sign") > SIGN;
    let covered: f32 = lines.iter().filter(|line| line.sure > QUOTED).map(|line| line.area).sum();
    let subject = if number_plate(lines) && page.is_none() {
        "license plate"
    } else if sign {
        "street sign"
    } else {
        match (kind(lines), page) {
            (Some(kind), _) => kind,
            // A plain graphic with large letters is a sign.
            (None, Some("graphic")) if lines.iter().any(|line| line.height > SIGN_LETTERS) => {
                let colour = seen.look.colour(None).unwrap_or_default();
                return Some(
                    std::iter::once(format!("{colour} sign")).chain(words(lines, SIGN_WORDS)).collect(),
                );
            }
            (None, Some(page)) => page,
            (None, None) => match GROUNDS.iter().find(|(class, least, _)| seen.mass(class) > *least) {
                Some((_, _, called)) => called,
                None if covered > COVERS && seen.things.is_empty() => "sign",
                None => return None,
            },
        }
    };
    let mut phrases = vec![subject.to_owned()];
    phrases.extend(words(lines, PAGE_WORDS).into_iter().filter(|word| !subject.contains(word.as_str())));
    if page == Some("screenshot") && subject != "screenshot" {
        phrases.insert(1, "screenshot".to_owned());
    }
    Some(phrases)
}

#[cfg(test)]
mod tests {
    use super::super::quote::tests::lines;
    use super::*;

    #[test]
    fn pages_are_known_by_their_words() {
        assert_eq!(kind(&lines(&["INVOICE No. 17", "Acme Ltd"])), Some("invoice"));
        assert_eq!(kind(&lines(&["November 2024", "Sun Mon Tue"])), Some("calendar"));
        assert_eq!(kind(&lines(&["Subtotal 3.20", "VAT 0.40", "Cash"])), Some("receipt"));
        assert_eq!(kind(&lines(&["Total eclipse"])), None);
        assert_eq!(kind(&lines(&["may be"])), None);
        assert_eq!(kind(&lines(&["Invoices"])), Some("invoice"), "the beginning of a word");
        assert_eq!(kind(&lines(&["Father protein"])), None, "a short one only as a whole");
        assert_eq!(kind(&lines(&["Résumé", "Skills"])), Some("resume"));
    }

    #[test]
    fn number_plates_are_large_capitals_with_digits() {
        let mut plate = lines(&["USA 907"]);
        assert!(!number_plate(&plate));
        plate[0].height = 0.4;
        assert!(number_plate(&plate));
        plate[0].text = "Room 12".to_owned();
        assert!(!number_plate(&plate));
    }
}
