//! Metadata around freshly encoded pixels.

use super::gain_map;
use super::job::Job;
use super::step::Step;
use crate::EngineError;
use crate::metadata::{self, Pixels};

/// The metadata of the source, taken out once, and what the new file needs to know about it.
pub(crate) struct Embedder<'a> {
    job: &'a Job<'a>,
    source: metadata::Source<'a>,
    /// The profile that the samples need.
    icc: Option<Vec<u8>>,
}

impl<'a> Embedder<'a> {
    /// Not inlined: three copies would make the browser's module larger.
    #[inline(never)]
    pub(crate) fn new(job: &'a Job<'a>, icc: Option<Vec<u8>>) -> Self {
        let mut source = metadata::extract(job.bytes, job.plan.source.format, job.limits);
        // The video shows what the watermark covers, the gain map shines through it, and a wanted size means the whole file.
        if job.plan.target_bytes.is_some() || job.plan.steps.contains(&Step::Mark) {
            source.motion = None;
            source.gain_map_image = None;
        }
        source.gain_map_image = source.gain_map_image.and_then(|image| gain_map::follow(job, image));
        Self { job, source, icc }
    }

    /// The profile that the samples need, where it is known later than the rest.
    #[must_use]
    pub(crate) fn with_profile(self, icc: Option<Vec<u8>>) -> Self {
        Self { icc, ..self }
    }

    /// Puts the planned metadata around freshly encoded pixels; gives back the warnings too.
    pub(crate) fn embed(&self, bytes: Vec<u8>) -> Result<(Vec<u8>, Vec<String>), EngineError> {
        let Job { plan, metadata: wish, .. } = self.job;
        let pixels = Pixels { width: plan.width, height: plan.height, oriented: true };
        let written =
            metadata::embed(bytes, plan.target, Some(&self.source), wish, pixels, self.icc.as_deref())?;
        Ok((written.bytes, written.warnings))
    }
}
