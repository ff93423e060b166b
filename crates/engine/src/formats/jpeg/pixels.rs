//! What a file holds and what decoding gives.

use crate::planes::{Rgba, Ycc};

/// How the coefficients are ordered in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// Baseline and extended sequential.
    Sequential,
    Progressive,
}

/// What the components mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Grey,
    Ycc,
    Rgb,
    Cmyk,
    Ycck,
}

/// Interleaved C, M, Y, K bytes; 0 = no ink, 255 = full ink (Adobe's inversion is already undone).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cmyk {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
}

/// Decoded samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Chroma factors are 1 or 2 in each direction.
    Ycc(Ycc),
    /// A file that stores RGB.
    Rgba(Rgba),
    Cmyk(Cmyk),
}

/// What [`super::decode`] gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JpegImage {
    pub pixels: Pixels,
    /// The size the file states; `pixels` may be smaller after shrink on load.
    pub full_width: usize,
    pub full_height: usize,
    pub model: Model,
    pub adobe_transform: Option<u8>,
    /// Sentences for the person, such as "The end of the file is missing."
    pub warnings: Vec<String>,
}
