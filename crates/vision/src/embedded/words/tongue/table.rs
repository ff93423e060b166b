//! The words of one language, read from `data/languages/` when it is first spoken.

use super::super::phrase::plural as english_plural;
use super::plural;
use nomina_rules::language::Language;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const NOUNS: [&str; 7] = [
    include_str!("../../../../data/languages/animals.txt"),
    include_str!("../../../../data/languages/food.txt"),
    include_str!("../../../../data/languages/household.txt"),
    include_str!("../../../../data/languages/people-and-places.txt"),
    include_str!("../../../../data/languages/plants.txt"),
    include_str!("../../../../data/languages/things.txt"),
    include_str!("../../../../data/languages/wider.txt"),
];
const PHRASES: &str = include_str!("../../../../data/languages/phrases.txt");
/// Languages in the order of the columns.
pub(super) const COLUMNS: [Language; 6] =
    [Language::De, Language::Fr, Language::Es, Language::It, Language::Pt, Language::Nl];
/// Plurals of English that its rules do not make.
const IRREGULAR: [(&str, &str); 1] = [("children", "child")];

static TABLES: [LazyLock<Table>; 6] = [
    LazyLock::new(|| Table::read(0)),
    LazyLock::new(|| Table::read(1)),
    LazyLock::new(|| Table::read(2)),
    LazyLock::new(|| Table::read(3)),
    LazyLock::new(|| Table::read(4)),
    LazyLock::new(|| Table::read(5)),
];

/// The words of a language; nothing for English, which the rules speak themselves.
pub(super) fn table(language: Language) -> Option<&'static Table> {
    let at = COLUMNS.iter().position(|known| *known == language)?;
    TABLES.get(at).map(|table| &**table)
}

/// English words that are said without a number and an article.
static MASSES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let words = NOUNS.iter().flat_map(|file| lines(file)).filter_map(|line| line.split(" | ").next());
    words.filter_map(|word| word.strip_suffix('-')).collect()
});

/// Whether a phrase ends in words that are said without a number and an article: "fresh ginger".
pub(in super::super) fn is_mass(english: &str) -> bool {
    let starts = english.match_indices(' ').map(|(at, _)| at + 1);
    std::iter::once(0).chain(starts).any(|from| MASSES.contains(&english[from..]))
}

#[derive(Debug)]
pub(super) struct Table {
    nouns: HashMap<&'static str, Noun>,
    /// English plurals and the words they are of.
    plurals: HashMap<String, &'static str>,
    phrases: HashMap<&'static str, &'static str>,
    doings: HashMap<&'static str, Doing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    M,
    F,
    N,
}

#[derive(Clone, Debug)]
pub(super) struct Noun {
    /// The English word.
    pub(super) english: &'static str,
    pub(super) gender: Gender,
    pub(super) one: String,
    pub(super) many: String,
    /// German: in the dative the plural's form.
    pub(super) weak: bool,
    /// Said without a number and an article: "water".
    pub(super) mass: bool,
    /// Always many: "Pommes".
    pub(super) always_many: bool,
    /// A word that the language has from another one, as it is.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests ask for it"))]
    pub(super) loan: bool,
}

/// What a subject does: one, and many or, in German, an animal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doing {
    pub(super) one: &'static str,
    pub(super) other: &'static str,
}

impl Table {
    pub(super) fn noun(&self, english: &str) -> Option<&Noun> {
        self.nouns.get(english)
    }

    /// The noun of an English plural.
    pub(super) fn noun_of_many(&self, english: &str) -> Option<&Noun> {
        self.nouns.get(self.plurals.get(english)?)
    }

