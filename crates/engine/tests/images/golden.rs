//! Images made by code, small enough to be compared pixel by pixel with what they must become.

use nomina_engine::formats::{bmp, gif, jpeg, png, webp};
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, Facts, Format, Limits, Output, colour, inspect, process, thumbnail};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

/// Four coloured quarters with a soft gradient inside each: edges and flat places alike.
pub(crate) fn quarters(width: usize, height: usize, clear_corner: bool) -> Rgba {
    let mut data = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let shade = ((x * 40 / width) + (y * 40 / height)) as u8;
            let pixel = match (x * 2 < width, y * 2 < height) {
                (true, true) => [200, 40 + shade, 40, 255],
                (false, true) => [40, 180, 40 + shade, 255],
                (true, false) => [40 + shade, 60, 210, 255],
                (false, false) if clear_corner => [250, 220, 60, 0],
                (false, false) => [250, 220, 60 + shade, 255],
            };
            data.extend_from_slice(&pixel);
        }
    }
    Rgba { width, height, data, opaque: !clear_corner }
}

/// One small file of each kind.
pub(crate) fn samples() -> Vec<Vec<u8>> {
    let (solid, clear) = (quarters(48, 36, false), quarters(40, 30, true));
    let options = jpeg::EncodeOptions { quality: 90, ..jpeg::EncodeOptions::default() };
    let planes = colour::from_rgba(&solid, 2);
    vec![
        jpeg::encode(&planes, &options).expect("JPEG"),
        png::encode(&clear, png::Effort::Fast).expect("PNG"),
        png::encode(&solid, png::Effort::Small).expect("PNG"),
        webp::encode_planes(&planes, 90, &nomina_engine::Pulse::none()).expect("WebP"),
        webp::encode_lossless(&clear, &nomina_engine::Pulse::none()).expect("WebP"),
        gif::encode(&clear, 256).expect("GIF"),
        bmp::encode(&solid).expect("BMP"),
        super::animations::moving(Format::Gif, 4),
        super::animations::moving(Format::Webp, 4),
        super::animations::moving(Format::Png, 4),
    ]
}

pub(crate) fn run(bytes: &[u8], recipe: &ProcessingOptions) -> Output {
    process(bytes, recipe, &Assets::default(), &Limits::default(), &|_| false).expect("a result")
}

pub(crate) fn convert(format: OutputFormat) -> ProcessingOptions {
    ProcessingOptions { convert_format: true, output_format: format, ..ProcessingOptions::default() }
}

/// Mean distance of the colours where both are shown.
pub(crate) fn distance(a: &Rgba, b: &Rgba) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let shown = a.data.chunks_exact(4).zip(b.data.chunks_exact(4)).filter(|(a, b)| a[3] > 0 && b[3] > 0);
    let sum: u32 = shown.map(|(a, b)| (0..3).map(|c| u32::from(a[c].abs_diff(b[c]))).sum::<u32>()).sum();
    f64::from(sum) / (a.width * a.height * 3) as f64
}

#[test]
fn every_kind_of_file_becomes_every_format_and_still_looks_the_same() {
    for sample in samples() {
        let before = super::pillow::decoded(&sample).expect("a sample");
        for format in [OutputFormat::Jpeg, OutputFormat::Png, OutputFormat::Webp, OutputFormat::Original] {
            let output = run(&sample, &convert(format));
            let mut after = super::pillow::decoded(&output.bytes).expect("a result");
            let mut expected = before.clone();
            if output.facts.format == Format::Jpeg {
                expected.flatten();
                after.flatten();
            }
            // Halved chroma bleeds over the hard edges of an image this small.
            let far = distance(&expected, &after);
            assert!(far < 6.0, "{:?} -> {format:?}: {far}", output.facts);
            assert_eq!(inspect(&output.bytes, &Limits::default()).expect("ours").format, output.facts.format);
        }
    }
}

