//! Any file becomes pixels: full size, or as small as the result allows.

use crate::format::Format;
#[cfg(any(feature = "heic", feature = "avif"))]
use crate::formats::heif;
#[cfg(feature = "jxl")]
use crate::formats::jxl;
#[cfg(feature = "tiff")]
use crate::formats::tiff;
use crate::formats::{Still, Want, bmp, gif, jpeg, png, raw, webp};
use crate::planes::{Raster, Rgba};
use crate::probe::probe;
use crate::{EngineError, Limits, colour, metadata, orient};

/// One still image; of an animation the first frame.
pub fn decode(
    bytes: &[u8],
    format: Format,
    animated: bool,
    want: &Want<'_>,
    limits: &Limits,
) -> Result<Still, EngineError> {
    match format {
        Format::Jpeg => decode_jpeg(bytes, want, limits),
        Format::Png => png::decode(bytes, want, limits),
        Format::Webp if animated => first_frame(bytes, limits),
        Format::Webp => webp::decode(bytes, want, limits),
        Format::Gif => gif::decode(bytes, limits),
        Format::Bmp => bmp::decode(bytes, limits),
        Format::Raw => decode_jpeg(raw::preview(bytes, limits)?, want, limits),
        #[cfg(any(feature = "heic", feature = "avif"))]
        Format::Heic | Format::Avif => heif::decode(bytes, want, limits),
        #[cfg(feature = "tiff")]
        Format::Tiff => tiff::decode(bytes, want, limits),
        #[cfg(not(any(feature = "heic", feature = "avif")))]
        Format::Heic | Format::Avif => Err(EngineError::NotBuiltIn { format }),
        #[cfg(feature = "jxl")]
        Format::Jxl => jxl::decode(bytes, want, limits),
        #[cfg(not(feature = "jxl"))]
        Format::Jxl => Err(EngineError::NotBuiltIn { format }),
        #[cfg(not(feature = "tiff"))]
        Format::Tiff => Err(EngineError::NotBuiltIn { format }),
    }
}

/// An image from elsewhere (a watermark): upright, sRGB, all of it. Only formats of the engine itself: in the browser each of
/// the others is read by a module of its own.
pub fn decode_whole(bytes: &[u8], limits: &Limits) -> Result<Rgba, EngineError> {
    if let Some(format) = Format::of(bytes).filter(|format| !format.is_always_built_in()) {
        let what = format!("a {format} file as watermark. Use PNG, JPEG, WebP, GIF or BMP");
        return Err(EngineError::BadRecipe { what });
    }
    let found = probe(bytes, limits)?;
    let still = decode(bytes, found.format, found.frames > 1, &Want::full(), limits)?;
    let mut image = match still.raster {
        Raster::Ycc(planes) => colour::to_rgba(&planes),
        Raster::Rgba(image) => image,
    };
    if let Some(icc) = &still.icc {
        colour::to_srgb(&mut image, icc);
    }
    let turn = metadata::read(bytes, found.format, limits).orientation;
    match orient::apply(Raster::Rgba(image), turn) {
        Raster::Rgba(image) => Ok(image),
        Raster::Ycc(planes) => Ok(colour::to_rgba(&planes)),
    }
}

fn decode_jpeg(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    let icc = metadata::extract(bytes, Format::Jpeg, limits).icc.map(|icc| icc.into_owned());
    let header = jpeg::read_header(bytes, limits)?;
    let (width, height) =
        (header.width.min(want.width as usize).max(1), header.height.min(want.height as usize).max(1));
    let chroma = if want.half_chroma { jpeg::Chroma::Half } else { jpeg::Chroma::Full };
    let image = if (width, height) == (header.width, header.height) {
        jpeg::decode(bytes, jpeg::Scale::Cover { width, height, chroma }, limits)?
    } else {
        jpeg::decode_to(bytes, width, height, chroma, limits)?
    };
    let mut still = match image.pixels {
        jpeg::Pixels::Ycc(planes) => Still::new(Raster::Ycc(planes), icc),
        jpeg::Pixels::Rgba(image) => Still::rgba(image, icc),
        // Ink is turned into light at once: nothing behind this step knows CMYK.
        jpeg::Pixels::Cmyk(ink) => {
            Still::rgba(colour::cmyk_to_srgb(ink.width, ink.height, &ink.data, icc.as_deref()), None)
        }
    };
    still.warnings = image.warnings;
    Ok(still)
}

fn first_frame(bytes: &[u8], limits: &Limits) -> Result<Still, EngineError> {
    let mut frames = webp::Frames::open(bytes, limits)?;
    let frame =
        frames.next_frame()?.ok_or_else(|| EngineError::damaged("the animation has no readable frame"))?;
    Ok(Still::rgba(frame.image, webp::icc_profile(bytes, limits)))
}
