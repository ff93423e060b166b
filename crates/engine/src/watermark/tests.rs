//! Whole marks on flat images, with the real fonts where they have been fetched.

use super::*;
use crate::planes::{Plane, Range, Ycc};
use nomina_rules::options::FONT_FAMILIES;
use nomina_text::{FontCatalogue, Outline};
use proptest::prelude::*;
use std::path::Path;

const GREY: u8 = 100;

fn no_decoder(_: &[u8]) -> Result<Rgba, EngineError> {
    Err(EngineError::Unsupported)
}

/// The outline of a text in the fonts it needs; `None`, with a visible reason, where they were not fetched.
fn outline(family: &str, text: &str) -> Option<Outline> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/fonts");
    let Ok(index) = std::fs::read_to_string(folder.join("index.json")) else {
        nomina_needs::missing("fonts", "none in assets/fonts; run scripts/fetch-fonts");
        return None;
    };
    let east = std::fs::read_to_string(folder.join("east-asian.json")).unwrap_or_else(|_| "{}".into());
    let catalogue: FontCatalogue = serde_json::from_str(&index).unwrap();
    let catalogue = catalogue.with(serde_json::from_str(&east).unwrap_or_default());
    let names = catalogue.files_for(family, text);
    let files: Vec<Vec<u8>> = names.iter().map(|name| std::fs::read(folder.join(name)).unwrap()).collect();
    let fonts: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    Some(nomina_text::outline(text, &fonts))
}

fn recipe(text: &str) -> ProcessingOptions {
    ProcessingOptions { enable_text_watermark: true, text_watermark: text.into(), ..Default::default() }
}

fn flat(width: usize, height: usize) -> Raster {
    let data = [GREY, GREY, GREY, 255].repeat(width * height);
    Raster::Rgba(Rgba { width, height, data, opaque: true })
}

fn pixels(raster: &Raster) -> &[[u8; 4]] {
    let Raster::Rgba(image) = raster else { panic!("not RGBA") };
    image.data.as_chunks::<4>().0
}

/// The recipe's text on a flat image; `None` without fonts.
fn stamped(recipe: &ProcessingOptions, size: (u32, u32), scale: f64) -> Option<(Raster, Marks)> {
    let text = outline(&recipe.text_watermark_font_family, &recipe.text_watermark)?;
    let assets = Assets { text: Some(&text), ..Default::default() };
    let marks = Marks::prepare(recipe, &assets, size.0, size.1, scale, &no_decoder).unwrap();
    let small = |side: u32| (f64::from(side) * scale).round() as usize;
    let mut raster = flat(small(size.0), small(size.1));
    marks.stamp(&mut raster);
    Some((raster, marks))
}

/// The box around everything that was painted: left, top, right, bottom (the last two exclusive).
fn painted(raster: &Raster) -> Option<(usize, usize, usize, usize)> {
    let (width, _) = raster.size();
    let changed = pixels(raster).iter().enumerate().filter(|(_, p)| p[..3] != [GREY; 3]);
    changed.map(|(i, _)| (i % width, i / width)).fold(None, |found, (x, y)| {
        let (left, top, right, bottom) = found.unwrap_or((x, y, x + 1, y + 1));
        Some((left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)))
    })
}

/// FNV-1a: small, and the same everywhere.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn east_asian_letters_and_emoji_are_drawn_without_a_warning() {
    for text in ["你好，世界", "東京の写真スタジオ", "서울 사진관", "繁體中文", "🎉 🐶"]
    {
        let Some(outline) = outline("Inter", text) else { return };
        assert_eq!(outline.warnings, Vec::<String>::new(), "{text}");
        assert!(outline.lines[0].segments.len() > 20 && outline.lines[0].advance > 1.5, "{text}");
    }
}

#[test]
fn a_mark_that_no_font_has_is_left_out_and_no_box() {
    let (Some(plain), Some(marked)) = (outline("Inter", "a"), outline("Inter", "a\u{1dc4}")) else { return };
    assert_eq!(marked.lines, plain.lines);
    assert!(marked.warnings[0].contains("U+1DC4"), "{:?}", marked.warnings);
}

