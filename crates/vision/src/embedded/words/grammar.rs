//! How the words of the tagging head are said: roles, doings, places, things. Read from `data/grammar.txt` with the levels
//! and lists that [`super::named`] gives to the rules.

use super::super::tags::{TAGS, TagKind};
use std::sync::LazyLock;

pub(super) static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::parse(include_str!("../../../data/grammar.txt")));

#[derive(Debug, Default)]
pub(super) struct Grammar {
    levels: Vec<(&'static str, f32)>,
    lists: Vec<(&'static str, Vec<&'static str>)>,
    pub(super) roles: Vec<Role>,
    pub(super) doings: Vec<Doing>,
    pub(super) places: Vec<Place>,
    pub(super) things: Vec<Stand>,
    /// Animals that ImageNet lacks.
    pub(super) animals: Vec<Stand>,
    /// Things of the detector with the head's word for them.
    called: Vec<(&'static str, &'static str)>,
    /// Rooms, and what is in no such room.
    lacks: Vec<(&'static str, Vec<&'static str>)>,
}

/// A word of the head with the certainty it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) tag: usize,
    pub(super) word: &'static str,
    pub(super) least: f32,
}

/// "surfer" for a person.
#[derive(Debug)]
pub(super) struct Role {
    pub(super) said: Said,
    pub(super) plural: &'static str,
    /// What need not be said beside it.
    pub(super) implies: Vec<&'static str>,
    /// Places that speak for it, beside what it implies.
    pub(super) at: Vec<&'static str>,
}

/// "jumping".
#[derive(Debug)]
pub(super) struct Doing {
    pub(super) said: Said,
    by: Vec<&'static str>,
}

/// "in kitchen", and "kitchen" when the image shows nothing but it.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) said: Said,
    pub(super) phrase: &'static str,
    pub(super) alone: Option<&'static str>,
}

/// What an image can be about.
#[derive(Debug)]
pub(super) struct Stand {
    pub(super) said: Said,
}

impl Doing {
    /// Whether a subject can do this.
    pub(super) fn fits(&self, word: &str, person: bool, animal: bool) -> bool {
        self.by.iter().any(|by| match *by {
            "people" => person,
            "animals" => animal,
            other => other == word,
        })
    }
}

impl Grammar {
    /// A level by its name.
    pub(super) fn level(&self, name: &str) -> f32 {
        self.level_of(name).unwrap_or(1.0)
    }

    pub(super) fn level_of(&self, name: &str) -> Option<f32> {
        self.levels.iter().find(|(level, _)| *level == name).map(|(_, share)| *share)
    }

    pub(super) fn list_of(&self, name: &str) -> Option<&[&'static str]> {
        self.lists.iter().find(|(list, _)| *list == name).map(|(_, words)| &words[..])
    }

    /// The head's word for a thing or class, when it has one.
    pub(super) fn tag_of(&self, word: &str) -> Option<usize> {
        let called = self.called.iter().find(|(thing, _)| *thing == word).map_or(word, |(_, called)| called);
        TAGS.words.iter().position(|tag| tag.word == called)
    }

    /// Whether a thing is in no such room.
    pub(super) fn rules_out(&self, thing: &str, room: &Place) -> bool {
        self.lacks.iter().any(|(lacking, things)| *lacking == room.said.word && things.contains(&thing))
    }

    fn parse(table: &'static str) -> Self {
        let mut grammar = Self::default();
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (what, rest) = line.split_once(' ').expect("a kind and its words");
            grammar.add(what, rest);
        }
        grammar
    }

    fn add(&mut self, what: &str, rest: &'static str) {
        let columns: Vec<&'static str> = rest.split('|').map(str::trim).collect();
        let list = |at: usize| -> Vec<&'static str> {
            columns[at].split(", ").filter(|word| !word.is_empty()).collect()
        };
        let (word, plural) = columns[0].split_once(", ").unwrap_or((columns[0], columns[0]));
        match what {
            "level" => {
                let (name, share) = columns[0].split_once(' ').expect("a name and a share");
                self.levels.push((name, share.parse().expect("a share")));
            }
            "called" => self.called.push((columns[0], columns[1])),
            "list" => {
                let (name, words) = rest.split_once(' ').expect("a name and its words");
                self.lists.push((name, words.split(", ").collect()));
            }
            "lacks" => self.lacks.push((columns[0], list(1))),
            "role" => {
                let Some(said) = self.said(word, TagKind::Who, columns[1]) else { return };
                let at = if columns.len() > 3 { list(3) } else { Vec::new() };
                self.roles.push(Role { said, plural, implies: list(2), at });
            }
            "doing" => {
                let Some(said) = self.said(word, TagKind::Do, columns[1]) else { return };
                self.doings.push(Doing { said, by: list(2) });
            }
            "place" => {
                let Some(said) = self.said(word, TagKind::At, columns[1]) else { return };
                let alone = Some(columns[3]).filter(|alone| !alone.is_empty());
                self.places.push(Place { said, phrase: columns[2], alone });
            }
            "thing" | "animal" => {
                let Some(said) = self.said_any(word, columns[1]) else { return };
                let list = if what == "thing" { &mut self.things } else { &mut self.animals };
                list.push(Stand { said });
            }
            other => unreachable!("{other} in grammar.txt"),
        }
    }

    fn said(&self, word: &'static str, kind: TagKind, level: &str) -> Option<Said> {
        self.said_any(word, level).filter(|said| TAGS.words[said.tag].kind == kind)
    }

    /// A word that a newly trained head does not know any more is left out; a test says so.
    fn said_any(&self, word: &'static str, level: &str) -> Option<Said> {
        let tag = TAGS.words.iter().position(|tag| tag.word == word)?;
        Some(Said { tag, word, least: self.level(level) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_speaks_of_a_word_that_the_head_knows() {
        let lines = include_str!("../../../data/grammar.txt").lines();
        let kinds = ["role ", "doing ", "place ", "thing ", "animal "];
        let wanted = lines.filter(|line| kinds.iter().any(|kind| line.starts_with(kind))).count();
        let (a, b, c) = (GRAMMAR.roles.len(), GRAMMAR.doings.len(), GRAMMAR.places.len());
        let (d, e) = (GRAMMAR.things.len(), GRAMMAR.animals.len());
        assert_eq!(a + b + c + d + e, wanted);
    }

    #[test]
    fn levels_have_names_and_rise() {
        let shares = ["agreed", "likely", "sure", "certain", "outright"].map(|name| GRAMMAR.level(name));
        assert!(shares.is_sorted() && shares[0] > 0.5 && shares[2] < 1.0, "{shares:?}");
    }

    #[test]
    fn a_kite_flies_and_a_person_does_not() {
        let flying = GRAMMAR.doings.iter().find(|doing| doing.said.word == "flying").unwrap();
        assert!(flying.fits("kite", false, false) && !flying.fits("person", true, false));
    }
}
