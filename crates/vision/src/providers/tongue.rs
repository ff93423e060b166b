//! Whether an answer is in the language that was asked for: by its letters, and by the small words that every sentence has.

use crate::Description;
use nomina_rules::language::Language;

/// The share of letters of another script from which on an answer is in it.
const FOREIGN: f32 = 0.3;

/// So many small words of another language, and none of the wanted one, tell.
const CLEAR: usize = 2;

/// Small words that are frequent in one language. Those of two languages stand in both. Single letters are left out:
/// "a" is a word in five of them.
fn small_words(language: Language) -> &'static str {
    match language {
        Language::En => "the and with of on in is are at an by from two under its this",
        Language::De => {
            "der die das und mit auf ein eine einem einen einer im am ist in vor unter zwei neben dem den von an"
        }
        Language::Fr => "le la les des du un une et avec sur dans est au aux en de deux sous devant",
        Language::Es => "el la los las con en un una unos del de al sobre dos bajo junto",
        Language::It => "il la lo gli con di un una su della del nel nella in sulla due sotto",
        Language::Pt => "um uma com em na da de dois duas sob ao nos sobre",
        Language::Nl => "de het een met op van en in is twee bij onder voor aan naast",
    }
}

/// Whether a description can be in the language. One without small words passes: "golden-retriever" is a name everywhere.
pub fn is_in(seen: &Description, language: Language) -> bool {
    let text = format!("{} {}", seen.name.replace('-', " "), seen.alt_text);
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let foreign = letters.clone().filter(|c| !is_latin(*c)).count();
    if foreign as f32 > FOREIGN * letters.count() as f32 {
        return false;
    }
    // A name in another script was written in Latin letters already.
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let count = |language: Language| {
        words.iter().filter(|word| small_words(language).split(' ').any(|small| small == *word)).count()
    };
    let own = count(language);
    let others = Language::ALL.into_iter().filter(|other| *other != language);
    let most = others.map(count).max().unwrap_or_default();
    if own == 0 { most < CLEAR } else { most <= 2 * own }
}

fn is_latin(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCES: [(Language, &str); 7] = [
        (Language::En, "A dog on the beach with a red ball."),
        (Language::De, "Ein Hund mit einem roten Ball am Strand."),
        (Language::Fr, "Un chien avec un ballon rouge sur la plage."),
        (Language::Es, "Un perro con una pelota roja en la playa."),
        (Language::It, "Un cane con una palla rossa sulla spiaggia."),
        (Language::Pt, "Um cão com uma bola vermelha na praia."),
        (Language::Nl, "Een hond met een rode bal op het strand."),
    ];

    fn said(name: &str, alt_text: &str) -> Description {
        Description { name: name.into(), alt_text: alt_text.into(), ..Default::default() }
    }

    #[test]
    fn every_language_is_known_by_its_own_sentence_and_english_is_no_other() {
        for (language, sentence) in SENTENCES {
            assert!(is_in(&said("ball", sentence), language), "{sentence}");
            let english = is_in(&said("ball", SENTENCES[0].1), language);
            assert_eq!(english, language == Language::En, "{language:?}");
        }
        assert!(!is_in(&said("ball", SENTENCES[1].1), Language::Fr));
        assert!(!is_in(&said("ball", SENTENCES[2].1), Language::De));
    }

    #[test]
    fn other_scripts_are_another_language_and_names_alone_are_any() {
        assert!(!is_in(&said("sobaka", "Собака на лугу."), Language::De));
        assert!(!is_in(&said("日本-の-犬", ""), Language::Nl));
        for language in Language::ALL {
            assert!(is_in(&said("golden-retriever", ""), language));
            assert!(is_in(&said("red-fox", "A red fox."), Language::En));
            assert!(
                is_in(&said("ramen", "Ramen 拉麺"), language),
                "a word of another script is no answer in it"
            );
        }
    }
}
