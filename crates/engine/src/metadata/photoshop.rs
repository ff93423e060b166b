//! Photoshop's image resources (`8BIM`), the box around IPTC in JPEG's APP13 and in PNG's raw profiles.

const IPTC: u16 = 0x0404;
/// A checksum over the IPTC block; wrong after every edit, so it goes when the block changes.
const IPTC_DIGEST: u16 = 0x0425;
const MAX_RESOURCES: usize = 1_000;

/// The IPTC block inside these resources.
pub(super) fn iptc(resources: &[u8]) -> Option<&[u8]> {
    parse(resources).0.into_iter().find(|r| r.id == IPTC).map(|r| r.data)
}

/// The resources with another IPTC block, or without one; all others stay, also what we cannot parse.
pub(super) fn with_iptc(resources: &[u8], block: Option<&[u8]>) -> Vec<u8> {
    let mut out = Vec::with_capacity(resources.len());
    if let Some(block) = block {
        out.extend_from_slice(b"8BIM\x04\x04\0\0");
        out.extend((block.len() as u32).to_be_bytes());
        out.extend_from_slice(block);
        out.resize(out.len() + block.len() % 2, 0);
    }
    let (parsed, rest) = parse(resources);
    for resource in parsed {
        if !matches!(resource.id, IPTC | IPTC_DIGEST) {
            out.extend_from_slice(resource.whole);
        }
    }
    out.extend_from_slice(rest);
    out
}

struct Resource<'a> {
    id: u16,
    data: &'a [u8],
    whole: &'a [u8],
}

fn parse(resources: &[u8]) -> (Vec<Resource<'_>>, &[u8]) {
    let mut found = Vec::new();
    let mut rest = resources;
    while let Some((resource, after)) = next(rest) {
        found.push(resource);
        rest = after;
        if found.len() == MAX_RESOURCES {
            break;
        }
    }
    (found, rest)
}

fn next(bytes: &[u8]) -> Option<(Resource<'_>, &[u8])> {
    if !bytes.starts_with(b"8BIM") {
        return None;
    }
    let id = u16::from_be_bytes(*bytes.get(4..)?.first_chunk()?);
    let name = 1 + usize::from(*bytes.get(6)?);
    let size_at = 6 + name + name % 2;
    let size = u32::from_be_bytes(*bytes.get(size_at..)?.first_chunk()?) as usize;
    let end = size_at.checked_add(4)?.checked_add(size)?;
    let data = bytes.get(size_at + 4..end)?;
    let padded = (end + size % 2).min(bytes.len());
    Some((Resource { id, data, whole: &bytes[..padded] }, &bytes[padded..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacing_iptc_keeps_the_other_resources_and_drops_the_digest() {
        let old = [
            &b"8BIM\x04\x04\0\0\0\0\0\x03abc\0"[..],
            b"8BIM\x04\x25\0\0\0\0\0\x02dd",
            b"8BIM\x03\xed\x02hi\0\0\0\0\x01z\0",
        ]
        .concat();
        assert_eq!(iptc(&old), Some(&b"abc"[..]));
        let new = with_iptc(&old, Some(b"xy"));
        assert_eq!(new, b"8BIM\x04\x04\0\0\0\0\0\x02xy8BIM\x03\xed\x02hi\0\0\0\0\x01z\0");
        assert_eq!(with_iptc(&old, None), b"8BIM\x03\xed\x02hi\0\0\0\0\x01z\0");
    }
}
