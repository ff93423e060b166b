//! Chunks of a PNG: read in order as far as the file goes, and written with their checksum.

use std::iter::from_fn;

/// A chunk: its length, its kind, its data and a checksum of the last two.
pub(crate) fn put_chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    let sum = crc32fast::hash(&out[start..]);
    out.extend_from_slice(&sum.to_be_bytes());
}

/// Kind and data of each chunk behind the header; the last may be cut off.
pub(crate) fn chunks(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = bytes.get(HEADER..).unwrap_or_default();
    from_fn(move || {
        let (head, after) = rest.split_at_checked(8)?;
        let (length, kind) = (*head.first_chunk()?, *head.last_chunk()?);
        let length = u32::from_be_bytes(length) as usize;
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
        Some((kind, &after[..length.min(after.len())]))
    })
}

/// The signature and `IHDR`, which every PNG begins with.
pub(crate) const HEADER: usize = 33;