#[test]
fn a_text_that_shrinks_until_it_cannot_be_read_says_so() {
    let long = recipe(&"a long line of words ".repeat(8));
    let Some((_, marks)) = stamped(&long, (200, 150), 1.0) else { return };
    assert!(marks.warnings().iter().any(|w| w.contains("can hardly be read")), "{:?}", marks.warnings());
    let Some((_, marks)) = stamped(&recipe("short"), (200, 150), 1.0) else { return };
    assert_eq!(marks.warnings(), [""; 0]);
}

#[test]
fn each_of_the_ten_families_draws_its_own_letters() {
    let mut seen = std::collections::BTreeSet::new();
    for family in FONT_FAMILIES {
        let recipe =
            ProcessingOptions { text_watermark_font_family: family.into(), ..recipe("Quirky Ag 47") };
        let Some((raster, marks)) = stamped(&recipe, (400, 100), 1.0) else { return };
        assert!(
            painted(&raster).is_some() && marks.warnings().is_empty(),
            "{family}: {:?}",
            marks.warnings()
        );
        assert!(seen.insert(pixels(&raster).to_vec()), "{family} looks like another family");
    }
}

#[test]
fn corners_keep_the_margin_to_the_pixel() {
    for (position, expected) in [
        (Position::TopLeft, (Some(20), Some(20), None, None)),
        (Position::BottomRight, (None, None, Some(780), Some(580))),
        (Position::TopRight, (None, Some(20), Some(780), None)),
        (Position::BottomLeft, (Some(20), None, None, Some(580))),
    ] {
        let recipe = ProcessingOptions { text_watermark_position: position, ..recipe("© Anna Lee") };
        let Some((raster, _)) = stamped(&recipe, (800, 600), 1.0) else { return };
        let (left, top, right, bottom) = painted(&raster).unwrap();
        let near = |found: usize, wanted: Option<usize>| wanted.is_none_or(|w| found.abs_diff(w) <= 1);
        let (l, t, r, b) = expected;
        assert!(
            near(left, l) && near(top, t) && near(right, r) && near(bottom, b),
            "{position:?}: {left} {top} {right} {bottom}"
        );
    }
}

#[test]
fn a_preview_is_the_output_in_small() {
    for position in [Position::BottomRight, Position::Custom, Position::TopLeft] {
        let recipe = ProcessingOptions {
            text_watermark_position: position,
            text_watermark_font_size: 60.0,
            ..recipe("Preview\nÅgé")
        };
        let Some((full, _)) = stamped(&recipe, (1200, 800), 1.0) else { return };
        let (tile, _) = stamped(&recipe, (1200, 800), 0.25).unwrap();
        let mut total = 0;
        for (i, pixel) in pixels(&tile).iter().enumerate() {
            let (x, y) = (i % 300 * 4, i / 300 * 4);
            let cell = (0..16).map(|k| u32::from(pixels(&full)[(y + k / 4) * 1200 + x + k % 4][0]));
            let mean = cell.sum::<u32>() / 16;
            let off = mean.abs_diff(u32::from(pixel[0]));
            assert!(off <= 36, "{position:?} at {x},{y}: {off}");
            total += off;
        }
        assert!(total < 300 * 200 / 10, "{position:?}: {total}");
    }
}

#[test]
fn the_same_image_comes_out_on_every_machine() {
    let recipe = ProcessingOptions {
        text_watermark_font_size: 38.75,
        text_watermark_color: "hsla(20, 90%, 60%, .8)".into(),
        ..recipe("Wave Tó, Жизнь — 2026\nسلام 12 עולם")
    };
    let Some((raster, marks)) = stamped(&recipe, (640, 300), 1.0) else { return };
    assert_eq!(marks.warnings(), [] as [String; 0]);
    let found = hash(pixels(&raster).iter().flatten().copied());
    assert_eq!(found, 0xac52_f49b_09e9_edd9, "{found:#x}");
}

#[test]
fn what_no_font_has_is_named_and_the_rest_is_drawn() {
    let Some((raster, marks)) = stamped(&recipe("Ok \u{13000} fine"), (400, 100), 1.0) else { return };
    assert!(painted(&raster).is_some());
    assert_eq!(marks.warnings().len(), 1);
    assert!(marks.warnings()[0].contains("U+13000"), "{:?}", marks.warnings());
}

