//! PNG's own colour chunks. An ICC profile or `sRGB` decides; else `gAMA` and `cHRM` become a profile when they really
//! say something else than sRGB, so that the picture looks as it does in a browser.

use crate::Limits;
use moxcms::{Chromaticity, ColorPrimaries, ColorProfile, XyY, curve_from_gamma};
use png::{Info, SourceChromaticities};

/// What the colour chunks come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PngProfile {
    pub icc: Option<Vec<u8>>,
    /// The profile was made here and is not in the file.
    pub must_convert: bool,
}

/// sRGB's gamma as PNG writes it, and how far from it is still the same.
const SRGB_GAMMA: f32 = 0.454_55;
const GAMMA_SLACK: f32 = 0.02;
const CHROMA_SLACK: f32 = 0.01;
const SRGB: [(f32, f32); 4] = [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)];

pub fn png_profile(info: &Info<'_>, limits: &Limits) -> PngProfile {
    if let Some(icc) = &info.icc_profile {
        let icc = (icc.len() <= limits.icc_bytes).then(|| icc.to_vec());
        return PngProfile { icc, must_convert: false };
    }
    if info.srgb.is_some() {
        return PngProfile::default();
    }
    let Some(gamma) = info.gama_chunk.map(png::ScaledFloat::into_value) else { return PngProfile::default() };
    let points = info.chrm_chunk.map_or(SRGB, points);
    let usual = (gamma - SRGB_GAMMA).abs() < GAMMA_SLACK
        && points
            .iter()
            .zip(SRGB)
            .all(|(p, s)| (p.0 - s.0).abs() < CHROMA_SLACK && (p.1 - s.1).abs() < CHROMA_SLACK);
    if usual || !(0.1..=10.0).contains(&gamma) || points.iter().any(|p| p.1 < 0.001) {
        return PngProfile::default();
    }
    let icc = profile(gamma, points).encode().ok();
    PngProfile { must_convert: icc.is_some(), icc }
}

fn points(chunk: SourceChromaticities) -> [(f32, f32); 4] {
    [chunk.white, chunk.red, chunk.green, chunk.blue].map(|(x, y)| (x.into_value(), y.into_value()))
}

fn profile(gamma: f32, [white, red, green, blue]: [(f32, f32); 4]) -> ColorProfile {
    let mut profile = ColorProfile::new_srgb();
    let primary = |(x, y): (f32, f32)| Chromaticity { x, y };
    let primaries = ColorPrimaries { red: primary(red), green: primary(green), blue: primary(blue) };
    profile.update_rgb_colorimetry(XyY::new(f64::from(white.0), f64::from(white.1), 1.0), primaries);
    let curve = curve_from_gamma(1.0 / gamma);
    profile.red_trc = Some(curve.clone());
    profile.green_trc = Some(curve.clone());
    profile.blue_trc = Some(curve);
    profile.cicp = None;
    profile
}
