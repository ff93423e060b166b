//! PNGs that were asked to be small: fewer colours only where they look the same, and without loss otherwise.

use super::golden::run;
use nomina_engine::decode::decode_whole;
use nomina_engine::formats::png;
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, EngineError, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

const INDEXED: u8 = 3;

fn image(width: usize, height: usize, pixel: impl Fn(usize, usize) -> [u8; 4]) -> Rgba {
    let data = (0..width * height).flat_map(|i| pixel(i % width, i / width)).collect();
    let mut image = Rgba { width, height, data, opaque: false };
    image.find_opaque();
    image
}

/// Circles with soft edges on a plain background, as drawings and screens have them.
fn drawing() -> Rgba {
    image(256, 192, |x, y| {
        let away = ((x as f32 - 128.0).powi(2) + (y as f32 - 96.0).powi(2)).sqrt();
        let share = (60.0 - away).clamp(0.0, 1.0);
        let mix = |from: f32, to: f32| (from + (to - from) * share) as u8;
        [mix(250.0, 30.0 + x as f32 / 4.0), mix(250.0, 90.0), mix(248.0, 40.0 + y as f32 / 3.0), 255]
    })
}

fn noise(width: usize, height: usize) -> Rgba {
    image(width, height, |x, y| {
        let mut state = (x * 7919 + y * 104_729) as u32 + 1;
        state = (state ^ state >> 15).wrapping_mul(0x2c1b_3c6d);
        let [r, g, b, _] = (state ^ state >> 12).wrapping_mul(0x297a_2d39).to_le_bytes();
        [r, g, b, 255]
    })
}

fn file(image: &Rgba) -> Vec<u8> {
    png::encode(image, png::Effort::Fast).expect("PNG")
}

fn recipe(quality: f64, png_quality: Option<f64>) -> ProcessingOptions {
    ProcessingOptions {
        enable_compression: true,
        compression_quality: quality,
        png_quality,
        ..ProcessingOptions::default()
    }
}

/// The colour type of the header.
fn kind(bytes: &[u8]) -> u8 {
    bytes[25]
}

fn pixels(bytes: &[u8]) -> Vec<u8> {
    decode_whole(bytes, &Limits::default()).expect("pixels").data
}

#[test]
fn a_drawing_gets_a_palette_and_looks_the_same() {
    let source = file(&drawing());
    let lossless = run(&source, &recipe(1.0, None)).bytes;
    let small = run(&source, &recipe(0.8, None)).bytes;
    assert_eq!(kind(&small), INDEXED);
    assert!(small.len() < lossless.len(), "{} {}", small.len(), lossless.len());
    let off = |(a, b): (&u8, &u8)| u32::from(a.abs_diff(*b));
    let all: u32 = pixels(&small).iter().zip(&pixels(&source)).map(off).sum();
    assert!(all < 256 * 192 * 2, "half a step a channel: {all}");
}

#[test]
fn its_own_quality_overrides_that_of_the_other_formats() {
    let source = file(&drawing());
    let all_colours = run(&source, &recipe(0.5, Some(1.0))).bytes;
    assert_ne!(kind(&all_colours), INDEXED);
    assert!(pixels(&all_colours) == pixels(&source));
    assert_eq!(kind(&run(&source, &recipe(1.0, Some(0.8))).bytes), INDEXED);
    let error = process(&source, &recipe(0.8, Some(2.0)), &Assets::default(), &Limits::default(), &|_| false);
    assert!(matches!(error, Err(EngineError::BadRecipe { what }) if what.contains("pngQuality")));
}

#[test]
fn what_would_look_wrong_keeps_its_colours() {
    let source = file(&noise(128, 128));
    assert!(pixels(&run(&source, &recipe(0.98, None)).bytes) == pixels(&source));
    // A spot in a large background: its damage is small on average and plain to see.
    let spot = noise(200, 200);
    let page = image(512, 512, |x, y| match (x.checked_sub(150), y.checked_sub(150)) {
        (Some(x @ ..200), Some(y @ ..200)) => spot.data.as_chunks::<4>().0[y * 200 + x],
        _ => [255, 255, 255, 255],
    });
    let source = file(&page);
    assert!(pixels(&run(&source, &recipe(0.99, None)).bytes) == pixels(&source));
}

#[test]
fn soft_shadows_keep_their_alpha() {
    let shadow = image(200, 200, |x, y| [20, 20, 40 + (x / 8) as u8, ((x * y) / 160).min(255) as u8]);
    let source = file(&shadow);
    let small = run(&source, &recipe(0.8, None)).bytes;
    let (was, is) = (pixels(&source), pixels(&small));
    for (was, is) in was.as_chunks::<4>().0.iter().zip(is.as_chunks::<4>().0) {
        assert!(was[3].abs_diff(is[3]) < 24, "{was:?} {is:?}");
        assert_eq!(was[3] == 0, is[3] == 0, "what is not there stays so");
    }
}

#[test]
fn one_pixel_one_row_and_one_column_are_written() {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (9, 7)] {
        let source = file(&noise(width, height));
        for quality in [0.1, 0.8, 1.0] {
            let made = run(&source, &recipe(quality, None)).bytes;
            assert_eq!(pixels(&made).len(), width * height * 4);
        }
    }
}

#[test]
fn a_cancelled_compression_ends() {
    let source = file(&noise(400, 400));
    // It may end by itself soon after half of the work.
    for limit in [0.1, 0.3, 0.5] {
        let ended = process(&source, &recipe(0.8, None), &Assets::default(), &Limits::default(), &|share| {
            share > limit
        });
        assert_eq!(ended.err(), Some(EngineError::Cancelled), "{limit}");
    }
}

#[test]
fn jpegs_are_progressive_where_compression_is_asked_for_or_as_the_recipe_says() {
    for (enable_compression, jpeg_progressive, marker) in
        [(true, None, 0xc2), (true, Some(false), 0xc0), (false, None, 0xc0), (false, Some(true), 0xc2)]
    {
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: OutputFormat::Jpeg,
            enable_compression,
            jpeg_progressive,
            ..ProcessingOptions::default()
        };
        for target_size_kb in [None, Some(4)] {
            let made =
                run(&file(&noise(300, 300)), &ProcessingOptions { target_size_kb, ..recipe.clone() }).bytes;
            // A wanted size asks for compression too.
            let marker = if target_size_kb.is_some() && jpeg_progressive.is_none() { 0xc2 } else { marker };
            assert!(
                made.windows(2).any(|pair| pair == [0xff, marker]),
                "{enable_compression} {jpeg_progressive:?}"
            );
        }
    }
}
