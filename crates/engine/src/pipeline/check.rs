//! A file that is passed on as it is must be an image: its headers and tables are read, and as many pixels as that takes.
//! Cheap beside decoding; what a decoder finds only in the middle of the pixels stays unseen.

use super::job::Job;
use crate::format::Format;
use crate::formats::{Want, jpeg, png};
use crate::{EngineError, decode};

/// The error that decoding would give; else what there is to say about the file.
pub(crate) fn readable(job: &Job<'_>) -> Result<Vec<String>, EngineError> {
    let (bytes, source, limits) = (job.bytes, &job.plan.source, job.limits);
    match source.format {
        Format::Jpeg => jpeg::check(bytes, limits),
        Format::Png => png::check(bytes, limits).map(|()| Vec::new()),
        // Small ones in the size that costs least; of animations the first frame.
        Format::Webp | Format::Gif => {
            let want = Want { width: 1, height: 1, pulse: job.reading(), ..Want::full() };
            decode::decode(bytes, source.format, source.frames > 1, &want, limits).map(|still| still.warnings)
        }
        // Their headers say all, or were read in full by now.
        Format::Bmp | Format::Heic | Format::Avif | Format::Tiff | Format::Jxl | Format::Raw => {
            Ok(Vec::new())
        }
    }
}
