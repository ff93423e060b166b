//! Every word of every table in every language, and whole names and sentences.

use super::super::super::detector::LABELS;
use super::super::super::expert::DISHES;
use super::super::super::goods::GOODS;
use super::super::super::photos::{Family, PHOTOS};
use super::super::super::tags::{TAGS, TagKind};
use super::super::grammar::GRAMMAR;
use super::super::lexicon::{LEXICON, Role};
use super::super::named::LISTS;
use super::super::support::NEVER;
use super::say::Voice;
use super::table::{COLUMNS, lines, table};
use nomina_rules::language::{Language, Spelling};
use nomina_rules::names::typed_words;

mod endings;

const SAME: &str = include_str!("../../../../data/languages/same.txt");
/// Subjects that stand in the rules themselves.
const SAID: [&str; 19] = [
    "photo",
    "object",
    "close up",
    "sky",
    "green plants",
    "autumn leaves",
    "autumn leaves plant",
    "snowy mountains",
    "stars in night sky",
    "room",
    "graphic",
    "illustration",
    "logo",
    "screenshot",
    "text document",
    "license plate",
    "book cover",
    "group of people",
    "crowd of people",
];
/// Phrases that stand in the rules themselves.
const PHRASES: [&str; 15] = [
    "at wedding",
    "at market",
    "in snow",
    "on grass",
    "in greenery",
    "among trees",
    "black and white",
    "at sunset",
    "at night",
    "under blue sky",
    "on plate",
    "on plates",
    "in bowl",
    "in bowls",
    "in cup",
];

fn voice(language: Language) -> Voice {
    Voice { language, table: table(language).expect("a language with a table") }
}

/// Every word that can be a subject, a thing beside it or a keyword.
fn vocabulary() -> Vec<String> {
    let columns = |table: &'static str| {
        lines(table).flat_map(|line| line.split(" | ").take(2).map(str::trim)).filter(|word| *word != "-")
    };
    let pages = lines(include_str!("../../../../data/pages.txt")).filter_map(|line| line.split('|').next());
    let groups = LEXICON.groups.iter().map(|group| group.word);
    let classes = LEXICON.classes.iter().filter_map(|class| class.name.as_deref());
    let things =
        (0..LABELS).filter_map(|label| LEXICON.thing(label)).flat_map(|thing| [thing.word, thing.plural]);
    let tags = TAGS.words.iter().map(|tag| tag.word).filter(|word| !NEVER.contains(word));
    let roles = GRAMMAR.roles.iter().flat_map(|role| [role.said.word, role.plural]);
    let alone = GRAMMAR.places.iter().filter_map(|place| place.alone);
    let all = groups.chain(classes).chain(things).chain(tags).chain(roles).chain(alone);
    let all = all.chain(GOODS.words.iter().map(|good| good.word));
    let said = PHOTOS.iter().filter(|shown| !matches!(shown.family, Family::Graphic | Family::Unsaid));
    let all = all.chain(said.map(|shown| shown.word));
    let all = all.chain(columns(DISHES)).chain(pages.map(str::trim)).chain(SAID);
    all.map(str::to_owned).collect()
}

/// Every phrase behind a subject that is said as a whole.
fn phrases() -> Vec<String> {
    let heads = GRAMMAR.places.iter().map(|place| place.phrase.to_owned());
    let groups = LEXICON.groups.iter().filter_map(|group| group.place).map(str::to_owned);
    let finer = LEXICON.classes.iter().filter_map(|class| {
        let group = &LEXICON.groups[class.group];
        let small = group.place?.split(' ').next()?;
        let name = class.name.as_deref().filter(|_| LISTS.finer_place.contains(&group.word))?;
        (name != "market").then(|| format!("{small} {name}"))
    });
    let things = (0..LABELS).filter_map(|label| LEXICON.thing(label));
    let on = things.filter(|thing| matches!(thing.role, Role::Under | Role::Ride)).flat_map(|thing| {
        let many = (thing.role == Role::Ride).then(|| format!("on {}", thing.plural));
        std::iter::once(format!("on {}", thing.word)).chain(many)
    });
    let said = PHRASES.map(str::to_owned).into_iter();
    heads.chain(groups).chain(finer).chain(on).chain(said).collect()
}

