//! Lanczos-3, separable, on single planes and on RGBA. Meant for making pictures smaller; correct for every ratio.
//!
//! The vertical pass comes first and makes one row of 16-bit sums at a time, the horizontal pass finishes it: no
//! intermediate picture is held.

mod rows;
mod weights;

use crate::planes::{Plane, Rgba, Ycc};
pub(crate) use rows::RowResizer;

/// One plane to `width` x `height`.
pub fn plane(source: &Plane, width: usize, height: usize) -> Plane {
    let mut resizer = RowResizer::new(source.width, source.height, width, height, 1);
    for y in 0..source.height {
        resizer.push(source.row(y));
    }
    resizer.finish()
}

/// A picture in planes. Chroma goes directly to the size that it has in the result: half when `halve_chroma` is set,
/// otherwise the source's own factors.
pub fn ycc(source: &Ycc, width: usize, height: usize, halve_chroma: bool) -> Ycc {
    let (sub_x, sub_y) = match (&source.chroma, halve_chroma) {
        (Some(_), true) => (2, 2),
        _ => (source.sub_x, source.sub_y),
    };
    let (chroma_width, chroma_height) = (width.div_ceil(sub_x), height.div_ceil(sub_y));
    Ycc {
        width,
        height,
        y: fitted(&source.y, width, height),
        chroma: source.chroma.as_ref().map(|[cb, cr]| {
            [fitted(cb, chroma_width, chroma_height), fitted(cr, chroma_width, chroma_height)]
        }),
        sub_x,
        sub_y,
    }
}

fn fitted(source: &Plane, width: usize, height: usize) -> Plane {
    if (source.width, source.height) == (width, height) {
        source.clone()
    } else {
        plane(source, width, height)
    }
}

/// Interleaved RGBA with straight alpha; transparent pixels do not bleed their colour into visible ones.
pub fn rgba(source: &Rgba, width: usize, height: usize) -> Rgba {
    if (source.width, source.height) == (width, height) {
        return source.clone();
    }
    let mut resizer = RowResizer::new(source.width, source.height, width, height, 4);
    let mut weighted = vec![0; source.width * 4];
    for row in source.data.chunks_exact(source.width * 4) {
        if source.opaque {
            resizer.push(row);
        } else {
            premultiply(row, &mut weighted);
            resizer.push(&weighted);
        }
    }
    let mut data = resizer.finish().data;
    if !source.opaque {
        data.chunks_exact_mut(4).for_each(unpremultiply);
    }
    Rgba { width, height, data, opaque: source.opaque }
}

fn premultiply(row: &[u8], out: &mut [u8]) {
    for (pixel, out) in row.chunks_exact(4).zip(out.chunks_exact_mut(4)) {
        let alpha = u32::from(pixel[3]);
        for channel in 0..3 {
            out[channel] = ((u32::from(pixel[channel]) * alpha + 127) / 255) as u8;
        }
        out[3] = pixel[3];
    }
}

fn unpremultiply(pixel: &mut [u8]) {
    let alpha = u32::from(pixel[3]);
    if alpha == 0 {
        pixel.fill(0);
        return;
    }
    for channel in &mut pixel[..3] {
        *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
    }
}

#[cfg(test)]
mod tests;
