//! Whether an image was written to its end, by the structure of its format. A copy that is still under way is not whole.

use nomina_engine::Format;

/// False when the end is missing. A format that does not tell is whole.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    match Format::of(bytes) {
        Some(Format::Jpeg) => jpeg_ends(bytes),
        Some(Format::Png) => png_ends(bytes),
        Some(Format::Webp) => {
            number(bytes, 4, u32::from_le_bytes).is_some_and(|size| bytes.len() >= size + 8)
        }
        Some(Format::Bmp) => number(bytes, 2, u32::from_le_bytes).is_some_and(|size| bytes.len() >= size),
        Some(Format::Gif) => bytes.iter().rev().take(1024).any(|byte| *byte == 0x3b),
        _ => true,
    }
}

fn number(bytes: &[u8], at: usize, read: fn([u8; 4]) -> u32) -> Option<usize> {
    Some(read(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// Segment by segment to the end marker; what some cameras write behind it does not matter.
fn jpeg_ends(bytes: &[u8]) -> bool {
    let mut at = 2;
    loop {
        let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0xff)) else {
            return false;
        };
        at += found + 1;
        match bytes.get(at) {
            None => return false,
            Some(0xd9) => return true,
            // Fill bytes, stuffed bytes inside a scan, and markers without a length.
            Some(0xff) => {}
            Some(0x00 | 0x01 | 0xd0..=0xd8) => at += 1,
            Some(_) => {
                let Some(length) = bytes.get(at + 1..at + 3) else { return false };
                at += 1 + usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
        }
    }
}

fn png_ends(bytes: &[u8]) -> bool {
    let mut at = 8;
    while let Some(length) = number(bytes, at, u32::from_be_bytes) {
        let end = at + 12 + length;
        if bytes.get(at + 4..at + 8) == Some(b"IEND") {
            return bytes.len() >= end;
        }
        at = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_whole_with_its_last_byte_and_not_before() {
        let jpeg =
            [&b"\xff\xd8\xff\xe1\x00\x06\xff\xd9ab\xff\xda\x00\x02scan\xff\x00\xff\xd0more"[..], b"\xff\xd9"]
                .concat();
        let png = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x01IDATxcrc.\x00\x00\x00\x00IENDcrc.".to_vec();
        let webp = b"RIFF\x08\x00\x00\x00WEBPVP8 ".to_vec();
        let bmp = [&b"BM\x3a\x00\x00\x00"[..], &[0; 8], &[40], &[0; 43]].concat();
        for image in [jpeg, png, webp, bmp] {
            assert!(is_whole(&image), "{image:?}");
            for end in (12..image.len()).filter(|end| Format::of(&image[..*end]).is_some()) {
                assert!(!is_whole(&image[..end]), "{end} of {image:?}");
            }
        }
        assert!(is_whole(b"\xff\xd8\xff\xd9and a video behind it"));
    }
}
