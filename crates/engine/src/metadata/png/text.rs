//! tEXt, zTXt and iTXt: a keyword and a text, perhaps compressed.

use super::super::text::decode;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// One text chunk.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) keyword: String,
    pub(super) value: String,
}

impl Text {
    /// `None` when the chunk is malformed or would inflate beyond `most` bytes.
    pub(super) fn parse(kind: &[u8; 4], data: &[u8], most: usize) -> Option<Self> {
        let (keyword, rest) = until_nul(data, 80)?;
        let value = match kind {
            b"tEXt" => decode(rest),
            b"zTXt" => decode(&inflate(rest.strip_prefix(&[0])?, most)?),
            _ => international(rest, most)?,
        };
        Some(Self { keyword: decode(keyword), value })
    }
}

/// The keyword alone, without unpacking anything.
pub(super) fn keyword(data: &[u8]) -> Option<&[u8]> {
    until_nul(data, 80).map(|(keyword, _)| keyword)
}

/// The payload of an iTXt chunk, uncompressed so that every reader finds it.
pub(super) fn pack(keyword: &str, value: &str) -> Vec<u8> {
    let mut data = keyword.as_bytes().to_vec();
    data.extend([0, 0, 0, 0, 0]);
    data.extend_from_slice(value.as_bytes());
    data
}

/// The bytes of a raw profile: a name, a length and hexadecimal digits, each on lines of their own.
pub(super) fn raw_profile(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.trim_start().splitn(3, '\n');
    let (_name, length) = (parts.next()?, parts.next()?.trim().parse::<usize>().ok()?);
    let digits: Vec<u8> = parts.next()?.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    (bytes.len() >= length.min(1)).then_some(bytes)
}

fn international(rest: &[u8], most: usize) -> Option<String> {
    let [compressed, 0, rest @ ..] = rest else { return None };
    let (_language, rest) = until_nul(rest, rest.len())?;
    let (_translated, rest) = until_nul(rest, rest.len())?;
    Some(if *compressed == 1 { decode(&inflate(rest, most)?) } else { decode(rest) })
}

fn inflate(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    decompress_to_vec_zlib_with_limit(packed, most).ok()
}

fn until_nul(data: &[u8], most: usize) -> Option<(&[u8], &[u8])> {
    let end = data.iter().take(most).position(|byte| *byte == 0)?;
    Some((&data[..end], &data[end + 1..]))
}
