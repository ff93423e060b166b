//! What samples mean: ICC profiles to sRGB, CMYK to sRGB, YCbCr to RGB and back.

mod cmyk;
mod icc;
mod png_gamma;
mod rows;
mod ycc;

pub use cmyk::cmyk_to_srgb;
pub use icc::{is_srgb, to_srgb};
pub use png_gamma::{PngProfile, png_profile};
pub(crate) use rows::YccRows;
pub use ycc::{alpha_plane, from_rgba, to_rgba};
