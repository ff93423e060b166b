//! Small parts of a name: numbers in words, plurals, and cutting to length without leaving a word hanging.

/// From so many on, people are a group, and a crowd.
pub(super) const GROUP: usize = 4;
pub(super) const CROWD: usize = 7;

/// Some words of a name and how sure they are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phrase {
    pub(super) words: String,
    pub(super) sure: f32,
}

impl Phrase {
    pub(super) fn new(words: impl Into<String>, sure: f32) -> Self {
        Self { words: words.into(), sure: sure.clamp(0.0, 1.0) }
    }

    /// "and cup" as the first thing that is added: "with cup".
    pub(super) fn come_first(&mut self) {
        if let Some(rest) = self.words.strip_prefix("and ") {
            self.words = format!("with {rest}");
        }
    }
}

/// "two dogs", "group of people", "dog".
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    match (count, one) {
        (0 | 1, _) => one.to_owned(),
        (CROWD.., "person") => "crowd of people".to_owned(),
        (GROUP.., "person") => "group of people".to_owned(),
        (2, _) => format!("two {many}"),
        (3, _) => format!("three {many}"),
        (4, _) => format!("four {many}"),
        (5, _) => format!("five {many}"),
        _ => format!("many {many}"),
    }
}

/// Whether a word is one of a list with spaces between.
pub(super) fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// The plural of a phrase: of its last word.
pub(super) fn plural(phrase: &str) -> String {
    const IRREGULAR: [(&str, &str); 18] = [
        ("person", "people"),
        ("goose", "geese"),
        ("mouse", "mice"),
        ("wolf", "wolves"),
        ("knife", "knives"),
        ("shelf", "shelves"),
        ("scarf", "scarves"),
        ("loaf", "loaves"),
        ("potato", "potatoes"),
        ("volcano", "volcanoes"),
        ("buffalo", "buffalo"),
        ("food", "food"),
        ("ox", "oxen"),
        ("fish", "fish"),
        ("sheep", "sheep"),
        ("cattle", "cattle"),
        ("salmon", "salmon"),
        ("bison", "bison"),
    ];
    let (before, last) = phrase.rsplit_once(' ').map_or(("", phrase), |(before, last)| (before, last));
    let many = match IRREGULAR.iter().find(|(one, _)| last == *one) {
        Some((_, many)) => (*many).to_owned(),
        None if last.ends_with("fish")
            || last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") =>
        {
            last.to_owned()
        }
        None => match last.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ if last.ends_with(['s', 'x', 'z']) || last.ends_with("ch") || last.ends_with("sh") => {
                format!("{last}es")
            }
            _ => format!("{last}s"),
        },
    };
    if before.is_empty() { many } else { format!("{before} {many}") }
}

/// The phrases of a name: while they fit, each whole or not at all, and no word twice.
pub(super) fn fitting(phrases: &[Phrase], most_chars: usize) -> Vec<&Phrase> {
    const SMALL: [&str; 10] = ["and", "with", "on", "in", "by", "at", "of", "under", "a", "the"];
    let mut used: Vec<&str> = Vec::new();
    let (mut kept, mut length) = (Vec::new(), 0);
    for phrase in phrases {
        let words: Vec<&str> = split(&phrase.words).collect();
        let repeats = words.iter().filter(|word| !SMALL.contains(word)).any(|word| said(&used, word));
        let longer = length + words.iter().map(|word| word.len() + 1).sum::<usize>();
        if words.is_empty() || (repeats && !kept.is_empty()) || longer > most_chars + 1 {
            continue;
        }
        length = longer;
        used.extend(words);
        kept.push(phrase);
    }
    kept
}

/// Phrases joined with hyphens.
pub(super) fn join(phrases: &[Phrase], most_chars: usize) -> String {
    let words = fitting(phrases, most_chars).into_iter().flat_map(|phrase| split(&phrase.words));
    words.collect::<Vec<_>>().join("-")
}

fn split(phrase: &str) -> impl Iterator<Item = &str> {
    phrase.split([' ', '-']).filter(|word| !word.is_empty())
}

fn said(used: &[&str], word: &str) -> bool {
    let same = |a: &str, b: &str| a == b || plural(a) == b || plural(b) == a;
    used.iter().any(|used| same(used, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure(phrases: &[&str]) -> Vec<Phrase> {
        phrases.iter().map(|words| Phrase::new(*words, 1.0)).collect()
    }

    #[test]
    fn plurals_follow_english() {
        for (one, many) in [
            ("beagle dog", "beagle dogs"),
            ("bus", "buses"),
            ("person", "people"),
            ("knife", "knives"),
            ("butterfly", "butterflies"),
            ("goldfish", "goldfish"),
            ("bench", "benches"),
            ("monkey", "monkeys"),
            ("scissors", "scissors"),
            ("box", "boxes"),
            ("wine glass", "wine glasses"),
            ("mashed potato", "mashed potatoes"),
            ("hippopotamus", "hippopotamuses"),
        ] {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn numbers_are_words_and_many_people_are_a_group_or_a_crowd() {
        assert_eq!(counted(1, "dog", "dogs"), "dog");
        assert_eq!(counted(2, "dog", "dogs"), "two dogs");
        assert_eq!(counted(9, "dog", "dogs"), "many dogs");
        assert_eq!(counted(3, "person", "people"), "three people");
        assert_eq!(counted(5, "person", "people"), "group of people");
        assert_eq!(counted(12, "person", "people"), "crowd of people");
    }

    #[test]
    fn a_name_is_cut_between_phrases_and_never_ends_in_a_small_word() {
        let phrases = sure(&["old english sheepdog dog", "on grass", "under blue sky", "at sunset"]);
        assert_eq!(join(&phrases, 50), "old-english-sheepdog-dog-on-grass-under-blue-sky");
        assert_eq!(join(&phrases, 34), "old-english-sheepdog-dog-on-grass");
        assert_eq!(join(&phrases, 24), "old-english-sheepdog-dog");
    }

    #[test]
    fn nothing_is_said_twice() {
        let phrases = sure(&["two red cars", "and car", "in red light"]);
        assert_eq!(join(&phrases, 50), "two-red-cars");
    }
}
