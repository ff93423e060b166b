//! RAW files: most are TIFF files in all but their first bytes; the others embed a preview with EXIF of its own.

use super::source::Source;
use crate::Limits;
use crate::formats::raw;
use std::borrow::Cow;

/// Directories stand at the beginning; what follows is the sensor's.
const DIRECTORY_BYTES: usize = 4 << 20;
/// The box of Canon's CR3 that holds its first directory.
const CANON_BOX: &[u8] = b"CMT1";

pub(super) fn collect<'a>(bytes: &'a [u8], limits: &Limits) -> Source<'a> {
    let start = &bytes[..bytes.len().min(DIRECTORY_BYTES.min(limits.metadata_bytes))];
    let exif = match start {
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some(Cow::Borrowed(start)),
        // Olympus and Panasonic: the same directories behind a start of their own.
        [b'I', b'I', b'R' | b'U', ..] => Some(Cow::Owned([b"II*\0", &start[4..]].concat())),
        [b'M', b'M', b'O', b'R', ..] => Some(Cow::Owned([b"MM\0*", &start[4..]].concat())),
        _ => {
            let found = start.windows(CANON_BOX.len()).position(|window| window == CANON_BOX);
            found.map(|at| Cow::Borrowed(&start[at + CANON_BOX.len()..]))
        }
    };
    match (exif, raw::preview(bytes, limits)) {
        (Some(exif), _) => Source { exif: Some(exif), ..Source::default() },
        (None, Ok(preview)) => super::jpeg::collect(preview, limits),
        (None, Err(_)) => Source::default(),
    }
}
