//! Whether two names can be those of one image. Asked where looks do not tell: before a plain background.

/// What joins the subject of a name to the rest.
const JOINS: [&str; 16] = [
    "and", "at", "behind", "beside", "by", "for", "from", "in", "near", "next", "of", "on", "over", "to",
    "under", "with",
];
/// Small words that say nothing of their own.
const SMALL: [&str; 3] = ["a", "an", "the"];
/// What many subjects have in common.
const COLOURS: [&str; 13] = [
    "beige", "black", "blue", "brown", "gray", "green", "grey", "orange", "pink", "purple", "red", "white",
    "yellow",
];

/// Whether a word of a name only joins others.
pub(super) fn is_join(word: &str) -> bool {
    JOINS.contains(&word)
}

/// The words of a name up to what joins them to the rest; all of them where nothing does.
pub(super) fn subject_words(name: &str) -> &str {
    let mut end = 0;
    for word in name.split('-').take_while(|word| !is_join(word)) {
        end += word.len() + 1;
    }
    match end {
        0 => name,
        end => &name[..(end - 1).min(name.len())],
    }
}

/// Whether a word says nothing of its own at the end of a name.
pub(super) fn is_small(word: &str) -> bool {
    SMALL.contains(&word) || is_join(word)
}

/// Whether one name says nothing but what the other says too.
pub(super) fn contained(a: &str, b: &str) -> bool {
    within(a, b) || within(b, a)
}

/// Whether two names may speak of one thing that has moved or turned in between.
pub(super) fn share_a_subject(a: &str, b: &str) -> bool {
    contained(a, b) || subject(a).any(|word| subject(b).any(|other| other == word))
}

/// As often as one says a word, the other does: a white cup on white is no red cup on white.
fn within(one: &str, other: &str) -> bool {
    let times = |name: &str, word: &str| words(name).filter(|known| *known == word).count();
    words(one).all(|word| times(one, word) <= times(other, word))
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split('-').filter(|word| !SMALL.contains(word) && !JOINS.contains(word))
}

fn subject(name: &str) -> impl Iterator<Item = &str> {
    name.split('-')
        .take_while(|word| !JOINS.contains(word))
        .filter(|word| !SMALL.contains(word) && !COLOURS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_says_less_agrees_and_one_that_says_something_else_does_not() {
        for (a, b, agree) in [
            ("daisy-on-white-background", "yellow-daisy-flower-on-a-white-background", true),
            ("daisy", "daisy", true),
            ("daisy-on-white-background", "pointer-dog-on-white-background", false),
            ("invoice-acme-blue-widgets", "invoice-acme-red-gadgets", false),
            ("white-cup-on-white-background", "red-cup-on-white-background", false),
            ("red-car", "red-cart", false),
        ] {
            assert_eq!((contained(a, b), contained(b, a)), (agree, agree), "{a} {b}");
        }
    }

    #[test]
    fn a_subject_is_shared_whatever_it_does_and_a_colour_or_a_ground_is_none() {
        for (a, b, shared) in [
            ("dog-running", "dog-jumping", true),
            ("red-shoe-on-white-background", "red-cup-on-white-background", false),
            ("dog-on-grass", "cat-on-grass", false),
            ("text-document-invoice", "text-document-recipe", true),
        ] {
            assert_eq!(share_a_subject(a, b), shared, "{a} {b}");
        }
    }
}
