//! What colours and strokes tell: the rules of `colour.rs`, `ground.rs`, `look.rs` and `strokes.rs`.

use super::super::super::colour::{AUTUMN, GRASS, GREEN, Pixel, SKY, WARM_SKY};
use super::super::super::strokes::{FINE, Strokes};
use super::*;

#[test]
fn each_word_for_a_colour_has_its_ends() {
    for (rgb, colour) in [
        ([49, 0, 0], Some("black")),
        ([50, 0, 0], None),
        ([206, 206, 206], Some("white")),
        ([205, 205, 205], None),
        ([199, 199, 199], Some("gray")),
        ([200, 200, 200], None),
        ([81, 81, 81], Some("gray")),
        ([80, 80, 80], None),
        // A saturation of 0.12 exactly, and just less.
        ([100, 88, 88], None),
        ([100, 89, 89], Some("gray")),
        // Of 0.45, and just more.
        ([100, 55, 55], None),
        ([100, 54, 54], Some("red")),
        ([70, 0, 0], None),
        ([71, 0, 0], Some("red")),
        // Brown is dark orange: no channel above 170.
        ([170, 85, 0], Some("brown")),
        ([171, 85, 0], Some("orange")),
        // A hue of 12 degrees: red ends.
        ([250, 50, 0], None),
        ([250, 49, 0], Some("red")),
        ([160, 32, 0], Some("brown")),
        // 60 degrees, 120, 180, 240, 300.
        ([200, 200, 0], Some("yellow")),
        ([0, 200, 0], Some("green")),
        ([0, 200, 200], None),
        ([0, 0, 200], Some("blue")),
        ([200, 0, 200], None),
        ([150, 0, 200], Some("purple")),
        ([200, 0, 100], Some("pink")),
        ([200, 0, 20], Some("red")),
        ([200, 100, 20], Some("orange")),
    ] {
        assert_eq!(Pixel::new(rgb).colour(), colour, "{rgb:?}");
    }
}

#[test]
fn snow_and_paper_are_light_and_have_hardly_any_colour() {
    let snow = |rgb| Pixel::new(rgb).is_snow();
    assert!(snow([171, 171, 171]) && !snow([170, 170, 170]));
    // A saturation of 0.18 exactly, and just less.
    assert!(!snow([250, 205, 205]) && snow([250, 206, 206]));
    let paper = |rgb| Pixel::new(rgb).is_paper();
    assert!(paper([226, 226, 226]) && !paper([225, 250, 250]));
    assert_eq!(Pixel::new([200, 50, 100]).brightness(), 125.0);
}

#[test]
fn grass_sky_and_leaves_have_their_hues_and_are_bright_enough() {
    for (shade, is, rgb) in [
        (GRASS, true, [0, 51, 0]),
        (GRASS, false, [0, 50, 0]),
        (GRASS, false, [75, 100, 75]),
        (GRASS, true, [74, 100, 74]),
        (GRASS, true, [100, 100, 0]),
        (GRASS, false, [101, 100, 0]),
        (GRASS, false, [0, 100, 50]),
        (GREEN, true, [0, 31, 0]),
        (GREEN, false, [0, 30, 0]),
        (GREEN, true, [0, 100, 60]),
        (GREEN, false, [0, 150, 100]),
        (SKY, true, [0, 0, 111]),
        (SKY, false, [0, 0, 110]),
        (SKY, false, [160, 160, 200]),
        (SKY, true, [159, 159, 200]),
        (SKY, false, [100, 0, 200]),
        (WARM_SKY, true, [121, 50, 0]),
        (WARM_SKY, false, [120, 50, 0]),
        (WARM_SKY, false, [240, 0, 120]),
        (WARM_SKY, true, [240, 0, 119]),
        (WARM_SKY, false, [240, 10, 0]),
        (WARM_SKY, false, [240, 200, 0]),
        (AUTUMN, true, [91, 40, 0]),
        (AUTUMN, false, [90, 40, 0]),
        (AUTUMN, false, [120, 100, 0]),
        (AUTUMN, true, [240, 0, 0]),
    ] {
        assert_eq!(Pixel::new(rgb).is(shade), is, "{shade:?} {rgb:?}");
    }
}

