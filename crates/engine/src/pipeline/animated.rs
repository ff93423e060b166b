//! An animation, frame by frame: every frame goes the way of a still image, and only one is in memory at a time.

use super::embed::Embedder;
use super::encode::{Encoded, gif_colours, warn_if_larger};
use super::job::Job;
use super::step::Step;
use super::{finish, pixels, said, still};
use crate::colour::{Conversion, is_srgb};
use crate::format::Format;
use crate::formats::animation::{Animation, AnimationSettings, AnimationWriter, Frame};
use crate::planes::Raster;
use crate::watermark::Marks;
use crate::{EngineError, Output, Pulse, orient};

/// Qualities that a size wish may lead to, from the best on; each try costs a whole pass over the frames.
const TRIES: [u8; 5] = [90, 70, 50, 30, 10];
/// Halving five takes at most so many.
const MOST_PASSES: usize = 3;

/// Browsers show a GIF frame of 10 ms or less for 100 ms; other formats mean what they say.
const SHORTEST_GIF_MS: u32 = 10;
const BROWSER_MS: u32 = 100;

pub(crate) fn run(job: &Job<'_>) -> Result<Output, EngineError> {
    let marks = pixels::marks(job)?;
    let mut warnings = marks.warnings().to_vec();
    warnings.extend(job.plan.narrows().then(|| said::narrowed(job.plan.source.bit_depth, job.plan.target)));
    let encoded = match job.plan.target_bytes {
        None => pass(job, &marks, job.plan.quality, &job.pulse),
        Some(most) => smallest_that_fits(job, &marks, most),
    };
    match encoded {
        Err(EngineError::Damaged { .. }) => first_image(job),
        encoded => finish::decide(job, encoded?, warnings),
    }
}

/// An animation that cannot be read has an image for viewers that know none, or at least a first frame.
fn first_image(job: &Job<'_>) -> Result<Output, EngineError> {
    let mut output = still::run(job)?;
    output.facts.warnings.push("The animation is damaged: only its first image was kept.".into());
    Ok(output)
}

/// The best of [`TRIES`] that fits, found by halving; else the smallest.
fn smallest_that_fits(job: &Job<'_>, marks: &Marks, most: usize) -> Result<Encoded, EngineError> {
    // Without a quality every pass would give the same bytes.
    if job.plan.target == Format::Png {
        return Ok(warn_if_larger(pass(job, marks, TRIES[0], &job.pulse)?, most));
    }
    let (mut best, mut smallest) = (None, None::<Encoded>);
    let (mut from, mut to, mut passes) = (0, TRIES.len(), 0);
    while from < to {
        let middle = from.midpoint(to);
        let tried = pass(job, marks, TRIES[middle], &job.pulse.one_of(passes, MOST_PASSES))?;
        passes += 1;
        if tried.bytes.len() <= most {
            (best, to) = (Some(tried), middle);
        } else {
            from = middle + 1;
            if smallest.as_ref().is_none_or(|kept| tried.bytes.len() < kept.bytes.len()) {
                smallest = Some(tried);
            }
        }
    }
    best.or_else(|| smallest.map(|kept| warn_if_larger(kept, most)))
        .ok_or_else(|| EngineError::damaged("the animation has no readable frame"))
}

fn pass(job: &Job<'_>, marks: &Marks, quality: u8, pulse: &Pulse<'_>) -> Result<Encoded, EngineError> {
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
    let colours = Colours::new(job, &frames);
    let mut count = 0;
    let mut next = Some(first);
    while let Some(frame) = next {
        let pulse = pulse.one_of(count as usize, plan.source.frames as usize);
        pulse.beat(0, 1)?;
        writer.push(change(job, marks, &colours, frame))?;
        count += 1;
        next = frames.next_frame()?;
    }
    let frames = writer.frames(count);
    let (bytes, mut warnings) = Embedder::new(job, colours.kept).embed(writer.finish()?)?;
    warnings.extend(colours.unreadable.then(|| said::UNREADABLE_PROFILE.to_owned()));
    if count < plan.source.frames {
        warnings.push(format!("Only {count} of {} frames could be read.", plan.source.frames));
    }
    Ok(Encoded { bytes, quality: settings.quality, frames, warnings })
}

/// What happens to the colours of every frame.
struct Colours {
    /// The profile that stays with the samples.
    kept: Option<Vec<u8>>,
    /// Else the way to sRGB.
    conversion: Option<Conversion>,
    unreadable: bool,
}