    pub(super) fn phrase(&self, english: &str) -> Option<&'static str> {
        self.phrases.get(english).copied()
    }

    pub(super) fn doing(&self, english: &str) -> Option<Doing> {
        self.doings.get(english).copied()
    }

    #[cfg(test)]
    pub(super) fn nouns(&self) -> impl Iterator<Item = &Noun> {
        self.nouns.values()
    }

    fn read(column: usize) -> Self {
        let mut table = Self {
            nouns: HashMap::new(),
            plurals: HashMap::new(),
            phrases: HashMap::new(),
            doings: HashMap::new(),
        };
        for noun in NOUNS.iter().flat_map(|file| lines(file)).filter_map(|line| Noun::read(line, column)) {
            table.plurals.entry(english_plural(noun.english)).or_insert(noun.english);
            table.nouns.insert(noun.english, noun);
        }
        table.plurals.extend(IRREGULAR.map(|(many, one)| (many.to_owned(), one)));
        for line in lines(PHRASES) {
            let cells: Vec<&'static str> = line.split(" | ").map(str::trim).collect();
            let Some(said) = cells.get(column + 1) else { continue };
            match cells[0].strip_prefix("doing ") {
                Some(word) => {
                    let (one, other) = said.split_once('/').unwrap_or((said, said));
                    table.doings.insert(word, Doing { one, other });
                }
                None => {
                    table.phrases.insert(cells[0], said);
                }
            }
        }
        table
    }
}

pub(super) fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl Noun {
    fn read(line: &'static str, column: usize) -> Option<Self> {
        let cells: Vec<&'static str> = line.split(" | ").map(str::trim).collect();
        let (english, mass) = match cells[0].strip_suffix('-') {
            Some(english) => (english, true),
            None => (cells[0], false),
        };
        let language = COLUMNS[column];
        match cells.get(1)?.strip_prefix('~') {
            Some(loan) => Self::loan(english, mass, loan, language),
            None => Self::own(english, mass, cells.get(column + 1)?, language),
        }
    }

    /// `m Hund/-e`: gender, one, many.
    fn own(english: &'static str, mass: bool, cell: &str, language: Language) -> Option<Self> {
        let (mark, forms) = cell.split_once(' ')?;
        let (one, many) = match forms.split_once('/') {
            Some((one, many)) => match many.strip_prefix('-') {
                Some(ending) => (one, format!("{one}{ending}")),
                None => (one, many.to_owned()),
            },
            None => (forms, plural::of(forms, mark.starts_with('f'), language)),
        };
        let always_many = mark.ends_with('p');
        let many = if always_many { one.to_owned() } else { many };
        let gender = match mark {
            "f" | "fp" => Gender::F,
            "n" => Gender::N,
            _ => Gender::M,
        };
        let (one, weak) = (one.to_owned(), mark == "w");
        Some(Self { english, gender, one, many, weak, mass, always_many, loan: false })
    }

    /// `mm beagle`: the gender in German and in the other languages, one, many.
    fn loan(english: &'static str, mass: bool, cell: &str, language: Language) -> Option<Self> {
        let (marks, forms) = cell.split_once(' ')?;
        let (german, other) = (marks.chars().next()?, marks.chars().nth(1)?);
        let (one, many) = forms.split_once('/').map_or((forms, None), |(one, many)| (one, Many::from(many)));
        let gender = match (language, german, other) {
            (Language::De, 'f', _) => Gender::F,
            (Language::De, 'n', _) => Gender::N,
            (Language::De | Language::Nl, ..) => Gender::M,
            (_, _, 'f') => Gender::F,
            _ => Gender::M,
        };
        let many = many.map_or_else(|| plural::of_loan(one, language), str::to_owned);
        let written = |words: &str| if language == Language::De { capitals(words) } else { words.to_owned() };
        Some(Self {
            english,
            gender,
            one: written(one),
            many: written(&many),
            weak: false,
            mass,
            always_many: german == 'p',
            loan: true,
        })
    }
}

type Many<'a> = Option<&'a str>;

/// German writes every word of such a noun with a capital, but for small ones: "Fish and Chips".
fn capitals(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if word != "and" => first.to_uppercase().chain(letters).collect::<String>(),
            _ => word.to_owned(),
        }
    };
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}
