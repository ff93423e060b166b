//! RAW files of cameras: the largest JPEG that is embedded as a preview. The RAW itself is never decoded.

use super::jpeg;
use crate::format::Format;
use crate::{EngineError, Limits};

/// Starts of JPEG files that are looked at. Cameras embed up to five; noise looks like a start once in 16 MB.
const MOST_STARTS: usize = 256;
/// Smaller ones are for the back of a camera.
const SMALLEST_SIDE: usize = 120;

/// The preview with the most pixels, from its first byte to the end of the file: a JPEG says itself where it ends.
pub fn preview<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a [u8], EngineError> {
    let is_start = |at: &usize| bytes[*at..].starts_with(b"\xff\xd8\xff");
    let starts = memchr::memchr_iter(0xff, bytes).filter(is_start).take(MOST_STARTS);
    let sized = starts.filter_map(|at| {
        let candidate = &bytes[at..];
        let header = jpeg::read_header(candidate, limits).ok()?;
        let shown = header.width >= SMALLEST_SIDE && header.height >= SMALLEST_SIDE;
        shown.then_some((header.width * header.height, candidate))
    });
    // Of two that are equal the first: `max_by_key` would take the last.
    let best = sized.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, preview)| preview).ok_or_else(|| EngineError::UnsupportedFeature {
        format: Format::Raw,
        what: "it holds no preview".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planes::{Plane, Range, Ycc};

    fn grey(width: usize, height: usize) -> Vec<u8> {
        let y = Plane::filled(width, height, 90);
        let planes = Ycc { width, height, y, chroma: None, sub_x: 1, sub_y: 1, range: Range::Full };
        let options =
            jpeg::EncodeOptions { quality: 50, subsampling: jpeg::Subsampling::Keep, ..Default::default() };
        jpeg::encode(&planes, &options).expect("JPEG")
    }

    #[test]
    fn the_largest_preview_is_found_between_other_bytes() {
        let (small, large) = (grey(160, 120), grey(400, 300));
        let file = [b"II*\0....\xff\xd8\xff\xff", &small[..], b"sensor data", &large, b"more"].concat();
        let found = preview(&file, &Limits::default()).expect("a preview");
        assert!(found.starts_with(&large));
        let header = jpeg::read_header(found, &Limits::default()).expect("a header");
        assert_eq!((header.width, header.height), (400, 300));
    }

    #[test]
    fn a_file_without_a_preview_says_so() {
        let error = preview(b"II*\0 nothing but noise \xff\xd8\xff", &Limits::default()).unwrap_err();
        assert!(error.to_string().contains("no preview"), "{error}");
    }
}
