//! The calls that take a picture. Binary parts: the picture first, then what the call needs beside it.

use crate::calls::Reply;
use nomina_engine::{Assets, EngineError, Inspection, Limits, Output};
use nomina_rules::options::ProcessingOptions;
use serde::Deserialize;

/// Requests with a picture in their binary parts.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum PictureRequest {
    Inspect,
    Thumbnail {
        side: u32,
    },
    ModelInput,
    /// Parts: picture, watermark picture (may be empty), fonts.
    Process {
        options: Box<ProcessingOptions>,
    },
    /// Parts: thumbnail, watermark picture (may be empty), fonts. `source` is the full picture's inspection.
    WatermarkPreview {
        source: Box<SourceSize>,
        options: Box<ProcessingOptions>,
    },
}

/// The part of an inspection that decides the size of the output.
#[derive(Debug, Deserialize)]
pub(crate) struct SourceSize {
    width: u32,
    height: u32,
    orientation: u8,
}

/// What the browser allows: a worker shares the tab's memory.
const LIMITS: Limits = Limits {
    input_bytes: 64 << 20,
    pixels: 120_000_000,
    side: 65_500,
    frames: 1_000,
    animation_pixels: 400_000_000,
    icc_bytes: 4 << 20,
    metadata_bytes: 8 << 20,
    segments: 20_000,
    scans: 200,
};

pub(crate) fn run(request: PictureRequest, binary: &[&[u8]]) -> Reply {
    let Some((picture, rest)) = binary.split_first() else {
        return Reply::refused("bad-call", "The picture is missing.");
    };
    let assets = Assets {
        watermark: rest.first().copied().filter(|w| !w.is_empty()),
        fonts: rest.get(1..).unwrap_or_default(),
    };
    match request {
        PictureRequest::Inspect => match nomina_engine::inspect(picture, &LIMITS) {
            Ok(inspection) => Reply::value(inspection),
            Err(error) => refused(&error),
        },
        PictureRequest::Thumbnail { side } => made(nomina_engine::thumbnail(picture, side, &LIMITS)),
        PictureRequest::ModelInput => made(nomina_engine::model_input(picture, &LIMITS)),
        PictureRequest::Process { options } => {
            made(nomina_engine::process(picture, &options, &assets, &LIMITS, &|| false))
        }
        PictureRequest::WatermarkPreview { source, options } => {
            let preview = nomina_engine::inspect(picture, &LIMITS).and_then(|own| {
                let SourceSize { width, height, orientation } = *source;
                let source = Inspection { width, height, orientation, ..own };
                nomina_engine::watermark_preview(picture, &source, &options, &assets, &LIMITS)
            });
            made(preview)
        }
    }
}

fn made(result: Result<Output, EngineError>) -> Reply {
    match result {
        Ok(output) => Reply::picture(output.facts, output.bytes),
        Err(error) => refused(&error),
    }
}

fn refused(error: &EngineError) -> Reply {
    Reply::refused(error.code(), &error.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_picture_call_reaches_the_engine() {
        let reply = crate::calls::answer(&[br#"{"op":"thumbnail","side":64}"#, b"not a picture"]);
        let reply: serde_json::Value = serde_json::from_slice(&reply.json).unwrap();
        assert_eq!(reply["error"]["code"], "unsupported");
    }
}
