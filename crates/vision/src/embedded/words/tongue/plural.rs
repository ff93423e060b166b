//! Plurals that the tables leave to the rules of a language.

use nomina_rules::language::Language;

/// What ends the part of a noun that has a plural: "planche | de surf".
const STOPS: &str = "de du des d à au aux en et sur \
    con y del al para sin \
    a da di del della dei delle degli per in e \
    com do no na em com";

/// The plural of a noun and the adjectives behind it, up to the first small word. German and Dutch nouns stand in the tables
/// with theirs.
pub(super) fn of(noun: &str, feminine: bool, language: Language) -> String {
    if matches!(language, Language::De | Language::Nl | Language::En) {
        return noun.to_owned();
    }
    let mut ended = false;
    let word = |word: &str| {
        let start = word.split(['\'', '\u{2019}']).next().unwrap_or(word);
        ended |= STOPS.split_whitespace().any(|stop| stop == start);
        if ended { word.to_owned() } else { of_word(word, feminine, language) }
    };
    noun.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn of_word(word: &str, feminine: bool, language: Language) -> String {
    match language {
        Language::Fr => french(word),
        Language::Es => spanish(word),
        Language::It => italian(word, feminine),
        Language::Pt => portuguese(word),
        _ => word.to_owned(),
    }
}

fn french(word: &str) -> String {
    if word.ends_with(['s', 'x', 'z']) {
        word.to_owned()
    } else if let Some(stem) = word.strip_suffix("al") {
        format!("{stem}aux")
    } else if word.ends_with("au") || word.ends_with("eu") {
        format!("{word}x")
    } else {
        format!("{word}s")
    }
}

fn spanish(word: &str) -> String {
    const STRESSED: [(&str, &str); 6] =
        [("ón", "ones"), ("án", "anes"), ("én", "enes"), ("ín", "ines"), ("és", "eses"), ("ús", "uses")];
    if let Some((end, many)) = STRESSED.iter().find(|(end, _)| word.ends_with(end)) {
        return format!("{}{many}", word.strip_suffix(end).unwrap_or(word));
    }
    match word.strip_suffix('z') {
        Some(stem) => format!("{stem}ces"),
        None if word.ends_with('s') => word.to_owned(),
        None if word.ends_with(['a', 'e', 'i', 'o', 'u', 'á', 'é', 'ó']) => format!("{word}s"),
        None => format!("{word}es"),
    }
}

fn italian(word: &str, feminine: bool) -> String {
    if let Some(stem) = word.strip_suffix("io") {
        return format!("{stem}i");
    }
    match word.strip_suffix('a') {
        Some(stem) => format!("{stem}{}", if feminine { "e" } else { "i" }),
        None => match word.strip_suffix(['o', 'e']) {
            Some(stem) => format!("{stem}i"),
            None => word.to_owned(),
        },
    }
}

fn portuguese(word: &str) -> String {
    const ENDINGS: [(&str, &str); 7] = [
        ("ão", "ões"),
        ("m", "ns"),
        ("al", "ais"),
        ("el", "éis"),
        ("ol", "óis"),
        ("ul", "uis"),
        ("il", "is"),
    ];
    if let Some((end, many)) = ENDINGS.iter().find(|(end, _)| word.ends_with(end)) {
        return format!("{}{many}", word.strip_suffix(end).unwrap_or(word));
    }
    if word.ends_with('s') {
        word.to_owned()
    } else if word.ends_with(['r', 'z', 'n']) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

/// The plural of a word from another language.
pub(super) fn of_loan(word: &str, language: Language) -> String {
    let hissing = word.ends_with(['s', 'x', 'z']);
    match language {
        Language::It | Language::En => word.to_owned(),
        Language::De if word.ends_with("er") || word.ends_with("el") => word.to_owned(),
        _ if hissing => word.to_owned(),
        Language::Nl if word.ends_with(['a', 'i', 'o', 'u', 'y']) => format!("{word}'s"),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_and_their_adjectives_follow_the_rules_of_their_language() {
        for (language, feminine, one, many) in [
            (Language::Fr, false, "cheval", "chevaux"),
            (Language::Fr, false, "poisson rouge", "poissons rouges"),
            (Language::Fr, true, "planche de surf", "planches de surf"),
            (Language::Fr, false, "ours", "ours"),
            (Language::Fr, false, "oiseau", "oiseaux"),
            (Language::Fr, false, "verre d'eau", "verres d'eau"),
            (Language::Es, false, "león", "leones"),
            (Language::Es, true, "tabla de surf", "tablas de surf"),
            (Language::Es, true, "perdiz", "perdices"),
            (Language::Es, false, "sofá", "sofás"),
            (Language::It, false, "pesce rosso", "pesci rossi"),
            (Language::It, true, "tavola da surf", "tavole da surf"),
            (Language::It, false, "coniglio", "conigli"),
            (Language::It, true, "volpe rossa", "volpi rosse"),
            (Language::Pt, false, "leão", "leões"),
            (Language::Pt, false, "animal", "animais"),
            (Language::Pt, true, "prancha de surfe", "pranchas de surfe"),
            (Language::Pt, true, "mulher", "mulheres"),
        ] {
            assert_eq!(of(one, feminine, language), many);
        }
    }

    #[test]
    fn words_of_other_languages_have_the_plurals_that_people_say() {
        assert_eq!(of_loan("golden retriever", Language::De), "golden retriever");
        assert_eq!(of_loan("golden retriever", Language::Fr), "golden retrievers");
        assert_eq!(of_loan("beagle", Language::It), "beagle");
        assert_eq!(of_loan("husky", Language::Nl), "husky's");
    }
}