#[test]
fn every_word_of_every_table_is_there_in_every_language() {
    let (words, phrases) = (vocabulary(), phrases());
    assert!(words.len() > 1_900 && phrases.len() > 100, "{} {}", words.len(), phrases.len());
    let doings = TAGS.words.iter().filter(|tag| tag.kind == TagKind::Do).count();
    assert!(doings >= GRAMMAR.doings.len());
    for language in COLUMNS {
        let table = voice(language).table;
        let missing = |word: &&String| super::parsed::thing(word, table).is_none();
        let unknown: Vec<&String> = words.iter().filter(missing).collect();
        assert!(unknown.is_empty(), "{language:?} {unknown:?}");
        let unsaid: Vec<&String> = phrases.iter().filter(|phrase| table.phrase(phrase).is_none()).collect();
        assert!(unsaid.is_empty(), "{language:?} {unsaid:?}");
        for doing in &GRAMMAR.doings {
            assert!(table.doing(doing.said.word).is_some(), "{language:?} {}", doing.said.word);
        }
    }
}

#[test]
fn no_english_word_stands_in_a_table_but_those_that_were_looked_at() {
    for language in COLUMNS {
        let mark = format!("{}: ", language.code());
        let same: Vec<&str> = lines(SAME)
            .filter_map(|line| line.strip_prefix(&mark))
            .flat_map(|line| line.split(", "))
            .collect();
        for noun in voice(language).table.nouns().filter(|noun| !noun.loan) {
            let plain = typed_words(&noun.one, Spelling::default()).replace('-', " ");
            let listed = same.contains(&noun.english);
            assert_eq!(plain == noun.english.replace('-', " "), listed, "{language:?} {}", noun.english);
        }
    }
}

#[test]
fn every_form_is_a_word_that_fits_a_name() {
    for language in COLUMNS {
        for noun in voice(language).table.nouns() {
            for form in [&noun.one, &noun.many] {
                let plain = form.trim() == form
                    && !form.is_empty()
                    && !form.contains(['/', '|', '~', '-'].as_slice())
                    || form.contains('-') && !form.starts_with('-') && !form.ends_with('-');
                assert!(plain, "{language:?} {} {form:?}", noun.english);
                let open = form.matches('{').count();
                assert_eq!(open, form.matches('}').count(), "{form}");
                assert!(open == 0 || language == Language::De, "{form}");
            }
        }
    }
}

fn named(language: Language, phrases: &[&str]) -> String {
    let said: Vec<String> =
        voice(language).name(phrases, false).into_iter().map(|(_, words)| words).collect();
    let spelling = Spelling { language, keep_accents: false };
    typed_words(&said.join(" ").replace('\'', " "), spelling)
}