impl Colours {
    fn new(job: &Job<'_>, frames: &Animation<'_>) -> Self {
        let (icc, must_convert) = frames.profile(job.bytes, job.limits);
        if job.plan.keeps_profile(icc.as_deref(), must_convert) {
            return Self { kept: icc, conversion: None, unreadable: false };
        }
        let icc = icc.filter(|icc| !is_srgb(icc));
        let conversion = icc.as_deref().and_then(Conversion::new);
        Self { kept: None, unreadable: icc.is_some() && conversion.is_none(), conversion }
    }

    /// A profile of inks says nothing about frames, which are RGB in every format: it changes nothing.
    fn settle(&self, raster: Raster) -> Raster {
        match (&self.conversion, raster) {
            (Some(conversion), Raster::Rgba(mut image)) => {
                let _ = conversion.apply(&mut image);
                Raster::Rgba(image)
            }
            (_, raster) => raster,
        }
    }
}

fn change(job: &Job<'_>, marks: &Marks, colours: &Colours, frame: Frame) -> Frame {
    let raster = job.plan.steps.iter().fold(Raster::Rgba(frame.image), |raster, step| match *step {
        Step::Fit { width, height } => pixels::scale(raster, width as usize, height as usize, false),
        Step::Colour => colours.settle(raster),
        Step::Turn(orientation) => orient::apply(raster, orientation),
        Step::Mark => pixels::stamp(raster, marks),
    });
    let from_gif = job.plan.source.format == Format::Gif && job.plan.target != Format::Gif;
    let delay_ms = if from_gif && frame.delay_ms <= SHORTEST_GIF_MS { BROWSER_MS } else { frame.delay_ms };
    Frame { image: pixels::into_rgba(raster), delay_ms }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{Tone, made_profile};
    use crate::metadata::{self, Existing, Pixels};
    use crate::planes::Rgba;
    use crate::{Assets, Limits, process};
    use nomina_rules::options::{OutputFormat, ProcessingOptions};

    const P3: [(f64, f64); 4] = [(0.3127, 0.3290), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)];
    const RED: [u8; 4] = [200, 60, 60, 255];

    /// Two frames of a red, which the file says is one of Display P3.
    fn moving(format: Format) -> Vec<u8> {
        let settings =
            AnimationSettings { width: 8, height: 6, plays: 0, quality: None, colours: 256, frames: 2 };
        let mut writer = AnimationWriter::new(format, &settings).unwrap();
        for blue in [60, 200] {
            let mut data = RED.repeat(48);
            data[2] = blue;
            let image = Rgba { width: 8, height: 6, data, opaque: true };
            writer.push(Frame { image, delay_ms: 50 }).unwrap();
        }
        let plan = metadata::Plan { existing: Existing::Remove, fields: None, keep_icc: true };
        let pixels = Pixels { width: 8, height: 6, oriented: true };
        let icc = made_profile(Tone::Power(2.2), P3);
        metadata::embed(writer.finish().unwrap(), format, None, &plan, pixels, Some(&icc)).unwrap().bytes
    }

    fn last_pixel(bytes: &[u8]) -> ([u8; 4], Option<Vec<u8>>) {
        let limits = Limits::default();
        let mut frames = Animation::open(bytes, Format::of(bytes).unwrap(), &limits).unwrap();
        frames.next_frame().unwrap();
        let frame = frames.next_frame().unwrap().unwrap();
        (*frame.image.data.as_chunks::<4>().0.last().unwrap(), frames.profile(bytes, &limits).0)
    }

    #[test]
    fn the_profile_of_an_animation_stays_with_it_or_is_applied_to_every_frame() {
        for source in [Format::Webp, Format::Png] {
            let file = moving(source);
            assert_eq!(last_pixel(&file), (RED, Some(made_profile(Tone::Power(2.2), P3))));
            for (output_format, remove_metadata) in [
                (OutputFormat::Webp, false),
                (OutputFormat::Webp, true),
                (OutputFormat::Png, false),
                (OutputFormat::Png, true),
            ] {
                let recipe = ProcessingOptions {
                    convert_format: true,
                    output_format,
                    enable_compression: true,
                    compression_quality: 1.0,
                    resize_images: true,
                    max_width: 4,
                    remove_metadata,
                    ..ProcessingOptions::default()
                };
                let output =
                    process(&file, &recipe, &Assets::default(), &Limits::default(), &|_| false).unwrap();
                let ([r, g, _, _], icc) = last_pixel(&output.bytes);
                assert_eq!(icc.is_some(), !remove_metadata, "{source} -> {output_format:?}");
                assert_eq!(r > 205 && g < 60, remove_metadata, "{source} -> {output_format:?}: {r} {g}");
            }
        }
    }
}