/// An image that is drawn pixel by pixel.
fn image(side: usize, pixel: impl Fn(usize, usize) -> [u8; 3]) -> Rgb {
    Rgb::new(side, side, (0..side * side).flat_map(|i| pixel(i % side, i / side)).collect()).unwrap()
}

#[test]
fn neighbours_are_equal_that_hardly_differ() {
    let flat = |step: u8| Strokes::new(&image(FINE, |x, y| [100 + ((x + y) % 2) as u8 * step; 3])).flat;
    assert_eq!((flat(2), flat(3)), (1.0, 0.0));
    let half = |of: fn(usize, usize) -> usize| {
        Strokes::new(&image(FINE, |x, y| [if of(x, y) < 128 { 100 } else { (of(y, x) % 2 * 90) as u8 }; 3]))
            .flat
    };
    assert!((half(|x, _| x) - 0.5).abs() < 0.01, "{}", half(|x, _| x));
    assert!((half(|_, y| y) - 0.5).abs() < 0.01, "{}", half(|_, y| y));
}

#[test]
fn rows_of_text_begin_and_end() {
    // Bars of eight rows with strokes, and as many without.
    let text = |strokes: usize, depth: u8| {
        let pixel = |x: usize, y: usize| {
            let stroke = y % 16 < 8 && x % 8 == 4 && x / 8 < strokes;
            [if stroke { 200 - depth } else { 200 }; 3]
        };
        Strokes::new(&image(FINE, pixel)).text_rows
    };
    // A stroke counts where the brightness turns: once on its dark pixel, once behind it.
    assert!(text(32, 100) > 0.3, "{}", text(32, 100));
    assert_eq!(text(32, 24), 0.0, "too faint");
    assert!(text(32, 25) > 0.3);
    let few: Vec<bool> = (1..32).map(|strokes| text(strokes, 100) > 0.0).collect();
    assert_eq!(few.iter().position(|enough| *enough), Some(FEWEST - 1));
}

/// Strokes of a row without which it is no line of text.
const FEWEST: usize = 5;

#[test]
fn stars_are_bright_points_that_stand_alone() {
    let stars = |points: &[(usize, usize)], point: u8, ground: u8| {
        let pixel = |x: usize, y: usize| [if points.contains(&(x, y)) { point } else { ground }; 3];
        Strokes::new(&image(FINE, pixel)).stars * (FINE * FINE) as f32
    };
    let far = [(2, 2), (100, 100), (253, 253)];
    assert_eq!((stars(&far, 61, 10), stars(&far, 60, 10)), (3.0, 0.0));
    assert_eq!((stars(&far, 131, 100), stars(&far, 130, 100)), (3.0, 0.0));
    assert_eq!(stars(&[(1, 100), (100, 1), (254, 100), (100, 254)], 200, 10), 0.0, "at the edges");
    for beside in [(102, 100), (100, 102)] {
        assert_eq!(stars(&[(100, 100), beside], 200, 10), 0.0, "two are no point: {beside:?}");
    }
}

#[test]
fn shares_are_of_their_part_of_the_image() {
    // The first rows of 64 in one colour, the others in another.
    let above = |rows: usize, colour: [u8; 3], below: [u8; 3]| {
        Look::new(&image(64, |_, y| if y < rows { colour } else { below }))
    };
    let (blue, orange, green, white, brown) =
        ([90, 150, 230], [240, 140, 30], [60, 140, 40], [240; 3], [110, 70, 30]);
    assert_eq!((above(16, blue, brown).sky, above(8, blue, brown).sky), (1.0, 0.5));
    assert_eq!((above(24, orange, blue).warm_sky, above(12, orange, blue).warm_sky), (1.0, 0.5));
    assert_eq!((above(44, brown, green).grass, above(54, brown, green).grass), (1.0, 0.5));
    assert_eq!((above(44, brown, white).snow, above(54, brown, white).snow), (1.0, 0.5));
    let half = above(32, green, white);
    assert_eq!((half.green, half.white, half.few_colours), (0.5, 0.5, 1.0));
    assert_eq!(above(32, orange, white).autumn, 0.5);
    assert_eq!(above(32, [0; 3], [200; 3]).mean, 100.0);
    assert!(above(32, [0; 3], [200; 3]).grey && !above(32, green, white).grey);
    assert!(above(32, [0; 3], [200; 3]).colourless && !above(32, [90, 92, 96], [200; 3]).colourless);
    let shades = |count: usize| Look::new(&image(64, |x, _| [(x * count / 64 * 16) as u8; 3])).few_colours;
    assert_eq!((shades(4), shades(8), shades(16)), (1.0, 0.5, 0.25));
}

