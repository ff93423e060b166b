//! The calls that take an image. Binary parts: the image first, then what the call needs beside it.

use crate::messages::{Answer, Missing, Reply, Request, SourceSize};
use nomina_engine::{Assets, EngineError, Inspection, Limits, Output};
use nomina_text::Outline;

/// What the browser allows: a worker shares the tab's memory.
const LIMITS: Limits = Limits {
    input_bytes: 64 << 20,
    pixels: 120_000_000,
    side: 65_500,
    frames: 1_000,
    animation_pixels: 400_000_000,
    lossless_webp_pixels: 40_000_000,
    avif_pixels: 24_000_000,
    wide_pixels: 40_000_000,
    icc_bytes: 4 << 20,
    metadata_bytes: 8 << 20,
    segments: 20_000,
    scans: 200,
};

/// What this module has beside the formats of every module.
#[cfg(target_arch = "wasm32")]
fn add_codecs() {
    #[cfg(feature = "heic")]
    nomina_engine::formats::heif::add_heic();
    #[cfg(feature = "avif")]
    nomina_engine::formats::heif::add_avif();
    #[cfg(feature = "avif-out")]
    nomina_engine::formats::heif::add_encoder();
    #[cfg(feature = "tiff")]
    nomina_engine::formats::tiff::add();
    #[cfg(feature = "jxl")]
    nomina_engine::formats::jxl::add();
}

/// Parts: the image (or thumbnail), then the watermark image and the text's outline (each may be empty).
pub(crate) fn reply(request: &Request, binary: &[&[u8]]) -> Answer {
    #[cfg(target_arch = "wasm32")]
    add_codecs();
    let (image, rest) = binary.split_first().ok_or(Missing("an image"))?;
    let beside = |at: usize| rest.get(at).copied().filter(|part| !part.is_empty());
    let text =
        beside(1).map(|bytes| Outline::from_bytes(bytes).ok_or(Missing("a readable outline"))).transpose()?;
    let assets = Assets { watermark: beside(0), text: text.as_ref() };
    let options = || request.options.as_deref().ok_or(Missing("options"));
    Ok(Some(match request.op.as_str() {
        "inspect" => match nomina_engine::inspect(image, &LIMITS) {
            Ok(inspection) => Reply::value(inspection),
            Err(error) => refused(&error),
        },
        "thumbnail" => made(nomina_engine::thumbnail(image, request.side.ok_or(Missing("side"))?, &LIMITS)),
        "modelInput" => made(nomina_engine::model_input(image, &LIMITS)),
        "process" => made(nomina_engine::process(image, options()?, &assets, &LIMITS, &tell)),
        "watermarkPreview" => {
            let SourceSize { width, height, orientation } = request.source.ok_or(Missing("source"))?;
            let options = options()?;
            made(nomina_engine::inspect(image, &LIMITS).and_then(|own| {
                let source = Inspection { width, height, orientation, ..own };
                nomina_engine::watermark_preview(image, &source, options, &assets, &LIMITS)
            }))
        }
        _ => return Ok(None),
    }))
}

/// The worker hears how far an image is; the engine cannot hear the worker, so a cancelled image ends with it.
fn tell(share: f32) -> bool {
    crate::progress::tell(share);
    false
}

fn made(result: Result<Output, EngineError>) -> Reply {
    match result {
        Ok(output) => Reply::image(output.facts, output.bytes),
        Err(error) => refused(&error),
    }
}

fn refused(error: &EngineError) -> Reply {
    Reply::refused(error.code(), &error.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_image_call_reaches_the_engine() {
        let reply = crate::calls::answer(&[br#"{"op":"thumbnail","side":64}"#, b"not an image"]);
        let reply: serde_json::Value = serde_json::from_slice(&reply.json).unwrap();
        assert_eq!(reply["error"]["code"], "unsupported");
    }
}
