//! What models say around a name: "Sure, here is a file name: ...", "I hope this helps". Cut before the name is cleaned;
//! a refusal is no name at all.

/// Words that only open an answer.
const GREETINGS: [&str; 8] =
    ["sure", "certainly", "okay", "ok", "absolutely", "of-course", "sure-thing", "great-question"];
/// What introduces a name.
const OPENINGS: [&str; 15] = [
    "here-is",
    "heres",
    "here-are",
    "this-is",
    "i-suggest",
    "i-would-suggest",
    "id-suggest",
    "i-would-call-it",
    "my-suggestion-is",
    "based-on-the-image",
    "based-on-the-picture",
    "this-image-shows",
    "this-picture-shows",
    "the-image-shows",
    "the-picture-shows",
];
/// What may stand before the label.
const FILLERS: [&str; 17] = [
    "a",
    "an",
    "the",
    "one",
    "my",
    "your",
    "possible",
    "suggested",
    "suggestion",
    "descriptive",
    "good",
    "suitable",
    "clean",
    "short",
    "seo-friendly",
    "search-friendly",
    "proposed",
];
/// What the answer calls itself.
const LABELS: [&str; 6] =
    ["file-name", "filename", "file-names", "filenames", "suggested-name", "image-name"];
/// What may stand between the label and the name.
const TAILS: [&str; 12] = [
    "for-this-image",
    "for-the-image",
    "for-your-image",
    "for-this-picture",
    "for-the-picture",
    "for-your-picture",
    "for-this-photo",
    "could-be",
    "would-be",
    "might-be",
    "is",
    "suggestion",
];
/// What ends an answer after its name.
const ENDINGS: [&str; 5] = ["i-hope-this", "hope-this-helps", "let-me-know", "feel-free-to", "if-you-need"];
/// What a model says instead of a name.
const REFUSALS: [&str; 11] = [
    "im-sorry",
    "i-am-sorry",
    "sorry-but",
    "i-cant",
    "i-cannot",
    "im-unable",
    "i-am-unable",
    "im-not-able",
    "i-am-not-able",
    "as-an-ai",
    "unfortunately-i",
];

/// The words of a name without what a model said around them; `None` for a refusal. Takes and gives hyphenated words.
pub(super) fn without_chatter(words: &str) -> Option<&str> {
    let mut name = words;
    // A refusal may come after any opening.
    while !is_refusal(name) {
        match without_opening(name).filter(|rest| !rest.is_empty()) {
            Some(rest) => name = rest,
            None => return Some(without_ending(name)),
        }
    }
    None
}

fn is_refusal(words: &str) -> bool {
    let said = strip_any(words, &GREETINGS).unwrap_or(words);
    strip_any(said, &REFUSALS).is_some()
}

/// What follows one opening; `None` where there is none.
fn without_opening(words: &str) -> Option<&str> {
    let greeted = strip_any(words, &GREETINGS);
    let opened = strip_any(greeted.unwrap_or(words), &OPENINGS);
    let mut rest = opened.or(greeted).unwrap_or(words);
    while let Some(filled) = strip_any(rest, &FILLERS) {
        rest = filled;
    }
    let Some(mut labelled) = strip_any(rest, &LABELS) else { return opened };
    while let Some(tail) = strip_any(labelled, &TAILS) {
        labelled = tail;
    }
    Some(labelled)
}

fn without_ending(words: &str) -> &str {
    let ends = ENDINGS.iter().filter_map(|ending| words.find(&format!("-{ending}")));
    ends.min().map_or(words, |end| &words[..end])
}

fn strip_any<'a>(words: &'a str, lead: &[&str]) -> Option<&'a str> {
    lead.iter().find_map(|lead| after(words, lead))
}

/// What follows whole words.
fn after<'a>(words: &'a str, lead: &str) -> Option<&'a str> {
    let rest = words.strip_prefix(lead)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('-') }
}

#[cfg(test)]
mod tests {
    use super::without_chatter;

    #[test]
    fn what_a_model_says_around_a_name_is_cut() {
        for (said, name) in [
            ("sure-here-is-a-filename-red-fox-in-snow", "red-fox-in-snow"),
            ("certainly-heres-a-descriptive-file-name-for-this-image-red-fox", "red-fox"),
            ("the-suggested-filename-is-red-fox", "red-fox"),
            ("here-is-a-red-fox", "a-red-fox"),
            ("this-image-shows-a-red-fox", "a-red-fox"),
            ("filename-red-fox-i-hope-this-helps", "red-fox"),
            ("sure-here-is-here-is-the-filename-red-fox-let-me-know-if-you-need-more", "red-fox"),
        ] {
            assert_eq!(without_chatter(said), Some(name), "{said}");
        }
    }

    #[test]
    fn a_name_that_only_looks_like_chatter_stays() {
        for name in
            ["surefire-dog", "a-dog-on-grass", "the-great-wall", "okapi", "file-cabinet", "name-tag", "sure"]
        {
            assert_eq!(without_chatter(name), Some(name));
        }
    }

    #[test]
    fn a_refusal_is_no_name() {
        for said in [
            "im-sorry-but-i-cant-assist-with-that",
            "i-cannot-identify-people",
            "as-an-ai-model-i",
            "heres-a-filename-im-sorry-i-cannot",
            "sure-i-cant-see-a-picture",
        ] {
            assert_eq!(without_chatter(said), None, "{said}");
        }
    }
}
