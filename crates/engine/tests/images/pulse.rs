//! Long work tells how far it is, and ends soon after nobody wants it any more, in the middle of a step.

use super::animations::moving;
use super::golden::convert;
use nomina_engine::formats::png;
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, EngineError, Format, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use std::cell::RefCell;

const WIDTH: usize = 70;
const HEIGHT: usize = 400;

fn image() -> Rgba {
    let pixel = |i: usize| {
        let mixed = (i as u32).wrapping_mul(2_654_435_761);
        [(mixed >> 24) as u8 / 8, (i / WIDTH) as u8, (mixed >> 13) as u8 / 4, 255]
    };
    let data = (0..WIDTH * HEIGHT).flat_map(pixel).collect();
    Rgba { width: WIDTH, height: HEIGHT, data, opaque: true }
}

/// Grey, in the seven passes of Adam7.
fn interlaced() -> Vec<u8> {
    const PASSES: [(usize, usize, usize, usize); 7] =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut rows = Vec::new();
    for (left, top, across, down) in PASSES {
        for y in (top..HEIGHT).step_by(down) {
            rows.push(0);
            rows.extend((left..WIDTH).step_by(across).map(|x| (x * 3 + y) as u8));
        }
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let header =
        [&(WIDTH as u32).to_be_bytes()[..], &(HEIGHT as u32).to_be_bytes(), &[8, 0, 0, 0, 1]].concat();
    let data = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 1);
    for (kind, data) in [(b"IHDR", &header[..]), (b"IDAT", &data), (b"IEND", &[])] {
        file.extend((data.len() as u32).to_be_bytes());
        file.extend([&kind[..], data].concat());
        file.extend(crc32fast::hash(&[&kind[..], data].concat()).to_be_bytes());
    }
    file
}

fn cases() -> Vec<(&'static str, Vec<u8>, ProcessingOptions)> {
    let plain = png::encode(&image(), png::Effort::Fast).expect("a PNG");
    let small = ProcessingOptions { enable_compression: true, ..ProcessingOptions::default() };
    let lossless = ProcessingOptions {
        enable_compression: true,
        compression_quality: 1.0,
        ..convert(OutputFormat::Webp)
    };
    let resized =
        |side| ProcessingOptions { resize_images: true, max_width: side, ..ProcessingOptions::default() };
    vec![
        ("rows of a PNG into a smaller one", plain.clone(), resized(35)),
        ("a PNG in every way", plain.clone(), small),
        ("lossy WebP", plain.clone(), convert(OutputFormat::Webp)),
        ("WebP without loss", plain, lossless),
        ("passes of a PNG", interlaced(), convert(OutputFormat::Jpeg)),
        ("frames of WebP", moving(Format::Webp, 12), resized(20)),
        ("frames of PNG", moving(Format::Png, 12), resized(20)),
        ("frames of GIF", moving(Format::Gif, 12), resized(20)),
    ]
}

#[test]
fn the_share_that_is_done_only_grows() {
    for (name, file, recipe) in cases() {
        let told = RefCell::new(Vec::new());
        let watch = |share: f32| {
            told.borrow_mut().push(share);
            false
        };
        process(&file, &recipe, &Assets::default(), &Limits::default(), &watch).expect(name);
        let told = told.into_inner();
        assert!(told.iter().all(|share| (0.0..=1.0).contains(share)), "{name}: {told:?}");
        assert!(told.is_sorted(), "{name}: {told:?}");
        let steps = told.chunk_by(|a, b| a == b).count();
        assert!(steps >= 6, "{name}: only {steps} steps: {told:?}");
        assert!(told.last().is_some_and(|&last| last > 0.25), "{name}: {told:?}");
    }
}

#[test]
fn work_that_nobody_wants_ends_inside_a_step() {
    for (name, file, recipe) in cases() {
        for stop in [0.02, 0.1, 0.2] {
            let asked = RefCell::new(0);
            let watch = |share: f32| {
                *asked.borrow_mut() += i32::from(share > stop);
                share > stop
            };
            let end = process(&file, &recipe, &Assets::default(), &Limits::default(), &watch);
            assert_eq!(end.map(|output| output.facts), Err(EngineError::Cancelled), "{name} at {stop}");
            // A damaged file is read a second time, which ends as soon.
            assert!((1..=2).contains(&*asked.borrow()), "{name} at {stop}: asked {} times", asked.borrow());
        }
    }
}

#[test]
fn an_interlaced_image_is_the_same_image() {
    let pixels = |bytes: &[u8]| {
        let want = nomina_engine::formats::Want::full();
        png::decode(bytes, &want, &Limits::default()).expect("pixels").raster
    };
    let grey = (0..WIDTH * HEIGHT).map(|i| (i % WIDTH * 3 + i / WIDTH) as u8);
    let data = grey.flat_map(|v| [v, v, v, 255]).collect();
    let plain = png::encode(&Rgba { width: WIDTH, height: HEIGHT, data, opaque: true }, png::Effort::Fast);
    assert_eq!(pixels(&interlaced()), pixels(&plain.expect("a PNG")));
}
