//! Full-range YCbCr (JPEG, our planes) to limited-range (WebP) and back, by tables of exactly rounded integers.

use crate::planes::{Range, Ycc};

/// Rounded `a / b` for either sign of `a`.
const fn divide(a: i32, b: i32) -> i32 {
    if a >= 0 { (2 * a + b) / (2 * b) } else { -((-2 * a + b) / (2 * b)) }
}

const fn clamp(value: i32) -> u8 {
    if value < 0 {
        0
    } else if value > 255 {
        255
    } else {
        value as u8
    }
}

const fn table(from_zero: i32, to_zero: i32, times: i32, over: i32) -> [u8; 256] {
    let mut out = [0; 256];
    let mut i = 0;
    while i < 256 {
        out[i] = clamp(to_zero + divide((i as i32 - from_zero) * times, over));
        i += 1;
    }
    out
}

const LUMA_TO_LIMITED: [u8; 256] = table(0, 16, 219, 255);
const CHROMA_TO_LIMITED: [u8; 256] = table(128, 128, 224, 255);
const LUMA_TO_FULL: [u8; 256] = table(16, 0, 255, 219);
const CHROMA_TO_FULL: [u8; 256] = table(128, 128, 255, 224);

/// Brings planes into WebP's range, unless they are.
pub fn to_limited_range(planes: &mut Ycc) {
    if planes.range == Range::Full {
        apply(planes, &LUMA_TO_LIMITED, &CHROMA_TO_LIMITED);
        planes.range = Range::Limited;
    }
}

/// Brings planes into JPEG's range, unless they are.
pub fn to_full_range(planes: &mut Ycc) {
    if planes.range == Range::Limited {
        apply(planes, &LUMA_TO_FULL, &CHROMA_TO_FULL);
        planes.range = Range::Full;
    }
}

fn apply(planes: &mut Ycc, luma: &[u8; 256], chroma: &[u8; 256]) {
    planes.y.data.iter_mut().for_each(|value| *value = luma[usize::from(*value)]);
    for plane in planes.chroma.iter_mut().flatten() {
        plane.data.iter_mut().for_each(|value| *value = chroma[usize::from(*value)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_meet_and_the_way_back_loses_at_most_one_step() {
        assert_eq!((LUMA_TO_LIMITED[0], LUMA_TO_LIMITED[255]), (16, 235));
        assert_eq!((LUMA_TO_FULL[16], LUMA_TO_FULL[235]), (0, 255));
        assert_eq!((CHROMA_TO_LIMITED[128], CHROMA_TO_FULL[128]), (128, 128));
        for value in 0..=255u8 {
            let there = LUMA_TO_LIMITED[usize::from(value)];
            assert!(LUMA_TO_FULL[usize::from(there)].abs_diff(value) <= 1);
            let there = CHROMA_TO_LIMITED[usize::from(value)];
            assert!(CHROMA_TO_FULL[usize::from(there)].abs_diff(value) <= 1);
        }
    }
}
