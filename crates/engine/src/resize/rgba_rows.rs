//! RGBA that comes row by row, from the top, resized on the way. Colour is weighted by alpha, so that transparent pixels
//! do not bleed into visible ones.

use super::RowResizer;
use crate::planes::Rgba;

/// Takes rows of straight RGBA, makes the smaller image.
#[derive(Debug)]
pub(crate) struct RgbaRows {
    resizer: RowResizer,
    size: (usize, usize),
    weighted: Vec<u8>,
    /// No row had transparency so far: weighting by full alpha changes nothing and is left out.
    opaque: bool,
}

impl RgbaRows {
    /// Both are (width, height).
    pub(crate) fn new(source: (usize, usize), size: (usize, usize)) -> Self {
        let resizer = RowResizer::new(source.0, source.1, size.0, size.1, 4);
        Self { resizer, size, weighted: Vec::new(), opaque: true }
    }

    /// The next row, `width * 4` bytes; rows beyond the source's height are passed over.
    pub(crate) fn push(&mut self, row: &[u8]) {
        let pixels = row.as_chunks::<4>().0;
        if pixels.iter().fold(255, |all, pixel| all & pixel[3]) == 255 {
            self.resizer.push(row);
            return;
        }
        self.opaque = false;
        self.weighted.resize(row.len(), 0);
        for (pixel, out) in pixels.iter().zip(self.weighted.as_chunks_mut::<4>().0) {
            *out = weigh(pixel);
        }
        self.resizer.push(&self.weighted);
    }

    /// The image; complete when all rows were pushed.
    pub(crate) fn finish(self) -> Rgba {
        let mut data = self.resizer.finish().data;
        if !self.opaque {
            data.as_chunks_mut::<4>().0.iter_mut().for_each(unweigh);
        }
        Rgba { width: self.size.0, height: self.size.1, data, opaque: self.opaque }
    }
}

fn weigh(pixel: &[u8; 4]) -> [u8; 4] {
    let alpha = u32::from(pixel[3]);
    let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(|v| ((u32::from(v) * alpha + 127) / 255) as u8);
    [r, g, b, pixel[3]]
}

fn unweigh(pixel: &mut [u8; 4]) {
    let alpha = u32::from(pixel[3]);
    if alpha == 0 {
        *pixel = [0; 4];
        return;
    }
    for channel in &mut pixel[..3] {
        *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
    }
}
