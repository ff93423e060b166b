//! What samples mean: ICC profiles to sRGB, CMYK to sRGB, YCbCr to RGB and back.

mod cmyk;
mod code_points;
mod icc;
mod matrix;
mod png_gamma;
mod range;
mod rows;
mod ycc;

pub use cmyk::cmyk_to_srgb;
pub(crate) use code_points::HDR_REDUCED;
pub use code_points::{adobe_rgb, profile as code_point_profile};
#[cfg(test)]
pub(crate) use icc::made::{Tone, profile as made_profile};
pub use icc::{Conversion, is_srgb, to_srgb};
pub use png_gamma::{PngProfile, png_profile};
pub use range::{to_full_range, to_limited_range};
pub(crate) use rows::YccRows;
pub use ycc::{alpha_plane, from_rgba, from_rgba_in, to_rgba};
