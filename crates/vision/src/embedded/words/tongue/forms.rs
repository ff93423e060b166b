//! Articles, adjectives, numbers and cases: how a noun is said in a language.

use super::parsed::{Small, Thing};
use super::table::{Gender, Noun};
use nomina_rules::language::Language;

/// The cases of German that phrases need. Other languages have one form for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Subject,
    Dative,
}

/// Colours in the order of [`super::parsed::COLOURS`]: one form, or those of one man, one woman, many men and many women. German
/// has stems, Dutch the form with and without an ending.
fn colours(language: Language) -> [&'static str; 11] {
    match language {
        Language::De | Language::En => [
            "rot",
            "orangefarben",
            "gelb",
            "grün",
            "blau",
            "violett",
            "=rosa",
            "braun",
            "schwarz",
            "weiß",
            "grau",
        ],
        Language::Fr => [
            "rouge rouge rouges rouges",
            "orange",
            "jaune jaune jaunes jaunes",
            "vert verte verts vertes",
            "bleu bleue bleus bleues",
            "violet violette violets violettes",
            "rose rose roses roses",
            "marron",
            "noir noire noirs noires",
            "blanc blanche blancs blanches",
            "gris grise gris grises",
        ],
        Language::Es => [
            "rojo roja rojos rojas",
            "naranja",
            "amarillo amarilla amarillos amarillas",
            "verde verde verdes verdes",
            "azul azul azules azules",
            "morado morada morados moradas",
            "rosa",
            "marrón marrón marrones marrones",
            "negro negra negros negras",
            "blanco blanca blancos blancas",
            "gris gris grises grises",
        ],
        Language::It => [
            "rosso rossa rossi rosse",
            "arancione arancione arancioni arancioni",
            "giallo gialla gialli gialle",
            "verde verde verdi verdi",
            "blu",
            "viola",
            "rosa",
            "marrone marrone marroni marroni",
            "nero nera neri nere",
            "bianco bianca bianchi bianche",
            "grigio grigia grigi grigie",
        ],
        Language::Pt => [
            "vermelho vermelha vermelhos vermelhas",
            "laranja",
            "amarelo amarela amarelos amarelas",
            "verde verde verdes verdes",
            "azul azul azuis azuis",
            "roxo roxa roxos roxas",
            "rosa",
            "marrom marrom marrons marrons",
            "preto preta pretos pretas",
            "branco branca brancos brancas",
            "cinza",
        ],
        Language::Nl => [
            "rood rode",
            "oranje oranje",
            "geel gele",
            "groen groene",
            "blauw blauwe",
            "paars paarse",
            "roze roze",
            "bruin bruine",
            "zwart zwarte",
            "wit witte",
            "grijs grijze",
        ],
    }
}

/// Two to five, and many.
fn number(language: Language, at: usize, feminine: bool) -> &'static str {
    let words = match (language, feminine) {
        (Language::De | Language::En, _) => ["zwei", "drei", "vier", "fünf", "viele"],
        (Language::Fr, _) => ["deux", "trois", "quatre", "cinq", "plusieurs"],
        (Language::Es, false) => ["dos", "tres", "cuatro", "cinco", "varios"],
        (Language::Es, true) => ["dos", "tres", "cuatro", "cinco", "varias"],
        (Language::It, false) => ["due", "tre", "quattro", "cinque", "molti"],
        (Language::It, true) => ["due", "tre", "quattro", "cinque", "molte"],
        (Language::Pt, false) => ["dois", "três", "quatro", "cinco", "vários"],
        (Language::Pt, true) => ["duas", "três", "quatro", "cinco", "várias"],
        (Language::Nl, _) => ["twee", "drie", "vier", "vijf", "veel"],
    };
    words[at.min(words.len() - 1)]
}

/// A thing as a name says it: without an article.
pub(super) fn bare(thing: &Thing<'_>, case: Case, language: Language) -> String {
    said(thing, case, false, language)
}

