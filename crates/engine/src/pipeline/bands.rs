//! The short way of a JPEG that becomes a JPEG of the same size: in bands of rows from one file into the other. The picture
//! itself is never held.

use super::encode::Encoded;
use super::finish::{self, Embedder};
use super::{Job, still};
use crate::formats::jpeg::{self, EncodeOptions, Subsampling, Transcoded};
use crate::probe::Format;
use crate::{EngineError, Output, colour, metadata};

/// None when the picture has to go the long way.
pub(crate) fn run(job: &Job<'_>) -> Result<Option<Output>, EngineError> {
    if !keeps_its_rows(job) {
        return Ok(None);
    }
    let icc = metadata::extract(job.bytes, Format::Jpeg, job.limits).icc.map(|icc| icc.into_owned());
    let keeps_profile = still::keeps_profile(job, icc.as_deref(), false);
    if !keeps_profile && icc.as_deref().is_some_and(|icc| !colour::is_srgb(icc)) {
        return Ok(None);
    }
    let marks = still::marks(job)?;
    if marks.are_coloured() && jpeg::read_header(job.bytes, job.limits)?.components.len() == 1 {
        return Ok(None);
    }
    let quality = job.plan.quality;
    let subsampling = if still::halves_chroma(job) { Subsampling::Half } else { Subsampling::Keep };
    let options = EncodeOptions { quality, subsampling };
    let mut paint = |band: &mut _, top| {
        marks.stamp_band(band, top);
        job.check()
    };
    let Some(Transcoded { bytes, mut warnings }) =
        jpeg::transcode(job.bytes, &options, job.limits, &mut paint)?
    else {
        return Ok(None);
    };
    warnings.extend(marks.warnings().iter().cloned());
    let (bytes, embedding) = Embedder::new(job, icc.filter(|_| keeps_profile)).embed(bytes)?;
    let encoded = Encoded { bytes, quality: Some(quality), frames: 1, warnings: embedding };
    finish::decide(job, encoded, warnings).map(Some)
}

/// Every row of the result comes from the same row of the source, and is encoded once.
fn keeps_its_rows(job: &Job<'_>) -> bool {
    let plan = &job.plan;
    let jpegs = plan.source.format == Format::Jpeg && plan.target == Format::Jpeg;
    let same_size = (plan.width, plan.height) == (plan.source.width, plan.source.height);
    jpegs && same_size && !(2..=8).contains(&plan.orientation) && plan.target_bytes.is_none()
}
