//! Tiles: what both codecs make, and how large one may be.

use super::container::{Container, Layout};
use crate::{EngineError, Limits};

/// One decoded tile: opaque RGBA of 8 bits a sample, or its luma alone where the tile is one of transparency.
pub(super) struct Tile {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) data: Vec<u8>,
}

type Decode = fn(&Container<'_>, &Layout, u32, &Limits) -> Result<Tile, EngineError>;

/// What decodes the tiles of one codec.
pub(super) struct Codec {
    pub(super) pixels: Decode,
    /// The luma of a tile of transparency, brought to 0..=255.
    pub(super) luma: Decode,
}

/// What a decoder may make of one tile: its size and what codecs add to fill their blocks, so that a small tile cannot
/// claim a large frame.
pub(super) fn most_pixels(layout: &Layout, limits: &Limits) -> u64 {
    let side = |length: usize| length as u64 + 256;
    (side(layout.tile_width) * side(layout.tile_height)).min(limits.pixels.saturating_mul(2))
}

pub(super) fn mismatched() -> EngineError {
    EngineError::damaged("a tile has another size than the file says")
}
