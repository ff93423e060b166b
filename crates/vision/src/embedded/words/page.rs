//! Images that are pages rather than photos: documents, screenshots, plain graphics; told by layout and colours.

use super::super::drawn::Drawn;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON};
use super::look::{Look, STARRY};
use super::named::{LEVELS, LISTS};
use super::{goods, photos};

/// Printed matter: few colours, mean brightness, rows that lines of text cross.
const FEW_COLOURS: f32 = 0.5;
const BRIGHT: f32 = 165.0;
const LINES: f32 = 0.09;
/// Typed on white: more lines, and white paper.
const MANY_LINES: f32 = 0.35;
const PAPER: f32 = 0.5;
/// Equal neighbours: in anything on a screen, in a screen with print, in a drawing of few colours.
const FLAT: f32 = 0.6;
const FLAT_PRINT: f32 = 0.72;
const FLAT_DRAWING: f32 = 0.75;
const DRAWING_COLOURS: f32 = 0.75;
/// Parts of the image from which on a thing on a page is more than an image on it.
const LARGE: f32 = 0.05;

/// A logo or an illustration, as the second eye sees it.
fn drawn(seen: &Evidence<'_>) -> Option<&'static str> {
    let Drawn { logo, illustration } = seen.drawn;
    let kind = if logo > illustration { "logo" } else { "illustration" };
    (logo + illustration >= LEVELS.drawn).then_some(kind)
}

/// What kind of page this is; `None` for a photo.
pub(super) fn page(seen: &Evidence<'_>) -> Option<&'static str> {
    let look = seen.look;
    let web = seen.mass("web page");
    // Goods are often shown before white, with print on them or beside them.
    if goods::sees_any(seen, LEVELS.good_printed) {
        return None;
    }
    if photos::is_photo(seen) {
        return drawn(seen);
    }
    if printed(look) && !shows_a_thing(seen) {
        let typed = look.text_rows > MANY_LINES && look.grey && look.white > PAPER;
        if !typed && (web > LEVELS.web_page || (look.flat > FLAT_PRINT && !look.grey)) {
            return Some("screenshot");
        }
        if typed || seen.mass("menu") < LEVELS.menu {
            return Some("text document");
        }
    }
    if web > LEVELS.web_page_drawn && look.flat > FLAT {
        return Some("screenshot");
    }
    if let Some(kind) = drawn(seen) {
        return Some(kind);
    }
    let drawn = look.flat > FLAT_DRAWING && look.few_colours > DRAWING_COLOURS && !look.grey;
    (drawn && !shows_a_thing(seen) && !stands_out(seen)).then_some("graphic")
}

fn printed(look: &Look) -> bool {
    look.few_colours > FEW_COLOURS && look.mean > BRIGHT && look.text_rows > LINES && look.stars < STARRY
}

/// A thing before a plain ground looks drawn, too: the classifier must know something of it, or the layer of goods.
fn stands_out(seen: &Evidence<'_>) -> bool {
    let best = seen.ranked()[0];
    let group = &LEXICON.groups[best];
    goods::sees_any(seen, LEVELS.good)
        || group.kind != Kind::Document && group.word != "clock" && seen.mass_of(best) > LEVELS.no_graphic
}

/// The networks are sure of something that is not a page, or of a thing on it.
fn shows_a_thing(seen: &Evidence<'_>) -> bool {
    let best = seen.ranked()[0];
    let group = &LEXICON.groups[best];
    let page_like = group.kind == Kind::Document || LISTS.page_like.contains(&group.word);
    let found = seen.things.iter().any(|item| {
        item.largest.score > LEVELS.no_page_found
            && item.largest.area.size() > LARGE
            && !LISTS.on_page.contains(&item.thing().word)
    });
    found || (!page_like && seen.mass_of(best) > LEVELS.no_page)
}