#[test]
fn names_are_said_as_people_of_a_language_write_them() {
    let table: [(&[&str], [&str; 6]); 12] = [
        (
            &["two golden retriever dogs", "on beach"],
            [
                "zwei-golden-retriever-am-strand",
                "deux-golden-retrievers-sur-la-plage",
                "dos-golden-retrievers-en-la-playa",
                "due-golden-retriever-sulla-spiaggia",
                "dois-golden-retrievers-na-praia",
                "twee-golden-retrievers-op-het-strand",
            ],
        ),
        (
            &["black cat", "on couch"],
            [
                "schwarze-katze-auf-einem-sofa",
                "chat-noir-sur-un-canape",
                "gato-negro-en-un-sofa",
                "gatto-nero-su-un-divano",
                "gato-preto-em-um-sofa",
                "zwarte-kat-op-een-bank",
            ],
        ),
        (
            &["person", "portrait", "with umbrella"],
            [
                "person-im-portraet-mit-regenschirm",
                "portrait-de-personne-avec-parapluie",
                "retrato-de-persona-con-paraguas",
                "ritratto-di-persona-con-ombrello",
                "retrato-de-pessoa-com-guarda-chuva",
                "portret-van-persoon-met-paraplu",
            ],
        ),
        (
            &["kitchen", "with table", "and two chairs"],
            [
                "kueche-mit-tisch-und-zwei-stuehlen",
                "cuisine-avec-table-et-deux-chaises",
                "cocina-con-mesa-y-dos-sillas",
                "cucina-con-tavolo-e-due-sedie",
                "cozinha-com-mesa-e-duas-cadeiras",
                "keuken-met-tafel-en-twee-stoelen",
            ],
        ),
        (
            &["three horses", "running", "in field"],
            [
                "drei-pferde-beim-laufen-auf-dem-feld",
                "trois-chevaux-qui-courent-dans-un-champ",
                "tres-caballos-corriendo-en-un-campo",
                "tre-cavalli-che-corrono-in-un-campo",
                "tres-cavalos-correndo-em-um-campo",
                "drie-paarden-die-rennen-in-een-veld",
            ],
        ),
        (
            &["red shoe", "on white background"],
            [
                "roter-schuh-vor-weissem-hintergrund",
                "chaussure-rouge-sur-fond-blanc",
                "zapato-rojo-sobre-fondo-blanco",
                "scarpa-rossa-su-sfondo-bianco",
                "sapato-vermelho-em-fundo-branco",
                "rode-schoen-op-een-witte-achtergrond",
            ],
        ),
        (
            &["great white shark", "close up"],
            [
                "weisser-hai-in-nahaufnahme",
                "gros-plan-de-grand-requin-blanc",
                "primer-plano-de-tiburon-blanco",
                "primo-piano-di-squalo-bianco",
                "close-de-tubarao-branco",
                "close-up-van-witte-haai",
            ],
        ),
        (
            &["green book"],
            ["gruenes-buch", "livre-vert", "libro-verde", "libro-verde", "livro-verde", "groen-boek"],
        ),
        (
            &["children", "in jacket", "in snow"],
            [
                "kinder-in-jacke-im-schnee",
                "enfants-en-veste-dans-la-neige",
                "ninos-con-chaqueta-en-la-nieve",
                "bambini-con-giacca-nella-neve",
                "criancas-de-jaqueta-na-neve",
                "kinderen-in-jack-in-de-sneeuw",
            ],
        ),
        (
            &["mountains", "by lake", "at sunset"],
            [
                "berge-am-see-bei-sonnenuntergang",
                "montagnes-au-bord-du-lac-au-coucher-du-soleil",
                "montanas-junto-al-lago-al-atardecer",
                "montagne-in-riva-al-lago-al-tramonto",
                "montanhas-a-beira-do-lago-ao-por-do-sol",
                "bergen-aan-het-meer-bij-zonsondergang",
            ],
        ),
        (
            &["bear", "eating"],
            [
                "baer-beim-fressen",
                "ours-qui-mange",
                "oso-comiendo",
                "orso-che-mangia",
                "urso-comendo",
                "beer-die-eet",
            ],
        ),
        (
            &["tuscan leather bag", "in ribadeo"],
            [
                "tuscan-leather-bag-in-ribadeo",
                "tuscan-leather-bag-a-ribadeo",
                "tuscan-leather-bag-en-ribadeo",
                "tuscan-leather-bag-a-ribadeo",
                "tuscan-leather-bag-em-ribadeo",
                "tuscan-leather-bag-in-ribadeo",
            ],
        ),
    ];
    for (phrases, wanted) in table {
        for (language, wanted) in COLUMNS.into_iter().zip(wanted) {
            assert_eq!(named(language, phrases), wanted, "{phrases:?}");
        }
    }
}

