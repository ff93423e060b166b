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
    /// `None` when the chunk is malformed or larger than the room that is left; what it takes is taken off.
    pub(super) fn parse(kind: &[u8; 4], data: &[u8], room: &mut usize) -> Option<Self> {
        let (keyword, rest) = until_nul(data, 80)?;
        let value = match kind {
            b"tEXt" => plain(rest, room)?,
            b"zTXt" => inflate(rest.strip_prefix(&[0])?, room)?,
            _ => international(rest, room)?,
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
    data.extend(value.bytes().filter(|byte| *byte != 0));
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

fn international(rest: &[u8], room: &mut usize) -> Option<String> {
    let [compressed, 0, rest @ ..] = rest else { return None };
    let (_language, rest) = until_nul(rest, rest.len())?;
    let (_translated, rest) = until_nul(rest, rest.len())?;
    if *compressed == 1 { inflate(rest, room) } else { plain(rest, room) }
}

fn plain(text: &[u8], room: &mut usize) -> Option<String> {
    *room = room.checked_sub(text.len())?;
    Some(decode(text))
}

/// An attempt that fails has cost its time all the same.
fn inflate(packed: &[u8], room: &mut usize) -> Option<String> {
    let result = decompress_to_vec_zlib_with_limit(packed, *room);
    let length = result.as_ref().map_or_else(|broken| broken.output.len(), Vec::len);
    *room = room.saturating_sub(length);
    result.ok().map(|bytes| decode(&bytes))
}

fn until_nul(data: &[u8], most: usize) -> Option<(&[u8], &[u8])> {
    let end = data.iter().take(most).position(|byte| *byte == 0)?;
    Some((&data[..end], &data[end + 1..]))
}
