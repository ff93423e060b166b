//! Whether two names can be those of one image. Asked where looks do not tell: before a plain background.

use crate::language::Language;

/// What joins the subject of a name to the rest.
const JOINS: [&str; 16] = [
    "and", "at", "behind", "beside", "by", "for", "from", "in", "near", "next", "of", "on", "over", "to",
    "under", "with",
];
/// Small words that say nothing of their own.
const SMALL: [&str; 3] = ["a", "an", "the"];

/// The same in another language, without accents and with them: what joins, and articles.
fn joins_of(language: Language) -> [&'static str; 2] {
    match language {
        Language::En => ["", ""],
        Language::De => [
            "am an auf aus bei beim fuer für hinter im in ins mit nahe neben ohne ueber über um und unter unterm vom von vor zu zum zur zwischen",
            "das dem den der des die ein eine einem einen einer eines",
        ],
        Language::Fr => [
            "a à au aux avec chez contre dans de derriere derrière des devant du en entre et par parmi pour pres près sans sous sur vers",
            "l la le les un une",
        ],
        Language::Es => [
            "a al ante bajo con contra de del delante desde detras detrás en entre hacia junto para por sin sobre y",
            "el la las los un una unas unos",
        ],
        Language::It => [
            "a accanto ai al alla alle allo con contro da dai dal dalla davanti de di dietro e in nei nel nell nella nelle nello per presso senza sopra sotto su sugli sui sul sull sulla sulle tra",
            "gli i il l la le lo un una uno",
        ],
        Language::Pt => [
            "a à ao aos as às com contra da das de debaixo do dos e em entre junto na nas no nos num numa para perto por sem sob sobre",
            "o os um uma uns umas",
        ],
        Language::Nl => [
            "aan achter bij boven en in langs met naar naast om onder op over te tegen tussen uit van voor zonder",
            "de een het",
        ],
    }
}

fn is_one_of(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}
/// What many subjects have in common.
const COLOURS: [&str; 13] = [
    "beige", "black", "blue", "brown", "gray", "green", "grey", "orange", "pink", "purple", "red", "white",
    "yellow",
];

/// Whether a word of a name only joins others.
pub(super) fn is_join(word: &str, language: Language) -> bool {
    match language {
        Language::En => JOINS.contains(&word),
        other => is_one_of(joins_of(other)[0], word),
    }
}

/// The words of a name up to what joins them to the rest; all of them where nothing does.
pub(super) fn subject_words(name: &str, language: Language) -> &str {
    let mut end = 0;
    for word in name.split('-').take_while(|word| !is_join(word, language)) {
        end += word.len() + 1;
    }
    match end {
        0 => name,
        end => &name[..(end - 1).min(name.len())],
    }
}

/// Whether a word says nothing of its own at the end of a name.
pub(super) fn is_small(word: &str, language: Language) -> bool {
    is_article(word, language) || is_join(word, language)
}

fn is_article(word: &str, language: Language) -> bool {
    match language {
        Language::En => SMALL.contains(&word),
        other => is_one_of(joins_of(other)[1], word),
    }
}

/// Whether one name says nothing but what the other says too.
pub(super) fn contained(a: &str, b: &str, language: Language) -> bool {
    within(a, b, language) || within(b, a, language)
}

/// Whether two names may speak of one thing that has moved or turned in between.
pub(super) fn share_a_subject(a: &str, b: &str, language: Language) -> bool {
    contained(a, b, language)
        || subject(a, language).any(|word| subject(b, language).any(|other| other == word))
}

/// As often as one says a word, the other does: a white cup on white is no red cup on white.
fn within(one: &str, other: &str, language: Language) -> bool {
    let times = |name: &str, word: &str| words(name, language).filter(|known| *known == word).count();
    words(one, language).all(|word| times(one, word) <= times(other, word))
}

fn words(name: &str, language: Language) -> impl Iterator<Item = &str> {
    name.split('-').filter(move |word| !is_small(word, language))
}

fn subject(name: &str, language: Language) -> impl Iterator<Item = &str> {
    name.split('-')
        .take_while(move |word| !is_join(word, language))
        .filter(move |word| !is_article(word, language) && !COLOURS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_ends_before_the_small_words_of_its_language() {
        for (language, name, subject) in [
            (Language::De, "zwei-hunde-auf-dem-gras", "zwei-hunde"),
            (Language::Fr, "chat-noir-sur-un-canape", "chat-noir"),
            (Language::Es, "persona-con-paraguas", "persona"),
            (Language::It, "cane-sulla-spiaggia", "cane"),
            (Language::Pt, "gato-preto-em-um-sofa", "gato-preto"),
            (Language::Nl, "hond-met-bal", "hond"),
            (Language::En, "hond-met-bal", "hond-met-bal"),
        ] {
            assert_eq!(subject_words(name, language), subject, "{language:?}");
        }
        let (dog, cat) = ("hund-vor-weissem-hintergrund", "katze-vor-weissem-hintergrund");
        assert!(!share_a_subject(dog, cat, Language::De) && share_a_subject(dog, cat, Language::En));
    }

    #[test]
    fn a_name_that_says_less_agrees_and_one_that_says_something_else_does_not() {
        for (a, b, agree) in [
            ("daisy-on-white-background", "yellow-daisy-flower-on-a-white-background", true),
            ("daisy", "daisy", true),
            ("daisy-on-white-background", "pointer-dog-on-white-background", false),
            ("invoice-acme-blue-widgets", "invoice-acme-red-gadgets", false),
            ("white-cup-on-white-background", "red-cup-on-white-background", false),
            ("red-car", "red-cart", false),
        ] {
            assert_eq!(
                (contained(a, b, Language::En), contained(b, a, Language::En)),
                (agree, agree),
                "{a} {b}"
            );
        }
    }

    #[test]
    fn a_subject_is_shared_whatever_it_does_and_a_colour_or_a_ground_is_none() {
        for (a, b, shared) in [
            ("dog-running", "dog-jumping", true),
            ("red-shoe-on-white-background", "red-cup-on-white-background", false),
            ("dog-on-grass", "cat-on-grass", false),
            ("text-document-invoice", "text-document-recipe", true),
        ] {
            assert_eq!(share_a_subject(a, b, Language::En), shared, "{a} {b}");
        }
    }
}
