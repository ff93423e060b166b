//! The rules of the recipe: what is left alone, what is kept, what fits.

use super::golden::{convert, quarters, run, samples};
use nomina_engine::formats::{bmp, png};
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, Format, Limits, inspect, model_input, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

/// An image that does not compress well.
fn noise(width: usize, height: usize) -> Vec<u8> {
    let mut state = 7u32;
    let data = (0..width * height)
        .flat_map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = (state >> 3).to_le_bytes();
            [a, b, c, 255]
        })
        .collect();
    png::encode(&Rgba { width, height, data, opaque: true }, png::Effort::Fast).expect("PNG")
}

#[test]
fn nothing_asked_gives_the_very_same_bytes() {
    for sample in samples() {
        let output = run(&sample, &ProcessingOptions::default());
        assert!(output.bytes == sample, "{:?}", output.facts);
        assert!(!output.facts.reencoded);
        let already_small = ProcessingOptions { resize_images: true, ..ProcessingOptions::default() };
        assert!(run(&sample, &already_small).bytes == sample, "no side is too long, so nothing changes");
    }
}

#[test]
fn compression_that_would_enlarge_keeps_the_original() {
    let jpeg = run(&noise(120, 90), &convert(OutputFormat::Jpeg)).bytes;
    let squeeze = |quality: f64| ProcessingOptions {
        enable_compression: true,
        compression_quality: quality,
        ..ProcessingOptions::default()
    };
    let small = run(&jpeg, &squeeze(0.3));
    assert!(small.bytes.len() < jpeg.len() && small.facts.reencoded && !small.facts.kept_original);
    let again = run(&small.bytes, &squeeze(1.0));
    assert!(again.facts.kept_original && !again.facts.reencoded);
    assert!(again.bytes == small.bytes);
}

#[test]
fn the_best_quality_that_fits_a_wanted_size_is_found() {
    let source = noise(300, 200);
    for format in [OutputFormat::Jpeg, OutputFormat::Webp] {
        let recipe = |kb| ProcessingOptions { target_size_kb: Some(kb), ..convert(format) };
        let output = run(&source, &recipe(40));
        assert!(output.bytes.len() <= 40 * 1024, "{}", output.bytes.len());
        let quality = output.facts.quality.expect("lossy");
        assert!(output.bytes.len() > 25 * 1024, "{} at {quality} leaves too much", output.bytes.len());
        assert!(output.facts.warnings.is_empty(), "{:?}", output.facts.warnings);
        let hopeless = run(&noise(900, 600), &recipe(1));
        assert!(hopeless.facts.warnings.iter().any(|w| w.contains("could not be reached")));
    }
}

#[test]
fn a_png_shrinks_to_a_wanted_size_by_fewer_colours() {
    let recipe = ProcessingOptions { target_size_kb: Some(50), ..convert(OutputFormat::Png) };
    let output = run(&noise(300, 200), &recipe);
    assert!(output.bytes.len() <= 50 * 1024, "{}", output.bytes.len());
}

#[test]
fn original_keeps_gif_and_bmp() {
    let bmp = bmp::encode(&quarters(90, 60, false)).expect("BMP");
    let recipe = ProcessingOptions { resize_images: true, max_width: 30, ..convert(OutputFormat::Original) };
    let output = run(&bmp, &recipe);
    assert_eq!((output.facts.format, output.facts.width, output.facts.extension), (Format::Bmp, 30, "bmp"));
}

#[test]
fn what_a_model_gets_is_a_small_upright_jpeg() {
    let output = model_input(&noise(1500, 500), &Limits::default()).expect("a copy");
    assert_eq!((output.facts.format, output.facts.width, output.facts.height), (Format::Jpeg, 1024, 341));
    assert!(output.bytes.len() <= 2 << 20);
}

#[test]
fn a_recipe_out_of_range_is_refused_by_its_field() {
    let recipe = ProcessingOptions { compression_quality: 3.0, ..ProcessingOptions::default() };
    let error =
        process(&samples()[0], &recipe, &Assets::default(), &Limits::default(), &|_| false).unwrap_err();
    assert!(error.to_string().contains("compressionQuality"), "{error}");
}

#[test]
fn sizes_in_facts_are_those_of_the_file() {
    for sample in samples() {
        for (max_width, max_height) in [(7, 0), (0, 5), (1, 1), (33, 33)] {
            for format in [OutputFormat::Jpeg, OutputFormat::Webp, OutputFormat::Png] {
                let recipe =
                    ProcessingOptions { resize_images: true, max_width, max_height, ..convert(format) };
                let output = run(&sample, &recipe);
                let found = inspect(&output.bytes, &Limits::default()).expect("ours");
                assert_eq!((found.width, found.height), (output.facts.width, output.facts.height));
                assert!(max_width == 0 || found.width <= max_width);
                assert!(max_height == 0 || found.height <= max_height);
            }
        }
    }
}
