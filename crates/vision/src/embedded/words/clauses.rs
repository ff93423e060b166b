//! Sentences of the second eye taken apart: what they are about, and what they say of it.

use super::told::listed;
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
    checkered floral patterned printed modern traditional old new young several various different assorted whole many two three four five six";
/// Words that say how much there is of something.
const AMOUNTS: &str = "close up view game group bunch couple pair set pile stack piece pieces variety assortment lot lots row body";
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
const STAYS: &str =
    "sitting standing parked posing laying lying sit sits stand stands placed set resting seated hanging";
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
/// Things that nobody looks for.
const EMPTY: &str = "background picture photo side top row middle front back end edge line way air distance it them him head hand \
    hands face mouth body lap eyes eye arms arm leg legs feet hair surface area corner display view bunch";

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
        // A board alone is anything.
        let wooden = self.thing.first().and_then(|&at| at.checked_sub(1)).map_or("", |at| words[at].as_str());
        let wooden = Some(wooden).filter(|&before| before == "wooden" && self.thing.len() == 1);
        let wooden = wooden.filter(|_| words[self.thing[0]] == "board");
        let all =
            [self.joins.as_str()].into_iter().chain(wooden).chain(thing).filter(|word| !word.is_empty());
        all.collect::<Vec<_>>().join(" ")
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
            if said && telling && !clause.joins.is_empty() {
                clauses.push(clause);
            }
        }
        Self { subject, lead, clauses }
    }
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
            let ends =
                listed("and of", word) || listed(ENDS, word) || joined(&self.words[self.at..]).is_some();
            // "smiling people", but "people smiling"
            if ends || is_doing(word) && !found.is_empty() {
                break;
            }
            if !listed(BEFORE, word) && !looks(word) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> (String, Vec<String>) {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let parsed = Parsed::new(&words);
        let subject: Vec<&str> = parsed.subject.iter().map(|&at| words[at].as_str()).collect();
        (subject.join(" "), parsed.clauses.iter().map(|clause| clause.phrase(&words)).collect())
    }

    #[test]
    fn a_sentence_is_a_subject_and_what_is_said_of_it() {
        for (sentence, subject, said) in [
            (
                "a smiling person in a white shirt standing next to a window",
                "smiling person",
                &["in shirt", "by window"][..],
            ),
            (
                "a kitchen with wooden cabinets and a microwave",
                "kitchen",
                &["with cabinets", "and microwave"],
            ),
            (
                "a swimming pool with turquoise water and palm trees",
                "swimming pool",
                &["with water", "and palm trees"],
            ),
            (
                "a group of people riding motorcycles down a road",
                "people",
                &["riding motorcycles", "on road"],
            ),
            (
                "a person in a white dress holding a bouquet of flowers",
                "person",
                &["in dress", "holding bouquet of flowers"],
            ),
            ("a boat sitting on top of a body of water", "boat", &["on water"]),
            ("a person walking down a street", "person", &["walking on street"]),
            ("a person standing in front of a screen on a stage", "person", &["by screen", "on stage"]),
            ("a close up of a bowl of soup on a table", "bowl of soup", &["on table"]),
            (
                "a person wearing a hat and a scarf looking at the camera",
                "person",
                &["in hat", "in scarf", "looking at camera"],
            ),
            ("a dog that is on a couch", "dog", &[]),
        ] {
            let said: Vec<String> = said.iter().map(|&part| part.to_owned()).collect();
            assert_eq!(taken(sentence), (subject.to_owned(), said), "{sentence}");
        }
    }

    #[test]
    fn no_sentence_is_too_odd() {
        for text in ["", "of", "and and", "with", "a", "of of of", "holding", "in front of"] {
            taken(text);
        }
    }
}
