//! Damaged files give what is left of them, and say so; what a format cannot say any more is said in words.

use super::animations::moving;
use super::golden::{convert, quarters, run};
use nomina_engine::formats::{png, webp};
use nomina_engine::planes::Raster;
use nomina_engine::{Assets, Format, Limits, Output, colour, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

fn warned(output: &Output, words: &str) -> bool {
    output.facts.warnings.iter().any(|warning| warning.contains(words))
}

/// The data of the first chunk of a kind, as a range of the file.
fn chunk(file: &[u8], kind: &[u8; 4]) -> std::ops::Range<usize> {
    let at = file.windows(4).position(|name| name == kind).expect("the chunk");
    let length = u32::from_be_bytes(file[at - 4..at].try_into().unwrap()) as usize;
    at + 4..at + 4 + length
}

/// The checksum of a chunk made right again.
fn seal(file: &mut [u8], data: std::ops::Range<usize>) {
    let sum = crc32fast::hash(&file[data.start - 4..data.end]);
    file[data.end..data.end + 4].copy_from_slice(&sum.to_be_bytes());
}

#[test]
fn a_png_with_a_wrong_checksum_is_read_with_a_warning() {
    let whole = png::encode(&quarters(40, 30, false), png::Effort::Fast).unwrap();
    let clean = run(&whole, &convert(OutputFormat::Webp));
    assert_eq!(clean.facts.warnings, Vec::<String>::new());
    let data = chunk(&whole, b"IDAT");
    let mut crc = whole.clone();
    crc[data.end] ^= 1;
    let mut adler = whole.clone();
    adler[data.end - 1] ^= 1;
    seal(&mut adler, data);
    for damaged in [crc, adler] {
        let output = run(&damaged, &convert(OutputFormat::Webp));
        assert!(warned(&output, "checksum"), "{:?}", output.facts.warnings);
        assert_eq!(output.bytes, clean.bytes);
    }
}

#[test]
fn an_animation_that_makes_no_sense_shows_its_first_image() {
    let mut file = moving(Format::Png, 3);
    // The first frame's control promises more than the canvas has.
    let control = chunk(&file, b"fcTL");
    file[control.start + 4..control.start + 8].copy_from_slice(&9_999u32.to_be_bytes());
    seal(&mut file, control);
    let recipe = ProcessingOptions { resize_images: true, max_width: 30, ..convert(OutputFormat::Webp) };
    let output = run(&file, &recipe);
    assert_eq!((output.facts.frames, output.facts.width), (1, 30));
    assert!(warned(&output, "animation is damaged"), "{:?}", output.facts.warnings);
}

#[test]
fn a_webp_that_breaks_off_gives_what_is_there() {
    let mut image = quarters(200, 160, false);
    let mut state = 1u32;
    for pixel in image.data.as_chunks_mut::<4>().0 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pixel[0] ^= (state >> 26) as u8;
    }
    let planes = colour::from_rgba(&image, 2);
    for whole in [
        webp::encode_planes(&planes, 90, &nomina_engine::Pulse::none()).unwrap(),
        webp::encode_lossless(&image, &nomina_engine::Pulse::none()).unwrap(),
    ] {
        let cut = &whole[..whole.len() * 3 / 4];
        let output = run(cut, &convert(OutputFormat::Png));
        assert!(warned(&output, "end of the file is missing"), "{:?}", output.facts.warnings);
    }
    let moving = moving(Format::Webp, 4);
    let output = run(&moving[..moving.len() - 20], &convert(OutputFormat::Png));
    assert_eq!(output.facts.frames, 3);
    assert!(warned(&output, "Only 3 of 4 frames"), "{:?}", output.facts.warnings);
}

#[test]
fn frames_that_are_alike_are_counted_as_they_are_written() {
    let mut file = moving(Format::Gif, 3);
    // The same frame once more: from its extension to the end of its data.
    let at = file.iter().rposition(|&byte| byte == 0x3b).unwrap();
    let frame = file.windows(3).rposition(|start| start == [0x21, 0xf9, 4]).unwrap();
    let again = file[frame..at].to_vec();
    file.splice(at..at, again);
    assert_eq!(inspect(&file, &Limits::default()).unwrap().frames, 4);
    let output = run(&file, &convert(OutputFormat::Webp));
    assert_eq!(output.facts.frames, inspect(&output.bytes, &Limits::default()).unwrap().frames);
}

#[test]
fn a_webp_without_loss_that_would_take_too_much_is_refused_before_any_work() {
    let file = png::encode(&quarters(40, 30, false), png::Effort::Fast).unwrap();
    let recipe = ProcessingOptions {
        enable_compression: true,
        compression_quality: 1.0,
        ..convert(OutputFormat::Webp)
    };
    let limits = Limits { lossless_webp_pixels: 1_000, ..Limits::default() };
    let error = process(&file, &recipe, &Assets::default(), &limits, &|_| false).unwrap_err();
    assert!(error.to_string().contains("WebP without loss"), "{error}");
    let lossy = ProcessingOptions { compression_quality: 0.9, ..recipe };
    assert!(process(&file, &lossy, &Assets::default(), &limits, &|_| false).is_ok());
}