#[test]
fn all_five_colour_formats_give_the_same_image() {
    let texts =
        ["#ff0000", "rgb(255, 0, 0)", "rgba(255,0,0,1)", "hsl(0, 100%, 50%)", "hsla(0, 100%, 50%, 1)"];
    let drawn = texts.map(|colour| {
        let recipe = ProcessingOptions {
            text_watermark_color: colour.into(),
            text_watermark_font_size: 36.0,
            ..recipe("Red")
        };
        stamped(&recipe, (200, 80), 1.0).map(|(raster, _)| raster)
    });
    assert!(drawn.iter().all(|raster| *raster == drawn[0]));
    if let Some(raster) = &drawn[0] {
        assert!(pixels(raster).iter().any(|p| p[0] > 200 && p[1] < 50), "no red was drawn");
    }
}

#[test]
fn a_text_that_is_too_wide_or_too_high_shrinks_into_the_margins() {
    for text in [
        "A very long line that would never fit into so small an image at this size",
        "a\nb\nc\nd\ne\nf\ng\nh",
    ] {
        let recipe = ProcessingOptions { text_watermark_font_size: 180.0, ..recipe(text) };
        let Some((raster, _)) = stamped(&recipe, (500, 300), 1.0) else { return };
        let (left, top, right, bottom) = painted(&raster).unwrap();
        assert!(left >= 20 && top >= 20 && right <= 480 && bottom <= 280, "{left} {top} {right} {bottom}");
        assert!(right - left > 440 || bottom - top > 240, "shrunk more than needed");
    }
}

#[test]
fn arabic_letters_join() {
    let width = |text: &str| {
        let recipe = ProcessingOptions { text_watermark_font_size: 80.0, ..recipe(text) };
        let (raster, _) = stamped(&recipe, (600, 200), 1.0)?;
        painted(&raster).map(|(left, _, right, _)| right - left)
    };
    let (Some(joined), Some(apart)) = (width("سلام"), width("س\u{200c}ل\u{200c}ا\u{200c}م")) else {
        return;
    };
    assert!(joined < apart, "{joined} {apart}");
}

#[test]
fn scripts_of_asia_are_drawn_and_their_vowel_signs_move_to_their_place() {
    for text in [
        "புகைப்படம்",
        "ছবি",
        "तस्वीर",
        "ఫోటో",
        "ചിത്രം",
        "ಚಿತ್ರ",
        "ફોટો",
        "ਤਸਵੀਰ",
        "ছবি",
        "ඡායාරූපය",
        "រូបថត",
        "ဓာတ်ပုံ",
        "ຮູບພາບ",
    ] {
        let recipe = ProcessingOptions { text_watermark_font_size: 60.0, ..recipe(text) };
        let Some((raster, marks)) = stamped(&recipe, (600, 200), 1.0) else { return };
        assert_eq!(marks.warnings(), [] as [String; 0], "{text}");
        assert!(painted(&raster).is_some(), "{text}");
    }
    // Tamil writes the vowel of "ke" before its consonant: a sign of its own stands behind, with a dotted circle.
    let width = |text: &str| {
        let recipe = ProcessingOptions { text_watermark_font_size: 60.0, ..recipe(text) };
        let (raster, _) = stamped(&recipe, (600, 200), 1.0)?;
        painted(&raster).map(|(left, _, right, _)| right - left)
    };
    let (Some(joined), Some(apart)) = (width("கெ"), width("க \u{bc6}")) else { return };
    assert!(joined < apart, "{joined} {apart}");
}

#[test]
fn a_text_that_no_font_can_draw_is_refused() {
    let recipe = recipe("\u{13000}\u{13001}");
    let Some(text) = outline("Inter", "Inter \u{13000}\u{13001}") else { return };
    // Fonts are there, but none of them has these characters.
    let text = nomina_text::Outline { lines: Vec::new(), ..text };
    let assets = Assets { text: Some(&text), ..Default::default() };
    let refused = Marks::prepare(&recipe, &assets, 300, 200, 1.0, &no_decoder).err().map(|e| e.to_string());
    assert!(refused.is_some_and(|sentence| sentence.contains("no font here has the characters")));
}

