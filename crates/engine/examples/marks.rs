//! A sheet of text marks to look at: `cargo run -p nomina-engine --example marks > marks.ppm`. Needs scripts/fetch-fonts.

use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::watermark::Marks;
use nomina_engine::{Assets, EngineError};
use nomina_rules::options::{FONT_FAMILIES, Position, ProcessingOptions};
use nomina_text::FontCatalogue;
use std::io::Write;
use std::path::Path;

const TILE: (usize, usize) = (640, 150);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples: Vec<ProcessingOptions> = samples().collect();
    let rows = samples.len().div_ceil(2);
    let (width, height) = (TILE.0 * 2, TILE.1 * rows);
    let mut sheet = vec![0; width * height * 3];
    for (i, recipe) in samples.iter().enumerate() {
        let tile = draw(recipe)?;
        let (left, top) = (i % 2 * TILE.0, i / 2 * TILE.1);
        for (k, pixel) in tile.data.as_chunks::<4>().0.iter().enumerate() {
            let at = ((top + k / TILE.0) * width + left + k % TILE.0) * 3;
            sheet[at..at + 3].copy_from_slice(&pixel[..3]);
        }
    }
    let mut out = std::io::stdout().lock();
    write!(out, "P6\n{width} {height}\n255\n")?;
    out.write_all(&sheet)?;
    Ok(())
}

fn samples() -> impl Iterator<Item = ProcessingOptions> {
    let sample =
        |family: &str, text: &str, size: f64, colour: &str, opacity: f64, position| ProcessingOptions {
            enable_text_watermark: true,
            text_watermark: text.into(),
            text_watermark_font_family: family.into(),
            text_watermark_font_size: size,
            text_watermark_color: colour.into(),
            text_watermark_opacity: opacity,
            text_watermark_position: position,
            ..Default::default()
        };
    let families = FONT_FAMILIES
        .map(|f| sample(f, "© Wave AVATAR, To fly", 44.0, "#ffffff", 0.9, Position::BottomRight));
    let texts = [
        sample("Inter", "Фото: Анна Щукина — Ελλάδα", 32.0, "#ffffff", 0.7, Position::BottomLeft),
        sample("Merriweather", "تصوير: سلام عليكم ٢٠٢٦", 40.0, "#ffd54f", 0.9, Position::Center),
        sample("Lato", "צילום: שלום Anna 2026", 40.0, "rgb(120,220,255)", 0.9, Position::Center),
        sample("Nunito", "नमस्ते हिन्दी  สวัสดีน้ำ  Tiếng Việt", 36.0, "#ffffff", 0.9, Position::Center),
        sample("Roboto", "Sunny ☀ 📷 ❤ → ½ “quotes” ﬁ", 36.0, "#ffffff", 0.9, Position::Center),
        sample("Inter", "default size 24, opacity 0.7", 24.0, "#ffffff", 0.7, Position::BottomRight),
        sample("Inter", "eight pixels is small", 8.0, "#ffffff", 1.0, Position::TopLeft),
        sample("Poppins", "Two lines\nof centred text", 40.0, "hsl(340, 90%, 60%)", 0.8, Position::Center),
        sample("Inter", "© sample", 22.0, "#ffffff", 0.5, Position::Tiled),
        sample(
            "Playfair Display",
            "This one is far too long for its image and shrinks",
            80.0,
            "#000",
            1.0,
            Position::Center,
        ),
    ];
    families.into_iter().chain(texts)
}

fn draw(recipe: &ProcessingOptions) -> Result<Rgba, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/fonts");
    let catalogue: FontCatalogue =
        serde_json::from_str(&std::fs::read_to_string(folder.join("index.json"))?)?;
    let names = catalogue.files_for(&recipe.text_watermark_font_family, &recipe.text_watermark);
    let files = names.iter().map(|name| std::fs::read(folder.join(name))).collect::<Result<Vec<_>, _>>()?;
    let fonts: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let text = nomina_text::outline(&recipe.text_watermark, &fonts);
    let assets = Assets { text: Some(&text), ..Default::default() };
    let marks = Marks::prepare(recipe, &assets, TILE.0 as u32, TILE.1 as u32, 1.0, &|_| {
        Err(EngineError::Unsupported)
    })?;
    for warning in marks.warnings() {
        eprintln!("{:?}: {warning}", recipe.text_watermark);
    }
    // A ground that runs from dark to light shows both the letters and their outline.
    let ground = |i: usize| {
        [40 + i % TILE.0 / 3, 70 + i % TILE.0 / 4, 110 + i / TILE.0 / 2, 255].map(|v| v.min(255) as u8)
    };
    let data = (0..TILE.0 * TILE.1).flat_map(ground).collect();
    let mut raster = Raster::Rgba(Rgba { width: TILE.0, height: TILE.1, data, opaque: true });
    marks.stamp(&mut raster);
    match raster {
        Raster::Rgba(tile) => Ok(tile),
        Raster::Ycc(_) => Err("the image changed its form".into()),
    }
}