#[test]
fn a_background_is_plain_all_around() {
    // The left and right edges white up to a row, the rest in colour.
    let edged = |rows: usize, white: [u8; 3]| {
        let edge = move |x: usize, y: usize| (x == 0 || x == 63) && y < rows || y == 0 || y == 63;
        Look::new(&image(64, |x, y| if edge(x, y) { white } else { [(x * 3) as u8, 40, (y * 3) as u8] }))
    };
    // 130 of 256 places are above and below; each row more adds two.
    assert_eq!((edged(11, [240; 3]).background(), edged(12, [240; 3]).background()), (None, Some("white")));
    let said = |rows: usize, colour: u8| edged(rows, [colour; 3]).said_background();
    assert_eq!((said(30, 240), said(31, 240)), (None, Some("white")));
    assert_eq!((said(52, 10), said(53, 10)), (None, Some("black")));
    assert!(!edged(37, [240; 3]).shows_alone() && edged(38, [240; 3]).shows_alone());
    assert!(!edged(64, [10; 3]).shows_alone(), "a night is no ground");
}

/// The colour of a thing of twenty by twenty pixels of which the first have a colour and the others another one, between edges of many
/// colours or of one.
fn thing_of(first: usize, colour: [u8; 3], other: [u8; 3], edge: Option<[u8; 3]>) -> Option<&'static str> {
    let pixel = |x: usize, y: usize| {
        let at = (y.wrapping_sub(13)).saturating_mul(20).saturating_add(x.wrapping_sub(13));
        match ((13..33).contains(&x) && (13..33).contains(&y), edge) {
            (true, _) => {
                if at < first {
                    colour
                } else {
                    other
                }
            }
            (false, Some(edge)) => edge,
            (false, None) => [(x * 4) as u8, (y * 4) as u8, 128],
        }
    };
    // Four tenths of a box are its border: the middle is 20 pixels wide.
    let side = 20.0 / 0.6 / 64.0;
    Look::new(&image(64, pixel)).colour(Some(&Area { left: 0.1, top: 0.1, width: side, height: side }))
}

#[test]
fn the_colour_of_a_thing_is_that_of_most_of_its_middle() {
    let (red, gray, beige, blue) = ([200, 20, 20], [120; 3], [150, 120, 110], [20, 40, 200]);
    let of_many = |first: usize, colour: [u8; 3]| thing_of(first, colour, beige, None);
    assert_eq!((of_many(120, red), of_many(121, red)), (None, Some("red")), "three of ten");
    assert_eq!((of_many(180, gray), of_many(181, gray)), (None, Some("gray")), "quiet ones need more");
    let before_blue = |first: usize| thing_of(first, red, blue, Some(blue));
    assert_eq!((before_blue(20), before_blue(21)), (None, Some("red")), "too few to tell");
    let line = Area { left: 0.0, top: 0.5, width: 1.0, height: 0.001 };
    let crossed = image(64, |x, y| if y == 32 { red } else { [(x * 4) as u8, (y * 4) as u8, 128] });
    assert_eq!(Look::new(&crossed).colour(Some(&line)), Some("red"), "a thing of one row");
    // Blue inside, along the top and down the left edge: half of the edges are the ground's.
    let half = |rows: usize| {
        let edge = |x: usize, y: usize| x == 63 || y == 63 || x == 0 && y >= rows;
        let pixel = |x, y| if y > 0 && edge(x, y) { [(x * 4) as u8, (y * 4) as u8, 90] } else { blue };
        Look::new(&image(64, pixel)).colour(None)
    };
    assert_eq!((half(62), half(63)), (Some("blue"), None));
}
