//! iCCP: a name and a compressed colour profile.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// The label and the compressed bytes.
pub(super) fn split(data: &[u8]) -> Option<(String, &[u8])> {
    let end = data.iter().take(80).position(|byte| *byte == 0)?;
    let [0, packed @ ..] = data.get(end + 1..)? else { return None };
    Some((super::super::text::decode(&data[..end]), packed))
}

/// The profile, never more than `most` bytes of memory.
pub(super) fn whole(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    decompress_to_vec_zlib_with_limit(packed, most).ok()
}

/// The first bytes of the profile.
pub(super) fn start(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let bytes =
        decompress_to_vec_zlib_with_limit(packed, most).unwrap_or_else(|broken_off| broken_off.output);
    (!bytes.is_empty()).then_some(bytes)
}

/// The payload of an iCCP chunk.
pub(super) fn pack(profile: &[u8]) -> Vec<u8> {
    let mut data = b"ICC profile\0\0".to_vec();
    data.extend(miniz_oxide::deflate::compress_to_vec_zlib(profile, 6));
    data
}