/// The same in a sentence.
pub(super) fn with_article(thing: &Thing<'_>, case: Case, language: Language) -> String {
    let words = said(thing, case, true, language);
    match article(thing, case, &words, language) {
        article if article.is_empty() || article.ends_with('\'') => format!("{article}{words}"),
        article => format!("{article} {words}"),
    }
}

fn said(thing: &Thing<'_>, case: Case, after_article: bool, language: Language) -> String {
    let feminine = thing.noun.gender == Gender::F;
    let number = thing.number.map(|at| number(language, at, feminine).to_owned());
    let number = match (language, case, number) {
        (Language::De, Case::Dative, Some(number)) if number == "viele" => Some("vielen".to_owned()),
        (_, _, number) => number,
    };
    let ending = german_ending(thing, case, after_article);
    let noun = match language {
        Language::De => german_noun(thing, case).replace('}', ending).replace('{', ""),
        _ if thing.is_many() => thing.noun.many.clone(),
        _ => thing.noun.one.clone(),
    };
    let colour = thing.colour.map(|at| coloured(at, thing, ending, language));
    let words = match language {
        Language::De | Language::Nl => [number, colour, Some(noun)],
        _ => [number, Some(noun), colour],
    };
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The noun in its case. An adjective of it stands in braces, whose end is where the ending goes.
fn german_noun(thing: &Thing<'_>, case: Case) -> String {
    let noun = thing.noun;
    match (thing.is_many(), case) {
        (false, Case::Subject) => noun.one.clone(),
        (false, Case::Dative) if noun.weak => noun.many.clone(),
        (false, Case::Dative) => noun.one.clone(),
        (true, Case::Dative) if noun.many.ends_with(['e', 'l', 'r']) => format!("{}n", noun.many),
        (true, _) => noun.many.clone(),
    }
}

fn german_ending(thing: &Thing<'_>, case: Case, after_article: bool) -> &'static str {
    let one = !thing.is_many();
    match (case, thing.noun.gender) {
        (Case::Subject, _) if !one => "e",
        (Case::Subject, Gender::M) => "er",
        (Case::Subject, Gender::F) => "e",
        (Case::Subject, Gender::N) => "es",
        (Case::Dative, _) if !one || after_article && !thing.noun.mass => "en",
        (Case::Dative, Gender::F) => "er",
        (Case::Dative, _) => "em",
    }
}

fn coloured(at: usize, thing: &Thing<'_>, german_ending: &str, language: Language) -> String {
    let forms = colours(language)[at];
    if language == Language::De {
        return match forms.strip_prefix('=') {
            Some(unchanging) => unchanging.to_owned(),
            None => format!("{forms}{german_ending}"),
        };
    }
    agreeing(forms, thing.noun, thing.is_many(), language)
}

/// The form of an adjective that agrees with its noun.
fn agreeing(forms: &str, noun: &Noun, many: bool, language: Language) -> String {
    let forms: Vec<&str> = forms.split(' ').collect();
    let at = match language {
        Language::Nl => usize::from(many || noun.gender != Gender::N),
        _ => usize::from(noun.gender == Gender::F) + 2 * usize::from(many),
    };
    forms.get(at).or(forms.first()).map(|form| (*form).to_owned()).unwrap_or_default()
}

/// The colour of a background, which is masculine where that matters: "weißem", "blanc".
pub(super) fn of_background(at: usize, language: Language) -> String {
    let forms = colours(language)[at];
    match language {
        Language::De => match forms.strip_prefix('=') {
            Some(unchanging) => unchanging.to_owned(),
            None => format!("{forms}em"),
        },
        Language::Nl => forms.split(' ').nth(1).unwrap_or(forms).to_owned(),
        _ => forms.split(' ').next().unwrap_or(forms).to_owned(),
    }
}

/// The article that words need in a sentence; empty for numbers and for what has none.
fn article(thing: &Thing<'_>, case: Case, words: &str, language: Language) -> &'static str {
    let (feminine, many) = (thing.noun.gender == Gender::F, thing.is_many());
    if thing.number.is_some() {
        return "";
    }
    match language {
        Language::Fr if many => "des",
        Language::Fr if thing.noun.mass && elides(words) => "de l'",
        Language::Fr if thing.noun.mass => {
            if feminine {
                "de la"
            } else {
                "du"
            }
        }
        _ if many || thing.noun.mass => "",
        Language::Fr => {
            if feminine {
                "une"
            } else {
                "un"
            }
        }
        Language::De | Language::En => match (case, feminine) {
            (Case::Subject, true) => "eine",
            (Case::Subject, false) => "ein",
            (Case::Dative, true) => "einer",
            (Case::Dative, false) => "einem",
        },
        Language::Es => {
            if feminine && !begins_with_stressed_a(words) {
                "una"
            } else {
                "un"
            }
        }
        Language::It if feminine => {
            if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
                "un'"
            } else {
                "una"
            }
        }
        Language::It => {
            if needs_uno(words) {
                "uno"
            } else {
                "un"
            }
        }
        Language::Pt => {
            if feminine {
                "uma"
            } else {
                "um"
            }
        }
        Language::Nl => "een",
    }
}

/// Whether French drops the vowel before a word: "de l'herbe".
pub(super) fn elides(words: &str) -> bool {
    const ASPIRATED: &str = "hache hachette hachoir haie half-track hall halva halwa hamac hamburger hammam hamster handball hangar \
        haricots harle harpe haut haut-parleur hautbois hautboïste henné herse hockey homard home hors-bord hot hotte houblon houmous housse \
        houx hub hutte hérisson héron hêtre";
    let first = words.split(' ').next().unwrap_or(words);
    let aspirated = |word: &str| ASPIRATED.split(' ').any(|other| other == word);
    let letter = first.chars().next().unwrap_or(' ').to_lowercase().next().unwrap_or(' ');
    "aeiouàâéèêîïôœù".contains(letter) || letter == 'h' && !aspirated(first)
}

/// Spanish says "un ave" and "un águila".
fn begins_with_stressed_a(words: &str) -> bool {
    const WORDS: [&str; 6] = ["ave", "águila", "agua", "arma", "arpa", "hacha"];
    WORDS.contains(&words.split(' ').next().unwrap_or(words))
}

/// Italian says "uno squalo" and "uno zaino".
fn needs_uno(words: &str) -> bool {
    let mut letters = words.chars();
    match (letters.next(), letters.next()) {
        (Some('z' | 'x' | 'y'), _) => true,
        (Some('s'), Some(second)) => !"aeiouàèéìòù".contains(second),
        (Some('g'), Some('n')) | (Some('p'), Some('s' | 'n')) => true,
        _ => false,
    }
}

/// The small word before a phrase, and whether the noun behind it goes without an article. "In" is said of clothes.
pub(super) fn small(small: Small, language: Language) -> (&'static str, bool) {
    let words = match language {
        Language::De | Language::En => ["mit", "und", "auf", "in", "bei", "an", "unter", "mit"],
        Language::Fr => ["avec", "et", "sur", "en", "près de", "à", "sous", "avec"],
        Language::Es => ["con", "y", "sobre", "con", "junto a", "en", "bajo", "de"],
        Language::It => ["con", "e", "su", "con", "vicino a", "a", "sotto", "di"],
        Language::Pt => ["com", "e", "sobre", "de", "perto de", "em", "sob", "de"],
        Language::Nl => ["met", "en", "op", "in", "bij", "bij", "onder", "van"],
    };
    let at = match small {
        Small::With => 0,
        Small::And => 1,
        Small::On => 2,
        Small::In => 3,
        Small::By => 4,
        Small::At => 5,
        Small::Under => 6,
        Small::Of => 7,
    };
    let worn = small == Small::In && !matches!(language, Language::De | Language::Nl);
    (words[at], worn)
}

/// The small word before a place that the person named: "in Ribadeo".
pub(super) fn in_place(language: Language) -> &'static str {
    match language {
        Language::De | Language::Nl | Language::En => "in",
        Language::Fr => "à",
        Language::Es => "en",
        Language::It => "a",
        Language::Pt => "em",
    }
}
