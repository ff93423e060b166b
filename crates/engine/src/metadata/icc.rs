//! Colour profiles: whether one is plausible, and what it calls itself.

/// Profiles are never shorter than their header and tag count.
const MIN_BYTES: usize = 132;

/// Whether these bytes are an ICC profile by its signature and stated size.
pub(super) fn plausible(profile: &[u8]) -> bool {
    let stated = profile.first_chunk().map_or(usize::MAX, |size| u32::from_be_bytes(*size) as usize);
    profile.len() >= MIN_BYTES && profile.get(36..40) == Some(b"acsp") && stated <= profile.len()
}

/// The profile's description, from its beginning alone: v2 ASCII text or v4 UTF-16.
pub(super) fn name(profile: &[u8]) -> Option<String> {
    if profile.get(36..40)? != b"acsp" {
        return None;
    }
    let tag = (0..be32(profile, 128)?.min(64) as usize).map(|i| 132 + 12 * i);
    let tag = tag.into_iter().find(|at| profile.get(*at..*at + 4) == Some(b"desc"))?;
    let data = profile.get(be32(profile, tag + 4)? as usize..)?;
    let text = match data.get(..4)? {
        b"desc" => {
            let length = be32(data, 8)? as usize;
            super::text::decode(data.get(12..12 + length.min(256))?)
        }
        b"mluc" => {
            let (length, at) = (be32(data, 20)? as usize, be32(data, 24)? as usize);
            let raw = data.get(at..at.checked_add(length.min(512))?)?;
            let units = raw.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
        }
        _ => return None,
    };
    let text = super::text::clean(text.split('\0').next().unwrap_or_default());
    (!text.is_empty()).then_some(text)
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|raw| u32::from_be_bytes(*raw))
}
