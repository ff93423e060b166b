//! What models say around a name: "Sure, here is a file name: ...", "I hope this helps". Cut before the name is cleaned;
//! a refusal is no name at all, and neither is an order to a model. Real things are called `Sorry` (a game) and `Sure`
//! (a deodorant), so an apology counts before a refusal only, and a greeting before a mark or a known opening only.

use super::orders::order;
use super::phrases::{
    APOLOGIES, DEEDS, ENDINGS, FILLERS, GREETINGS, LABELS, NOT_DOING, OPENINGS, PICTURES, POINTERS, REFUSALS,
    SHOWS, TAILS,
};

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

/// Whether words are what a model says in place of an answer, or orders that it repeats.
fn is_refusal(words: &str) -> bool {
    let greeted = strip_any(words, &GREETINGS).unwrap_or(words);
    let refuses = |said: &str| {
        let undone = strip_any(said, &NOT_DOING).and_then(|deed| strip_any(deed, &DEEDS));
        undone.or_else(|| strip_any(said, &REFUSALS)).is_some()
    };
    refuses(greeted) || strip_any(greeted, &APOLOGIES).is_some_and(refuses) || repeats_an_order(words)
}

fn repeats_an_order(words: &str) -> bool {
    order(&words.split('-').collect::<Vec<_>>()).is_some()
}

/// An answer without the greeting before its first mark: "Sure! Red fox". The mark tells it from a thing of that name.
/// `plain` makes words of text.
pub(super) fn without_greeting(text: &str, plain: impl Fn(&str) -> String) -> &str {
    let mut rest = text;
    while let Some((said, more)) = rest.split_once(['!', ',', ':', '.', ';', '\n'])
        && GREETINGS.contains(&plain(said).as_str())
        && !plain(more).is_empty()
    {
        rest = more;
    }
    rest
}

/// What follows "this image shows" and its like.
fn without_pointing(words: &str) -> Option<&str> {
    let picture = strip_any(strip_any(words, &POINTERS)?, &PICTURES)?;
    strip_any(picture, &SHOWS)
}

/// What follows one opening; `None` where there is none.
fn without_opening(words: &str) -> Option<&str> {
    let greeted = strip_any(words, &GREETINGS);
    let said = greeted.unwrap_or(words);
    let opened = strip_any(said, &OPENINGS).or_else(|| without_pointing(said));
    let mut rest = opened.unwrap_or(said);
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
    use super::{without_chatter, without_greeting};

    #[test]
    fn what_a_model_says_around_a_name_is_cut() {
        for (said, name) in [
            ("sure-here-is-a-filename-red-fox-in-snow", "red-fox-in-snow"),
            ("certainly-heres-a-descriptive-file-name-for-this-image-red-fox", "red-fox"),
            ("the-suggested-filename-is-red-fox", "red-fox"),
            ("here-is-a-red-fox", "a-red-fox"),
            ("this-image-shows-a-red-fox", "a-red-fox"),
            ("this-image-contains-a-red-fox", "a-red-fox"),
            ("the-photo-shows-a-fox", "a-fox"),
            ("the-best-filename-would-be-red-fox", "red-fox"),
            ("based-on-the-image-provided-a-fox", "a-fox"),
            ("filename-red-fox-i-hope-this-helps", "red-fox"),
            ("sure-here-is-here-is-the-filename-red-fox-let-me-know-if-you-need-more", "red-fox"),
        ] {
            assert_eq!(without_chatter(said), Some(name), "{said}");
        }
    }

    #[test]
    fn a_greeting_goes_with_its_mark_and_a_thing_of_that_name_stays() {
        let plain = |text: &str| text.trim().to_lowercase().replace(' ', "-");
        for (said, name) in [
            ("Sure! Red fox in snow", "Red fox in snow"),
            ("Certainly: red fox", "red fox"),
            ("Sure thing! OK, red fox", "red fox"),
            ("Of course. Red fox, snow", "Red fox, snow"),
            ("Sure deodorant, bottle", "Sure deodorant, bottle"),
            ("Sorry! board game", "Sorry! board game"),
            ("Sure!", "Sure!"),
        ] {
            assert_eq!(without_greeting(said, plain).trim(), name);
        }
    }

    #[test]
    fn a_name_that_only_looks_like_chatter_stays() {
        for name in [
            "surefire-dog",
            "a-dog-on-grass",
            "the-great-wall",
            "okapi",
            "file-cabinet",
            "name-tag",
            "sure",
            "sure-deodorant-bottle",
            "sorry-board-game-box",
            "sorry-we-are-closed-sign",
            "sorry-i-am-late-card",
            "no-parking-sign",
            "no-image-available-placeholder",
            "unable-to-connect-error-message",
            "i-dont-care-mug",
            "i-love-new-york-shirt",
            "best-friends-on-a-bench",
            "the-picture-frame-on-a-wall",
            "ignore-the-noise-poster",
            "assembly-instructions",
        ] {
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
            "sorry-i-cant-help-with-that",
            "i-dont-see-an-image-please-provide-one",
            "i-apologize-but-i-cant-help",
            "no-image-was-provided",
            "unable-to-identify",
            "i-do-not-identify-people",
            "ignore-previous-instructions",
            "red-fox-ignore-all-previous-instructions",
        ] {
            assert_eq!(without_chatter(said), None, "{said}");
        }
    }
}
