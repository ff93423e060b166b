//! Images that become AVIF, read back by our own decoder; what other programs see is in `tests/metadata/avif.rs` and the benchmark.

use super::golden::{convert, distance, quarters, run};
use nomina_engine::decode::decode;
use nomina_engine::formats::{Want, png};
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::{Assets, EngineError, Format, Limits, colour, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

fn png_of(image: &Rgba) -> Vec<u8> {
    png::encode(image, png::Effort::Fast).expect("PNG")
}

fn pixels(bytes: &[u8]) -> Rgba {
    match decode(bytes, Format::Avif, false, &Want::full(), &Limits::default()).expect("pixels").raster {
        Raster::Rgba(image) => image,
        Raster::Ycc(planes) => colour::to_rgba(&planes),
    }
}

fn at_quality(quality: f64) -> ProcessingOptions {
    ProcessingOptions {
        enable_compression: true,
        compression_quality: quality,
        ..convert(OutputFormat::Avif)
    }
}

#[test]
fn an_image_becomes_avif_and_looks_the_same() {
    let original = quarters(200, 120, false);
    let output = run(&png_of(&original), &convert(OutputFormat::Avif));
    let facts = &output.facts;
    assert_eq!((facts.format, facts.mime, facts.extension), (Format::Avif, "image/avif", "avif"));
    assert_eq!((facts.width, facts.height, facts.quality, facts.reencoded), (200, 120, Some(90), true));
    assert_eq!(facts.warnings, [""; 0]);
    let seen = inspect(&output.bytes, &Limits::default()).expect("headers");
    assert_eq!((seen.format, seen.width, seen.height, seen.has_alpha), (Format::Avif, 200, 120, false));
    let far = distance(&pixels(&output.bytes), &original);
    assert!(far < 3.0, "{far}");
}

#[test]
fn transparency_stays_and_black_and_white_stay_black_and_white() {
    let mut original = quarters(64, 48, true);
    original.data[..8].copy_from_slice(&[0, 0, 0, 255, 255, 255, 255, 255]);
    let output = run(&png_of(&original), &convert(OutputFormat::Avif));
    assert!(inspect(&output.bytes, &Limits::default()).expect("headers").has_alpha);
    let after = pixels(&output.bytes);
    let alpha = |x: usize, y: usize| after.data[(y * 64 + x) * 4 + 3];
    assert!(alpha(5, 5) >= 253 && alpha(60, 44) <= 2, "{} {}", alpha(5, 5), alpha(60, 44));
    assert!(distance(&after, &original) < 4.0);
    for (value, low, high) in [(0, 0, 2), (255, 253, 255)] {
        let flat =
            Rgba { width: 32, height: 32, data: [value, value, value, 255].repeat(1024), opaque: true };
        let after = pixels(&run(&png_of(&flat), &convert(OutputFormat::Avif)).bytes);
        assert!(after.data.chunks_exact(4).all(|p| (low..=high).contains(&p[0])), "{:?}", &after.data[..4]);
    }
}

#[test]
fn sizes_that_fill_no_block_work_with_halved_and_full_chroma_and_alpha() {
    for (width, height) in [(1, 1), (1, 9), (3, 2), (7, 17), (33, 5), (65, 66)] {
        for clear in [false, true] {
            for quality in [0.3, 0.95] {
                let original = quarters(width, height, clear);
                let output = run(&png_of(&original), &at_quality(quality));
                let after = pixels(&output.bytes);
                assert_eq!((after.width, after.height), (width, height), "{clear} {quality}");
            }
        }
    }
}

#[test]
fn a_higher_quality_makes_a_larger_file_that_is_nearer() {
    let original = quarters(160, 120, false);
    let file = png_of(&original);
    let made = [0.1, 0.4, 0.7, 0.95].map(|quality| run(&file, &at_quality(quality)).bytes);
    assert!(made.windows(2).all(|pair| pair[0].len() < pair[1].len()), "{:?}", made.each_ref().map(Vec::len));
    assert!(distance(&pixels(&made[3]), &original) < distance(&pixels(&made[0]), &original));
}

#[test]
fn a_wanted_size_is_kept() {
    let file = png_of(&quarters(300, 200, false));
    let recipe = ProcessingOptions { target_size_kb: Some(1), ..convert(OutputFormat::Avif) };
    let output = run(&file, &recipe);
    assert!(output.bytes.len() <= 1024 && output.facts.warnings.is_empty(), "{}", output.bytes.len());
}

#[test]
fn an_avif_stays_avif_when_it_is_changed() {
    let file = run(&png_of(&quarters(160, 120, false)), &convert(OutputFormat::Avif)).bytes;
    let smaller = ProcessingOptions { resize_images: true, max_width: 40, ..ProcessingOptions::default() };
    let output = run(&file, &smaller);
    assert_eq!((output.facts.format, output.facts.width), (Format::Avif, 40));
    assert_eq!(output.facts.warnings, ["The image had 10 bits a colour; 8 of them were used."]);
    let same = run(&file, &ProcessingOptions::default());
    assert!(same.bytes == file && !same.facts.reencoded);
    let tight =
        ProcessingOptions { enable_compression: true, compression_quality: 1.0, ..Default::default() };
    assert!(run(&file, &tight).facts.kept_original, "a larger file is pointless");
}

#[test]
fn what_is_too_large_for_avif_is_refused_before_it_is_encoded() {
    let limits = Limits { avif_pixels: 1000, ..Limits::default() };
    let file = png_of(&quarters(64, 48, false));
    let made = process(&file, &convert(OutputFormat::Avif), &Assets::default(), &limits, &|_| false);
    let error = made.map(|_| ()).unwrap_err();
    assert!(matches!(error, EngineError::TooLarge { .. }) && error.to_string().contains("WebP"), "{error}");
    let small = ProcessingOptions { resize_images: true, max_width: 32, ..convert(OutputFormat::Avif) };
    assert!(process(&file, &small, &Assets::default(), &limits, &|_| false).is_ok());
}

#[test]
fn a_cancelled_image_ends_before_and_between_its_parts() {
    let file = png_of(&quarters(64, 48, true));
    for most in [0.0, 0.6, 0.8] {
        let made =
            process(&file, &convert(OutputFormat::Avif), &Assets::default(), &Limits::default(), &|share| {
                share >= most
            });
        assert_eq!(made.map(|_| ()), Err(EngineError::Cancelled), "{most}");
    }
}

/// What a container edit makes of a damaged file is a file or a sentence, and never much larger than the source.
#[test]
fn damaged_files_are_edited_or_refused() {
    let file = run(&png_of(&quarters(40, 30, true)), &convert(OutputFormat::Avif)).bytes;
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Sea".into(),
        ..ProcessingOptions::default()
    };
    for at in 0..file.len().min(600) {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = file.clone();
            changed[at] ^= change;
            let made = process(&changed, &recipe, &Assets::default(), &Limits::default(), &|_| false);
            if let Ok(output) = made {
                assert!(output.bytes.len() < 3 * file.len() + 20_000, "{at} {change}");
            }
        }
    }
}

#[test]
fn a_cancelled_image_ends_inside_its_one_frame() {
    // Noise of a megapixel is some seconds of work for the encoder, which is asked nothing before it is done.
    let mixed = |i: u32| (i.wrapping_mul(2_654_435_761) ^ i.wrapping_mul(i)) >> 21;
    let data = (0..1000 * 1000 * 4).map(|i| if i % 4 == 3 { 255 } else { mixed(i) as u8 }).collect();
    let file = png_of(&Rgba { width: 1000, height: 1000, data, opaque: true });
    let encoding = std::cell::Cell::new(0);
    let watch = |share: f32| share >= 0.3 && encoding.replace(encoding.get() + 1) > 6;
    let end = process(&file, &convert(OutputFormat::Avif), &Assets::default(), &Limits::default(), &watch);
    assert_eq!(end.unwrap_err(), EngineError::Cancelled);
    assert!(encoding.get() < 60, "asked {} times", encoding.get());
}
