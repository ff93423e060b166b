//! Colours by the numbers of ITU-T H.273 (PNG's `cICP` chunk, HEIC, AVIF). They become a profile, so that everything behind the decoder
//! knows one way to say what samples mean.

use super::icc::made::{self, SRGB, Tone};

const D65: (f64, f64) = SRGB[0];
const BT2020: [(f64, f64); 4] = [D65, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046)];
const DISPLAY_P3: [(f64, f64); 4] = [D65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)];
const DCI_P3: [(f64, f64); 4] = [(0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)];

const ADOBE_RGB: [(f64, f64); 4] = [D65, (0.640, 0.330), (0.210, 0.710), (0.150, 0.060)];
/// Adobe RGB's exponent, 2 + 51/256.
const ADOBE_GAMMA: f64 = 2.199_218_75;

/// Said where light beyond white was lost.
pub(crate) const HDR_REDUCED: &str = "The high dynamic range was reduced to that of a standard image.";

/// The profile of files whose EXIF alone says Adobe RGB.
pub fn adobe_rgb() -> Vec<u8> {
    made::profile(Tone::Power(ADOBE_GAMMA), ADOBE_RGB)
}

/// The profile, and whether its light reaches beyond white (HDR). None for numbers that mean sRGB or nothing we know.
pub fn profile((primaries, transfer): (u16, u16)) -> Option<(Vec<u8>, bool)> {
    let primaries = match primaries {
        1 | 5 | 6 => SRGB,
        9 => BT2020,
        11 => DCI_P3,
        12 => DISPLAY_P3,
        _ => return None,
    };
    let tone = match transfer {
        1 | 6 | 13 | 14 | 15 => Tone::Srgb,
        4 => Tone::Power(2.2),
        5 => Tone::Power(2.8),
        8 => Tone::Power(1.0),
        16 => Tone::Pq,
        18 => Tone::Hlg,
        _ => return None,
    };
    let plain = primaries == SRGB && tone == Tone::Srgb;
    (!plain).then(|| (made::profile(tone, primaries), matches!(tone, Tone::Pq | Tone::Hlg)))
}
