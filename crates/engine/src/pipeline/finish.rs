//! The last steps: metadata around the pixels, and the decision which file is handed out.

use super::encode::{Encoded, missed_size};
use super::job::Job;
use super::plan::{target_format, upright};
use crate::format::Format;
use crate::metadata;
use crate::{EngineError, Facts, Output};

/// No pixel changes: the file itself, with edited metadata if that was asked for.
pub(crate) fn container_only(job: &Job<'_>) -> Result<Output, EngineError> {
    if job.plan.source.format == Format::Raw {
        return Ok(renamed_only(job));
    }
    let written = metadata::rewrite(job.bytes, job.plan.source.format, &job.metadata, job.limits)?;
    let mut warnings = written.warnings;
    warnings.extend(job.metadata.warning(job.plan.target));
    let facts = Facts { frames: job.plan.source.frames, reencoded: false, warnings, ..job.plan.facts() };
    Ok(Output { bytes: written.bytes, facts })
}

/// A RAW file as it came, with a word about what was not done to it.
fn renamed_only(job: &Job<'_>) -> Output {
    let mut warnings = Vec::new();
    if target_format(Format::Heic, job.recipe) != Format::Heic {
        warnings
            .push("RAW files are only renamed: pixels and metadata of this one stay as they are.".to_owned());
    }
    let extension = Format::Raw.extension_of(job.bytes);
    let (width, height) = upright(&job.plan.source, job.orientation);
    let facts = Facts { extension, width, height, reencoded: false, warnings, ..job.plan.facts() };
    Output { bytes: job.bytes.to_vec(), facts }
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
            let mut facts = Facts { kept_original: true, ..original.facts };
            let too_large = job.plan.target_bytes.and_then(|most| missed_size(original.bytes.len(), most));
            facts.warnings.extend(too_large);
            return Ok(Output { bytes: original.bytes, facts });
        }
    }
    warnings.extend(encoded.warnings);
    warnings.extend(job.metadata.warning(job.plan.target));
    let facts = Facts { frames: encoded.frames, quality: encoded.quality, warnings, ..job.plan.facts() };
    Ok(Output { bytes: encoded.bytes, facts })
}
