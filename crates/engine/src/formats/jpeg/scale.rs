//! Shrink on load: how many samples of each 8 x 8 block are made. The standard knows whole blocks only (ITU-T T.81, A.3.3).

use super::header::Header;
use super::pixels::Model;

/// How large the decoded image must be at least. Sizes are in the file's own orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Every sample.
    Full,
    /// Shrink by 2, 4 or 8 while decoding, as long as the result is not below this size.
    Cover { width: usize, height: usize, chroma: Chroma },
}

/// How much of the chroma the target can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chroma {
    /// As many chroma as luma samples (RGB targets).
    Full,
    /// Half in each direction (4:2:0 targets such as JPEG and WebP).
    Half,
}

/// Samples per block side (8, 4, 2 or 1) of each component.
pub(super) fn block_sides(header: &Header, scale: Scale) -> Vec<usize> {
    let count = header.components.len();
    let Scale::Cover { width, height, chroma } = scale else { return vec![8; count] };
    let luma = side(header.width, header.height, width, height);
    let regular = header.components[0].h == header.h_max() && header.components[0].v == header.v_max();
    // Only chroma may be coarser than the rest; an RGB file's channels are all the same.
    if header.model() != Ok(Model::Ycc) || !regular || !siblings(header) {
        return vec![luma; count];
    }
    let (sub_x, sub_y) = (header.h_max() / header.components[1].h, header.v_max() / header.components[1].v);
    let own = (header.width.div_ceil(sub_x), header.height.div_ceil(sub_y));
    // What the target needs, but never more than luma has, and as planes that the rest of the engine understands.
    let out = (header.width * luma).div_ceil(8);
    let out = (out, (header.height * luma).div_ceil(8));
    let chroma_side = match chroma {
        Chroma::Full => [1, 2, 4, 8]
            .into_iter()
            .find(|n| (own.0 * n).div_ceil(8) >= out.0 && (own.1 * n).div_ceil(8) >= out.1 || *n == 8),
        Chroma::Half => Some(side(own.0, own.1, width.div_ceil(2), height.div_ceil(2))),
    };
    let chroma_side = chroma_side.unwrap_or(luma);
    match (factor(sub_x, luma, chroma_side), factor(sub_y, luma, chroma_side)) {
        (Some(_), Some(_)) => vec![luma, chroma_side, chroma_side],
        _ => vec![luma; count],
    }
}

/// The chroma factor (1 or 2) after scaling, if it is one of them.
pub(super) fn factor(sub: usize, luma: usize, chroma: usize) -> Option<usize> {
    [1, 2].into_iter().find(|f| sub * luma == f * chroma)
}

/// Both chroma components have the same factors, and they divide luma's.
pub(super) fn siblings(header: &Header) -> bool {
    let [luma, cb, cr] = &header.components[..] else { return false };
    cb.h == cr.h && cb.v == cr.v && luma.h.is_multiple_of(cb.h) && luma.v.is_multiple_of(cb.v)
}

/// The smallest side whose result still covers the wanted size.
fn side(width: usize, height: usize, wanted_width: usize, wanted_height: usize) -> usize {
    let covers =
        |n: &usize| (width * n).div_ceil(8) >= wanted_width && (height * n).div_ceil(8) >= wanted_height;
    [1, 2, 4].into_iter().find(covers).unwrap_or(8)
}
