//! Full-range YCbCr (JPEG, our planes) to limited-range (WebP) and back, by tables of exactly rounded integers.

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

pub(super) const LUMA_TO_LIMITED: [u8; 256] = table(0, 16, 219, 255);
pub(super) const CHROMA_TO_LIMITED: [u8; 256] = table(128, 128, 224, 255);
pub(super) const LUMA_TO_FULL: [u8; 256] = table(16, 0, 255, 219);
pub(super) const CHROMA_TO_FULL: [u8; 256] = table(128, 128, 255, 224);

pub(super) fn apply(values: &mut [u8], table: &[u8; 256]) {
    for value in values {
        *value = table[usize::from(*value)];
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
