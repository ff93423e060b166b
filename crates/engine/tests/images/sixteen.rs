//! A PNG of 16 bits a sample keeps them in a PNG, whatever is done to it; where it cannot, that is said.

use super::corpus;
use super::golden::{convert, run};
use ::png::{BitDepth, ColorType, Compression, chunk::ChunkType};
use nomina_engine::Format;
use nomina_engine::formats::{Want, png};
use nomina_engine::{Limits, Output};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use std::process::Command;

const WIDTH: usize = 24;
const HEIGHT: usize = 16;
/// A TIFF header and one field: turn by 90 degrees.
const TURNED: &[u8] = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";

/// A sample that 8 bits cannot hold.
fn sample(x: usize, y: usize, channel: usize) -> u16 {
    (x * 2_003 + y * 907 + channel * 5_001) as u16
}

/// Nothing that could be packed.
fn noise(x: usize, y: usize, channel: usize) -> u16 {
    let mixed = (((x * 31 + y) * 7 + channel) as u32).wrapping_mul(2_654_435_761);
    ((mixed ^ mixed >> 15).wrapping_mul(2_246_822_519) >> 16) as u16
}

fn file(kind: ColorType, exif: Option<&[u8]>) -> Vec<u8> {
    file_of(sample, kind, exif)
}

/// Stored without compression, so that any new file is smaller.
fn file_of(sample: fn(usize, usize, usize) -> u16, kind: ColorType, exif: Option<&[u8]>) -> Vec<u8> {
    let samples = (0..WIDTH * HEIGHT * kind.samples()).flat_map(|i| {
        let (pixel, channel) = (i / kind.samples(), i % kind.samples());
        sample(pixel % WIDTH, pixel / WIDTH, channel).to_be_bytes()
    });
    let samples: Vec<u8> = samples.collect();
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(kind);
    encoder.set_depth(BitDepth::Sixteen);
    encoder.set_compression(Compression::NoCompression);
    let mut writer = encoder.write_header().unwrap();
    exif.iter().for_each(|exif| writer.write_chunk(ChunkType(*b"eXIf"), exif).unwrap());
    writer.write_image_data(&samples).unwrap();
    writer.finish().unwrap();
    bytes
}

fn smaller() -> ProcessingOptions {
    ProcessingOptions { enable_compression: true, ..ProcessingOptions::default() }
}

/// Bits a sample, as the header says.
fn depth(output: &Output) -> u8 {
    output.bytes[24]
}

/// What Pillow reads: the mode, then every sample; colours with the upper 8 bits only.
fn pillow(bytes: &[u8], name: &str) -> Option<(String, Vec<u32>)> {
    const READ: &str = "import sys; from PIL import Image; image = Image.open(sys.argv[1]); image.load(); \
                        pixels = image.tobytes(); \
                        size = len(pixels) // (image.width * image.height * len(image.getbands())); \
                        order = 'big' if image.mode.endswith('B') else 'little'; \
                        print(image.mode, *(int.from_bytes(pixels[i:i + size], order) for i in \
                        range(0, len(pixels), size)))";
    let path = std::env::temp_dir().join(format!("nomina-sixteen-{}-{name}.png", std::process::id()));
    std::fs::write(&path, bytes).expect("a test file");
    let answer = Command::new(corpus::python()?).args(["-c", READ]).arg(&path).output().expect("python");
    std::fs::remove_file(&path).expect("the test file");
    let text = String::from_utf8(answer.stdout).expect("text");
    let mut words = text.split_whitespace();
    let mode = words.next().expect("a mode").to_owned();
    Some((mode, words.map(|word| word.parse().expect("a number")).collect()))
}

#[test]
fn a_compressed_png_of_sixteen_bits_has_every_bit_for_pillow() {
    let output = run(&file(ColorType::Grayscale, None), &smaller());
    assert_eq!((depth(&output), output.facts.kept_original), (16, false));
    assert_eq!(output.facts.warnings, Vec::<String>::new());
    let Some((mode, values)) = pillow(&output.bytes, "grey") else { return };
    assert!(mode.starts_with("I;16"), "{mode}");
    let exact = (0..WIDTH * HEIGHT).map(|i| u32::from(sample(i % WIDTH, i / WIDTH, 0)));
    assert_eq!(values, exact.collect::<Vec<_>>());
}

