//! PNG's own colour chunks. `cICP`, an ICC profile or `sRGB` decides, in this order; else `gAMA` and `cHRM` become a profile when they really
//! say something else than sRGB, so that the image looks as it does in a browser.

use super::code_points;
use super::icc::made::{self, SRGB, Tone};
use crate::Limits;
use png::{Info, ScaledFloat, SourceChromaticities};

/// What the colour chunks come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PngProfile {
    pub icc: Option<Vec<u8>>,
    /// The profile is none that a result should carry.
    pub must_convert: bool,
    /// There is light beyond white, which results cannot hold.
    pub is_hdr: bool,
}

/// sRGB's gamma as PNG writes it, and how far from it is still the same.
const SRGB_GAMMA: f64 = 0.454_55;
const GAMMA_SLACK: f64 = 0.02;
const CHROMA_SLACK: f64 = 0.01;

pub fn png_profile(info: &Info<'_>, limits: &Limits) -> PngProfile {
    let numbers = info.coding_independent_code_points.as_ref();
    let numbers = numbers.map(|said| (u16::from(said.color_primaries), u16::from(said.transfer_function)));
    if let Some((icc, is_hdr)) = numbers.and_then(code_points::profile) {
        return PngProfile { icc: Some(icc), must_convert: is_hdr, is_hdr };
    }
    if let Some(icc) = &info.icc_profile {
        let icc = (icc.len() <= limits.icc_bytes).then(|| icc.to_vec());
        return PngProfile { icc, ..PngProfile::default() };
    }
    if info.srgb.is_some() {
        return PngProfile::default();
    }
    let Some(gamma) = info.gama_chunk.map(number) else { return PngProfile::default() };
    let points = info.chrm_chunk.map_or(SRGB, points);
    let usual = (gamma - SRGB_GAMMA).abs() < GAMMA_SLACK
        && points
            .iter()
            .zip(SRGB)
            .all(|(p, s)| (p.0 - s.0).abs() < CHROMA_SLACK && (p.1 - s.1).abs() < CHROMA_SLACK);
    if usual || !(0.1..=10.0).contains(&gamma) || points.iter().any(|p| p.1 < 0.001) {
        return PngProfile::default();
    }
    let icc = made::profile(Tone::Power(1.0 / gamma), points);
    PngProfile { icc: Some(icc), must_convert: true, is_hdr: false }
}

fn points(chunk: SourceChromaticities) -> [(f64, f64); 4] {
    [chunk.white, chunk.red, chunk.green, chunk.blue].map(|(x, y)| (number(x), number(y)))
}

fn number(scaled: ScaledFloat) -> f64 {
    f64::from(scaled.into_scaled()) / 100_000.0
}
