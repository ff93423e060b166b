//! Strips and tiles of JPEG state a size of their own, and the `tiff` crate decodes whatever they state: up to 268 megapixels
//! from some hundred bytes, once for every strip. They are checked first.

use super::open::{Opened, failed};
use crate::EngineError;
use tiff::decoder::ChunkType;
use tiff::tags::Tag;

/// The compression with a JPEG in every strip or tile.
const JPEG: u32 = 7;
/// Tables that all strips share. They stand in front of each, so that large ones cost as much as an image.
const MOST_TABLE_BYTES: usize = 64 << 10;
/// An image may end inside of a block of this side.
const BLOCK: u32 = 32;
/// Tiles of one colour may share their bytes, but not so often that reading them takes longer than a whole image.
const MOST_SHARED: u64 = 16;

/// Refuses a file with a strip that is larger than its place.
pub(super) fn check(bytes: &[u8], file: &mut Opened<'_>) -> Result<(), EngineError> {
    if file.find_tag_unsigned::<u32>(Tag::Compression).map_err(failed)? != Some(JPEG) {
        return Ok(());
    }
    let (width, height) = file.chunk_dimensions();
    let most = (padded(width), padded(height.min(file.dimensions().map_err(failed)?.1)));
    let (offsets, counts) = match file.get_chunk_type() {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let offsets = file.get_tag_u64_vec(offsets).map_err(failed)?;
    let counts = file.get_tag_u64_vec(counts).map_err(failed)?;
    let mut joined = match file.find_tag(Tag::JPEGTables).map_err(failed)? {
        Some(tables) => tables.into_u8_vec().map_err(failed)?,
        None => Vec::new(),
    };
    // The end of the tables and the start of the strip are left out where both are joined.
    let (tables, skipped) = (joined.len().saturating_sub(2), if joined.is_empty() { 0 } else { 2 });
    if tables > MOST_TABLE_BYTES {
        return Err(EngineError::damaged("its JPEG tables are too large"));
    }
    let mut left = (bytes.len() as u64).saturating_mul(MOST_SHARED);
    for (offset, count) in offsets.into_iter().zip(counts) {
        let within = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        let strip = &bytes[within(offset)..within(offset.saturating_add(count))];
        left = left
            .checked_sub(strip.len() as u64)
            .ok_or_else(|| EngineError::damaged("its strips share too many bytes"))?;
        joined.truncate(tables);
        joined.extend_from_slice(strip.get(skipped..).unwrap_or_default());
        if memchr::memchr_iter(0xff, &joined).any(|at| exceeds(&joined[at + 1..], most)) {
            return Err(EngineError::damaged("a strip of it is larger than its place in the image"));
        }
    }
    Ok(())
}

fn padded(side: u32) -> u32 {
    side.checked_next_multiple_of(BLOCK).unwrap_or(u32::MAX)
}

/// Whether a frame header begins here with more than so many columns or rows. Such bytes stand for nothing else: 0xff is always
/// followed by zero in a JPEG's data.
fn exceeds(header: &[u8], (width, height): (u32, u32)) -> bool {
    let &[0xc0..=0xc2, _, _, _, h1, h2, w1, w2, ..] = header else { return false };
    let side = |bytes| u32::from(u16::from_be_bytes(bytes));
    side([w1, w2]) > width || side([h1, h2]) > height
}
