//! The picture in memory: either planar YCbCr (JPEG and lossy WebP, no RGB round trip) or interleaved RGBA.

/// One channel, 8 bits a sample, rows `stride` apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plane {
    pub width: usize,
    pub height: usize,
    pub stride: usize,
    pub data: Vec<u8>,
}

impl Plane {
    /// A plane of one value with `stride == width`.
    pub fn filled(width: usize, height: usize, value: u8) -> Self {
        Self { width, height, stride: width, data: vec![value; width * height] }
    }

    pub fn row(&self, y: usize) -> &[u8] {
        &self.data[y * self.stride..][..self.width]
    }

    pub fn row_mut(&mut self, y: usize) -> &mut [u8] {
        &mut self.data[y * self.stride..][..self.width]
    }
}

/// Full-range BT.601 YCbCr as JPEG has it. Chroma planes keep their own size: `ceil(width / sub_x)` by
/// `ceil(height / sub_y)`; none at all for a grey picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ycc {
    pub width: usize,
    pub height: usize,
    pub y: Plane,
    pub chroma: Option<[Plane; 2]>,
    pub sub_x: usize,
    pub sub_y: usize,
}

/// Interleaved RGBA, straight (not premultiplied) alpha, sRGB unless a profile travels with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
    /// Every alpha value is 255.
    pub opaque: bool,
}

/// One picture in either form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raster {
    Ycc(Ycc),
    Rgba(Rgba),
}

impl Raster {
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Ycc(p) => (p.width, p.height),
            Self::Rgba(p) => (p.width, p.height),
        }
    }
}

/// One picture of an animation, composed to the full canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub raster: Raster,
    pub delay_ms: u32,
}

/// What a decoder gives: one frame for a still picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub frames: Vec<Frame>,
    /// 0 = for ever.
    pub loop_count: u32,
    /// The ICC profile, when the samples still need it to be understood.
    pub icc: Option<Vec<u8>>,
    /// Things the user should know, such as "The end of the file is missing".
    pub warnings: Vec<String>,
}