#[test]
fn transparency_becomes_white_in_jpeg_and_stays_elsewhere() {
    let png = png::encode(&quarters(64, 64, true), png::Effort::Fast).expect("PNG");
    let corner = |bytes: &[u8]| {
        let image = super::pillow::decoded(bytes).expect("a result");
        <[u8; 4]>::try_from(&image.data[image.data.len() - 4..]).expect("four")
    };
    let white = corner(&run(&png, &convert(OutputFormat::Jpeg)).bytes);
    assert!(white.iter().all(|&value| value > 250), "{white:?}");
    assert_eq!(corner(&run(&png, &convert(OutputFormat::Webp)).bytes)[3], 0);
    assert_eq!(
        corner(
            &run(
                &png,
                &ProcessingOptions { resize_images: true, max_width: 20, ..convert(OutputFormat::Png) }
            )
            .bytes
        )[3],
        0
    );
}

#[test]
fn a_reduced_image_is_what_its_larger_self_is_in_small() {
    let large = png::encode(&quarters(400, 300, false), png::Effort::Fast).expect("PNG");
    let recipe = ProcessingOptions {
        resize_images: true,
        max_width: 100,
        max_height: 100,
        ..convert(OutputFormat::Png)
    };
    let output = run(&large, &recipe);
    assert_eq!((output.facts.width, output.facts.height), (100, 75));
    let far = distance(&quarters(100, 75, false), &super::pillow::decoded(&output.bytes).expect("ours"));
    assert!(far < 2.5, "{far}");
}

#[test]
fn a_thumbnail_is_jpeg_and_png_only_where_something_shows_through() {
    let facts = |image: &Rgba| -> Facts {
        let png = png::encode(image, png::Effort::Fast).expect("PNG");
        thumbnail(&png, 32, &Limits::default()).expect("a tile").facts
    };
    let solid = facts(&quarters(200, 100, false));
    assert_eq!((solid.format, solid.width, solid.height), (Format::Jpeg, 32, 16));
    assert_eq!(facts(&quarters(100, 200, true)).format, Format::Png);
}

#[test]
fn a_preview_shows_the_marks_in_the_same_place_as_the_result() {
    let source = png::encode(&quarters(800, 600, false), png::Effort::Fast).expect("PNG");
    let mark = png::encode(
        &Rgba { width: 8, height: 8, data: [[255, 0, 255, 255]; 64].concat(), opaque: true },
        png::Effort::Fast,
    )
    .expect("PNG");
    let assets = Assets { text: None, watermark: Some(&mark) };
    let recipe = ProcessingOptions {
        enable_image_watermark: true,
        image_watermark_opacity: 1.0,
        image_watermark_scale: 0.25,
        image_watermark_position: nomina_rules::options::Position::Center,
        ..ProcessingOptions::default()
    };
    let limits = Limits::default();
    let tile = thumbnail(&source, 200, &limits).expect("a tile");
    let found = inspect(&source, &limits).expect("ours");
    let preview =
        nomina_engine::watermark_preview(&tile.bytes, &found, &recipe, &assets, &limits).expect("a tile");
    let result = process(&source, &recipe, &assets, &limits, &|_| false).expect("a result");
    let small = thumbnail(&result.bytes, 200, &limits).expect("a tile");
    let [preview, small] =
        [preview, small].map(|output| super::pillow::decoded(&output.bytes).expect("ours"));
    let far = distance(&preview, &small);
    assert!(far < 3.0, "{far}");
    assert!(distance(&small, &quarters(200, 150, false)) > 5.0, "the mark is there at all");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(40))]

    #[test]
    fn lossless_formats_give_back_every_pixel(width in 1usize..40, height in 1usize..40, seed in 0u32.., clear: bool) {
        let mut state = seed;
        let data: Vec<u8> = (0..width * height)
            .flat_map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let [r, g, b, a] = state.to_be_bytes();
                [r & 0xc0, g, b | 3, if clear && a < 40 { 0 } else { 255 }]
            })
            .collect();
        let mut image = Rgba { width, height, data, opaque: false };
        image.find_opaque();
        for bytes in [
            png::encode(&image, png::Effort::Fast),
            png::encode(&image, png::Effort::Small),
            webp::encode_lossless(&image, &nomina_engine::Pulse::none()),
            bmp::encode(&image),
        ] {
            let back = super::pillow::decoded(&bytes.expect("a file")).expect("ours");
            assert_eq!(back.opaque, image.opaque);
            for (after, before) in back.data.chunks_exact(4).zip(image.data.chunks_exact(4)) {
                assert!(after == before || (after[3] == 0 && before[3] == 0));
            }
        }
    }
}