#[test]
fn alt_text_is_a_sentence_of_the_language() {
    let table: [(&[&str], [&str; 6]); 7] = [
        (
            &["two golden retriever dogs", "on beach"],
            [
                "Zwei Golden Retriever am Strand.",
                "Deux golden retrievers sur la plage.",
                "Dos golden retrievers en la playa.",
                "Due golden retriever sulla spiaggia.",
                "Dois golden retrievers na praia.",
                "Twee golden retrievers op het strand.",
            ],
        ),
        (
            &["kitchen", "with table", "and two chairs"],
            [
                "Eine Küche mit einem Tisch und zwei Stühlen.",
                "Une cuisine avec une table et deux chaises.",
                "Una cocina con una mesa y dos sillas.",
                "Una cucina con un tavolo e due sedie.",
                "Uma cozinha com uma mesa e duas cadeiras.",
                "Een keuken met een tafel en twee stoelen.",
            ],
        ),
        (
            &["person", "with elephant", "in jacket"],
            [
                "Eine Person mit einem Elefanten in einer Jacke.",
                "Une personne avec un éléphant en veste.",
                "Una persona con un elefante con chaqueta.",
                "Una persona con un elefante con giacca.",
                "Uma pessoa com um elefante de jaqueta.",
                "Een persoon met een olifant in een jack.",
            ],
        ),
        (
            &["person", "portrait"],
            [
                "Eine Person im Porträt.",
                "Portrait d'une personne.",
                "Retrato de una persona.",
                "Ritratto di una persona.",
                "Retrato de uma pessoa.",
                "Portret van een persoon.",
            ],
        ),
        (
            &["rice", "with flowers"],
            [
                "Reis mit Blumen.",
                "Du riz avec des fleurs.",
                "Arroz con flores.",
                "Riso con fiori.",
                "Arroz com flores.",
                "Rijst met bloemen.",
            ],
        ),
        (
            &["shark", "sitting"],
            [
                "Ein Hai im Sitzen.",
                "Un requin qui est assis.",
                "Un tiburón sentado.",
                "Uno squalo che sta seduto.",
                "Um tubarão sentado.",
                "Een haai die zit.",
            ],
        ),
        (
            &["eagle bird", "black and white"],
            [
                "Ein Adler in Schwarz-Weiß.",
                "Un aigle en noir et blanc.",
                "Un águila en blanco y negro.",
                "Un'aquila in bianco e nero.",
                "Uma águia em preto e branco.",
                "Een adelaar in zwart-wit.",
            ],
        ),
    ];
    for (phrases, wanted) in table {
        for (language, wanted) in COLUMNS.into_iter().zip(wanted) {
            assert_eq!(voice(language).sentence(phrases, false), wanted, "{phrases:?}");
        }
    }
}

#[test]
fn what_was_read_stays_as_it_is() {
    let read = ["receipt", "market", "2024"];
    for (language, name, sentence) in [
        (
            Language::De,
            "Kassenbon market 2024",
            "Ein Kassenbon mit der Aufschrift \u{201e}market 2024\u{201c}.",
        ),
        (Language::Fr, "ticket de caisse market 2024", "Un ticket de caisse où l'on lit « market 2024 »."),
        (Language::It, "scontrino market 2024", "Uno scontrino con la scritta «market 2024»."),
    ] {
        let said: Vec<String> =
            voice(language).name(&read, true).into_iter().map(|(_, words)| words).collect();
        assert_eq!(said.join(" "), name);
        assert_eq!(voice(language).sentence(&read, true), sentence);
    }
}

#[test]
fn keywords_are_nouns_as_a_dictionary_has_them() {
    let said = |language, word| voice(language).keyword(word);
    assert_eq!(said(Language::De, "great white shark"), "weißer Hai");
    assert_eq!(said(Language::De, "two dogs"), "zwei Hunde");
    assert_eq!(said(Language::Fr, "street sign"), "panneau de rue");
    assert_eq!(said(Language::Es, "Bella"), "Bella", "a person's own word stays");
}

#[test]
fn what_an_illustration_shows_is_said_in_every_language() {
    let of = |language| voice(language).sentence(&["illustration", "of horse"], false);
    for (language, sentence) in [
        (Language::De, "Eine Illustration mit einem Pferd."),
        (Language::Fr, "Une illustration avec un cheval."),
        (Language::Es, "Una ilustración de un caballo."),
        (Language::It, "Un'illustrazione di un cavallo."),
        (Language::Pt, "Uma ilustração de um cavalo."),
        (Language::Nl, "Een illustratie van een paard."),
    ] {
        assert_eq!(of(language), sentence);
    }
}
