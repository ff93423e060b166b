//! What shows only where single strokes still do: lines of text, flat areas, points of light.

use super::super::image::Rgb;

/// Side of the copy that is measured.
pub(super) const FINE: usize = 256;
/// Neighbours are equal that differ by no more than this in each channel.
const EQUAL: u8 = 2;
/// A stroke differs from what is beside it by more than this.
const STROKE: i32 = 24;
/// Rows of text and rows between them differ by so many strokes, either at once or within a few rows.
const LINE_ENDS: usize = 10;
const LINE_ROWS: usize = 4;
/// A point of light is brighter than this, and by more than that than everything so many pixels around it.
const POINT: i32 = 60;
const ALONE: i32 = 30;
const AROUND: usize = 2;

/// Shares of the image.
pub(super) struct Strokes {
    pub(super) flat: f32,
    pub(super) stars: f32,
    pub(super) text_rows: f32,
}

impl Strokes {
    /// Measures an image of [`FINE`] by [`FINE`] pixels.
    pub(super) fn new(image: &Rgb) -> Self {
        let pixels = image.data().as_chunks::<3>().0;
        let grey: Vec<i32> = pixels
            .iter()
            .map(|&[r, g, b]| (i32::from(r) * 3 + i32::from(g) * 6 + i32::from(b)) / 10)
            .collect();
        Self { flat: flat(pixels), stars: specks(&grey), text_rows: text_rows(&grey) }
    }
}

/// Pixels that are equal to the next ones to the right and below.
fn flat(pixels: &[[u8; 3]]) -> f32 {
    let near = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).all(|(&a, &b)| a.abs_diff(b) <= EQUAL);
    let same = (0..FINE - 1)
        .flat_map(|y| (0..FINE - 1).map(move |x| y * FINE + x))
        .filter(|&i| near(&pixels[i], &pixels[i + 1]) && near(&pixels[i], &pixels[i + FINE]))
        .count();
    same as f32 / ((FINE - 1) * (FINE - 1)) as f32
}

/// Rows at which text begins or ends.
fn text_rows(grey: &[i32]) -> f32 {
    let strokes: Vec<usize> = grey.chunks_exact(FINE).map(crossings).collect();
    let differ = |a: usize, b: usize| a.abs_diff(b) >= LINE_ENDS;
    let ends = |rows: &&[usize]| differ(rows[0], rows[LINE_ROWS - 1]) || differ(rows[0], rows[1]);
    strokes.windows(LINE_ROWS).filter(ends).count() as f32 / FINE as f32
}

/// How often a row goes from light to dark or back.
fn crossings(row: &[i32]) -> usize {
    row.windows(3)
        .filter(|w| (w[0] - w[1]).abs() > STROKE && (w[1] - w[0]).signum() != (w[2] - w[1]).signum())
        .count()
}

/// Bright points that stand alone in the dark.
fn specks(grey: &[i32]) -> f32 {
    let mut count = 0;
    for y in AROUND..FINE - AROUND {
        for x in AROUND..FINE - AROUND {
            let at = y * FINE + x;
            let around = [at - AROUND, at + AROUND, at - AROUND * FINE, at + AROUND * FINE];
            if grey[at] > POINT && around.iter().all(|&near| grey[near] + ALONE < grey[at]) {
                count += 1;
            }
        }
    }
    count as f32 / (FINE * FINE) as f32
}