#[test]
fn a_size_that_bmp_cannot_reach_is_said() {
    let bmp = nomina_engine::formats::bmp::encode(&quarters(300, 300, false)).unwrap();
    let recipe = ProcessingOptions { target_size_kb: Some(1), ..ProcessingOptions::default() };
    let output = run(&bmp, &recipe);
    assert!(output.bytes.len() > 1024 && warned(&output, "wanted size of 1 KB"), "{:?}", output.facts);
}

#[test]
fn a_image_for_old_viewers_is_not_the_animations_frame() {
    // A still green image, then one frame of red.
    let (green, red) = ([0, 200, 0, 255], [200, 0, 0, 255]);
    let flat = |colour: [u8; 4]| nomina_engine::planes::Rgba {
        width: 4,
        height: 4,
        data: colour.repeat(16),
        opaque: true,
    };
    let (first, second) = (flat(green), flat(red));
    let [still, moving] = [first, second].map(|image| png::encode(&image, png::Effort::Fast).expect("a PNG"));
    let piece = |kind: &[u8; 4], data: &[u8]| {
        let mut out = (data.len() as u32).to_be_bytes().to_vec();
        out.extend_from_slice(kind);
        out.extend_from_slice(data);
        out.extend(crc32fast::hash(&out[4..]).to_be_bytes());
        out
    };
    let control = [&[0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4][..], &[0; 8], &[0, 1, 0, 10, 0, 0]].concat();
    let frame = [&[0, 0, 0, 1][..], &moving[chunk(&moving, b"IDAT")]].concat();
    let header = chunk(&still, b"IHDR").end + 4;
    let end = chunk(&still, b"IEND").start - 8;
    let file = [
        &still[..header],
        &piece(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        &still[header..end],
        &piece(b"fcTL", &control),
        &piece(b"fdAT", &frame),
        &still[end..],
    ]
    .concat();
    let output = run(&file, &convert(OutputFormat::Png));
    let shown =
        png::decode(&output.bytes, &nomina_engine::formats::Want::full(), &Limits::default()).unwrap();
    let Raster::Rgba(shown) = shown.raster else { panic!("RGBA") };
    assert_eq!(shown.data[..4], red);
}

#[test]
fn a_grey_png_of_one_bit_keeps_its_transparent_colour() {
    // Two pixels, black and white; white is transparent.
    let piece = |kind: &[u8; 4], data: &[u8]| {
        let mut out = (data.len() as u32).to_be_bytes().to_vec();
        out.extend_from_slice(kind);
        out.extend_from_slice(data);
        out.extend(crc32fast::hash(&out[4..]).to_be_bytes());
        out
    };
    let pixels = miniz_oxide::deflate::compress_to_vec_zlib(&[0, 0b0100_0000], 6);
    let file = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        piece(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0]),
        piece(b"tRNS", &[0, 1]),
        piece(b"IDAT", &pixels),
        piece(b"IEND", &[]),
    ]
    .concat();
    let shown = png::decode(&file, &nomina_engine::formats::Want::full(), &Limits::default()).unwrap();
    let Raster::Rgba(shown) = shown.raster else { panic!("RGBA") };
    assert_eq!(shown.data, [0, 0, 0, 255, 255, 255, 255, 0]);
}

#[test]
fn sixteen_bits_become_eight_with_a_word() {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, 64, 8);
    encoder.set_color(::png::ColorType::Grayscale);
    encoder.set_depth(::png::BitDepth::Sixteen);
    let ramp: Vec<u8> = (0..64 * 8u16).flat_map(|i| (12_850 + i % 64 * 4).to_be_bytes()).collect();
    encoder.write_header().unwrap().write_image_data(&ramp).unwrap();
    let output = run(&file, &convert(OutputFormat::Jpeg));
    assert!(warned(&output, "16 bits"), "{:?}", output.facts.warnings);
    let shown = png::decode(&file, &nomina_engine::formats::Want::full(), &Limits::default()).unwrap();
    let Raster::Rgba(shown) = shown.raster else { panic!("RGBA") };
    let column = |x: usize| (0..8).map(|y| u32::from(shown.data[(y * 64 + x) * 4])).sum::<u32>();
    assert_eq!(column(0), 50 * 8, "an exact value stays");
    assert!((50 * 8 + 6..51 * 8 + 2).contains(&column(60)), "{} is nearly the next", column(60));
}

#[test]
fn a_profile_of_greys_does_not_take_colours_away() {
    let grey = {
        let mut icc = vec![0; 128];
        icc[8] = 4;
        icc[12..24].copy_from_slice(b"mntrGRAYXYZ ");
        icc[36..40].copy_from_slice(b"acsp");
        let curve = [&b"kTRC"[..], &144u32.to_be_bytes(), &14u32.to_be_bytes()].concat();
        let body = [&1u32.to_be_bytes()[..], &curve, b"curv\0\0\0\0\0\0\0\x01\x02\x33\0\0"].concat();
        icc.extend(body);
        let length = icc.len() as u32;
        icc[..4].copy_from_slice(&length.to_be_bytes());
        icc
    };
    let mut image = quarters(8, 8, false);
    let before = image.clone();
    assert!(!colour::to_srgb(&mut image, &grey));
    assert_eq!(image, before);
    let mut grey_image = before;
    grey_image.data.as_chunks_mut::<4>().0.iter_mut().for_each(|p| *p = [p[0], p[0], p[0], 255]);
    assert!(colour::to_srgb(&mut grey_image, &grey));
}

