//! Lanczos-3, separable, on single planes and on RGBA. Meant for making pictures smaller; correct for every ratio.
//!
//! The vertical pass comes first and makes one row of 16-bit sums at a time, the horizontal pass finishes it: no
//! intermediate picture is held.

mod plane_rows;
mod rgba_rows;
mod rows;
mod weights;

use crate::planes::{Plane, Rgba, Ycc};
pub(crate) use plane_rows::PlaneRows;
pub(crate) use rgba_rows::RgbaRows;
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
        range: source.range,
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
    let mut rows = RgbaRows::new((source.width, source.height), (width, height));
    source.data.chunks_exact(source.width * 4).for_each(|row| rows.push(row));
    rows.finish()
}

#[cfg(test)]
mod tests;
