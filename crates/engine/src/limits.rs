//! How much a picture may ask for. Checked before memory is reserved; every host may set its own.

/// Upper bounds of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub input_bytes: usize,
    /// Width times height of one frame.
    pub pixels: u64,
    /// Longest side.
    pub side: u32,
    pub frames: u32,
    /// Sum of all frames' pixels.
    pub animation_pixels: u64,
    pub icc_bytes: usize,
    /// EXIF, XMP and IPTC blocks, each.
    pub metadata_bytes: usize,
    /// JPEG segments, PNG chunks, RIFF chunks.
    pub segments: u32,
    /// Progressive JPEG scans.
    pub scans: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 256 << 20,
            pixels: 120_000_000,
            side: 65_500,
            frames: 1_000,
            animation_pixels: 400_000_000,
            icc_bytes: 4 << 20,
            metadata_bytes: 8 << 20,
            segments: 20_000,
            scans: 200,
        }
    }
}
