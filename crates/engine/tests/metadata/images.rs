//! Small images to write metadata into, and the parts of a file that must not change.

use nomina_engine::Format;
use std::path::{Path, PathBuf};

/// A 16 x 8 baseline JPEG with a JFIF segment.
const JPEG: &str = "\
    ffd8ffe000104a46494600010100000100010000ffdb0043001b12141714111b1716171e1c1b2028422b28252528513a3d30\
    42605565645f555d5b6a7899816a7190735b5d85b586909ea3abadab6780bcc9baa6c799a8aba4ffdb0043011c1e1e282328\
    4e2b2b4ea46e5d6ea4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4\
    a4a4a4a4a4a4a4a4ffc00011080008001003012200021101031101ffc4001500010100000000000000000000000000000004\
    ffc40017100100030000000000000000000000000000030561ffc4001501010100000000000000000000000000000203ffc4\
    001811000301010000000000000000000000000002030451ffda000c03010002110311003f00962afc57157e00bd589e5b3f\
    4fffd9";

/// 16 x 8, plain `VP8 `.
const WEBP_LOSSY: &str = "\
    524946463800000057454250565038202c0000009001009d012a1000080007409625b0027400b238ac00fecd7c4cf35fd49f\
    0a267dc5e88024614ef980dc0000";

/// 4 x 4, plain `VP8L` with alpha.
const WEBP_ALPHA: &str = "\
    524946464a000000574542505650384c3e0000002f03c000107fa0906d0448e1785e84f3073a08056ddbb029d32899ee0ce0\
    00b60199288815a220f63c20401000b166c1820593162c583012d1ff4058cd07";

/// 16 x 8, GIF87a.
const GIF: &str = "\
    47494638376110000800810000b09680309680b01e80301e802c000000001000080000082f0007081c384080c18307090e44\
    c850a140860803489c180080c58b17294ec4c851a3448e183d5604695124498b0101003b";

pub(crate) fn jpeg() -> Vec<u8> {
    unhex(JPEG)
}

pub(crate) fn webp() -> Vec<u8> {
    unhex(WEBP_LOSSY)
}

pub(crate) fn webp_with_alpha() -> Vec<u8> {
    unhex(WEBP_ALPHA)
}

pub(crate) fn gif() -> Vec<u8> {
    unhex(GIF)
}

/// A 16 x 8 RGB gradient.
pub(crate) fn png() -> Vec<u8> {
    let rows =
        (0..8u8).flat_map(|y| [0].into_iter().chain((0..16u8).flat_map(move |x| [x * 16, y * 30, 128])));
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&rows.collect::<Vec<u8>>(), 6);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    out.extend(chunk(b"IHDR", &[0, 0, 0, 16, 0, 0, 0, 8, 8, 2, 0, 0, 0]));
    out.extend(chunk(b"IDAT", &packed));
    out.extend(chunk(b"IEND", &[]));
    out
}

/// A PNG chunk.
pub(crate) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let checked = [&kind[..], data].concat();
    let crc = crc32fast::hash(&checked).to_be_bytes();
    [&(data.len() as u32).to_be_bytes()[..], &checked, &crc].concat()
}

/// `bytes` with `inserted` put in at `at`.
pub(crate) fn insert(bytes: &[u8], at: usize, inserted: &[u8]) -> Vec<u8> {
    [&bytes[..at], inserted, &bytes[at..]].concat()
}

/// A JPEG segment.
pub(crate) fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
    [&[0xff, marker][..], &(body.len() as u16 + 2).to_be_bytes(), body].concat()
}

/// The fixture JPEG with more segments behind its JFIF one.
pub(crate) fn jpeg_with(segments: &[Vec<u8>]) -> Vec<u8> {
    insert(&jpeg(), 20, &segments.concat())
}

/// The test images beside the project, if they are there.
pub(crate) fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        std::env::var_os("NOMINA_IMAGES").map_or_else(|| root.join("../shared/images"), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    nomina_needs::missing("images", format!("none at {}; set NOMINA_IMAGES", folder.display()));
    None
}

/// Every file below a folder, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |c: u8| char::from(c).to_digit(16).expect("hexadecimal") as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// The compressed image: what an edit of the container must leave alone. Written apart from the engine's own walkers.
pub(crate) fn image_data(bytes: &[u8], format: Format) -> Vec<u8> {
    match format {
        Format::Jpeg => jpeg_data(bytes),
        Format::Png => png_data(bytes),
        Format::Webp => webp_data(bytes),
        Format::Gif => gif_data(bytes),
        _ => bytes.to_vec(),
    }
}

fn jpeg_data(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut at, mut scanning) = (Vec::new(), 2, false);
    while at + 1 < bytes.len() {
        let marker = bytes[at + 1];
        if bytes[at] != 0xff || matches!(marker, 0 | 1 | 0xd0..=0xd8 | 0xff) {
            if scanning {
                out.push(bytes[at]);
            }
            at += 1;
            continue;
        }
        if marker == 0xd9 {
            break;
        }
        let Some(length) = bytes.get(at + 2..at + 4) else { break };
        let end = (at + 2 + usize::from(u16::from_be_bytes([length[0], length[1]])).max(2)).min(bytes.len());
        if !matches!(marker, 0xe0..=0xef | 0xfe) {
            out.extend(&bytes[at..end]);
        }
        scanning |= marker == 0xda;
        at = end;
    }
    out
}

fn png_data(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 8);
    while at + 8 <= bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        let end = at.saturating_add(length).saturating_add(12).min(bytes.len());
        if [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"acTL", b"fcTL", b"fdAT", b"iCCP"]
            .iter()
            .any(|k| **k == bytes[at + 4..at + 8])
        {
            out.extend(&bytes[at..end]);
        }
        if &bytes[at + 4..at + 8] == b"IEND" {
            break;
        }
        at = end;
    }
    out
}

fn webp_data(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 12);
    while at + 8 <= bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().expect("four bytes")) as usize;
        let end = at.saturating_add(8).saturating_add(length).min(bytes.len());
        if [b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"].iter().any(|k| **k == bytes[at..at + 4]) {
            out.extend(&bytes[at..end]);
        }
        at = end + length % 2;
    }
    out
}

fn gif_data(bytes: &[u8]) -> Vec<u8> {
    let palette = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << (1 + (flags & 7)) };
    let mut at = 13 + palette(bytes[10]);
    let mut out = bytes[6..at.min(bytes.len())].to_vec();
    while at < bytes.len() && bytes[at] != 0x3b {
        let start = at;
        let application =
            bytes[at] == 0x21 && bytes.get(at + 1).is_some_and(|label| matches!(label, 0xfe | 0xff));
        at += if bytes[at] == 0x2c { 11 + bytes.get(at + 9).map_or(0, |flags| palette(*flags)) } else { 2 };
        while bytes.get(at).is_some_and(|length| *length != 0) {
            at += 1 + usize::from(bytes[at]);
        }
        at = (at + 1).min(bytes.len());
        if !application {
            out.extend(&bytes[start..at]);
        }
    }
    out
}
