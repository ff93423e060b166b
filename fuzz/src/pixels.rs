//! Targets that read images.

use crate::seeds::RECIPES;
use nomina_engine::formats::Want;
use nomina_engine::metadata::{self as tags, Plan};
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::{
    Assets, EngineError, Format, Limits, colour as colours, decode as decoding, inspect, probe,
};
use nomina_engine::{model_input, process as run, thumbnail};
use nomina_rules::options::ProcessingOptions;

/// Small, so that an input costs milliseconds.
const LIMITS: Limits = Limits {
    input_bytes: 1 << 20,
    pixels: 1 << 18,
    side: 1 << 13,
    frames: 20,
    animation_pixels: 1 << 19,
    lossless_webp_pixels: 4_000_000,
    avif_pixels: 2_000,
    wide_pixels: 4_000_000,
    icc_bytes: 1 << 20,
    metadata_bytes: 1 << 20,
    segments: 1000,
    scans: 20,
};

/// Any bytes as an image: full size, and as small as a tile.
pub fn decode(data: &[u8]) {
    if !is_left_out(data) {
        decode_any(data);
    }
}

fn decode_any(data: &[u8]) {
    let Ok(found) = probe::probe(data, &LIMITS) else { return };
    let tile = Want { width: 16, height: 16, planar: true, half_chroma: true, ..Want::full() };
    for want in [Want::full(), tile] {
        let Ok(still) = decoding::decode(data, found.format, found.frames > 1, &want, &LIMITS) else {
            continue;
        };
        let (width, height) = still.raster.size();
        assert!(width > 0 && height > 0 && (width * height) as u64 <= LIMITS.pixels);
        if let Raster::Rgba(image) = &still.raster {
            assert_eq!(image.data.len(), width * height * 4);
        }
    }
    // A watermark takes another way.
    let _ = decoding::decode_whole(data, &LIMITS);
}

/// Files of one format with a decoder of its own, so that coverage is not spent on the others.
fn only(format: Format, data: &[u8]) {
    if Format::of(data) == Some(format) {
        quiet();
        decode_any(data);
        metadata(data);
    }
}

pub fn heic(data: &[u8]) {
    only(Format::Heic, data);
}

pub fn avif(data: &[u8]) {
    only(Format::Avif, data);
}

pub fn tiff(data: &[u8]) {
    only(Format::Tiff, data);
}

pub fn jxl(data: &[u8]) {
    only(Format::Jxl, data);
}

pub fn raw(data: &[u8]) {
    only(Format::Raw, data);
}

/// libFuzzer's panic hook ends the run, even where the engine catches the panic of a decoder. Without the hook only a panic that
/// reaches the target ends it.
fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    if cfg!(feature = "libfuzzer") {
        ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    }
}

/// The first byte chooses a recipe, the rest is the image.
pub fn process(data: &[u8]) {
    let Some((first, image)) = data.split_first() else { return };
    if is_left_out(image) {
        return;
    }
    let recipe = recipe(*first);
    let assets = Assets { text: None, watermark: Some(image) };
    for end in [
        run(image, &recipe, &assets, &LIMITS, &|_| false),
        thumbnail(image, 32, &LIMITS),
        model_input(image, &LIMITS),
    ] {
        match end {
            Ok(output) => {
                // A file that is handed back as it came may be damaged; ours must be whole.
                if output.facts.reencoded {
                    let after = inspect(&output.bytes, &Limits::default()).expect("our own file");
                    assert_eq!((after.width, after.height), (output.facts.width, output.facts.height));
                }
            }
            Err(error) => complete(&error),
        }
    }
}

/// Everything that edits a container. Our own result must be readable and must not grow without bound.
pub fn metadata(data: &[u8]) {
    let Some(format) = Format::of(data) else { return };
    let _ = inspect(data, &LIMITS);
    let _ = tags::read(data, format, &LIMITS);
    let _ = tags::extract(data, format, &LIMITS);
    for number in 0..RECIPES.len() as u8 {
        let Ok(plan) = Plan::from_recipe(&recipe(number)) else { continue };
        if let Ok(written) = tags::rewrite(data, format, &plan, &LIMITS) {
            assert_eq!(Format::of(&written.bytes), Some(format));
            assert!(written.bytes.len() <= 3 * data.len() + (64 << 10));
        }
    }
}

/// Any bytes as an ICC profile, over pixels and over inks.
pub fn colour(data: &[u8]) {
    let ramp: Vec<u8> = (0..=255).collect();
    let mut image = Rgba { width: 8, height: 8, data: ramp.clone(), opaque: false };
    let _ = colours::is_srgb(data);
    if colours::to_srgb(&mut image, data) {
        assert!(image.data.iter().skip(3).step_by(4).eq(ramp.iter().skip(3).step_by(4)), "alpha stays");
    }
    assert!(colours::cmyk_to_srgb(8, 8, &ramp, Some(data)).opaque);
}

/// The AV1 decoder's panics are caught by the engine, but libFuzzer ends with the first one: AVIF has a target of its own.
fn is_left_out(data: &[u8]) -> bool {
    cfg!(feature = "libfuzzer") && Format::of(data) == Some(Format::Avif)
}

fn recipe(number: u8) -> ProcessingOptions {
    let json = RECIPES[usize::from(number) % RECIPES.len()];
    ProcessingOptions::from_json(json).expect("a recipe of ours")
}

fn complete(error: &EngineError) {
    assert!(error.to_string().ends_with('.'), "{error}");
}
