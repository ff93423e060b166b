//! The one form that everything in a PNG has.

/// Appends a chunk: its length, its kind, its data and their checksum.
pub(crate) fn put_chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let checked = out.len();
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    out.extend(crc32fast::hash(&out[checked..]).to_be_bytes());
}
