//! EXIF and XMP of JPEG XL: boxes beside the image, where the file has boxes at all (ISO/IEC 18181-2).

use crate::Limits;
use std::io::Read;

/// Boxes that are looked at.
const MOST_BOXES: usize = 1_000;

/// Metadata as it was, unpacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    pub exif: Option<Vec<u8>>,
    pub xmp: Option<Vec<u8>>,
    /// Signed content credentials.
    pub credentials: bool,
    pub gain_map: bool,
}

pub(super) fn blocks(bytes: &[u8], limits: &Limits) -> Blocks {
    let mut found = Blocks::default();
    if !bytes.starts_with(b"\0\0\0\x0cJXL ") {
        return found;
    }
    let mut rest = bytes;
    for _ in 0..MOST_BOXES {
        let Some((kind, content, next)) = split(rest) else { break };
        rest = next;
        match (kind, content) {
            (b"brob", [a, b, c, d, packed @ ..]) => {
                if let Some(content) = unpacked(packed, limits.metadata_bytes) {
                    found.keep(&[*a, *b, *c, *d], &content, limits);
                }
            }
            _ => found.keep(kind, content, limits),
        }
    }
    found
}

impl Blocks {
    fn keep(&mut self, kind: &[u8; 4], content: &[u8], limits: &Limits) {
        let fits = content.len() <= limits.metadata_bytes;
        match kind {
            b"Exif" if fits && self.exif.is_none() => self.exif = tiff(content).map(<[u8]>::to_vec),
            b"xml " if fits && self.xmp.is_none() => self.xmp = Some(content.to_vec()),
            b"jumb" => self.credentials = true,
            b"jhgm" => self.gain_map = true,
            _ => {}
        }
    }
}

/// The block behind the number that says where it begins.
fn tiff(content: &[u8]) -> Option<&[u8]> {
    let (offset, rest) = content.split_first_chunk::<4>()?;
    let block = rest.get(u32::from_be_bytes(*offset) as usize..)?;
    Some(block.strip_prefix(b"Exif\0\0").unwrap_or(block))
}

/// Kind and content of the first box, and what follows it.
fn split(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (size, rest) = bytes.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let (length, rest) = match u32::from_be_bytes(*size) {
        0 => (rest.len(), rest),
        1 => {
            let (long, rest) = rest.split_first_chunk::<8>()?;
            (usize::try_from(u64::from_be_bytes(*long).checked_sub(16)?).ok()?, rest)
        }
        size => ((size as usize).checked_sub(8)?, rest),
    };
    let (content, next) = rest.split_at_checked(length)?;
    Some((kind, content, next))
}

/// Packed by Brotli; none where it is damaged or longer than allowed.
fn unpacked(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let reader = brotli_decompressor::Decompressor::new(packed, 4096);
    reader.take(most as u64 + 1).read_to_end(&mut out).ok()?;
    (out.len() <= most).then_some(out)
}
