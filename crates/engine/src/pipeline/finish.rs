//! The last steps: metadata around the pixels, and the decision which file is handed out.

use super::Job;
use super::encode::Encoded;
use crate::metadata::{self, Pixels};
use crate::{EngineError, Facts, Output};

/// Puts the planned metadata into freshly encoded bytes. `icc` is the profile that the samples need.
pub(crate) fn embed(
    job: &Job<'_>,
    bytes: Vec<u8>,
    icc: Option<&[u8]>,
) -> Result<(Vec<u8>, Vec<String>), EngineError> {
    let source = metadata::extract(job.bytes, job.plan.source.format, job.limits);
    let pixels = Pixels { width: job.plan.width, height: job.plan.height, oriented: true };
    let written = metadata::embed(bytes, job.plan.target, Some(&source), &job.metadata, pixels, icc)?;
    Ok((written.bytes, written.warnings))
}

/// No pixel changes: the file itself, with edited metadata if that was asked for.
pub(crate) fn container_only(job: &Job<'_>) -> Result<Output, EngineError> {
    let written = metadata::rewrite(job.bytes, job.plan.source.format, &job.metadata, job.limits)?;
    let mut warnings = written.warnings;
    warnings.extend(job.metadata.warning(job.plan.target));
    let facts = Facts { frames: job.plan.source.frames, reencoded: false, warnings, ..job.plan.facts() };
    Ok(Output { bytes: written.bytes, facts })
}

/// The new file, unless only compression was asked for and the original is not larger.
pub(crate) fn decide(
    job: &Job<'_>,
    encoded: Encoded,
    mut warnings: Vec<String>,
) -> Result<Output, EngineError> {
    if job.plan.compression_only {
        let original = container_only(job)?;
        if original.bytes.len() <= encoded.bytes.len() {
            let facts = Facts { kept_original: true, ..original.facts };
            return Ok(Output { bytes: original.bytes, facts });
        }
    }
    warnings.extend(encoded.warnings);
    warnings.extend(job.metadata.warning(job.plan.target));
    let facts = Facts { frames: encoded.frames, quality: encoded.quality, warnings, ..job.plan.facts() };
    Ok(Output { bytes: encoded.bytes, facts })
}
