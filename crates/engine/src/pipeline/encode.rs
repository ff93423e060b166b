//! Pixels to bytes, at one quality or at the best quality that fits a size.

use super::embed::Embedder;
use super::job::Job;
use super::{pixels, small_png};
use crate::format::Format;
#[cfg(feature = "avif-out")]
use crate::formats::heif;
use crate::formats::{bmp, gif, jpeg, png, webp};
use crate::planes::{Plane, Range, Raster, Rgba, Ycc};
use crate::{EngineError, Pulse, colour, resize};

/// The lowest quality that a size wish may lead to, and the highest that it tries.
const WORST: u8 = 5;
const BEST: u8 = 95;
/// Both, and halving what lies between.
const MOST_TRIES: usize = 9;

/// Up to so many pixels a size wish keeps transformed blocks, which are twice as large as planes.
const TRANSFORMED_ONCE: usize = 4 << 20;

/// Reduced palettes for PNG and GIF, from the best on.
const FEWER_COLOURS: [usize; 5] = [256, 128, 64, 32, 16];

/// Whether this program writes the format.
pub(crate) fn is_there(format: Format) -> bool {
    match format {
        #[cfg(feature = "avif-out")]
        Format::Avif => heif::writes_avif(),
        _ => format.is_always_built_in(),
    }
}

/// The pixels in the form that the target's encoder wants, made once.
pub(crate) enum Encoder {
    Jpeg(Ycc, jpeg::Order),
    /// Transformed once, for trying many qualities.
    JpegCoefficients(jpeg::Coefficients, jpeg::Order),
    WebpLossy {
        planes: Ycc,
        alpha: Option<Plane>,
    },
    WebpLossless(webp::Lossless),
    Png {
        image: Rgba,
        small: bool,
        quality: Option<u8>,
    },
    Gif(Rgba),
    Bmp(Rgba),
    #[cfg(feature = "avif-out")]
    Avif {
        planes: Ycc,
        alpha: Option<Plane>,
    },
}

/// What came out.
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    pub(crate) quality: Option<u8>,
    pub(crate) frames: u32,
    pub(crate) warnings: Vec<String>,
}

impl Encoder {
    pub(crate) fn new(job: &Job<'_>, raster: Raster) -> Result<Self, EngineError> {
        let rgba = pixels::into_rgba;
        Ok(match job.plan.target {
            Format::Jpeg => {
                let planes = planes(raster, job.plan.halves_chroma(), Range::Full);
                let transforms_once = planes.width * planes.height <= TRANSFORMED_ONCE;
                if job.plan.target_bytes.is_some() && transforms_once {
                    let image = jpeg::Coefficients::new(&planes, jpeg::Subsampling::Keep)?;
                    Self::JpegCoefficients(image, job.plan.jpeg_order())
                } else {
                    Self::Jpeg(planes, job.plan.jpeg_order())
                }
            }
            Format::Webp if job.plan.lossless => Self::WebpLossless(webp::Lossless::new(rgba(raster))),
            Format::Webp => {
                let alpha = transparency(&raster);
                Self::WebpLossy { planes: planes(raster, true, Range::Limited), alpha }
            }
            #[cfg(feature = "avif-out")]
            Format::Avif => {
                let alpha = transparency(&raster);
                Self::Avif { planes: planes(raster, job.plan.halves_chroma(), Range::Full), alpha }
            }
            #[cfg(not(feature = "avif-out"))]
            Format::Avif => return Err(EngineError::NoEncoder { format: Format::Avif }),
            Format::Png => {
                Self::Png { image: rgba(raster), small: job.plan.compress, quality: job.plan.png_quality }
            }
            Format::Gif => Self::Gif(rgba(raster)),
            Format::Bmp => Self::Bmp(rgba(raster)),
            Format::Heic | Format::Tiff | Format::Jxl | Format::Raw => {
                return Err(EngineError::BadRecipe {
                    what: format!("{} cannot be written", job.plan.target),
                });
            }
        })
    }

    /// `quality` is 1..=100. PNG and GIF become smaller by fewer colours, and only where that is hard to see.
    fn encode(&self, quality: u8, pulse: &Pulse<'_>) -> Result<(Vec<u8>, Option<u8>), EngineError> {
        let bytes = match self {
            Self::Jpeg(planes, order) => {
                let bytes = encode_jpeg(planes, quality, *order)?;
                return Ok((bytes, Some(quality)));
            }
            Self::JpegCoefficients(image, order) => {
                return Ok((image.encode(quality, *order), Some(quality)));
            }
            Self::WebpLossy { planes, alpha: Some(alpha) } => {
                return Ok((webp::encode_lossy_alpha(planes, alpha, quality, pulse)?, Some(quality)));
            }
            Self::WebpLossy { planes, alpha: None } => {
                return Ok((webp::encode_planes(planes, quality, pulse)?, Some(quality)));
            }
            #[cfg(feature = "avif-out")]
            Self::Avif { planes, alpha } => {
                return Ok((heif::encode(planes, alpha.as_ref(), quality, pulse)?, Some(quality)));
            }
            Self::WebpLossless(image) => image.encode(pulse)?,
            Self::Png { image, small: false, .. } => png::encode_watched(image, png::Effort::Fast, pulse)?,
            Self::Png { image, quality: own, .. } => small_png::encode(image, own.unwrap_or(quality), pulse)?,
            Self::Gif(image) => gif::encode(image, gif_colours(quality))?,
            Self::Bmp(image) => bmp::encode(image)?,
        };
        Ok((bytes, None))
    }

