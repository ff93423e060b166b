//! Where mutation starts: inputs that reach far into each target.

use crate::corpus;
use nomina_engine::Pulse;
use nomina_engine::formats::animation::{AnimationSettings, AnimationWriter, Frame};
use nomina_engine::formats::{bmp, gif, heif, jpeg, png, webp};
use nomina_engine::metadata::{Plan, rewrite};
use nomina_engine::planes::Rgba;
use nomina_engine::{Format, Limits, colour};
use nomina_rules::options::ProcessingOptions;
use nomina_text::{Line, Outline, Segment};
use tiff::encoder::{Compression, TiffEncoder, colortype};

/// Recipes that take different ways through the engine.
pub const RECIPES: [&str; 9] = [
    r#"{"removeMetadata": true}"#,
    r#"{"addCustomMetadata": true, "customTitle": "T ✓", "customKeywords": "a, b", "customLatitude": "1", "customLongitude": "2", "customRating": 3}"#,
    r#"{"convertFormat": true, "outputFormat": "jpeg", "resizeImages": true, "maxWidth": 40, "maxHeight": 40}"#,
    r#"{"convertFormat": true, "outputFormat": "webp", "removeMetadata": true, "enableImageWatermark": true}"#,
    r#"{"convertFormat": true, "outputFormat": "png", "enableCompression": true, "compressionQuality": 0.5}"#,
    r#"{"enableCompression": true, "compressionQuality": 0.3, "resizeImages": true, "maxWidth": 17, "maxHeight": 90}"#,
    r#"{"convertFormat": true, "outputFormat": "jpeg", "targetSizeKb": 1}"#,
    r#"{"convertFormat": true, "outputFormat": "webp", "enableCompression": true, "compressionQuality": 1, "preserveCreationDate": true}"#,
    r#"{"convertFormat": true, "outputFormat": "avif", "resizeImages": true, "maxWidth": 24, "maxHeight": 24}"#,
];

/// Seeds of a target by its name: made ones, and real ones where there are some.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "decode" | "metadata" => [made(), corpus::images()].concat(),
        "process" => {
            let all = [made(), corpus::images()].concat();
            all.into_iter().enumerate().map(|(i, file)| [vec![i as u8], file].concat()).collect()
        }
        "heic" => of(Format::Heic),
        "avif" => of(Format::Avif),
        "tiff" => of(Format::Tiff),
        "jxl" => of(Format::Jxl),
        "raw" => of(Format::Raw),
        "archive" => crate::archives::archives(&made()),
        "colour" => profiles(&corpus::images()),
        "letters" => {
            let texts = [
                "© Wave AVATAR 2026",
                "Фото: Анна — Ελλάδα\né",
                "صورة ٢٠٢٦ שלום Anna",
                "हिन्दी สวัสดี \u{200d}📷",
            ];
            texts.iter().map(|text| text.as_bytes().to_vec()).chain([outline()]).collect()
        }
        "names" => {
            ["A Dog.jpg\nIMG_2024 (2).JPG\n{date}-{name}-{n:3}\npre", "猫\nCON\n{camera}{original}\n../x"]
                .map(|text| text.as_bytes().to_vec())
                .into()
        }
        _ => {
            let whole = serde_json::to_vec(&ProcessingOptions::default()).expect("options are plain");
            let parts = RECIPES.iter().map(|json| json.as_bytes().to_vec());
            parts.chain([whole, b"hsla(20, 90%, 60%, .8)".to_vec()]).collect()
        }
    }
}

/// The seeds of one format.
fn of(format: Format) -> Vec<Vec<u8>> {
    let all = [made(), corpus::images()].concat();
    all.into_iter().filter(|file| Format::of(file) == Some(format)).collect()
}

