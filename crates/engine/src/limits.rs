//! How much an image may ask for. Checked before memory is reserved; every host may set its own.

use crate::EngineError;

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
    /// Of an image that is written as WebP without loss, which takes about 25 bytes a pixel and a second for 2 megapixels.
    pub lossless_webp_pixels: u64,
    /// Of an image that is written as AVIF, which takes about 30 bytes a pixel and some seconds a megapixel.
    pub avif_pixels: u64,
    /// Of an image of 16 bits a sample that has to be held whole (it is turned or interlaced), at up to 16 bytes a pixel; a
    /// larger one goes on with 8 bits.
    pub wide_pixels: u64,
    pub icc_bytes: usize,
    /// EXIF, XMP and IPTC blocks, each.
    pub metadata_bytes: usize,
    /// JPEG segments, PNG chunks, RIFF chunks.
    pub segments: u32,
    /// Progressive JPEG scans.
    pub scans: u32,
}

impl Limits {
    /// Refuses an image that is too large or has no size at all.
    pub fn check_size(&self, width: u32, height: u32) -> Result<(), EngineError> {
        if width == 0 || height == 0 {
            return Err(EngineError::damaged("its width or height is zero"));
        }
        if width > self.side || height > self.side {
            let side = self.side;
            return Err(EngineError::too_large(format!(
                "{width} x {height} pixels, but no side may be longer than {side}"
            )));
        }
        if u64::from(width) * u64::from(height) > self.pixels {
            let most = self.pixels / 1_000_000;
            return Err(EngineError::too_large(format!(
                "{width} x {height} pixels, but at most {most} megapixels are allowed"
            )));
        }
        Ok(())
    }

    /// Refuses an animation that is too long or too large in sum.
    pub fn check_frames(&self, width: u32, height: u32, frames: u32) -> Result<(), EngineError> {
        if frames > self.frames {
            let most = self.frames;
            return Err(EngineError::too_large(format!("{frames} frames, but at most {most} are allowed")));
        }
        if u64::from(width) * u64::from(height) * u64::from(frames) > self.animation_pixels {
            let most = self.animation_pixels / 1_000_000;
            return Err(EngineError::too_large(format!(
                "its {frames} frames have more than {most} megapixels together"
            )));
        }
        Ok(())
    }

    /// Refuses a result that would take too long and too much memory as WebP without loss.
    pub fn check_lossless_webp(&self, width: u32, height: u32) -> Result<(), EngineError> {
        if u64::from(width) * u64::from(height) > self.lossless_webp_pixels {
            let most = self.lossless_webp_pixels / 1_000_000;
            return Err(EngineError::too_large(format!(
                "{width} x {height} pixels, but WebP without loss is made of at most {most} megapixels. Choose a quality \
                 below 100 %, a smaller size or PNG"
            )));
        }
        Ok(())
    }

    /// Refuses a result that would take too long and too much memory as AVIF.
    pub fn check_avif(&self, width: u32, height: u32) -> Result<(), EngineError> {
        if u64::from(width) * u64::from(height) > self.avif_pixels {
            let most = self.avif_pixels / 1_000_000;
            return Err(EngineError::too_large(format!(
                "{width} x {height} pixels, but AVIF is made of at most {most} megapixels. Choose a smaller size or WebP"
            )));
        }
        Ok(())
    }

    /// Refuses a file that is longer than allowed.
    pub fn check_bytes(&self, length: usize) -> Result<(), EngineError> {
        if length > self.input_bytes {
            let most = self.input_bytes >> 20;
            return Err(EngineError::too_large(format!("the file is longer than {most} MB")));
        }
        Ok(())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 256 << 20,
            pixels: 120_000_000,
            side: 65_500,
            frames: 1_000,
            animation_pixels: 400_000_000,
            lossless_webp_pixels: 40_000_000,
            avif_pixels: 40_000_000,
            wide_pixels: 40_000_000,
            icc_bytes: 4 << 20,
            metadata_bytes: 8 << 20,
            segments: 20_000,
            scans: 200,
        }
    }
}
