//! Endings of adjectives, articles and small words that change with the word behind them.

use super::super::forms::elides;
use super::{Language, named, voice};

#[test]
fn german_adjectives_end_as_their_case_and_article_ask() {
    let de = |phrases: &[&str]| (named(Language::De, phrases), voice(Language::De).sentence(phrases, false));
    for (phrases, name, sentence) in [
        (&["cat", "with red car"][..], "katze-mit-rotem-auto", "Eine Katze mit einem roten Auto."),
        (&["cat", "with red flower"], "katze-mit-roter-blume", "Eine Katze mit einer roten Blume."),
        (&["cat", "with red flowers"], "katze-mit-roten-blumen", "Eine Katze mit roten Blumen."),
        (&["cat", "with white rice"], "katze-mit-weissem-reis", "Eine Katze mit weißem Reis."),
        (&["two red cars"], "zwei-rote-autos", "Zwei rote Autos."),
        (&["red flower"], "rote-blume", "Eine rote Blume."),
        (&["pink flower"], "rosa-blume", "Eine rosa Blume."),
        (&["cat", "with many dogs"], "katze-mit-vielen-hunden", "Eine Katze mit vielen Hunden."),
        (&["cat", "and elephant"], "katze-und-elefant", "Eine Katze und ein Elefant."),
        (
            &["cat", "with dog", "and elephant"],
            "katze-mit-hund-und-elefanten",
            "Eine Katze mit einem Hund und einem Elefanten.",
        ),
        (&["person", "eating"], "person-beim-essen", "Eine Person beim Essen."),
        (&["tennis player", "eating"], "tennisspieler-beim-essen", "Ein Tennisspieler beim Essen."),
        (&["police officer", "eating"], "polizist-beim-essen", "Ein Polizist beim Essen."),
        (&["cat", "eating"], "katze-beim-fressen", "Eine Katze beim Fressen."),
    ] {
        assert_eq!(de(phrases), (name.to_owned(), sentence.to_owned()));
    }
}

#[test]
fn articles_follow_the_sound_of_the_next_word() {
    for (language, phrases, sentence) in [
        (Language::Fr, &["water"][..], "De l'eau."),
        (Language::Fr, &["meat"], "De la viande."),
        (Language::Fr, &["two dogs", "and bench"], "Deux chiens et un banc."),
        (Language::It, &["backpack"], "Uno zaino."),
        (Language::It, &["seal"], "Una foca."),
        (Language::It, &["elephant"], "Un elefante."),
        (Language::Es, &["person", "and church"], "Una persona y una iglesia."),
        (Language::Nl, &["horse", "eating"], "Een paard dat eet."),
        (Language::Nl, &["two horses", "eating"], "Twee paarden die eten."),
        (Language::Es, &["photo"], "Una foto sin un tema claro."),
    ] {
        assert_eq!(voice(language).sentence(phrases, false), sentence, "{language:?} {phrases:?}");
    }
    assert_eq!(named(Language::Fr, &["two white flowers"]), "deux-fleurs-blanches");
    let es = |phrases: &[&str]| named(Language::Es, phrases);
    assert_eq!(es(&["two white flowers"]), "dos-flores-blancas");
    assert_eq!(es(&["person", "and church"]), "persona-e-iglesia");
    assert_eq!(es(&["person", "and dog"]), "persona-y-perro");
    for (word, does) in [("eau", true), ("herbe", true), ("hamster", false), ("pain", false), ("œuf", true)]
    {
        assert_eq!(elides(word), does, "{word}");
    }
    let page = ["invoice", "screenshot", "2024"];
    let said: Vec<String> =
        voice(Language::De).name(&page, true).into_iter().map(|(_, words)| words).collect();
    assert_eq!(said, ["Rechnung", "Bildschirmfoto", "2024"]);
    assert_eq!(
        voice(Language::De).sentence(&page, true),
        "Eine Rechnung mit der Aufschrift \u{201e}2024\u{201c}."
    );
    assert_eq!(voice(Language::De).sentence(&page[..2], true), "Eine Rechnung.");
}
