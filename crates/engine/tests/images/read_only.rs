//! Formats with decoders of their own: HEIC, AVIF, TIFF and RAW previews. HEIC and TIFF are made here; AVIF files of
//! some hundred bytes lie in `tests/fixtures`, written by libavif.

use super::golden::{convert, distance, quarters, run};
use nomina_engine::decode::decode;
use nomina_engine::formats::{Want, jpeg};
use nomina_engine::planes::{Plane, Range, Raster, Rgba, Ycc};
use nomina_engine::{Assets, EngineError, Format, Limits, colour, inspect, model_input, process, thumbnail};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use tiff::encoder::{Compression, TiffEncoder, colortype};

const AVIF: &[u8] = include_bytes!("../fixtures/quarters.avif");
const AVIF_LIMITED: &[u8] = include_bytes!("../fixtures/quarters-420-limited.avif");
const AVIF_ALPHA: &[u8] = include_bytes!("../fixtures/quarters-alpha.avif");
const AVIF_TURNED: &[u8] = include_bytes!("../fixtures/quarters-turned.avif");

fn heic(picture: &Rgba) -> Vec<u8> {
    let options = heifer::EncodeOptions { quality: 95, max_threads: 1 };
    heifer::encode_rgba8(picture.width as u32, picture.height as u32, &picture.data, &options).expect("HEIC")
}

fn tiff_of<C: colortype::ColorType>(width: u32, height: u32, data: &[C::Inner], how: Compression) -> Vec<u8>
where
    [C::Inner]: tiff::encoder::TiffValue,
{
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).expect("TIFF").with_compression(how);
    encoder.write_image::<C>(width, height, data).expect("TIFF");
    bytes.into_inner()
}

fn pixels(bytes: &[u8]) -> Rgba {
    let format = Format::of(bytes).expect("a format");
    match decode(bytes, format, false, &Want::full(), &Limits::default()).expect("pixels").raster {
        Raster::Rgba(picture) => picture,
        Raster::Ycc(planes) => colour::to_rgba(&planes),
    }
}

/// The colours in the middle of the four quarters, from left to right and from top to bottom.
fn corners(picture: &Rgba) -> [[u8; 4]; 4] {
    let (w, h) = (picture.width, picture.height);
    [(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)].map(|(x, y)| {
        let at = (y * w + x) * 4;
        [0, 1, 2, 3].map(|channel| picture.data[at + channel])
    })
}

fn close(a: [u8; 4], b: [u8; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 6)
}

#[test]
fn heic_is_read_whether_it_is_one_image_or_a_grid() {
    for (width, height) in [(64, 48), (600, 200)] {
        let original = quarters(width, height, false);
        let file = heic(&original);
        let seen = inspect(&file, &Limits::default()).expect("headers");
        assert_eq!((seen.format, seen.width, seen.height), (Format::Heic, width as u32, height as u32));
        assert_eq!((seen.orientation, seen.has_alpha, seen.extension), (1, false, "heic"));
        assert!(distance(&pixels(&file), &original) < 4.0, "{}", distance(&pixels(&file), &original));
        let output = run(&file, &convert(OutputFormat::Jpeg));
        assert_eq!((output.facts.format, output.facts.source_format), (Format::Jpeg, Format::Heic));
        assert!(distance(&pixels(&output.bytes), &pixels(&file)) < 2.0);
        assert_eq!(output.facts.warnings, [""; 0]);
        let tile = thumbnail(&file, 32, &Limits::default()).expect("a tile");
        assert_eq!(tile.facts.width, 32);
        assert!(model_input(&file, &Limits::default()).is_ok());
    }
}

#[test]
fn transparency_of_heic_and_avif_is_kept_where_the_result_can_hold_it() {
    for file in [heic(&quarters(600, 40, true)), AVIF_ALPHA.to_vec()] {
        assert!(inspect(&file, &Limits::default()).expect("headers").has_alpha);
        let png = run(&file, &convert(OutputFormat::Png));
        let shown = corners(&pixels(&png.bytes));
        assert!(shown[0][3] > 250 && shown[3][3] < 5, "{shown:?}");
        let jpeg = run(&file, &convert(OutputFormat::Jpeg));
        assert!(close(corners(&pixels(&jpeg.bytes))[3], [255; 4]));
        assert!(jpeg.facts.warnings.iter().any(|w| w.contains("transparent")), "{:?}", jpeg.facts.warnings);
    }
}

