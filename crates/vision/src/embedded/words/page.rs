//! Pictures that are pages rather than photos: documents, screenshots, plain graphics; told by layout and colours.

use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON};

/// What kind of page this is; `None` for a photo.
pub(super) fn page(seen: &Evidence<'_>) -> Option<&'static str> {
    let look = seen.look;
    let web = seen.mass("web page");
    let printed = look.few_colours > 0.5 && look.mean > 165.0 && look.text_rows > 0.09 && look.stars < 0.006;
    if printed && !shows_a_thing(seen) {
        let typed = look.text_rows > 0.35 && look.grey && look.white > 0.5;
        if !typed && (web > 0.2 || (look.flat > 0.72 && !look.grey)) {
            return Some("screenshot");
        }
        if typed || seen.mass("menu") < 0.5 {
            return Some("text document");
        }
    }
    if web > 0.4 && look.flat > 0.6 {
        return Some("screenshot");
    }
    let drawn = look.flat > 0.75 && look.few_colours > 0.75 && !look.grey;
    (drawn && !shows_a_thing(seen) && !stands_out(seen)).then_some("graphic")
}

/// A thing before a plain ground looks drawn, too: the classifier must know something of it.
fn stands_out(seen: &Evidence<'_>) -> bool {
    const KNOWN: f32 = 0.3;
    let best = seen.ranked()[0];
    let group = &LEXICON.groups[best];
    group.kind != Kind::Document && group.word != "clock" && seen.mass_of(best) > KNOWN
}

/// The networks are sure of something that is not a page, or of a thing on it.
fn shows_a_thing(seen: &Evidence<'_>) -> bool {
    const ON_PAGES: [&str; 4] = ["tv", "clock", "book", "tennis racket"];
    let best = seen.ranked()[0];
    let group = &LEXICON.groups[best];
    let page_like =
        group.kind == Kind::Document || matches!(group.word, "screen" | "clock" | "phone" | "computer");
    let found = seen.things.iter().any(|item| {
        item.largest.score > 0.6 && item.largest.area.size() > 0.05 && !ON_PAGES.contains(&item.thing().word)
    });
    found || (!page_like && seen.mass_of(best) > 0.45)
}