    /// The steps that a size wish tries, best first, for formats without a quality.
    fn smaller(&self, step: usize, pulse: &Pulse<'_>) -> Option<Result<Vec<u8>, EngineError>> {
        let colours = *FEWER_COLOURS.get(step)?;
        match self {
            Self::Png { image, .. } => Some(
                png::Reduced::new(image, colours, &pulse.part(0.0, 0.6))
                    .and_then(|reduced| reduced.encode(&pulse.part(0.6, 1.0))),
            ),
            Self::Gif(image) => Some(gif::encode(image, colours)),
            _ => None,
        }
    }
}

/// The alpha of an image that shows something through.
fn transparency(raster: &Raster) -> Option<Plane> {
    match raster {
        Raster::Rgba(image) if !image.opaque => Some(colour::alpha_plane(image)),
        _ => None,
    }
}

fn planes(raster: Raster, halve: bool, range: Range) -> Ycc {
    match raster {
        Raster::Ycc(planes) => halved(planes, halve),
        Raster::Rgba(image) => colour::from_rgba_in(&image, if halve { 2 } else { 1 }, range),
    }
}

/// Planes whose chroma is half in both directions, if that is wanted.
pub(crate) fn halved(planes: Ycc, halve: bool) -> Ycc {
    if !halve || planes.chroma.is_none() || (planes.sub_x, planes.sub_y) == (2, 2) {
        return planes;
    }
    resize::ycc(&planes, planes.width, planes.height, true)
}

pub(crate) fn encode_jpeg(planes: &Ycc, quality: u8, order: jpeg::Order) -> Result<Vec<u8>, EngineError> {
    jpeg::encode(planes, &jpeg::EncodeOptions { quality, subsampling: jpeg::Subsampling::Keep, order })
}

pub(crate) fn gif_colours(quality: u8) -> usize {
    match quality {
        70.. => 256,
        50.. => 128,
        30.. => 64,
        _ => 32,
    }
}

/// Encodes and embeds; with a size wish the best quality that fits, or the smallest result and a warning.
pub(crate) fn encode_to_size(
    job: &Job<'_>,
    encoder: &Encoder,
    around: &Embedder<'_>,
) -> Result<Encoded, EngineError> {
    let tries = std::cell::Cell::new(0);
    let most_tries = if job.plan.target_bytes.is_some() { MOST_TRIES } else { 1 };
    let attempt = |quality: u8| -> Result<Encoded, EngineError> {
        let pulse = job.writing().one_of(tries.replace(tries.get() + 1), most_tries);
        pulse.beat(0, 1)?;
        let (bytes, quality) = encoder.encode(quality, &pulse)?;
        let (bytes, warnings) = around.embed(bytes)?;
        Ok(Encoded { bytes, quality, frames: 1, warnings })
    };
    let Some(most) = job.plan.target_bytes else { return attempt(job.plan.quality) };
    let best = attempt(BEST)?;
    if best.bytes.len() <= most {
        return Ok(best);
    }
    let smallest = if best.quality.is_some() {
        drop(best);
        bisect(most, &attempt)?
    } else {
        fewer_colours(job, encoder, around, most, best)?
    };
    Ok(warn_if_larger(smallest, most))
}

/// The highest quality below [`BEST`] that fits, else the lowest.
fn bisect(most: usize, attempt: &dyn Fn(u8) -> Result<Encoded, EngineError>) -> Result<Encoded, EngineError> {
    let mut found = attempt(WORST)?;
    let (mut fits, mut exceeds) = (WORST, BEST);
    if found.bytes.len() > most {
        return Ok(found);
    }
    while exceeds - fits > 1 {
        let middle = fits.midpoint(exceeds);
        let tried = attempt(middle)?;
        if tried.bytes.len() <= most {
            (fits, found) = (middle, tried);
        } else {
            exceeds = middle;
        }
    }
    Ok(found)
}

fn fewer_colours(
    job: &Job<'_>,
    encoder: &Encoder,
    around: &Embedder<'_>,
    most: usize,
    mut smallest: Encoded,
) -> Result<Encoded, EngineError> {
    let rest = job.writing().part(1.0 / MOST_TRIES as f32, 1.0);
    for step in 0..FEWER_COLOURS.len() {
        let pulse = rest.one_of(step, FEWER_COLOURS.len());
        pulse.beat(0, 1)?;
        let Some(bytes) = encoder.smaller(step, &pulse) else { break };
        let (bytes, warnings) = around.embed(bytes?)?;
        if bytes.len() < smallest.bytes.len() {
            smallest = Encoded { bytes, quality: None, frames: 1, warnings };
        }
        if smallest.bytes.len() <= most {
            break;
        }
    }
    Ok(smallest)
}

pub(crate) fn warn_if_larger(mut encoded: Encoded, most: usize) -> Encoded {
    encoded.warnings.extend(missed_size(encoded.bytes.len(), most));
    encoded
}

/// What is said about a file that is larger than wanted.
pub(crate) fn missed_size(length: usize, most: usize) -> Option<String> {
    (length > most).then(|| {
        format!(
            "The wanted size of {} KB could not be reached; the smallest possible file has {} KB. A smaller width and \
             height would help.",
            most / 1024,
            length.div_ceil(1024)
        )
    })
}
