//! Sentences of the second eye taken apart: what they are about, and what they say of it.

use super::phrase::listed;
use std::ops::Range;

/// Small words before a noun.
const BEFORE: &str = "a an the some its his her their my our very this these each other another own few";
/// What follows these is about something else.
const ENDS: &str = "that which who while as for to from it them through between against during after before until \
    is are was has have";
/// Colours, sizes, numbers and stuff: sentences are often wrong about them.
const LOOKS: &str = "white black red orange yellow green blue purple pink brown gray grey beige tan teal turquoise golden silver \
    gold dark light bright pale colorful colored multicolored large small big little long short tall huge tiny wide narrow thick \
    thin round square wooden wood concrete stone brick metal metallic plastic leather glass wicker ceramic marble woven striped \
    checkered checked plaid dotted embroidered floral patterned printed modern traditional old new young lush several various different \
    assorted whole many two three four five six";
/// Words that say how much there is of something.
const AMOUNTS: &str = "close up view game group bunch couple pair set pile stack piece pieces variety assortment lot lots row body";
/// What nobody looks into, and the least log-probability of a word for what is in it.
const PACKED: &str = "box boxes jar jars bottle bottles bag bags can cans tin tins package packages packet packets container \
    containers pouch pouches sack sacks tube tubes case cases basket baskets crate crates";
const LEAST_IN_IT: f32 = -1.5;
/// How names join what sentences join by these words, the longest first.
const JOINS: [(&str, &str); 30] = [
    ("in the middle of", "in"),
    ("on the side of", "by"),
    ("at the top of", "on"),
    ("in front of", "by"),
    ("on top of", "on"),
    ("surrounded by", "by"),
    ("covered with", "with"),
    ("covered in", "with"),
    ("filled with", "with"),
    ("topped with", "with"),
    ("lined with", "with"),
    ("inside of", "in"),
    ("next to", "by"),
    ("close to", "by"),
    ("with", "with"),
    ("in", "in"),
    ("inside", "in"),
    ("on", "on"),
    ("at", "at"),
    ("by", "by"),
    ("near", "by"),
    ("beside", "by"),
    ("under", "under"),
    ("beneath", "under"),
    ("over", "over"),
    ("above", "over"),
    ("behind", "behind"),
    ("down", "on"),
    ("along", "along"),
    ("around", "around"),
];
/// Doings that need not be said before where somebody or something is.
const STAYS: &str = "sitting standing parked posing laying lying traveling sit sits stand stands placed set resting seated hanging";
/// Words that end like doings and are none, or stand before a noun.
const NO_DOING: &str = "building buildings ceiling railing clothing lighting string wing ring king wedding painting awning evening \
    morning pudding icing dressing topping dining swimming living filling boxing vending sewing washing serving earring training \
    shopping cutting";
/// What all rooms, houses and people have.
const EVERYWHERE: &str =
    "floor floors ceiling clothes clothing outfit wall walls roof item items thing things";
/// Where somebody can be at.
const AT: &str = "table desk counter sunset sunrise night dusk dawn beach market airport station party wedding park zoo event pool farm \
    restaurant bar fair festival concert";
/// Things that are anything alone, and how they look.
const NOTHING_ALONE: [(&str, &str); 2] = [("wooden", "board"), ("blue", "sky")];
/// Things that nobody looks for.
const EMPTY: &str = "background picture photo side top row middle front back end edge line way air distance it them him head hand \
    hands face mouth body lap eyes eye arms arm leg legs feet hair surface area corner display view bunch circle";

/// Something that a sentence says of its subject: how a name joins it, and the places of its words.
#[derive(Debug, PartialEq)]
pub(super) struct Clause {
    pub(super) joins: String,
    /// The place of the doing, if there is one.
    pub(super) doing: Option<usize>,
    /// The words of the thing; the last is its noun.
    pub(super) thing: Vec<usize>,
    /// All words of the sentence that it is made of.
    pub(super) all: Range<usize>,
}

impl Clause {
    /// "holding camera", "in park".
    pub(super) fn phrase(&self, words: &[String]) -> String {
        let thing = self.thing.iter().map(|&at| words[at].as_str());
        let look = self.look(words);
        let all = [self.joins.as_str()].into_iter().chain(look).chain(thing).filter(|word| !word.is_empty());
        all.collect::<Vec<_>>().join(" ")
    }

    /// What is said of a thing that alone says nothing.
    fn look<'a>(&self, words: &'a [String]) -> Option<&'a str> {
        let [noun] = self.thing[..] else { return None };
        let before = noun.checked_sub(1).map(|at| words[at].as_str())?;
        NOTHING_ALONE
            .iter()
            .find(|&&(look, thing)| look == before && thing == words[noun])
            .map(|(look, _)| *look)
    }
}

/// The places of the words that a sentence is about, and what is said of them.
#[derive(Debug, PartialEq)]
pub(super) struct Parsed {
    pub(super) subject: Vec<usize>,
    /// Where what is said begins.
    pub(super) lead: usize,
    pub(super) clauses: Vec<Clause>,
}