#[test]
fn colours_and_transparency_of_sixteen_bits_stay_in_their_channels() {
    for (kind, name) in
        [(ColorType::Rgb, "RGB"), (ColorType::Rgba, "RGBA"), (ColorType::GrayscaleAlpha, "LA")]
    {
        let output = run(&file(kind, None), &smaller());
        assert_eq!(depth(&output), 16, "{name}");
        let Some((mode, values)) = pillow(&output.bytes, name) else { return };
        // Pillow shows grey with alpha of 16 bits as RGBA.
        let count = values.len() / (WIDTH * HEIGHT);
        let channel = |i: usize| match (kind.samples(), count) {
            (2, 4) => [0, 0, 0, 1][i % 4],
            _ => i % count,
        };
        let upper = (0..values.len()).map(|i| {
            let pixel = i / count;
            u32::from(sample(pixel % WIDTH, pixel / WIDTH, channel(i)) >> 8)
        });
        assert_eq!(values, upper.collect::<Vec<_>>(), "{name} as {mode}");
    }
}

#[test]
fn a_turned_image_keeps_its_sixteen_bits_at_their_new_places() {
    let output = run(&file(ColorType::Grayscale, Some(TURNED)), &smaller());
    assert_eq!((output.facts.width as usize, output.facts.height as usize), (HEIGHT, WIDTH));
    let Some((_, values)) = pillow(&output.bytes, "turned") else { return };
    // Turned to the right: the first row is the first column from the bottom.
    let exact = (0..WIDTH * HEIGHT).map(|i| u32::from(sample(i / HEIGHT, HEIGHT - 1 - i % HEIGHT, 0)));
    assert_eq!(values, exact.collect::<Vec<_>>());
}

#[test]
fn a_reduced_image_is_made_with_sixteen_bits() {
    let recipe = ProcessingOptions {
        resize_images: true,
        max_width: 12,
        max_height: 0,
        ..ProcessingOptions::default()
    };
    let output = run(&file(ColorType::Grayscale, None), &recipe);
    assert_eq!((depth(&output), output.facts.width, output.facts.height), (16, 12, 8));
    let Some((_, values)) = pillow(&output.bytes, "reduced") else { return };
    // Inside, a gradient is its own mean.
    let mean = |x: usize, y: usize| f64::from(sample(2 * x, 2 * y, 0)) + (2_003.0 + 907.0) / 2.0;
    for (x, y) in (4..8).flat_map(|x| (3..5).map(move |y| (x, y))) {
        let value = f64::from(values[y * 12 + x]);
        assert!((value - mean(x, y)).abs() < 12.0, "{value} at {x} {y}, not {}", mean(x, y));
    }
}

#[test]
fn eight_bits_are_said_where_the_target_the_marks_or_the_size_leave_no_more() {
    let source = file_of(noise, ColorType::Rgb, None);
    let marked = ProcessingOptions {
        enable_image_watermark: true,
        convert_format: true,
        output_format: OutputFormat::Png,
        ..ProcessingOptions::default()
    };
    let tight = ProcessingOptions { target_size_kb: Some(1), ..ProcessingOptions::default() };
    for recipe in [convert(OutputFormat::Webp), marked, tight] {
        let mark = png::encode(&super::golden::quarters(4, 4, false), png::Effort::Fast).unwrap();
        let assets = nomina_engine::Assets { watermark: Some(&mark), text: None };
        let output = nomina_engine::process(&source, &recipe, &assets, &Limits::default(), &|_| false)
            .expect("a result");
        assert!(output.facts.format != Format::Png || depth(&output) <= 8);
        let said = output.facts.warnings.iter().any(|warning| warning.contains("16 bits"));
        assert!(said, "{:?}", output.facts.warnings);
    }
}

#[test]
fn real_files_of_sixteen_bits_keep_their_pixels_and_their_gamma() {
    let mut kept = 0;
    for path in corpus::files(&["png"]) {
        let bytes = std::fs::read(&path).expect("readable");
        let Ok(found) = nomina_engine::inspect(&bytes, &Limits::default()) else { continue };
        if found.bit_depth != 16 || found.frames > 1 {
            continue;
        }
        let output = run(&bytes, &smaller());
        assert_eq!(depth(&output), 16, "{}", corpus::name(&path));
        let pixels = |bytes: &[u8]| png::decode(bytes, &Want::full(), &Limits::default()).expect("pixels");
        let (before, after) = (pixels(&bytes), pixels(&output.bytes));
        assert_eq!((before.raster, before.icc), (after.raster, after.icc), "{}", corpus::name(&path));
        kept += usize::from(!output.facts.kept_original);
    }
    assert!(kept > 3 || corpus::images().is_none(), "only {kept} were written anew");
}
