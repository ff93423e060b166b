//! What the loops of every processor share: how much is computed together, and in which form.

/// Output channels computed together.
pub(in crate::embedded) const LANES: usize = 16;
/// Pixels computed together in a matrix product.
pub(in crate::embedded) const ROWS: usize = 12;

/// The bytes of one tile: pixels by channels.
pub(in crate::embedded) type Tile = [[u8; LANES]; ROWS];

/// The sums of one tile, as they are.
pub(in crate::embedded) type Sums = [[i32; LANES]; ROWS];

/// How the sums of sixteen channels become bytes: add the bias, scale, clamp, round, shift to the zero point.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Lanes<'a> {
    pub(in crate::embedded) bias: &'a [i32; LANES],
    pub(in crate::embedded) scale: &'a [f32; LANES],
    /// Bounds before the zero point is added.
    pub(in crate::embedded) low: f32,
    pub(in crate::embedded) high: f32,
    pub(in crate::embedded) zero: i32,
}

/// One row of a depthwise convolution for sixteen channels.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Window<'a> {
    pub(in crate::embedded) source: &'a [u8],
    /// Where each tap lies from the first; whole groups of [`Isa::taps`].
    pub(in crate::embedded) offsets: &'a [usize],
    pub(in crate::embedded) start: usize,
    /// From one output pixel's first tap to the next one's.
    pub(in crate::embedded) step: usize,
    /// For each group of taps and each channel, their weights in one cell.
    pub(in crate::embedded) weights: &'a [u32],
}

/// Numbers that lie side by side and are computed together.
pub(in crate::embedded) const WIDE: usize = 32;

/// Two neighbours along the depth of a product; they are multiplied and added in one instruction.
pub(in crate::embedded) type Pair = [i16; 2];
/// Rows of one tile of a product; its columns are [`WIDE`].
pub(in crate::embedded) const HIGH: usize = 6;
pub(in crate::embedded) type ShortTile = [[i32; WIDE]; HIGH];

/// A plain loop with all that it works on. Its `run` is `#[inline(always)]`: a loop that the compiler leaves a function of its
/// own, as it does with long closures, is compiled for no registers but those that every processor has.
pub(in crate::embedded) trait Loop {
    type Gives;
    fn run(self) -> Self::Gives;
}
