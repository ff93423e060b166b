//! One still image: decode, resize, colour, orient, watermark, encode.

use super::embed::Embedder;
use super::encode::{Encoder, encode_to_size};
use super::job::Job;
use super::pixels::{into_rgba, marks, scale, stamp};
use super::plan::wants_original;
use super::said::{FLATTENED, UNREADABLE_PROFILE, changed_format, narrowed};
use super::step::Step;
use super::{bands, finish, wide};
use crate::formats::{Still, Want};
use crate::planes::{Raster, Rgba};
use crate::watermark::Marks;
use crate::{EngineError, Output, colour, decode, orient};

pub(crate) fn run(job: &Job<'_>) -> Result<Output, EngineError> {
    if let Some(output) = bands::transcode(job)? {
        return Ok(output);
    }
    if let Some(output) = wide::run(job)? {
        return Ok(output);
    }
    // A gain map is read for it: before the image itself, so that both are never held at once.
    let around = Embedder::new(job, None);
    let marks = marks(job)?;
    let Still { raster, icc, mut warnings, .. } = pixels(job, &marks)?;
    warnings.extend(marks.warnings().iter().cloned());
    job.writing().beat(0, 1)?;
    if job.plan.narrows() {
        warnings.push(narrowed(job.plan.source.bit_depth, job.plan.target));
    }
    if !job.plan.source.format.can_be_written() && wants_original(job.recipe) {
        warnings.push(changed_format(job.plan.source.format, job.plan.target));
    }
    if job.plan.first_frame_only {
        let target = job.plan.target;
        warnings.push(format!("{target} cannot hold an animation: only the first frame was kept."));
    }
    let encoder = Encoder::new(job, raster)?;
    let encoded = encode_to_size(job, &encoder, &around.with_profile(icc))?;
    // The decision holds the original beside the result: the pixels have to go before.
    drop(encoder);
    finish::decide(job, encoded, warnings)
}

/// The pixels after all steps, with the profile that stays with them.
fn pixels(job: &Job<'_>, marks: &Marks) -> Result<Still, EngineError> {
    let (mut still, left) = match bands::upright(job)? {
        Some(still) => (still, bands::after_upright(&job.plan.steps)),
        None => (decoded(job)?, &job.plan.steps[..]),
    };
    for step in left {
        job.reading().beat(1, 1)?;
        match *step {
            Step::Fit { width, height } => {
                let halve = job.plan.halves_chroma();
                still.raster = scale(still.raster, width as usize, height as usize, halve);
            }
            Step::Colour => settle_colour(job, &mut still),
            Step::Turn(orientation) => still.raster = orient::apply(still.raster, orientation),
            Step::Mark => still.raster = stamp(still.raster, marks),
        }
    }
    Ok(still)
}

fn decoded(job: &Job<'_>) -> Result<Still, EngineError> {
    let (plan, (width, height)) = (&job.plan, job.plan.stored_size());
    let want = Want {
        pulse: job.reading(),
        width,
        height,
        planar: plan.planar(),
        half_chroma: plan.halves_chroma(),
        flatten: !plan.target.holds_alpha(),
        range: plan.range(),
    };
    let mut still = decode::decode(job.bytes, plan.source.format, plan.source.frames > 1, &want, job.limits)?;
    prepare(job, &mut still);
    Ok(still)
}

/// Brings RGBA into planes before it is resized, when the result is planes anyway: less to resize.
fn prepare(job: &Job<'_>, still: &mut Still) {
    let Raster::Rgba(image) = &mut still.raster else { return };
    if !job.plan.target.holds_alpha() && !image.opaque {
        image.find_opaque();
        still.warnings.extend((!image.opaque).then(|| FLATTENED.to_owned()));
        image.flatten();
    }
    let converts = still.icc.is_some() && !job.plan.keeps_profile(still.icc.as_deref(), still.must_convert);
    let (width, _) = job.plan.stored_size();
    let Raster::Rgba(image) = &still.raster else { return };
    if !job.plan.planar() || !image.opaque || converts {
        return;
    }
    // Half chroma loses nothing when it is halved in the end and not enlarged on the way.
    let shrinks = image.width != width as usize;
    let enough = !shrinks || image.width >= 2 * width as usize;
    let sub = if job.plan.halves_chroma() && enough { 2 } else { 1 };
    still.raster = Raster::Ycc(colour::from_rgba_in(image, sub, job.plan.range()));
}

/// Converts to sRGB unless the profile stays; what is left in `icc` is what the result needs.
fn settle_colour(job: &Job<'_>, still: &mut Still) {
    if job.plan.keeps_profile(still.icc.as_deref(), still.must_convert) {
        return;
    }
    let Some(icc) = still.icc.take().filter(|icc| !colour::is_srgb(icc)) else { return };
    let mut image = into_rgba(std::mem::replace(&mut still.raster, Raster::Rgba(Rgba::transparent(0, 0))));
    if !colour::to_srgb(&mut image, &icc) {
        still.warnings.push(UNREADABLE_PROFILE.into());
    }
    still.raster = Raster::Rgba(image);
}
