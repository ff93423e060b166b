//! What the headers say about an image, pixels untouched.

use crate::probe::probe;
use crate::{EngineError, Inspection, Limits, metadata};

/// Reads the headers only.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<Inspection, EngineError> {
    let probe = probe(bytes, limits)?;
    let found = metadata::read(bytes, probe.format, limits);
    Ok(Inspection {
        format: probe.format,
        mime: probe.format.mime(),
        extension: probe.format.extension_of(bytes),
        width: probe.width,
        height: probe.height,
        orientation: found.orientation.clamp(1, 8),
        frames: probe.frames,
        has_alpha: probe.has_alpha,
        bit_depth: probe.bit_depth,
        icc: found.icc,
        taken_at: found.taken_at,
        camera_make: found.camera_make,
        camera_model: found.camera_model,
        latitude: found.latitude,
        longitude: found.longitude,
        title: found.title,
        people: found.people,
        has_exif: found.has_exif,
        has_xmp: found.has_xmp,
        has_iptc: found.has_iptc,
    })
}