/// One small file of each kind, with metadata in it.
fn made() -> Vec<Vec<u8>> {
    let (solid, clear) = (image(36, 28, 255), image(24, 18, 0));
    let planes = colour::from_rgba(&solid, 2);
    let plain = [
        jpeg::encode(&planes, &jpeg::EncodeOptions::default()),
        png::encode(&clear, png::Effort::Fast),
        png::Reduced::new(&solid, 16, &Pulse::none()).and_then(|reduced| reduced.encode(&Pulse::none())),
        webp::encode_planes(&planes, 70, &Pulse::none()),
        heif::encode(&planes, Some(&colour::alpha_plane(&solid)), 60, &Pulse::none()),
        webp::encode_lossless(&clear, &Pulse::none()),
        gif::encode(&clear, 64),
        bmp::encode(&solid),
        animation(Format::Gif),
        animation(Format::Webp),
        animation(Format::Png),
        Ok(heic(&clear)),
        Ok(heic(&solid)),
        Ok(tiff(&solid, Compression::Lzw)),
        Ok(tiff(&solid, Compression::Uncompressed)),
        Ok(tiff(&solid, Compression::Deflate(Default::default()))),
        Ok(tiff(&solid, Compression::Packbits)),
        Ok(raw(b"FUJIFILMCCD-RAW 0201........")),
        Ok(raw(b"II*\0\x10\0\0\0CR\x02\0")),
        Ok(raw(b"\0\0\0\x18ftypcrx \0\0\0\x01crx isom")),
        Ok(AVIF.to_vec()),
        Ok(JXL.to_vec()),
        Ok(JXL_ALPHA.to_vec()),
    ];
    let recipe = ProcessingOptions::from_json(RECIPES[1]).expect("a recipe of ours");
    let plan = Plan::from_recipe(&recipe).expect("a recipe of ours");
    let tagged = |bytes: Vec<u8>| {
        let format = Format::of(&bytes).expect("ours");
        rewrite(&bytes, format, &plan, &Limits::default()).map_or(bytes, |written| written.bytes)
    };
    plain.into_iter().map(|file| tagged(file.expect("a small file"))).collect()
}

/// Written by libavif.
const AVIF: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/quarters-turned.avif");

/// Written by libjxl: lossy in boxes, and without loss.
const JXL: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/quarters-turned.jxl");
const JXL_ALPHA: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/quarters-alpha.jxl");

fn heic(image: &Rgba) -> Vec<u8> {
    let options = heifer::EncodeOptions { quality: 80, max_threads: 1 };
    let (width, height) = (image.width as u32, image.height as u32);
    heifer::encode_rgba8(width, height, &image.data, &options).expect("a small file")
}

/// A camera's file: its start, a preview that is large enough to show, and numbers of the sensor.
fn raw(start: &[u8]) -> Vec<u8> {
    let planes = colour::from_rgba(&image(160, 120, 255), 2);
    let preview = jpeg::encode(&planes, &jpeg::EncodeOptions::default()).expect("a small file");
    [start, &preview, &[7; 200]].concat()
}

fn tiff(image: &Rgba, compression: Compression) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let (width, height) = (image.width as u32, image.height as u32);
    TiffEncoder::new(&mut bytes)
        .map(|encoder| encoder.with_compression(compression))
        .and_then(|mut encoder| encoder.write_image::<colortype::RGBA8>(width, height, &image.data))
        .expect("a small file");
    bytes.into_inner()
}

fn image(width: usize, height: usize, alpha: u8) -> Rgba {
    let pixel =
        |i: usize| [(i * 7) as u8, (i / width * 9) as u8, 90, if i.is_multiple_of(5) { alpha } else { 255 }];
    Rgba { width, height, data: (0..width * height).flat_map(pixel).collect(), opaque: alpha == 255 }
}

fn animation(format: Format) -> Result<Vec<u8>, nomina_engine::EngineError> {
    let settings =
        AnimationSettings { width: 24, height: 18, plays: 2, quality: None, colours: 64, frames: 3 };
    let mut writer = AnimationWriter::new(format, &settings)?;
    for alpha in [255, 0, 255] {
        writer.push(Frame { image: image(24, 18, alpha), delay_ms: 50 })?;
    }
    writer.finish()
}

/// The profiles of real images, and a made one.
fn profiles(corpus: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let limits = Limits::default();
    let found = corpus.iter().filter_map(|file| {
        let format = Format::of(file)?;
        Some(nomina_engine::metadata::extract(file, format, &limits).icc?.into_owned())
    });
    let mut profiles: Vec<Vec<u8>> = found.filter(|icc| icc.len() < 100_000).collect();
    profiles.sort();
    profiles.dedup();
    profiles.push(vec![0; 128]);
    profiles
}

fn outline() -> Vec<u8> {
    let segments = vec![
        Segment::Move([0.0, 0.0]),
        Segment::Line([0.5, -0.7]),
        Segment::Quad([[0.7, -0.9], [1.0, 0.0]]),
        Segment::Cubic([[0.7, 0.2], [0.3, 0.2], [0.0, 0.0]]),
    ];
    Outline { lines: vec![Line { segments, advance: 1.1 }; 2], warnings: vec!["a warning".into()] }.to_bytes()
}
