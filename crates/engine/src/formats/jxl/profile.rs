//! What the samples of a JPEG XL mean: a profile, or colours by name.

use crate::Limits;
use crate::colour;
use crate::formats::Still;
use jxl::api::{JxlColorEncoding, JxlColorProfile, JxlPrimaries, JxlTransferFunction, JxlWhitePoint};

/// Gives the image the colours in which it was decoded.
pub(super) fn set(still: &mut Still, profile: &JxlColorProfile, limits: &Limits) {
    let found = match profile {
        JxlColorProfile::Icc(icc) => Some((icc.clone(), false)),
        JxlColorProfile::Simple(encoding) => match code_points(encoding) {
            Some(numbers) => colour::code_point_profile(numbers),
            None => encoding.maybe_create_profile().ok().flatten().map(|icc| (icc, false)),
        },
    };
    let Some((icc, is_hdr)) = found.filter(|(icc, _)| icc.len() <= limits.icc_bytes) else { return };
    // Grey was decoded into three channels, which a profile of one does not fit.
    still.must_convert = is_hdr || icc.get(16..20) != Some(b"RGB ");
    still.icc = Some(icc);
    if is_hdr {
        still.warnings.push(colour::HDR_REDUCED.into());
    }
}

/// The numbers of ITU-T H.273 for primaries and transfer; none where it has none.
fn code_points(encoding: &JxlColorEncoding) -> Option<(u16, u16)> {
    let (primaries, transfer) = match encoding {
        JxlColorEncoding::RgbColorSpace { white_point, primaries, transfer_function, .. } => {
            let primaries = match (primaries, white_point) {
                (JxlPrimaries::SRGB, JxlWhitePoint::D65) => 1,
                (JxlPrimaries::BT2100, JxlWhitePoint::D65) => 9,
                (JxlPrimaries::P3, JxlWhitePoint::DCI) => 11,
                (JxlPrimaries::P3, JxlWhitePoint::D65) => 12,
                _ => return None,
            };
            (primaries, transfer_function)
        }
        JxlColorEncoding::GrayscaleColorSpace {
            white_point: JxlWhitePoint::D65, transfer_function, ..
        } => (1, transfer_function),
        _ => return None,
    };
    let transfer = match transfer {
        JxlTransferFunction::BT709 => 1,
        JxlTransferFunction::Linear => 8,
        JxlTransferFunction::SRGB => 13,
        JxlTransferFunction::PQ => 16,
        JxlTransferFunction::HLG => 18,
        JxlTransferFunction::DCI | JxlTransferFunction::Gamma(_) => return None,
    };
    Some((primaries, transfer))
}
