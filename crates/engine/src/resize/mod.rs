//! Lanczos-3, separable, on single planes and on RGBA. Meant for making images smaller; correct for every ratio.
//!
//! The vertical pass comes first and makes one row of 16-bit sums at a time, the horizontal pass finishes it: no
//! intermediate image is held.

mod plane_rows;
mod rgba_rows;
mod rows;
mod weights;
mod wide_rows;

use crate::planes::{Plane, Rgba, Ycc};
pub(crate) use plane_rows::PlaneRows;
pub(crate) use rgba_rows::RgbaRows;
pub(crate) use rows::RowResizer;
pub(crate) use wide_rows::WideRows;

/// One plane to `width` x `height`.
pub fn plane(source: &Plane, width: usize, height: usize) -> Plane {
    push_all(RowResizer::new(source.width, source.height, width, height, 1), source)
}

fn push_all(mut resizer: RowResizer, source: &Plane) -> Plane {
    for y in 0..source.height {
        resizer.push(source.row(y));
    }
    resizer.finish()
}

/// Chroma samples that an image of this size covers: with an odd side the last one in part.
pub(crate) fn divided((width, height): (usize, usize), (sub_x, sub_y): (usize, usize)) -> (f64, f64) {
    (width as f64 / sub_x as f64, height as f64 / sub_y as f64)
}

/// How much of a source the samples of a target span, if the image covers `covered` of the one and `target_covered` of
/// the other. Chroma of 171 columns has 86 samples, and the image 85.5 of them: without this it would lie askew.
pub(crate) fn spanned(covered: (f64, f64), size: (usize, usize), target_covered: (f64, f64)) -> (f64, f64) {
    (covered.0 * size.0 as f64 / target_covered.0, covered.1 * size.1 as f64 / target_covered.1)
}

/// An image in planes. Chroma goes directly to the size that it has in the result: half when `halve_chroma` is set,
/// otherwise the source's own factors.
pub fn ycc(source: &Ycc, width: usize, height: usize, halve_chroma: bool) -> Ycc {
    let (sub_x, sub_y) = match (&source.chroma, halve_chroma) {
        (Some(_), true) => (2, 2),
        _ => (source.sub_x, source.sub_y),
    };
    let covered = divided((source.width, source.height), (source.sub_x, source.sub_y));
    let chroma = |plane: &Plane| {
        let size = (width.div_ceil(sub_x), height.div_ceil(sub_y));
        if (plane.width, plane.height) == size {
            return plane.clone();
        }
        let covered = spanned(covered, size, divided((width, height), (sub_x, sub_y)));
        push_all(RowResizer::covering((plane.width, plane.height), covered, size, 1), plane)
    };
    Ycc {
        width,
        height,
        y: fitted(&source.y, width, height),
        chroma: source.chroma.as_ref().map(|[cb, cr]| [chroma(cb), chroma(cr)]),
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
