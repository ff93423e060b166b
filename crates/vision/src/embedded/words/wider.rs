//! What things are: a beagle is a dog, a dog an animal. From `data/wider.txt`, the classes' groups and the families of dishes and of
//! labelled photos. Only what is written counts, no chains of it.

use super::super::expert::DISHES;
use super::super::photos::{Family, PHOTOS};
use super::lexicon::LEXICON;
use super::phrase::listed;
use super::told::split;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) static WIDER: LazyLock<Wider> = LazyLock::new(Wider::new);

const TABLE: &str = include_str!("../../../data/wider.txt");
/// Words before a noun that say how it looks or how many there are.
const LOOKS: &str = "red orange yellow green blue purple pink brown black white gray two three four five many several group of close up \
    a an the";

/// Families whose words are said.
const SAID: [Family; 7] = [
    Family::Thing,
    Family::Food,
    Family::Animal,
    Family::Plant,
    Family::Place,
    Family::Person,
    Family::Event,
];

/// All words that are known, each once.
#[derive(Debug, Default)]
pub(super) struct Wider {
    pub(super) nodes: Vec<Node>,
    places: HashMap<&'static str, usize>,
    /// The same by their singulars.
    singular: HashMap<String, usize>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) word: &'static str,
    /// Its own place, and those of what it is.
    pub(super) up: Vec<usize>,
    /// The words of labelled photos that are this.
    pub(super) below: Vec<usize>,
    pub(super) family: Option<Family>,
    /// As a name it says next to nothing.
    pub(super) bland: bool,
}

impl Wider {
    fn new() -> Self {
        let mut all = Self::default();
        for line in lines(TABLE) {
            let (wide, members) = line.split_once(": ").expect("a test reads every line");
            let at = all.place(wide.trim_start_matches('*'));
            all.nodes[at].bland |= wide.starts_with('*');
            members.split(", ").for_each(|member| all.add(member, at));
        }
        for group in &LEXICON.groups {
            all.place(group.word);
        }
        for class in &LEXICON.classes {
            let group = all.place(LEXICON.groups[class.group].word);
            if let Some(name) = class.name.as_deref() {
                let wider = all.nodes[group].up.clone();
                wider.into_iter().for_each(|wide| all.add(name, wide));
            }
        }
        for line in lines(DISHES) {
            let mut columns = line.split(" | ");
            let (word, family) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
            for wide in ["food", family].into_iter().filter(|wide| *wide != "-") {
                let wide = all.place(wide);
                all.add(word, wide);
            }
        }
        all.photos();
        for (at, node) in all.nodes.iter().enumerate() {
            all.singular.entry(singular(node.word)).or_insert(at);
        }
        all
    }

    /// Adds the words of labelled photos, and what is below each word.
    fn photos(&mut self) {
        for (leaf, shown) in PHOTOS.iter().enumerate() {
            let at = self.place(shown.word);
            if let Some(root) = root(shown.family) {
                let root = self.place(root);
                self.nodes[root].bland = true;
                self.add(shown.word, root);
            }
            if !matches!(shown.family, Family::Graphic | Family::Unsaid) {
                self.nodes[at].family = Some(shown.family);
                for wide in self.nodes[at].up.clone() {
                    self.nodes[wide].below.push(leaf);
                }
            }
        }
        for node in self.nodes.iter_mut().filter(|node| node.family.is_none()) {
            let most =
                |family: &Family| node.below.iter().filter(|&&leaf| PHOTOS[leaf].family == *family).count();
            node.family = SAID.into_iter().filter(|family| most(family) > 0).max_by_key(most);
        }
    }

    fn place(&mut self, word: &'static str) -> usize {
        let next = self.nodes.len();
        let at = *self.places.entry(word).or_insert(next);
        if at == next {
            self.nodes.push(Node { word, up: vec![at], below: Vec::new(), family: None, bland: false });
        }
        at
    }

    fn add(&mut self, word: &'static str, wide: usize) {
        let at = self.place(word);
        if !self.nodes[at].up.contains(&wide) {
            self.nodes[at].up.push(wide);
        }
    }

    /// The word that a phrase ends in, the longest one.
    pub(super) fn of(&self, phrase: &str) -> Option<usize> {
        let words: Vec<&str> = split(phrase).filter(|word| !listed(LOOKS, word)).collect();
        (0..words.len()).find_map(|from| {
            let text = words[from..].join(" ");
            self.places.get(text.as_str()).or_else(|| self.singular.get(&singular(&text))).copied()
        })
    }

    /// Whether these words are known as a whole.
    pub(super) fn knows(&self, words: &str) -> bool {
        self.places.contains_key(words) || self.singular.contains_key(&singular(words))
    }

    /// Whether one is the other, or a kind of it.
    pub(super) fn is(&self, node: usize, wide: usize) -> bool {
        self.nodes[node].up.contains(&wide)
    }
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn root(family: Family) -> Option<&'static str> {
    Some(match family {
        Family::Food => "food",
        Family::Place => "place",
        Family::Animal => "animal",
        Family::Plant => "plant",
        Family::Thing => "thing",
        _ => return None,
    })
}

/// The words with the last of them as one: "wine glasses" is "wine glass".
fn singular(words: &str) -> String {
    let cut = |end: &str| words.strip_suffix(end);
    if let Some(stem) = cut("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    let hissing = ["ch", "sh", "ss", "x", "z", "o"];
    let stem = cut("es").filter(|stem| hissing.iter().any(|end| stem.ends_with(end)));
    stem.or_else(|| cut("s").filter(|stem| !stem.ends_with('s'))).unwrap_or(words).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ups(phrase: &str) -> Vec<&'static str> {
        let node = WIDER.of(phrase).unwrap();
        WIDER.nodes[node].up.iter().map(|&wide| WIDER.nodes[wide].word).collect()
    }

    #[test]
    fn phrases_are_what_their_last_words_are() {
        for (phrase, wide) in [
            ("two labradors", "dog"),
            ("bowl of pumpkin soup", "soup"),
            ("red wine glasses", "glass"),
            ("ladders", "ladder"),
        ] {
            assert!(WIDER.of(phrase).is_some_and(|_| ups(phrase).contains(&wide)), "{phrase}");
        }
        assert!(WIDER.of("nonsense").is_none() && WIDER.of("").is_none());
    }

    #[test]
    fn every_line_is_read() {
        for line in lines(TABLE) {
            let (wide, members) = line.split_once(": ").unwrap();
            let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || " -'".contains(c));
            assert!(plain(wide.trim_start_matches('*')) && members.split(", ").all(plain), "{line}");
        }
    }
}
