//! What an English phrase of a name says, so that it can be said in another language: the rules make phrases of a small
//! word, a number, a colour and a noun that they know.

use super::super::colour::COLOURS;
use super::table::{Doing, Noun, Table};

/// Numbers in words; more are "many".
const NUMBERS: [&str; 5] = ["two", "three", "four", "five", "many"];
/// What joins a phrase to those before it.
const SMALL: [(&str, Small); 8] = [
    ("with", Small::With),
    ("and", Small::And),
    ("on", Small::On),
    ("in", Small::In),
    ("by", Small::By),
    ("at", Small::At),
    ("under", Small::Under),
    ("of", Small::Of),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Small {
    With,
    And,
    On,
    In,
    By,
    At,
    Under,
    /// Behind "illustration".
    Of,
}

/// A noun with its number and colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thing<'a> {
    pub(super) noun: &'a Noun,
    /// The place in [`NUMBERS`].
    pub(super) number: Option<usize>,
    pub(super) many: bool,
    /// The place in [`COLOURS`].
    pub(super) colour: Option<usize>,
}

impl Thing<'_> {
    pub(super) fn is_many(&self) -> bool {
        self.many || self.noun.always_many
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// Said as it stands in the table.
    Whole(&'static str),
    Doing(Doing),
    /// "on white background": the place in [`COLOURS`].
    Background(usize),
    Portrait,
    CloseUp,
    Thing(Option<Small>, Thing<'a>),
    /// Words of the person or of the image: they stay as they are.
    Own(Option<Small>, &'a str),
}

/// The phrase that stands at a place of a name.
pub(super) fn piece<'a>(words: &'a str, at: usize, table: &'a Table) -> Piece<'a> {
    let words = words.trim();
    if at == 0 {
        return thing(words, table).map_or(Piece::Own(None, words), |thing| Piece::Thing(None, thing));
    }
    if let Some(said) = table.phrase(words) {
        return Piece::Whole(said);
    }
    if let Some(doing) = table.doing(words) {
        return Piece::Doing(doing);
    }
    match words {
        "portrait" => return Piece::Portrait,
        "close up" => return Piece::CloseUp,
        _ => {}
    }
    let ground = words.strip_prefix("on ").and_then(|rest| rest.strip_suffix(" background"));
    if let Some(colour) = ground.and_then(colour) {
        return Piece::Background(colour);
    }
    let first = words.split_once(' ');
    let small = first.and_then(|(first, rest)| {
        SMALL.iter().find(|(word, _)| *word == first).map(|(_, small)| (*small, rest))
    });
    let (small, rest) = small.map_or((None, words), |(small, rest)| (Some(small), rest));
    thing(rest, table).map_or(Piece::Own(small, rest), |thing| Piece::Thing(small, thing))
}

/// A noun alone, or with a number or colour before it.
pub(super) fn thing<'a>(words: &str, table: &'a Table) -> Option<Thing<'a>> {
    let words = words.trim();
    if let Some(noun) = table.noun(words) {
        return Some(Thing { noun, number: None, many: false, colour: None });
    }
    if let Some(noun) = table.noun_of_many(words) {
        return Some(Thing { noun, number: None, many: true, colour: None });
    }
    let (first, rest) = words.split_once(' ')?;
    if let Some(number) = NUMBERS.iter().position(|number| *number == first) {
        return thing(rest, table).map(|thing| Thing { number: Some(number), many: true, ..thing });
    }
    let colour = colour(first)?;
    thing(rest, table).map(|thing| Thing { colour: Some(colour), ..thing })
}

fn colour(word: &str) -> Option<usize> {
    COLOURS.iter().position(|colour| *colour == word)
}