#[test]
fn empty_text_draws_nothing_and_a_missing_font_says_so() {
    let prepare =
        |text: &str| Marks::prepare(&recipe(text), &Assets::default(), 300, 200, 1.0, &no_decoder).unwrap();
    assert!(prepare("").is_empty() && prepare(" \n ").is_empty() && prepare("").warnings().is_empty());
    let marks = prepare("text");
    assert!(marks.is_empty());
    assert_eq!(marks.warnings(), ["The watermark text was left out: no font is there."]);
}

#[test]
fn a_colour_that_cannot_be_read_is_an_error() {
    let recipe = ProcessingOptions { text_watermark_color: "reddish".into(), ..recipe("text") };
    let error = Marks::prepare(&recipe, &Assets::default(), 300, 200, 1.0, &no_decoder).unwrap_err();
    assert_eq!(error.code(), "bad-recipe");
}

#[test]
fn the_usual_size_is_three_percent_of_the_width_and_others_are_in_proportion() {
    for usual in [0.0, f64::NAN, 24.0] {
        assert_eq!(font_size(usual, 250), 16.0);
        assert_eq!(font_size(usual, 1920), 57.6);
        assert_eq!(font_size(usual, 6000), 180.0);
    }
    assert_eq!(font_size(48.0, 1000), 60.0);
    assert_eq!(font_size(9999.0, 800), 500.0);
}

fn logo_marks(recipe: &ProcessingOptions, pixel: [u8; 4]) -> Marks {
    let decode =
        |_: &[u8]| Ok(Rgba { width: 40, height: 20, data: pixel.repeat(800), opaque: pixel[3] == 255 });
    let assets = Assets { watermark: Some(b"a logo"), ..Default::default() };
    Marks::prepare(recipe, &assets, 400, 300, 1.0, &decode).unwrap()
}

#[test]
fn an_image_mark_has_its_share_of_the_width_at_its_place() {
    let recipe = ProcessingOptions {
        enable_image_watermark: true,
        image_watermark_opacity: 1.0,
        image_watermark_scale: 0.5,
        ..Default::default()
    };
    let mut raster = flat(400, 300);
    logo_marks(&recipe, [0, 0, 255, 255]).stamp(&mut raster);
    assert_eq!(painted(&raster), Some((180, 180, 380, 280)));
    assert_eq!(pixels(&raster)[200 * 400 + 200], [0, 0, 255, 255]);
}

#[test]
fn a_missing_watermark_image_says_so() {
    let recipe = ProcessingOptions { enable_image_watermark: true, ..Default::default() };
    let marks = Marks::prepare(&recipe, &Assets::default(), 300, 200, 1.0, &no_decoder).unwrap();
    assert_eq!(marks.warnings().len(), 1);
}

#[test]
fn a_coloured_mark_gives_a_grey_image_chroma_and_a_white_one_does_not() {
    let recipe = ProcessingOptions { enable_image_watermark: true, ..Default::default() };
    for (pixel, coloured) in [([255, 255, 255, 255], false), ([255, 0, 0, 255], true)] {
        let y = Plane::filled(400, 300, GREY);
        let mut raster = Raster::Ycc(Ycc {
            width: 400,
            height: 300,
            y,
            chroma: None,
            sub_x: 1,
            sub_y: 1,
            range: Range::Full,
        });
        logo_marks(&recipe, pixel).stamp(&mut raster);
        let Raster::Ycc(image) = raster else { unreachable!() };
        assert_eq!(image.chroma.is_some(), coloured);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..Default::default() })]

    #[test]
    fn any_text_on_any_image_stays_inside_the_margins(
        text in "(\\PC|[\n\t\u{200d}\u{202e}سпX]){0,24}", width in 1u32..300, height in 1u32..300, size in 8.0f64..500.0,
        position in 0usize..5,
    ) {
        let positions =
            [Position::TopLeft, Position::TopRight, Position::BottomLeft, Position::BottomRight, Position::Center];
        let recipe = ProcessingOptions {
            text_watermark_position: positions[position], text_watermark_font_size: size, ..recipe(&text)
        };
        let Some((raster, _)) = stamped(&recipe, (width, height), 1.0) else { return Ok(()) };
        if let Some((left, top, right, bottom)) = painted(&raster) {
            let edge = place::margin((width, height)) as usize;
            prop_assert!(left >= edge && top >= edge && right <= width as usize - edge && bottom <= height as usize - edge);
        }
    }
}
