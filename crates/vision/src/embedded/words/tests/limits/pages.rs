//! Pages, screens and text: the rules of `page.rs`, `reading.rs` and `quote.rs`.

use super::super::super::super::text::TextLine;
use super::super::super::named::LEVELS;
use super::super::super::page::page;
use super::super::super::reading::{self, kind, number_plate, worth_reading};
use super::super::super::{quote, quote::tests::lines};
use super::super::{DOG, Drawn, GREY, scene};
use super::*;

const TV: usize = 71;

/// Black print on grey: no screen, and not typed on white.
fn printed() -> Scene {
    let mut scene = scene(GREY);
    let look = &mut scene.look;
    (look.few_colours, look.mean, look.text_rows, look.stars) = (0.6, 170.0, 0.1, 0.0);
    (look.grey, look.white, look.flat) = (true, 0.4, 0.5);
    scene
}

fn drawn() -> Scene {
    let mut scene = scene(GREY);
    let look = &mut scene.look;
    (look.few_colours, look.flat, look.grey) = (0.8, 0.8, false);
    scene
}

fn changed(mut scene: Scene, change: impl FnOnce(&mut Look)) -> Scene {
    change(&mut scene.look);
    scene
}

fn is(scene: &Scene, groups: &[(&str, f32)], wanted: &str) -> bool {
    page(&believing(scene, groups)) == Some(wanted)
}

#[test]
fn print_has_few_colours_light_paper_and_lines() {
    let text = |change: &dyn Fn(&mut Look)| is(&changed(printed(), change), &[], "text document");
    holds_above(0.5, &|share| text(&|look| look.few_colours = share));
    holds_above(165.0, &|mean| text(&|look| look.mean = mean));
    holds_above(0.09, &|rows| text(&|look| look.text_rows = rows));
    holds_below(0.006, &|stars| text(&|look| look.stars = stars));
    holds_below(LEVELS.menu, &|mass| is(&printed(), &[("menu", mass)], "text document"));
}

#[test]
fn print_on_a_screen_is_a_screenshot_unless_it_is_typed_on_white() {
    let screen = |scene: &Scene, web: f32| is(scene, &[("web page", web)], "screenshot");
    holds_above(LEVELS.web_page, &|web| screen(&printed(), web));
    let typed = |rows: f32, white: f32, grey: bool| {
        let page = changed(printed(), |look| (look.text_rows, look.white, look.grey) = (rows, white, grey));
        is(&page, &[("web page", 0.3)], "text document")
    };
    holds_above(0.35, &|rows| typed(rows, 0.9, true));
    holds_above(0.5, &|white| typed(0.9, white, true));
    assert!(!typed(0.9, 0.9, false));
    let flat = |flat: f32, grey: bool| {
        screen(&changed(printed(), |look| (look.flat, look.grey) = (flat, grey)), 0.0)
    };
    holds_above(0.72, &|share| flat(share, false));
    assert!(!flat(0.9, true));
    let menu = changed(printed(), |look| (look.text_rows, look.white) = (0.9, 0.9));
    assert!(is(&menu, &[("menu", 0.9)], "text document"), "what is typed is no menu");
}

#[test]
fn a_web_page_without_print_is_flat() {
    let screen = |web: f32, flat: f32| {
        let look = changed(scene(GREY), |look| look.flat = flat);
        is(&look, &[("web page", web)], "screenshot")
    };
    holds_above(LEVELS.web_page_drawn, &|web| screen(web, 0.7));
    holds_above(0.6, &|flat| screen(0.9, flat));
}

#[test]
fn the_second_eye_tells_logos_from_illustrations() {
    let kind = |logo: f32, illustration: f32| {
        let mut scene = scene(GREY);
        scene.drawn = Drawn { logo, illustration };
        page(&scene.evidence())
    };
    holds_from(LEVELS.drawn, &|sure| kind(sure, 0.0) == Some("logo"));
    assert_eq!((kind(0.5, 0.45), kind(0.45, 0.5)), (Some("logo"), Some("illustration")));
    assert_eq!(kind(0.5, 0.5), Some("illustration"));
    assert_eq!(kind(0.44, 0.44), None);
}

#[test]
fn a_graphic_is_flat_has_few_colours_and_shows_nothing_that_is_known() {
    let graphic = |change: &dyn Fn(&mut Look)| is(&changed(drawn(), change), &[], "graphic");
    holds_above(0.75, &|flat| graphic(&|look| look.flat = flat));
    holds_above(0.75, &|share| graphic(&|look| look.few_colours = share));
    assert!(!graphic(&|look| look.grey = true));
    let known = |word: &str, mass: f32| is(&drawn(), &[(word, mass)], "graphic");
    holds_up_to(LEVELS.no_graphic, &|mass| known("shoe", mass));
    assert!(known("book", 0.6) && known("clock", 0.4));
}

#[test]
fn a_page_shows_no_thing_but_those_on_pages() {
    let found = |label: usize, score: f32, size: f32| {
        let page = printed();
        let mut seen = believing(&page, &[]);
        seen.things = vec![item(label, score, size)];
        super::super::super::page::page(&seen) == Some("text document")
    };
    holds_up_to(LEVELS.no_page_found, &|score| found(DOG, score, 0.3));
    holds_up_to(0.05, &|size| found(DOG, 0.9, size));
    assert!(found(TV, 0.9, 0.3));
    holds_up_to(LEVELS.no_page, &|mass| is(&printed(), &[("dog", mass)], "text document"));
    for page_like in ["book", "screen"] {
        assert!(is(&printed(), &[(page_like, 0.9)], "text document"), "{page_like}");
    }
}

