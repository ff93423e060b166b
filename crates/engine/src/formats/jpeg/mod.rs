//! Our own JPEG codec: planar, scaled decode (shrink on load), baseline and progressive, both ways.
//! The standard is ITU-T T.81 (ISO/IEC 10918-1); each file names its part.
//!
//! Decoding gives planes as they are stored; nothing is converted to RGB unless the file itself holds RGB. A damaged or
//! truncated file is decoded as far as it goes and says so in `warnings`.

mod dct;
mod decode;
mod encode;
mod header;
mod image;
mod pixels;
mod scale;
#[cfg(test)]
mod tests;
mod transcode;
mod zigzag;

pub use decode::{check, decode, decode_to};
pub use encode::{Coefficients, EncodeOptions, Order, Subsampling, encode};
pub use header::{Component, Header};
pub use pixels::{Cmyk, JpegImage, Model, Pixels, Process};
pub use scale::{Chroma, Scale};
pub use transcode::{Transcoded, decode_bands, transcode};

use crate::{EngineError, Limits};

/// Size, components and process, from the headers alone.
pub fn read_header(bytes: &[u8], limits: &Limits) -> Result<Header, EngineError> {
    header::Walker::new(bytes, limits)?.header()
}

/// Entry for fuzzing: decodes anything at every scale and in bands; must never panic, whatever the bytes.
pub fn fuzz(bytes: &[u8]) {
    let limits = Limits { pixels: 1 << 20, side: 1 << 13, scans: 40, ..Limits::default() };
    for subsampling in [Subsampling::Half, Subsampling::Keep] {
        let options = EncodeOptions { subsampling, ..EncodeOptions::default() };
        let _ = transcode(bytes, &options, &limits, &mut |_, _| Ok(()));
    }
    for divisor in [1, 2, 4, 8] {
        let Ok(header) = read_header(bytes, &limits) else { return };
        let scale = Scale::Cover {
            width: header.width.div_ceil(divisor),
            height: header.height.div_ceil(divisor),
            chroma: if divisor == 4 { Chroma::Full } else { Chroma::Half },
        };
        if let Ok(JpegImage { pixels: Pixels::Ycc(ycc), .. }) = decode(bytes, scale, &limits) {
            let order = if divisor == 2 { Order::Smallest } else { Order::Sequential };
            let options =
                EncodeOptions { quality: bytes[bytes.len() / 2], order, ..EncodeOptions::default() };
            // The result of an encode of valid planes is a valid file; only sizes can be refused.
            let _ = encode(&ycc, &options);
        }
    }
}