impl Parsed {
    pub(super) fn new(words: &[String]) -> Self {
        let mut reader = Reader { words, at: 0 };
        let subject = reader.thing_of();
        let lead = reader.at;
        let mut clauses: Vec<Clause> = Vec::new();
        let mut joins = "with".to_owned();
        while let Some(clause) = reader.clause(&mut joins) {
            let noun = clause.thing.last().map(|&at| words[at].as_str());
            let said =
                noun.map_or(clause.doing.is_some(), |noun| !listed(EMPTY, noun) && !listed(AMOUNTS, noun));
            let among = |list: &str| noun.is_some_and(|noun| listed(list, noun));
            let telling = match clause.joins.as_str() {
                "at" => among(AT),
                "with" | "and" | "in" => !among(EVERYWHERE),
                _ => true,
            };
            let bare = noun == Some("sky") && clause.thing.len() == 1 && clause.look(words).is_none();
            if said && telling && !bare && !clause.joins.is_empty() {
                clauses.push(clause);
            }
        }
        Self { subject, lead, clauses }
    }
}

/// The places of a thing without what is in it, where a sentence is not sure of that: a box can have anything in it.
pub(super) fn sure_of<'a>(words: &[String], logs: &[f32], places: &'a [usize]) -> &'a [usize] {
    let Some(of) = places.iter().skip(1).position(|&at| words[at] == "of").map(|of| of + 1) else {
        return places;
    };
    let unsure = places[of..].iter().any(|at| logs.get(*at).is_some_and(|&log| log < LEAST_IN_IT));
    if listed(PACKED, &words[places[of - 1]]) && unsure { &places[..of] } else { places }
}

struct Reader<'a> {
    words: &'a [String],
    at: usize,
}

impl Reader<'_> {
    /// What is said next; `joins` is how the last thing was joined, which "and" goes on with.
    fn clause(&mut self, joins: &mut String) -> Option<Clause> {
        let from = self.at;
        let word = self.words.get(from)?;
        let doing = is_doing(word).then_some(from);
        let small = if word == "and" {
            self.at += 1;
            if *joins == "with" { "and".to_owned() } else { joins.clone() }
        } else {
            self.at += usize::from(doing.is_some());
            let small = self.small();
            if doing.is_none() && small.is_none() {
                return None;
            }
            let small = small.unwrap_or_default();
            *joins = match doing {
                Some(_) if word == "wearing" => "in".to_owned(),
                Some(_) if !listed(STAYS, word) => format!("{word} {small}").trim().to_owned(),
                _ => small.to_owned(),
            };
            joins.clone()
        };
        let thing = self.thing_of();
        let doing = doing.filter(|_| word != "wearing" && !listed(STAYS, word));
        Some(Clause { joins: small, doing, thing, all: from..self.at })
    }

    /// How a name joins what follows.
    fn small(&mut self) -> Option<&'static str> {
        let (joins, length) = joined(&self.words[self.at..])?;
        self.at += length;
        Some(joins)
    }

    /// A thing with what it is of: "bowl of soup"; "group of people" is people.
    fn thing_of(&mut self) -> Vec<usize> {
        let mut found = self.thing();
        while self.words.get(self.at).is_some_and(|word| word == "of") {
            let of = self.at;
            self.at += 1;
            let more = self.thing();
            if found.last().is_none_or(|&last| listed(AMOUNTS, &self.words[last])) {
                found = more;
            } else if !more.is_empty() {
                found.push(of);
                found.extend(more);
            }
        }
        found
    }

    /// The words of a thing, up to its noun.
    fn thing(&mut self) -> Vec<usize> {
        let mut found = Vec::new();
        while let Some(word) = self.words.get(self.at) {
            let ends = word == "of" || listed(ENDS, word) || joined(&self.words[self.at..]).is_some();
            // "a red and white dress"
            let between = found.is_empty() && is_between(self.words, self.at);
            let ends = ends || word == "and" && !between;
            // "smiling people", but "people smiling"
            if ends || is_doing(word) && !found.is_empty() {
                break;
            }
            if !listed(BEFORE, word) && !looks(word) && !between {
                found.push(self.at);
            }
            self.at += 1;
        }
        found
    }
}

/// Whether a word says what something looks like or how many there are.
pub(super) fn looks(word: &str) -> bool {
    listed(LOOKS, word)
}

/// Whether it is the "and" of two words for what something looks like.
pub(super) fn is_between(words: &[String], at: usize) -> bool {
    let is = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| looks(word));
    words.get(at).is_some_and(|word| word == "and") && is(at.checked_sub(1)) && is(at.checked_add(1))
}

fn is_doing(word: &str) -> bool {
    listed(STAYS, word) || word.len() > 4 && word.ends_with("ing") && !listed(NO_DOING, word)
}

/// How a name joins what follows, and of how many words that is.
fn joined(words: &[String]) -> Option<(&'static str, usize)> {
    JOINS.iter().find_map(|(said, joins)| {
        let mut own = words.iter().map(String::as_str);
        said.split(' ').all(|word| own.next() == Some(word)).then(|| (*joins, said.split(' ').count()))
    })
}
