//! A shaped text as polygons in pixels: curves are cut into short lines, lines of text are put under each other.

use super::coverage::Shape;
use super::place::Align;
use nomina_text::{Line, Outline, Point, Segment};

/// Distance between baselines, in font sizes.
const LINE_HEIGHT: f32 = 1.25;

/// How far a polygon may be from the curve it stands for, in pixels.
const TOLERANCE: f32 = 0.1;

/// The shape of a text of the given font size; its place on the plane has no meaning.
pub(crate) fn shape_of(outline: &Outline, size: f32, align: Align) -> Shape {
    let widest = outline.lines.iter().map(|line| line.advance).fold(0.0, f32::max);
    let mut shape = Shape::default();
    for (row, line) in outline.lines.iter().enumerate() {
        let free = widest - line.advance;
        let x = match align {
            Align::Left => 0.0,
            Align::Centre => free * 0.5,
            Align::Right => free,
        };
        let mut part = flatten(line, size);
        part.transform(1.0, [x * size, row as f32 * LINE_HEIGHT * size]);
        shape.contours.append(&mut part.contours);
    }
    shape
}

fn flatten(line: &Line, size: f32) -> Shape {
    let mut flattener = Flattener::default();
    let pixels = |point: &Point| point.map(|n| n * size);
    for segment in &line.segments {
        match segment {
            Segment::Move(to) => {
                flattener.close();
                flattener.open.push(pixels(to));
            }
            Segment::Line(to) => flattener.open.push(pixels(to)),
            Segment::Quad(points) => flattener.quad(points.each_ref().map(pixels)),
            Segment::Cubic(points) => flattener.cubic(points.each_ref().map(pixels)),
        }
    }
    flattener.close();
    flattener.shape
}

/// Turns curves into short straight lines.
#[derive(Default)]
struct Flattener {
    shape: Shape,
    open: Vec<Point>,
}

impl Flattener {
    fn start(&self) -> Point {
        self.open.last().copied().unwrap_or_default()
    }

    fn quad(&mut self, [b, c]: [Point; 2]) {
        let a = self.start();
        let pieces = pieces([a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]]);
        for piece in 1..=pieces {
            let t = piece as f32 / pieces as f32;
            let along = |i: usize| (1.0 - t) * (1.0 - t) * a[i] + 2.0 * (1.0 - t) * t * b[i] + t * t * c[i];
            self.open.push([along(0), along(1)]);
        }
    }

    fn cubic(&mut self, [b, c, d]: [Point; 3]) {
        let a = self.start();
        let bend = |i: usize| 3.0 * (a[i] - 2.0 * b[i] + c[i]).abs().max((b[i] - 2.0 * c[i] + d[i]).abs());
        let pieces = pieces([bend(0), bend(1)]);
        for piece in 1..=pieces {
            let t = piece as f32 / pieces as f32;
            let u = 1.0 - t;
            let along = |i: usize| {
                u * u * u * a[i] + 3.0 * u * u * t * b[i] + 3.0 * u * t * t * c[i] + t * t * t * d[i]
            };
            self.open.push([along(0), along(1)]);
        }
    }

    fn close(&mut self) {
        if self.open.len() > 2 {
            self.shape.contours.push(std::mem::take(&mut self.open));
        } else {
            self.open.clear();
        }
    }
}

/// The number of pieces that keeps a curve of this bend within the tolerance.
fn pieces(bend: [f32; 2]) -> usize {
    let length = (bend[0] * bend[0] + bend[1] * bend[1]).sqrt();
    ((length / (4.0 * TOLERANCE)).sqrt().ceil() as usize).clamp(1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_letter_gets_finer_curves_and_lines_lie_below_each_other() {
        let bow = vec![
            Segment::Move([0.0, 0.0]),
            Segment::Quad([[0.5, -1.0], [1.0, 0.0]]),
            Segment::Cubic([[0.8, 0.4], [0.2, 0.4], [0.0, 0.0]]),
        ];
        let lines = vec![Line { segments: bow.clone(), advance: 1.0 }, Line { segments: bow, advance: 3.0 }];
        let outline = Outline { lines, warnings: Vec::new() };
        let (small, large) = (shape_of(&outline, 8.0, Align::Right), shape_of(&outline, 200.0, Align::Right));
        assert_eq!((small.contours.len(), large.contours.len()), (2, 2));
        assert!(large.contours[0].len() > 2 * small.contours[0].len());
        assert_eq!(small.contours[0][0], [16.0, 0.0], "the shorter line leans to the right");
        assert_eq!(small.contours[1][0], [0.0, 10.0]);
    }
}
