//! One still picture: decode, resize, colour, orient, watermark, encode.

use super::encode::{Encoder, encode_to_size};
use super::finish::{self, Embedder};
use super::plan::wants_marks;
use super::{Job, bands, wide};
use crate::formats::{Still, Want};
use crate::planes::{Range, Raster, Rgba};
use crate::probe::Format;
use crate::watermark::Marks;
use crate::{EngineError, Output, colour, decode, orient, resize};

/// Chroma is halved up to this quality: above it the eye is meant to see every pixel.
const HALVED_CHROMA_UP_TO: u8 = 90;

pub(crate) const UNREADABLE_PROFILE: &str =
    "The colour profile could not be read; colours may look different.";

/// Said where soft gradients may show it.
pub(crate) const NARROWED: &str = "The picture had 16 bits a colour; the result has 8.";

pub(crate) fn run(job: &Job<'_>) -> Result<Output, EngineError> {
    if let Some(output) = bands::transcode(job)? {
        return Ok(output);
    }
    if let Some(output) = wide::run(job)? {
        return Ok(output);
    }
    let Still { raster, icc, mut warnings, .. } = pixels(job)?;
    let marks = marks(job)?;
    warnings.extend(marks.warnings().iter().cloned());
    let raster = stamp(raster, &marks);
    job.writing().beat(0, 1)?;
    if job.plan.source.bit_depth == 16 {
        warnings.push(NARROWED.into());
    }
    if job.plan.first_frame_only {
        let target = job.plan.target;
        warnings.push(format!("{target} cannot hold an animation: only the first frame was kept."));
    }
    let encoder = Encoder::new(job, raster)?;
    let encoded = encode_to_size(job, &encoder, &Embedder::new(job, icc))?;
    finish::decide(job, encoded, warnings)
}

/// Upright pixels of the wanted size, with the profile that stays with them.
fn pixels(job: &Job<'_>) -> Result<Still, EngineError> {
    if let Some(still) = bands::upright(job)? {
        return Ok(still);
    }
    let (width, height) = job.plan.stored_size();
    let reading = job.reading();
    let want = Want {
        pulse: reading,
        width,
        height,
        planar: job.plan.planar(),
        half_chroma: halves_chroma(job),
        flatten: job.plan.target == Format::Jpeg,
        range: range(job),
    };
    let source = &job.plan.source;
    let mut still = decode::decode(job.bytes, source.format, source.frames > 1, &want, job.limits)?;
    reading.beat(1, 1)?;
    prepare(job, &mut still);
    still.raster = scale(still.raster, width as usize, height as usize, halves_chroma(job));
    reading.beat(1, 1)?;
    settle_colour(job, &mut still);
    still.raster = orient::apply(still.raster, job.plan.orientation);
    Ok(still)
}

/// WebP's own range where nothing is painted on the way: it is rounded once, not twice.
pub(crate) fn range(job: &Job<'_>) -> Range {
    let paints = wants_marks(job.recipe);
    if job.plan.target == Format::Webp && !paints { Range::Limited } else { Range::Full }
}

pub(crate) fn halves_chroma(job: &Job<'_>) -> bool {
    match job.plan.target {
        Format::Webp => !job.plan.lossless,
        Format::Jpeg => job.plan.quality <= HALVED_CHROMA_UP_TO || job.plan.target_bytes.is_some(),
        Format::Png | Format::Gif | Format::Bmp => false,
    }
}

/// Brings RGBA into planes before it is resized, when the result is planes anyway: less to resize.
fn prepare(job: &Job<'_>, still: &mut Still) {
    let Raster::Rgba(picture) = &mut still.raster else { return };
    if job.plan.target == Format::Jpeg {
        picture.flatten();
    }
    let converts = still.icc.is_some() && !keeps_profile(job, still.icc.as_deref(), still.must_convert);
    let (width, _) = job.plan.stored_size();
    let Raster::Rgba(picture) = &still.raster else { return };
    if !job.plan.planar() || !picture.opaque || converts {
        return;
    }
    // Half chroma loses nothing when it is halved in the end and not enlarged on the way.
    let shrinks = picture.width != width as usize;
    let enough = !shrinks || picture.width >= 2 * width as usize;
    let sub = if halves_chroma(job) && enough { 2 } else { 1 };
    still.raster = Raster::Ycc(colour::from_rgba_in(picture, sub, range(job)));
}

pub(crate) fn scale(raster: Raster, width: usize, height: usize, halve_chroma: bool) -> Raster {
    match raster {
        Raster::Ycc(planes) => {
            let same_size = (planes.width, planes.height) == (width, height);
            let halved = planes.chroma.is_none() || (planes.sub_x, planes.sub_y) == (2, 2);
            if same_size && (halved || !halve_chroma) {
                return Raster::Ycc(planes);
            }
            Raster::Ycc(resize::ycc(&planes, width, height, halve_chroma))
        }
        Raster::Rgba(picture) if (picture.width, picture.height) == (width, height) => Raster::Rgba(picture),
        Raster::Rgba(picture) => Raster::Rgba(resize::rgba(&picture, width, height)),
    }
}

/// Whether the samples stay as they are and the profile travels with them.
pub(crate) fn keeps_profile(job: &Job<'_>, icc: Option<&[u8]>, must_convert: bool) -> bool {
    let holds = matches!(job.plan.target, Format::Jpeg | Format::Png | Format::Webp);
    // Bytes 16..20 of a profile name its colour model; others than RGB do not fit what is written here.
    let is_rgb = icc.is_some_and(|icc| icc.get(16..20) == Some(b"RGB "));
    !job.recipe.remove_metadata && holds && is_rgb && !must_convert
}

/// Converts to sRGB unless the profile stays; what is left in `icc` is what the result needs.
fn settle_colour(job: &Job<'_>, still: &mut Still) {
    if keeps_profile(job, still.icc.as_deref(), still.must_convert) {
        return;
    }
    let Some(icc) = still.icc.take().filter(|icc| !colour::is_srgb(icc)) else { return };
    let mut picture = into_rgba(std::mem::replace(&mut still.raster, Raster::Rgba(Rgba::transparent(0, 0))));
    if !colour::to_srgb(&mut picture, &icc) {
        still.warnings.push(UNREADABLE_PROFILE.into());
    }
    still.raster = Raster::Rgba(picture);
}

pub(crate) fn into_rgba(raster: Raster) -> Rgba {
    match raster {
        Raster::Ycc(planes) => colour::to_rgba(&planes),
        Raster::Rgba(picture) => picture,
    }
}

/// The recipe's watermarks for the result's size.
pub(crate) fn marks(job: &Job<'_>) -> Result<Marks, EngineError> {
    let decode = |bytes: &[u8]| decode::decode_whole(bytes, job.limits);
    Marks::prepare(job.recipe, job.assets, job.plan.width, job.plan.height, 1.0, &decode)
}

pub(crate) fn stamp(mut raster: Raster, marks: &Marks) -> Raster {
    if !marks.is_empty() {
        marks.stamp(&mut raster);
        if let Raster::Rgba(picture) = &mut raster
            && !picture.opaque
        {
            picture.find_opaque();
        }
    }
    raster
}