#[test]
fn text_is_looked_for_on_what_carries_it_and_where_nothing_is_seen() {
    let worth = |scene: &Scene, groups: &[(&str, f32)]| worth_reading(&believing(scene, groups));
    let nothing = scene(GREY);
    holds_above(0.3, &|mass| worth(&nothing, &[("sign", mass)]));
    assert!(worth(&nothing, &[("sign", 0.25), ("phone", 0.2)]), "both together");
    holds_below(0.2, &|mass| worth(&nothing, &[("dog", mass)]));
    let known = |sure: f32| worth(&looked().tag("dog", sure), &[]);
    holds_below(LEVELS.keyword, &known);
    assert!(!worth(&scene(GREY).thing(DOG, 0.9, [0.2, 0.2, 0.5, 0.5]), &[]));
    assert!(worth(&printed(), &[("book", 0.3)]), "a page");
}

fn line(text: &str, sure: f32, height: f32) -> TextLine {
    TextLine { text: text.to_owned(), sure, height, area: 0.02 }
}

/// The phrases of a name made of these lines.
fn read(
    scene: &Scene,
    groups: &[(&str, f32)],
    page: Option<&'static str>,
    text: Vec<TextLine>,
) -> Vec<String> {
    let mut seen = believing(scene, groups);
    seen.text = text;
    reading::phrases(&seen, page).unwrap_or_default()
}

#[test]
fn what_text_stands_on_names_it() {
    let text = || lines(&["Summer sale"]);
    let on = |word: &str, mass: f32| read(&scene(GREY), &[(word, mass)], None, text());
    holds_above(0.35, &|mass| on("sign", mass) == ["street sign", "summer", "sale"]);
    holds_above(0.3, &|mass| on("screen", mass).first().is_some_and(|kind| kind == "screen"));
    holds_above(0.4, &|mass| on("menu", mass).first().is_some_and(|kind| kind == "menu"));
    holds_above(0.4, &|mass| on("book", mass).first().is_some_and(|kind| kind == "book cover"));
    let other = read(&scene(GREY), &[("sign", 0.4), ("dog", 0.5)], None, text());
    assert!(other.is_empty(), "the sign is not what it shows: {other:?}");
    let covering = |area: f32, thing: bool| {
        let shown = scene(GREY);
        let shown = if thing { shown.thing(DOG, 0.9, [0.2, 0.2, 0.5, 0.5]) } else { shown };
        read(&shown, &[], None, vec![TextLine { area, ..line("Summer sale", 0.95, 0.05) }])
    };
    holds_above(0.2, &|area| covering(area, false) == ["sign", "summer", "sale"]);
    assert!(covering(0.9, true).is_empty());
}

#[test]
fn large_letters_on_a_graphic_are_a_sign() {
    let graphic =
        |height: f32| read(&scene(GREY), &[], Some("graphic"), vec![line("Exit here", 0.95, height)]);
    holds_above(0.1, &|height| graphic(height).first().is_some_and(|kind| kind.ends_with("sign")));
    assert_eq!(graphic(0.05), ["graphic", "exit", "here"]);
    let screen = read(&scene(GREY), &[], Some("screenshot"), lines(&["Invoice 2024"]));
    assert_eq!(screen, ["invoice", "screenshot", "2024"]);
    let own = read(&scene(GREY), &[], Some("screenshot"), lines(&["Garden"]));
    assert_eq!(own, ["screenshot", "garden"]);
}

#[test]
fn text_that_was_hardly_read_says_nothing() {
    let page = |text: &str, sure: f32| {
        !read(&scene(GREY), &[], Some("text document"), vec![line(text, sure, 0.05)]).is_empty()
    };
    holds_from(0.6, &|sure| page("Garden", sure));
    assert!(!page(" ", 0.95));
    holds_above(0.6, &|sure| kind(&[line("Invoice", sure, 0.05)]) == Some("invoice"));
    holds_above(0.88, &|sure| !quote::words(&[line("Garden", sure, 0.05)], 5).is_empty());
    let headline = |height: f32| {
        let both = [line("small", 0.95, height), line("tall", 0.95, 1.0)];
        quote::words(&both, 1) == ["small"]
    };
    holds_above(0.6, &headline);
}

#[test]
fn a_number_plate_is_large_sure_and_has_capitals_and_digits() {
    let plate = |text: &str, sure: f32, height: f32| number_plate(&[line(text, sure, height)]);
    holds_above(0.25, &|height| plate("AB 123", 0.95, height));
    holds_above(0.9, &|sure| plate("AB 123", sure, 0.4));
    for (text, is) in [
        ("ABC 12", true),
        ("ABCD 1", false),
        ("AB 12", false),
        ("ABCD 1234", true),
        ("ABCD 12345", false),
        ("12345", false),
        ("Ab 123", false),
    ] {
        assert_eq!(plate(text, 0.95, 0.4), is, "{text}");
    }
    let on_page = |page| read(&scene(GREY), &[], page, vec![line("AB 123", 0.95, 0.4)]);
    assert_eq!(on_page(None).first().map(String::as_str), Some("license plate"));
    assert_eq!(on_page(Some("text document")).first().map(String::as_str), Some("text document"));
}

#[test]
fn words_that_tell_have_the_length_and_the_letters_of_words() {
    let tells = |word: &str| !quote::words(&lines(&[word]), 5).is_empty();
    for (word, does) in [
        ("tea", true),
        ("ox", false),
        ("responsibilities", true),
        ("responsibilitiess", false),
        ("1999", true),
        ("2026", true),
        ("1899", false),
        ("19991", false),
        ("ab12", true),
        ("a123", false),
        ("angstschweiss", false),
        ("the", false),
        ("schmidt", true),
        ("brrr", false),
    ] {
        assert_eq!(tells(word), does, "{word}");
    }
}
