//! The words for everything both networks know, read from the tables in `data/`.

use super::super::classifier::CLASSES;
use super::super::detector::LABELS;
use std::sync::LazyLock;

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::parse(include_str!("../../../data/classes.txt"), include_str!("../../../data/things.txt"))
});

#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) groups: Vec<Group>,
    /// For each class of the classifier its group and, where it has one, its own word.
    pub(super) classes: Vec<Class>,
    /// For each label of the detector what it is called; `None` where the network has a gap.
    things: Vec<Option<Thing>>,
}

/// Classes with one everyday word.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) word: &'static str,
    pub(super) kind: Kind,
    /// How it is said as the place where something else is: "on beach".
    pub(super) place: Option<&'static str>,
    /// Mends what the training images over- or under-represent.
    pub(super) weight: f32,
    /// Its classes, by their places.
    pub(super) classes: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) group: usize,
    pub(super) name: Option<String>,
}

#[derive(Debug)]
pub(super) struct Thing {
    pub(super) word: &'static str,
    pub(super) plural: &'static str,
    /// Things of one family are taken for each other.
    pub(super) family: &'static str,
    pub(super) kind: Kind,
    pub(super) role: Role,
    /// Groups that speak of the same thing.
    pub(super) groups: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Animal,
    Building,
    Clothing,
    Device,
    Document,
    Food,
    Furniture,
    Instrument,
    Object,
    Person,
    Place,
    Plant,
    Sport,
    Tool,
    Vehicle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Main,
    Ride,
    Held,
    Under,
    Side,
}

impl Thing {
    /// The kind of groups that may name such a thing better: the classifier knows many more of them.
    pub(super) fn refined_by(&self) -> Option<Kind> {
        Some(self.kind).filter(|kind| matches!(kind, Kind::Vehicle | Kind::Animal | Kind::Food))
    }
}

impl Lexicon {
    fn parse(classes: &'static str, things: &'static str) -> Self {
        let (mut groups, classes) = parse_classes(classes);
        for (at, class) in classes.iter().enumerate() {
            groups[class.group].classes.push(at);
        }
        let things = parse_things(things, &groups);
        Self { groups, classes, things }
    }

    pub(super) fn thing(&self, label: usize) -> Option<&Thing> {
        self.things.get(label)?.as_ref()
    }

    /// The thing of the detector that is called so, one or many.
    pub(super) fn called(&self, word: &str) -> Option<&Thing> {
        self.things.iter().flatten().find(|thing| thing.word == word || thing.plural == word)
    }

    pub(super) fn group(&self, word: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.word == word)
    }
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn parse_classes(table: &'static str) -> (Vec<Group>, Vec<Class>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut classes = vec![Class { group: 0, name: None }; CLASSES];
    let mut join = false;
    for line in lines(table) {
        if let Some(members) = line.strip_prefix("  ") {
            let group = groups.len() - 1;
            for (number, word) in members.split(", ").filter_map(|member| member.split_once(' ')) {
                let class = &mut classes[number.parse::<usize>().expect("a class number")];
                *class = Class { group, name: class_name(word, groups[group].word, join) };
            }
        } else {
            let mut columns = line.split('|').map(str::trim);
            let (word, kind) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
            join = columns.next() == Some("join");
            let place = columns.next().filter(|place| !place.is_empty());
            let weight = columns.next().map_or(1.0, |weight| weight.parse().expect("a weight"));
            groups.push(Group { word, kind: kind_of(kind), place, weight, classes: Vec::new() });
        }
    }
    (groups, classes)
}

/// "beagle" of the group "dog" is a "beagle dog"; "=goldfish" stands alone; a dash has no name of its own.
fn class_name(word: &str, group: &str, join: bool) -> Option<String> {
    match word {
        "-" => None,
        _ if word == group => None,
        _ => match word.strip_prefix('=') {
            Some(alone) => Some(alone.to_owned()),
            None if join => Some(format!("{word} {group}")),
            None => Some(word.to_owned()),
        },
    }
}

fn parse_things(table: &'static str, groups: &[Group]) -> Vec<Option<Thing>> {
    let mut things: Vec<Option<Thing>> = (0..LABELS).map(|_| None).collect();
    let mut family = "";
    for line in lines(table) {
        let Some(thing) = line.strip_prefix("  ") else {
            family = line;
            continue;
        };
        let mut columns = thing.split('|').map(str::trim);
        let (number, words) =
            columns.next().and_then(|names| names.split_once(' ')).expect("label and words");
        let (word, plural) = words.split_once(", ").expect("word and plural");
        let kind = kind_of(columns.next().unwrap_or_default());
        let role = role_of(columns.next().unwrap_or_default());
        let names = columns.next().unwrap_or_default().split(", ").filter(|name| !name.is_empty());
        let groups = names
            .map(|name| groups.iter().position(|group| group.word == name).expect("a group of classes.txt"))
            .collect();
        let thing = Thing { word, plural, family, kind, role, groups };
        things[number.parse::<usize>().expect("a label")] = Some(thing);
    }
    things
}

fn kind_of(word: &str) -> Kind {
    match word {
        "animal" => Kind::Animal,
        "building" => Kind::Building,
        "clothing" => Kind::Clothing,
        "device" => Kind::Device,
        "document" => Kind::Document,
        "food" => Kind::Food,
        "furniture" => Kind::Furniture,
        "instrument" => Kind::Instrument,
        "object" => Kind::Object,
        "person" => Kind::Person,
        "place" => Kind::Place,
        "plant" => Kind::Plant,
        "sport" => Kind::Sport,
        "tool" => Kind::Tool,
        "vehicle" => Kind::Vehicle,
        other => unreachable!("kind {other} in classes.txt or things.txt"),
    }
}

fn role_of(word: &str) -> Role {
    match word {
        "main" => Role::Main,
        "ride" => Role::Ride,
        "held" => Role::Held,
        "under" => Role::Under,
        "side" => Role::Side,
        other => unreachable!("role {other} in things.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_stands_in_exactly_one_group() {
        let mut numbers: Vec<usize> = lines(include_str!("../../../data/classes.txt"))
            .filter_map(|line| line.strip_prefix("  "))
            .flat_map(|members| members.split(", "))
            .map(|member| member.split_once(' ').expect("number and word").0.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..CLASSES).collect::<Vec<_>>());
    }

    #[test]
    fn breeds_are_said_with_their_kind_and_odd_labels_in_everyday_words() {
        let name = |class: usize| LEXICON.classes[class].name.as_deref();
        assert_eq!(name(162), Some("beagle dog"));
        assert_eq!(name(1), Some("goldfish"));
        assert_eq!(name(285), None);
        assert_eq!(LEXICON.groups[LEXICON.classes[437].group].word, "lighthouse");
    }

    #[test]
    fn the_detector_has_its_eighty_things() {
        assert_eq!(LEXICON.things.iter().flatten().count(), 80);
        assert_eq!(LEXICON.thing(17).map(|thing| thing.plural), Some("dogs"));
        assert!(LEXICON.thing(11).is_none());
    }

    #[test]
    fn all_words_are_plain_lower_case() {
        let groups = LEXICON.groups.iter().flat_map(|group| [group.word, group.place.unwrap_or("x")]);
        let things = LEXICON.things.iter().flatten().flat_map(|thing| [thing.word, thing.plural]);
        let classes = LEXICON.classes.iter().filter_map(|class| class.name.as_deref());
        for word in groups.chain(things).chain(classes) {
            let plain = word.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
            assert!(plain && !word.is_empty() && word.trim() == word, "{word:?}");
        }
    }
}