#[test]
fn a_gain_map_inside_of_an_avif_is_not_transparency_and_is_named() {
    // Apple's name in the place of the alpha plane's, which is longer.
    let (alpha, map) =
        (b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", b"urn:com:apple:photo:2020:aux:hdrgainmap\0\0\0\0");
    let mut file = AVIF_ALPHA.to_vec();
    let place = file.windows(alpha.len()).position(|part| part == alpha).expect("an alpha plane");
    file[place..place + map.len()].copy_from_slice(map);
    let output = run(&file, &convert(OutputFormat::Jpeg));
    let named = |word: &str| output.facts.warnings.iter().any(|warning| warning.contains(word));
    assert!(named("HDR gain map was left out"), "{:?}", output.facts.warnings);
    assert!(!inspect(&file, &Limits::default()).expect("headers").has_alpha);
    let without = run(AVIF, &convert(OutputFormat::Jpeg));
    assert!(!without.facts.warnings.iter().any(|warning| warning.contains("gain map")));
}

#[test]
fn avif_is_read_in_both_ranges_and_turned_by_its_own_box() {
    let upright = [[255, 0, 0, 255], [0, 160, 0, 255], [0, 0, 255, 255], [250, 250, 250, 255]];
    for file in [AVIF, AVIF_LIMITED] {
        let found = corners(&pixels(file));
        assert!(found.iter().zip(upright).all(|(a, b)| close(*a, b)), "{found:?}");
    }
    let seen = inspect(AVIF_TURNED, &Limits::default()).expect("headers");
    assert_eq!((seen.orientation, seen.camera_make.as_deref()), (6, Some("Nomina")));
    let turned = run(AVIF_TURNED, &convert(OutputFormat::Png));
    assert_eq!((turned.facts.width, turned.facts.height), (48, 64));
    let found = corners(&pixels(&turned.bytes));
    let right = [upright[2], upright[0], upright[3], upright[1]];
    assert!(found.iter().zip(right).all(|(a, b)| close(*a, b)), "{found:?}");
}

#[test]
fn tiff_is_read_in_strips_of_8_and_16_bits_packed_or_not() {
    let original = quarters(90, 64, false);
    let rgb: Vec<u8> = original.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let wide: Vec<u16> = rgb.iter().map(|v| u16::from(*v) * 257).collect();
    let files = [
        tiff_of::<colortype::RGB8>(90, 64, &rgb, Compression::Uncompressed),
        tiff_of::<colortype::RGB8>(90, 64, &rgb, Compression::Lzw),
        tiff_of::<colortype::RGB16>(90, 64, &wide, Compression::Deflate(Default::default())),
        tiff_of::<colortype::RGBA8>(90, 64, &original.data, Compression::Packbits),
    ];
    for file in &files {
        assert_eq!(pixels(file).data, original.data);
        let png = run(file, &convert(OutputFormat::Png));
        assert_eq!(pixels(&png.bytes).data, original.data, "nothing is lost");
    }
    let deep = run(&files[2], &convert(OutputFormat::Png));
    assert_eq!(deep.facts.warnings, ["The image had 16 bits a colour; the result has 8."]);
    let grey: Vec<u8> = (0..100u8).collect();
    assert_eq!(
        pixels(&tiff_of::<colortype::Gray8>(10, 10, &grey, Compression::Lzw)).data[4..8],
        [1, 1, 1, 255]
    );
    let ink = [0u8, 0, 0, 0, 0, 0, 0, 255].repeat(8);
    let light = pixels(&tiff_of::<colortype::CMYK8>(4, 4, &ink, Compression::Uncompressed));
    assert_eq!(light.data[..8], [255, 255, 255, 255, 0, 0, 0, 255]);
}

#[test]
fn a_tiff_that_breaks_off_is_kept_as_far_as_it_goes() {
    let original = quarters(200, 400, false);
    let rgb: Vec<u8> = original.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).expect("TIFF");
    let mut image = encoder.new_image::<colortype::RGB8>(200, 400).expect("TIFF");
    image.rows_per_strip(100).expect("four strips");
    image.write_data(&rgb).expect("TIFF");
    let mut file = bytes.into_inner();
    // The directory stands at the end: what is made unreadable is the place of the last strip.
    let place = file.windows(2).rposition(|tag| tag == 273u16.to_le_bytes()).expect("strips");
    let list = u32::from_le_bytes([8, 9, 10, 11].map(|at| file[place + at])) as usize;
    let count = u32::from_le_bytes([4, 5, 6, 7].map(|at| file[place + at])) as usize;
    file[list + (count - 1) * 4..][..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let output = run(&file, &convert(OutputFormat::Png));
    assert!(output.facts.warnings.iter().any(|w| w.contains("incomplete")), "{:?}", output.facts.warnings);
    assert_eq!(pixels(&output.bytes).data[..800], original.data[..800]);
}

/// A grey TIFF of 32 x 32 in two strips, each a JPEG.
fn tiff_of_jpegs() -> Vec<u8> {
    let plane = Plane { width: 32, height: 16, stride: 32, data: (0..512).map(|i| (i / 4) as u8).collect() };
    let strip = Ycc { width: 32, height: 16, y: plane, chroma: None, sub_x: 1, sub_y: 1, range: Range::Full };
    let strip = jpeg::encode(&strip, &jpeg::EncodeOptions::default()).expect("JPEG");
    let (count, second) = (strip.len() as u32, 8 + strip.len() as u32);
    let directory = second + count;
    let lists = directory + 2 + 10 * 12 + 4;
    let (long, short) = (4u16, 3u16);
    let entries: [(u16, u16, u32, u32); 10] = [
        (256, short, 1, 32),
        (257, short, 1, 32),
        (258, short, 1, 8),
        (259, short, 1, 7),
        (262, short, 1, 1),
        (273, long, 2, lists),
        (277, short, 1, 1),
        (278, short, 1, 16),
        (279, long, 2, lists + 8),
        (284, short, 1, 1),
    ];
    let mut file = [b"II*\0".as_slice(), &directory.to_le_bytes(), &strip, &strip].concat();
    file.extend((entries.len() as u16).to_le_bytes());
    for (tag, kind, count, value) in entries {
        file.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        file.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    file.extend([0, 8, second, count, count].map(u32::to_le_bytes).concat());
    file
}

#[test]
fn a_jpeg_inside_of_a_tiff_is_not_larger_than_its_strip() {
    let file = tiff_of_jpegs();
    let picture = pixels(&file);
    assert_eq!((picture.width, picture.height), (32, 32));
    assert!(close(picture.data[..4].try_into().expect("a pixel"), [0, 0, 0, 255]));
    let place = file.windows(2).rposition(|pair| pair == [0xff, 0xc0]).expect("a frame header") + 5;
    for (height, width) in [(16_384u16, 32u16), (16, 16_384), (16_384, 16_384)] {
        let mut hostile = file.clone();
        hostile[place..place + 4].copy_from_slice(&[height.to_be_bytes(), width.to_be_bytes()].concat());
        let end = decode(&hostile, Format::Tiff, false, &Want::full(), &Limits::default());
        let Err(EngineError::Damaged { .. }) = end else { panic!("{width} x {height}: {end:?}") };
    }
}

#[test]
fn what_is_only_read_stays_as_it_is_until_something_is_asked() {
    let rgb = vec![90u8; 64 * 48 * 3];
    let tiff = tiff_of::<colortype::RGB8>(64, 48, &rgb, Compression::Lzw);
    for file in [heic(&quarters(64, 48, false)), tiff] {
        let file = &file[..];
        let same = run(file, &ProcessingOptions::default());
        assert!(same.bytes == file && !same.facts.reencoded && same.facts.warnings.is_empty());
        let smaller = ProcessingOptions {
            resize_images: true,
            max_width: 32,
            max_height: 32,
            ..ProcessingOptions::default()
        };
        let bare = ProcessingOptions { remove_metadata: true, ..ProcessingOptions::default() };
        for recipe in [smaller, bare] {
            let made = run(file, &recipe);
            assert_eq!((made.facts.format, made.facts.extension), (Format::Jpeg, "jpg"));
            let said = made.facts.warnings.iter().any(|w| w.contains("read but not written"));
            assert!(said, "{:?}", made.facts.warnings);
        }
    }
}

#[test]
fn metadata_of_heic_travels_to_the_new_file() {
    let data = quarters(64, 48, false).data.iter().map(|v| u16::from(*v)).collect();
    let image = heifer::Image { width: 64, height: 48, bit_depth: 8, has_alpha: false, data };
    let exif = b"II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x07\0\0\0\x1a\0\0\0\0\0\0\0Nomina\0".to_vec();
    let xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
        <rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title><rdf:Alt>\
        <rdf:li xml:lang='x-default'>Sea</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>";
    let metadata = heifer::Metadata { exif: Some(exif), xmp: Some(xmp.to_vec()), icc_profile: None };
    let options = heifer::EncodeOptions { quality: 90, max_threads: 1 };
    let file = heifer::encode_with_metadata(&image, &metadata, &options).expect("HEIC");
    for made in [file.clone(), run(&file, &convert(OutputFormat::Webp)).bytes] {
        let seen = inspect(&made, &Limits::default()).expect("headers");
        assert_eq!((seen.camera_make.as_deref(), seen.title.as_deref()), (Some("Nomina"), Some("Sea")));
    }
}

#[test]
fn raw_files_show_their_preview_and_are_only_renamed() {
    let planes = colour::from_rgba(&quarters(160, 120, false), 2);
    let preview = jpeg::encode(&planes, &jpeg::EncodeOptions::default()).expect("JPEG");
    let file = [b"FUJIFILMCCD-RAW 0201........", &preview[..], b"the sensor's own numbers"].concat();
    let seen = inspect(&file, &Limits::default()).expect("headers");
    assert_eq!((seen.format, seen.extension, seen.width), (Format::Raw, "raf", 160));
    assert!(model_input(&file, &Limits::default()).is_ok());
    let output = run(&file, &convert(OutputFormat::Webp));
    assert!(output.bytes == file && output.facts.format == Format::Raw && !output.facts.reencoded);
    let bare = ProcessingOptions { remove_metadata: true, ..ProcessingOptions::default() };
    for recipe in [bare, convert(OutputFormat::Webp)] {
        let output = run(&file, &recipe);
        assert!(output.bytes == file && output.facts.extension == "raf");
        assert_eq!(
            output.facts.warnings,
            ["RAW files are only renamed: pixels and metadata of this one stay as they are."]
        );
    }
    assert!(run(&file, &ProcessingOptions::default()).facts.warnings.is_empty());
}

#[test]
fn sizes_are_checked_before_pixels_are_decoded() {
    let limits = Limits { pixels: 1000, ..Limits::default() };
    let rgb = vec![0u8; 64 * 48 * 3];
    for file in [
        heic(&quarters(64, 48, false)),
        AVIF.to_vec(),
        tiff_of::<colortype::RGB8>(64, 48, &rgb, Compression::Lzw),
    ] {
        let made = process(&file, &convert(OutputFormat::Png), &Assets::default(), &limits, &|_| false);
        assert!(matches!(made.map(|_| ()), Err(EngineError::TooLarge { .. })));
    }
}

#[test]
fn a_watermark_of_such_a_format_is_refused_with_a_reason() {
    let image = quarters(64, 48, false);
    let file =
        nomina_engine::formats::png::encode(&image, nomina_engine::formats::png::Effort::Fast).unwrap();
    let recipe = ProcessingOptions { enable_image_watermark: true, ..ProcessingOptions::default() };
    let assets = Assets { watermark: Some(AVIF), ..Assets::default() };
    let error = process(&file, &recipe, &assets, &Limits::default(), &|_| false).unwrap_err();
    assert!(error.to_string().contains("AVIF file as watermark"), "{error}");
}

/// Every cut and many changed bytes end in a result or a sentence, never in a panic.
#[test]
fn damaged_files_end_in_a_result_or_a_sentence() {
    // Panics of the AV1 decoder are caught; a backtrace for each would take minutes.
    std::panic::set_hook(Box::new(|_| {}));
    let limits = Limits { pixels: 4_000_000, ..Limits::default() };
    let rgb = vec![90u8; 64 * 48 * 3];
    let files = [
        heic(&quarters(64, 48, true)),
        AVIF.to_vec(),
        AVIF_ALPHA.to_vec(),
        AVIF_TURNED.to_vec(),
        tiff_of::<colortype::RGB8>(64, 48, &rgb, Compression::Lzw),
    ];
    for file in &files {
        for end in (0..file.len()).step_by(23) {
            let _ = thumbnail(&file[..end], 16, &limits);
        }
        for at in (0..file.len()).step_by(5) {
            let mut changed = file.clone();
            changed[at] ^= 0x40 | (at % 7) as u8;
            let _ = thumbnail(&changed, 16, &limits);
        }
    }
}
