//! A JPEG whose pixels keep their values and their number, in bands of rows: straight into another JPEG, so that the image
//! itself is never held; or into upright planes, so that it is not held twice.

use super::embed::Embedder;
use super::encode::Encoded;
use super::job::Job;
use super::step::Step;
use super::{finish, pixels};
use crate::format::Format;
use crate::formats::Still;
use crate::formats::jpeg::{self, Chroma, EncodeOptions, Subsampling, Transcoded};
use crate::orient::{Turn, settle_chroma};
use crate::planes::{Plane, Raster, Ycc};
use crate::{EngineError, Output, colour, metadata};

/// From JPEG to JPEG; none when the image has to go the long way.
pub(crate) fn transcode(job: &Job<'_>) -> Result<Option<Output>, EngineError> {
    let once = job.plan.target == Format::Jpeg && job.plan.target_bytes.is_none();
    let passes = job.plan.steps.iter().all(|step| match *step {
        Step::Fit { width, height } => is_source_size(job, width, height),
        // The profile itself decides, see below.
        Step::Colour => true,
        Step::Turn(_) => false,
        // Painted on each band.
        Step::Mark => true,
    });
    if !once || !passes {
        return Ok(None);
    }
    let Some(icc) = kept_profile(job) else { return Ok(None) };
    let marks = pixels::marks(job)?;
    if marks.are_coloured() && jpeg::read_header(job.bytes, job.limits)?.components.len() == 1 {
        return Ok(None);
    }
    let quality = job.plan.quality;
    let subsampling = if job.plan.halves_chroma() { Subsampling::Half } else { Subsampling::Keep };
    let options = EncodeOptions { quality, subsampling, order: job.plan.jpeg_order() };
    let height = job.plan.height as usize;
    let mut paint = |band: &mut Ycc, top| {
        marks.stamp_band(band, top);
        job.pulse.beat(top, height)
    };
    let Some(Transcoded { bytes, mut warnings }) =
        jpeg::transcode(job.bytes, &options, job.limits, &mut paint)?
    else {
        return Ok(None);
    };
    warnings.extend(marks.warnings().iter().cloned());
    let (bytes, embedding) = Embedder::new(job, icc).embed(bytes)?;
    let encoded = Encoded { bytes, quality: Some(quality), frames: 1, warnings: embedding };
    finish::decide(job, encoded, warnings).map(Some)
}

fn is_source_size(job: &Job<'_>, width: u32, height: u32) -> bool {
    (job.plan.source.width, job.plan.source.height) == (width, height)
}

/// What is left to do with upright planes.
pub(crate) fn after_upright(steps: &[Step]) -> &[Step] {
    let done = steps.iter().position(|step| match step {
        Step::Fit { .. } | Step::Colour | Step::Turn(_) => false,
        Step::Mark => true,
    });
    &steps[done.unwrap_or(steps.len())..]
}

/// Upright planes of a JPEG that is to be turned; none when it is not, or has to go the long way.
pub(crate) fn upright(job: &Job<'_>) -> Result<Option<Still>, EngineError> {
    let turns_only = job.plan.steps.iter().all(|step| match *step {
        Step::Fit { width, height } => is_source_size(job, width, height),
        Step::Colour | Step::Turn(_) | Step::Mark => true,
    });
    if !job.plan.planar() || !job.plan.turns() || !turns_only {
        return Ok(None);
    }
    let Some(icc) = kept_profile(job) else { return Ok(None) };
    let chroma = if job.plan.halves_chroma() { Chroma::Half } else { Chroma::Full };
    let mut upright = None;
    let mut turn = |band: &mut Ycc, top| {
        let upright = upright.get_or_insert_with(|| Upright::new(job, band));
        upright.put(band, top);
        job.reading().beat(top, job.plan.source.height as usize)
    };
    let Some(warnings) = jpeg::decode_bands(job.bytes, chroma, job.limits, &mut turn)? else {
        return Ok(None);
    };
    let raster = upright.map(|mut upright| {
        settle_chroma(&mut upright.planes, job.plan.orientation());
        Raster::Ycc(upright.planes)
    });
    Ok(raster.map(|raster| Still { warnings, ..Still::new(raster, icc) }))
}

/// The profile that stays with the samples; none when they cannot stay as they are.
fn kept_profile(job: &Job<'_>) -> Option<Option<Vec<u8>>> {
    if job.plan.source.format != Format::Jpeg {
        return None;
    }
    let icc = metadata::extract(job.bytes, Format::Jpeg, job.limits).icc.map(|icc| icc.into_owned());
    if job.plan.keeps_profile(icc.as_deref(), false) {
        return Some(icc);
    }
    icc.is_none_or(|icc| colour::is_srgb(&icc)).then_some(None)
}

/// Planes that are filled from turned bands.
struct Upright {
    planes: Ycc,
    /// For luma and for chroma.
    turns: [Turn; 2],
}

impl Upright {
    /// `band` is the first.
    fn new(job: &Job<'_>, band: &Ycc) -> Self {
        let orientation = job.plan.orientation();
        let (width, height) = (band.width, job.plan.source.height as usize);
        let luma = Turn { width, height, orientation };
        let chroma =
            Turn { width: width.div_ceil(band.sub_x), height: height.div_ceil(band.sub_y), orientation };
        let plane = |turn: &Turn| Plane::filled(turn.size().0, turn.size().1, 0);
        let (width, height) = luma.size();
        let swaps = crate::orient::swaps(orientation);
        let (sub_x, sub_y) = if swaps { (band.sub_y, band.sub_x) } else { (band.sub_x, band.sub_y) };
        let planes = Ycc {
            width,
            height,
            y: plane(&luma),
            chroma: band.chroma.as_ref().map(|_| [plane(&chroma), plane(&chroma)]),
            sub_x,
            sub_y,
            range: band.range,
        };
        Self { planes, turns: [luma, chroma] }
    }

    fn put(&mut self, band: &Ycc, top: usize) {
        let put = |turn: &Turn, from: &Plane, top: usize, to: &mut Plane| {
            let rows: Vec<&[u8]> = (0..from.height).map(|y| from.row(y)).collect();
            turn.put(&rows, top, &mut to.data);
        };
        put(&self.turns[0], &band.y, top, &mut self.planes.y);
        let planes = band.chroma.iter().flatten().zip(self.planes.chroma.iter_mut().flatten());
        for (from, to) in planes {
            put(&self.turns[1], from, top / band.sub_y, to);
        }
    }
}