#[test]
fn the_density_of_print_survives_a_new_encoding() {
    let image = quarters(40, 30, false);
    let mut file = png::encode(&image, png::Effort::Fast).unwrap();
    let density = [&11_811u32.to_be_bytes()[..], &11_811u32.to_be_bytes(), &[1]].concat();
    let mut phys = (density.len() as u32).to_be_bytes().to_vec();
    phys.extend_from_slice(b"pHYs");
    phys.extend_from_slice(&density);
    phys.extend(crc32fast::hash(&phys[4..]).to_be_bytes());
    let header = chunk(&file, b"IHDR").end + 4;
    file.splice(header..header, phys);
    let small = |format| ProcessingOptions { resize_images: true, max_width: 20, ..convert(format) };
    let has = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let jpeg = run(&file, &small(OutputFormat::Jpeg)).bytes;
    assert!(has(&jpeg, b"JFIF\0\x01\x01\x01\x01\x2c\x01\x2c"), "300 dots an inch");
    assert!(has(&run(&file, &small(OutputFormat::Png)).bytes, &[&b"pHYs"[..], &density].concat()));
    assert!(has(&run(&jpeg, &small(OutputFormat::Png)).bytes, &[&b"pHYs"[..], &density].concat()));
    assert!(has(
        &run(&file, &small(OutputFormat::Webp)).bytes,
        &[300u32.to_le_bytes(), 1u32.to_le_bytes()].concat()
    ));
    let bare = ProcessingOptions { remove_metadata: true, ..small(OutputFormat::Png) };
    assert!(!has(&run(&file, &bare).bytes, b"pHYs"));
    let mut bmp = nomina_engine::formats::bmp::encode(&image).unwrap();
    bmp[38..46].copy_from_slice(&[11_811u32.to_le_bytes(), 11_811u32.to_le_bytes()].concat());
    let recipe = ProcessingOptions { resize_images: true, max_width: 20, ..ProcessingOptions::default() };
    assert_eq!(run(&bmp, &recipe).bytes[38..46], bmp[38..46]);
    // What stands behind the pixels goes with the metadata.
    let length = bmp.len();
    bmp.extend_from_slice(b"a secret behind the pixels");
    let bare = ProcessingOptions { remove_metadata: true, ..ProcessingOptions::default() };
    assert_eq!(run(&bmp, &bare).bytes.len(), length);
}

#[test]
fn colours_by_code_points_are_those_of_their_profile() {
    let image = quarters(40, 30, false);
    let plain = png::encode(&image, png::Effort::Fast).unwrap();
    let header = chunk(&plain, b"IHDR").end + 4;
    let tagged = |points: [u8; 4]| {
        let mut chunk = 4u32.to_be_bytes().to_vec();
        chunk.extend_from_slice(b"cICP");
        chunk.extend_from_slice(&points);
        chunk.extend(crc32fast::hash(&chunk[4..]).to_be_bytes());
        let mut file = plain.clone();
        file.splice(header..header, chunk);
        file
    };
    let pixels = |file: &[u8], bare: bool| {
        let recipe = ProcessingOptions {
            resize_images: true,
            max_width: 20,
            remove_metadata: bare,
            ..convert(OutputFormat::Png)
        };
        let output = process(file, &recipe, &Assets::default(), &Limits::default(), &|_| false).unwrap();
        let still =
            png::decode(&output.bytes, &nomina_engine::formats::Want::full(), &Limits::default()).unwrap();
        let Raster::Rgba(shown) = still.raster else { panic!("RGBA") };
        (shown.data, still.icc, output)
    };
    let (srgb, none, _) = pixels(&plain, true);
    assert_eq!((pixels(&tagged([1, 13, 0, 1]), true).0, none), (srgb.clone(), None));
    // Display P3: kept as a profile, or turned into sRGB.
    let (kept, profile, _) = pixels(&tagged([12, 13, 0, 1]), false);
    assert_eq!(kept, srgb, "the samples stay");
    let profile = profile.expect("a profile says what they mean");
    let (turned, none, _) = pixels(&tagged([12, 13, 0, 1]), true);
    assert!(none.is_none() && turned != srgb);
    let mut expected = nomina_engine::planes::Rgba { width: 20, height: 15, data: srgb, opaque: true };
    assert!(colour::to_srgb(&mut expected, &profile));
    assert_eq!(turned, expected.data);
    // PQ: brighter than it would be if its samples were taken for sRGB's in the dark, and said.
    let (_, none, output) = pixels(&tagged([9, 16, 0, 1]), false);
    assert!(none.is_none() && warned(&output, "high dynamic range"), "{:?}", output.facts.warnings);
}
