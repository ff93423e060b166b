//! An animation, frame by frame: every frame goes the way of a still picture, and only one is in memory at a time.

use super::encode::{Encoded, gif_colours, warn_if_larger};
use super::finish::{self, Embedder};
use super::{Job, still};
use crate::formats::animation::{Animation, AnimationSettings, AnimationWriter, Frame};
use crate::planes::Raster;
use crate::probe::Format;
use crate::watermark::Marks;
use crate::{EngineError, Output, orient};

/// Qualities that a size wish tries one after the other; each costs a whole pass over the frames.
const TRIES: [u8; 5] = [90, 70, 50, 30, 10];

/// Browsers show a GIF frame of 10 ms or less for 100 ms; other formats mean what they say.
const SHORTEST_GIF_MS: u32 = 10;
const BROWSER_MS: u32 = 100;

pub(crate) fn run(job: &Job<'_>) -> Result<Output, EngineError> {
    let marks = still::marks(job)?;
    let warnings = marks.warnings().to_vec();
    let encoded = match job.plan.target_bytes {
        None => pass(job, &marks, job.plan.quality)?,
        Some(most) => smallest_that_fits(job, &marks, most)?,
    };
    finish::decide(job, encoded, warnings)
}

fn smallest_that_fits(job: &Job<'_>, marks: &Marks, most: usize) -> Result<Encoded, EngineError> {
    let mut smallest: Option<Encoded> = None;
    for quality in TRIES {
        let tried = pass(job, marks, quality)?;
        if tried.bytes.len() <= most {
            return Ok(tried);
        }
        if smallest.as_ref().is_none_or(|kept| tried.bytes.len() < kept.bytes.len()) {
            smallest = Some(tried);
        }
        // Without a quality every further pass would give the same bytes.
        if job.plan.target == Format::Png {
            break;
        }
    }
    smallest
        .map(|kept| warn_if_larger(kept, most))
        .ok_or_else(|| EngineError::damaged("the animation has no readable frame"))
}

fn pass(job: &Job<'_>, marks: &Marks, quality: u8) -> Result<Encoded, EngineError> {
    let plan = &job.plan;
    let lossy = plan.target == Format::Webp && !plan.lossless;
    let mut frames = Animation::open(job.bytes, plan.source.format, job.limits)?;
    let first =
        frames.next_frame()?.ok_or_else(|| EngineError::damaged("the animation has no readable frame"))?;
    let settings = AnimationSettings {
        width: plan.width,
        height: plan.height,
        plays: frames.plays(),
        quality: lossy.then_some(quality),
        colours: if plan.compress { gif_colours(quality) } else { 256 },
        frames: plan.source.frames,
    };
    let mut writer = AnimationWriter::new(plan.target, &settings)?;
    let mut count = 0;
    let mut next = Some(first);
    while let Some(frame) = next {
        job.check()?;
        writer.push(change(job, marks, frame))?;
        count += 1;
        next = frames.next_frame()?;
    }
    let (bytes, mut warnings) = Embedder::new(job, None).embed(writer.finish()?)?;
    if count < plan.source.frames {
        warnings.push(format!("Only {count} of {} frames could be read.", plan.source.frames));
    }
    Ok(Encoded { bytes, quality: settings.quality, frames: count, warnings })
}

fn change(job: &Job<'_>, marks: &Marks, frame: Frame) -> Frame {
    let (width, height) = job.plan.stored_size();
    let raster = still::scale(Raster::Rgba(frame.picture), width as usize, height as usize, false);
    let raster = still::stamp(orient::apply(raster, job.plan.orientation), marks);
    let from_gif = job.plan.source.format == Format::Gif && job.plan.target != Format::Gif;
    let delay_ms = if from_gif && frame.delay_ms <= SHORTEST_GIF_MS { BROWSER_MS } else { frame.delay_ms };
    Frame { picture: still::into_rgba(raster), delay_ms }
}
