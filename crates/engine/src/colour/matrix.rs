//! RGB to BT.601 YCbCr in either range, in integers; full range with the rounding of libjpeg.

use crate::planes::Range;

/// The weights of red, green and blue in 16 bits, and what is added to their sums: the zero and the rounding.
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) luma: [i32; 3],
    pub(super) luma_add: i32,
    pub(super) cb: [i32; 3],
    pub(super) cr: [i32; 3],
    pub(super) chroma_add: i32,
}

const FULL: Matrix = Matrix {
    luma: [19_595, 38_470, 7_471],
    luma_add: 32_768,
    cb: [-11_059, -21_709, 32_768],
    cr: [32_768, -27_439, -5_329],
    chroma_add: (128 << 16) + 32_767,
};
const LIMITED: Matrix = Matrix {
    luma: [16_829, 33_039, 6_416],
    luma_add: (16 << 16) + 32_768,
    cb: [-9_714, -19_070, 28_784],
    cr: [28_784, -24_103, -4_681],
    chroma_add: (128 << 16) + 32_768,
};

impl Matrix {
    pub(super) fn of(range: Range) -> &'static Self {
        match range {
            Range::Full => &FULL,
            Range::Limited => &LIMITED,
        }
    }

    pub(super) fn luma(&self, pixel: &[u8; 4]) -> u8 {
        let rgb = [pixel[0], pixel[1], pixel[2]].map(i32::from);
        ((dot(&self.luma, rgb) + self.luma_add) >> 16) as u8
    }

    pub(super) fn chroma(&self, rgb: [i32; 3]) -> (u8, u8) {
        let value = |weights| ((dot(weights, rgb) + self.chroma_add) >> 16) as u8;
        (value(&self.cb), value(&self.cr))
    }
}

fn dot(weights: &[i32; 3], rgb: [i32; 3]) -> i32 {
    weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2]
}

/// The mean of four pixels, channel by channel.
pub(super) fn mean(block: [&[u8; 4]; 4]) -> [i32; 3] {
    [0, 1, 2].map(|channel| (block.iter().map(|pixel| i32::from(pixel[channel])).sum::<i32>() + 2) >> 2)
}
