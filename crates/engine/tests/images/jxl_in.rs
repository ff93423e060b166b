//! JPEG XL, read from files of some hundred bytes, written by libjxl's `cjxl`.

use super::golden::{convert, run};
use nomina_engine::decode::decode;
use nomina_engine::formats::Want;
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::{EngineError, Format, Limits, colour, inspect, thumbnail};
use nomina_rules::options::OutputFormat;

const LOSSY: &[u8] = include_bytes!("../fixtures/quarters-lossy.jxl");
const ALPHA: &[u8] = include_bytes!("../fixtures/quarters-alpha.jxl");
const GREY: &[u8] = include_bytes!("../fixtures/quarters-grey.jxl");
const TURNED: &[u8] = include_bytes!("../fixtures/quarters-turned.jxl");
/// Three frames: red, green, blue.
const ANIMATION: &[u8] = include_bytes!("../fixtures/animation.jxl");
/// In Display P3, in several passes.
const PROGRESSIVE: &[u8] = include_bytes!("../fixtures/photo-progressive.jxl");
/// A JPEG repacked without loss.
const FROM_JPEG: &[u8] = include_bytes!("../fixtures/photo-jpeg.jxl");
const HDR: &[u8] = include_bytes!("../fixtures/photo-pq.jxl");

fn pixels(bytes: &[u8]) -> Rgba {
    let format = Format::of(bytes).expect("a format");
    match decode(bytes, format, false, &Want::full(), &Limits::default()).expect("pixels").raster {
        Raster::Rgba(image) => image,
        Raster::Ycc(planes) => colour::to_rgba(&planes),
    }
}

fn corners(image: &Rgba) -> [[u8; 4]; 4] {
    let (w, h) = (image.width, image.height);
    [(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)].map(|(x, y)| {
        let at = (y * w + x) * 4;
        [0, 1, 2, 3].map(|channel| image.data[at + channel])
    })
}

fn close(a: [u8; 4], b: [u8; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 8)
}

const UPRIGHT: [[u8; 4]; 4] = [[255, 0, 0, 255], [0, 160, 0, 255], [0, 0, 255, 255], [250, 250, 250, 255]];

#[test]
fn jpeg_xl_is_read_lossy_lossless_grey_and_with_transparency() {
    let seen = inspect(LOSSY, &Limits::default()).expect("headers");
    assert_eq!((seen.format, seen.width, seen.height, seen.extension), (Format::Jxl, 64, 48, "jxl"));
    let found = corners(&pixels(LOSSY));
    assert!(found.iter().zip(UPRIGHT).all(|(a, b)| close(*a, b)), "{found:?}");
    let found = corners(&pixels(ALPHA));
    assert_eq!((found[0], found[3][3]), (UPRIGHT[0], 0));
    let grey = corners(&pixels(GREY));
    assert!(grey.iter().all(|p| p[0] == p[1] && p[1] == p[2]) && close(grey[3], UPRIGHT[3]), "{grey:?}");
}

#[test]
fn jpeg_xl_is_turned_by_its_header_and_its_metadata_travels() {
    let seen = inspect(TURNED, &Limits::default()).expect("headers");
    assert_eq!((seen.orientation, seen.camera_make.as_deref()), (6, Some("Nomina")));
    assert_eq!(seen.title.as_deref(), Some("Four quarters"), "from a packed box");
    let turned = run(TURNED, &convert(OutputFormat::Webp));
    assert_eq!((turned.facts.width, turned.facts.height), (48, 64));
    let seen = inspect(&turned.bytes, &Limits::default()).expect("headers");
    assert_eq!((seen.camera_make.as_deref(), seen.title.as_deref()), (Some("Nomina"), Some("Four quarters")));
}

#[test]
fn pixels_are_those_of_libjxl() {
    let theirs: [(&[u8], &[u8]); 2] = [
        (PROGRESSIVE, include_bytes!("../fixtures/photo-progressive-djxl.png")),
        (FROM_JPEG, include_bytes!("../fixtures/photo-jpeg-djxl.png")),
    ];
    for (file, expected) in theirs {
        let (ours, theirs) = (pixels(file), pixels(expected));
        assert_eq!((ours.width, ours.height), (theirs.width, theirs.height));
        let differences: Vec<u8> = ours.data.iter().zip(&theirs.data).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = differences.iter().map(|d| f64::from(*d)).sum::<f64>() / differences.len() as f64;
        let worst = differences.iter().max().copied().unwrap_or_default();
        assert!(mean < 0.25 && worst <= 1, "mean {mean}, worst {worst}");
    }
}

#[test]
fn colours_keep_their_meaning_and_high_dynamic_range_is_said() {
    let still = decode(PROGRESSIVE, Format::Jxl, false, &Want::full(), &Limits::default()).expect("pixels");
    let profile = still.icc.expect("Display P3 is not sRGB");
    assert!(!colour::is_srgb(&profile) && !still.must_convert && still.warnings.is_empty());
    let still = decode(HDR, Format::Jxl, false, &Want::full(), &Limits::default()).expect("pixels");
    assert!(still.must_convert && still.warnings[0].contains("high dynamic range"), "{:?}", still.warnings);
    let still = decode(LOSSY, Format::Jxl, false, &Want::full(), &Limits::default()).expect("pixels");
    assert_eq!((still.icc, still.warnings), (None, vec![]));
}

#[test]
fn an_animation_becomes_its_first_frame_and_that_is_said() {
    let made = run(ANIMATION, &convert(OutputFormat::Png));
    assert_eq!((made.facts.width, made.facts.height, made.facts.frames), (32, 24, 1));
    assert_eq!(corners(&pixels(&made.bytes)), [UPRIGHT[0]; 4]);
    assert!(made.facts.warnings.iter().any(|said| said.contains("only its first frame")), "{:?}", made.facts);
}

#[test]
fn files_that_end_early_and_files_that_are_too_large_are_refused_or_said() {
    let limits = Limits { pixels: 1_000, ..Limits::default() };
    let refused = thumbnail(LOSSY, 16, &limits).expect_err("64 x 48 are more");
    assert!(matches!(refused, EngineError::TooLarge { .. }), "{refused}");
    let refused = inspect(&LOSSY[..4], &Limits::default()).expect_err("no header");
    assert!(refused.to_string().contains("ends too early"), "{refused}");
    let half = &PROGRESSIVE[..PROGRESSIVE.len() * 3 / 4];
    match decode(half, Format::Jxl, false, &Want::full(), &Limits::default()) {
        Ok(still) => assert!(still.warnings[0].contains("incomplete"), "{:?}", still.warnings),
        Err(error) => assert!(error.to_string().contains("ends too early"), "{error}"),
    }
}

#[test]
fn without_a_change_a_jpeg_xl_passes_as_it_is() {
    let same = run(TURNED, &nomina_rules::options::ProcessingOptions::default());
    assert_eq!(same.bytes, TURNED);
}

#[test]
fn damaged_files_end_in_a_result_or_a_sentence() {
    std::panic::set_hook(Box::new(|_| {}));
    let limits = Limits { pixels: 4_000_000, ..Limits::default() };
    for file in [LOSSY, ALPHA, GREY, TURNED, ANIMATION, PROGRESSIVE, FROM_JPEG] {
        let step = file.len().div_ceil(150);
        for end in (0..file.len()).step_by(step) {
            let _ = thumbnail(&file[..end], 16, &limits);
        }
        for at in (0..file.len()).step_by(step) {
            let mut changed = file.to_vec();
            changed[at] ^= 0x40 | (at % 7) as u8;
            let _ = thumbnail(&changed, 16, &limits);
        }
    }
}
