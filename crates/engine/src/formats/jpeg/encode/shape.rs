//! The shape of an image to be written, and the headers that say so. Frame and scan headers: ITU-T T.81, B.2.2 and B.2.3.

use super::huffman::Code;
use super::quant::QuantTable;
use super::writer::segment;
use crate::planes::Ycc;

/// Markers of the two kinds of frames that are written.
const SEQUENTIAL: u8 = 0xc0;
pub(super) const PROGRESSIVE: u8 = 0xc2;

/// Sizes and sampling of an image to be written.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    width: usize,
    height: usize,
    pub(super) mcus_wide: usize,
    pub(super) mcus_high: usize,
    pub(super) parts: Vec<Part>,
}

/// One component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Blocks across and down in an MCU.
    pub(super) h: usize,
    pub(super) v: usize,
    /// Blocks that hold samples.
    pub(super) wide: usize,
    pub(super) high: usize,
    /// 0 for luma's tables, 1 for chroma's.
    pub(super) tables: usize,
}

impl Shape {
    pub(super) fn of(image: &Ycc) -> Self {
        Self::of_rows(image, image.height)
    }

    /// Of an image of `height` rows of which these are some.
    pub(super) fn of_rows(image: &Ycc, height: usize) -> Self {
        let Ycc { width, sub_x, sub_y, .. } = *image;
        let (h, v) = if image.chroma.is_some() { (sub_x, sub_y) } else { (1, 1) };
        let part = |width: usize, height: usize, h, v, tables| Part {
            h,
            v,
            wide: width.div_ceil(8),
            high: height.div_ceil(8),
            tables,
        };
        let mut parts = vec![part(width, height, h, v, 0)];
        if image.chroma.is_some() {
            parts.extend([part(width.div_ceil(h), height.div_ceil(v), 1, 1, 1); 2]);
        }
        Self { width, height, mcus_wide: width.div_ceil(8 * h), mcus_high: height.div_ceil(8 * v), parts }
    }

    pub(super) fn pixels(&self) -> usize {
        self.width * self.height
    }

    /// Everything in front of the image's data.
    pub(super) fn headers(&self, quants: &[QuantTable; 2], codes: &[Code; 4]) -> Vec<u8> {
        let colour = self.parts.len() > 1;
        let mut out = self.frame(quants, SEQUENTIAL);
        for (index, code) in codes.iter().enumerate() {
            let (tables, class) = (index % 2, index / 2);
            if tables == 0 || colour {
                let kind = (class << 4 | tables) as u8;
                segment(&mut out, 0xc4, &[&[kind][..], &code.counts, &code.symbols].concat());
            }
        }
        let mut scan = vec![self.parts.len() as u8];
        for (id, part) in (1u8..).zip(&self.parts) {
            let tables = part.tables as u8;
            scan.extend_from_slice(&[id, tables << 4 | tables]);
        }
        scan.extend_from_slice(&[0, 63, 0]);
        segment(&mut out, 0xda, &scan);
        out
    }

    /// The headers before the first table of codes; `kind` is one of the markers above.
    pub(super) fn frame(&self, quants: &[QuantTable; 2], kind: u8) -> Vec<u8> {
        let colour = self.parts.len() > 1;
        let mut out = vec![0xff, 0xd8];
        segment(&mut out, 0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        for (index, quant) in (0u8..).zip(&quants[..1 + usize::from(colour)]) {
            segment(&mut out, 0xdb, &[&[index][..], &quant.zigzag()].concat());
        }
        let (height, width) = ((self.height as u16).to_be_bytes(), (self.width as u16).to_be_bytes());
        let mut frame = vec![8, height[0], height[1], width[0], width[1], self.parts.len() as u8];
        for (id, part) in (1u8..).zip(&self.parts) {
            frame.extend_from_slice(&[id, (part.h << 4 | part.v) as u8, part.tables as u8]);
        }
        segment(&mut out, kind, &frame);
        out
    }
}
