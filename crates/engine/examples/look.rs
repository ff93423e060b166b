//! A contact sheet to look at: recipes down, images across, each result decoded again.
//!
//! `cargo run -p nomina-engine --example look -- SHEET.png [FONT.ttf]`; images come from `NOMINA_IMAGES`.

use nomina_engine::formats::{Want, png};
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::{Assets, Limits, colour, decode, probe, process, resize};
use nomina_rules::options::{OutputFormat, Position, ProcessingOptions};

const TILE: usize = 240;
const IMAGES: [&str; 8] = [
    "exif/orientation/exif-orientati--test_6.jpg",
    "icc/wide-gamut-tes--P3-sRGB-color-bars.jpg",
    "icc/twelvemonkeys--cmyk-sample.jpg",
    "png/sharp--grey-8bit-alpha.png",
    "webp/image-webp--1_webp_a.webp",
    "webp/image--anim.webp",
    "bmp/pillow--rgba32.bmp",
    "documents/ocrmypdf--crom.png",
];

fn recipes() -> Vec<ProcessingOptions> {
    let base = ProcessingOptions { convert_format: true, ..ProcessingOptions::default() };
    let to = |output_format| ProcessingOptions { output_format, remove_metadata: true, ..base.clone() };
    vec![
        to(OutputFormat::Original),
        to(OutputFormat::Jpeg),
        ProcessingOptions { enable_compression: true, compression_quality: 0.3, ..to(OutputFormat::Webp) },
        ProcessingOptions { enable_compression: true, compression_quality: 0.5, ..to(OutputFormat::Png) },
        ProcessingOptions { resize_images: true, max_width: 60, max_height: 60, ..to(OutputFormat::Webp) },
        ProcessingOptions {
            enable_text_watermark: true,
            text_watermark: "Nomina 2026".into(),
            text_watermark_font_size: 40.0,
            text_watermark_position: Position::Center,
            ..to(OutputFormat::Jpeg)
        },
    ]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let sheet_path = arguments.next().ok_or("where shall the sheet go?")?;
    let font = arguments.next().map(std::fs::read).transpose()?;
    let fonts: Vec<&[u8]> = font.iter().map(Vec::as_slice).collect();
    let folder = std::env::var("NOMINA_IMAGES").unwrap_or_else(|_| "../shared/images".into());
    let recipes = recipes();
    let mut sheet = Rgba::transparent(TILE * IMAGES.len(), TILE * recipes.len());
    for pixel in sheet.data.chunks_exact_mut(4) {
        pixel.copy_from_slice(&[120, 120, 140, 255]);
    }
    sheet.opaque = true;
    for (column, image) in IMAGES.iter().enumerate() {
        let Ok(bytes) = std::fs::read(format!("{folder}/{image}")) else {
            eprintln!("{image} is not there");
            continue;
        };
        for (row, recipe) in recipes.iter().enumerate() {
            let text = nomina_text::outline(&recipe.text_watermark, &fonts);
            let assets = Assets { text: Some(&text), watermark: None };
            match process(&bytes, recipe, &assets, &Limits::default(), &|_| false) {
                Ok(output) => {
                    eprintln!("{image}: {} bytes, {:?}", output.bytes.len(), output.facts.warnings);
                    sheet.draw_over(&tile(&output.bytes)?, column * TILE + 4, row * TILE + 4);
                }
                Err(error) => eprintln!("{image}: {error}"),
            }
        }
    }
    std::fs::write(sheet_path, png::encode(&sheet, png::Effort::Fast)?)?;
    Ok(())
}

fn tile(bytes: &[u8]) -> Result<Rgba, nomina_engine::EngineError> {
    let limits = Limits::default();
    let found = probe::probe(bytes, &limits)?;
    let still = decode::decode(bytes, found.format, found.frames > 1, &Want::full(), &limits)?;
    let image = match still.raster {
        Raster::Ycc(planes) => colour::to_rgba(&planes),
        Raster::Rgba(image) => image,
    };
    let side = TILE - 8;
    let longest = image.width.max(image.height).max(1);
    if longest <= side {
        return Ok(image);
    }
    let (width, height) = (image.width * side / longest, image.height * side / longest);
    Ok(resize::rgba(&image, width.max(1), height.max(1)))
}
