//! Closed shapes to 8-bit coverage: the exact area of every pixel that a shape covers, and the same shape grown by a
//! radius for the outline. Only additions, products and roots, which every machine rounds alike.

/// Closed polygons in pixels, y downwards. Overlaps of the same direction count once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shape {
    pub(crate) contours: Vec<Vec<[f32; 2]>>,
}

/// The smallest box around a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 2],
    pub(crate) max: [f32; 2],
}

/// Two coverages of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Coverage {
    pub(crate) fill: Vec<u8>,
    /// What the outline adds around the fill.
    pub(crate) ring: Vec<u8>,
}

impl Shape {
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        let mut points = self.contours.iter().flatten();
        let first = *points.next()?;
        let start = Bounds { min: first, max: first };
        Some(points.fold(start, |b, p| Bounds {
            min: [b.min[0].min(p[0]), b.min[1].min(p[1])],
            max: [b.max[0].max(p[0]), b.max[1].max(p[1])],
        }))
    }

    /// Every point times `scale`, then moved.
    pub(crate) fn transform(&mut self, scale: f32, offset: [f32; 2]) {
        for point in self.contours.iter_mut().flatten() {
            *point = [point[0] * scale + offset[0], point[1] * scale + offset[1]];
        }
    }

    /// The coverage on a grid of `width` by `height`; points outside it are moved to its edge.
    pub(crate) fn cover(&self, width: usize, height: usize, radius: f32) -> Coverage {
        let fill = self.fill(width, height);
        let ring = if radius > 0.0 { self.ring(&fill, width, height, radius) } else { vec![0; fill.len()] };
        Coverage { fill, ring }
    }

    fn edges(&self) -> impl Iterator<Item = ([f32; 2], [f32; 2])> {
        self.contours.iter().flat_map(|points| {
            let next = points.iter().skip(1).chain(points.first());
            points.iter().copied().zip(next.copied())
        })
    }

    fn fill(&self, width: usize, height: usize) -> Vec<u8> {
        let mut grid = Grid { width, height, change: vec![0.0; (width + 2) * height] };
        for (from, to) in self.edges() {
            grid.add(from, to);
        }
        grid.sum()
    }

    /// Pixels nearer than `radius` to the shape but outside it, by their distance to the nearest edge.
    fn ring(&self, fill: &[u8], width: usize, height: usize, radius: f32) -> Vec<u8> {
        let mut nearest = vec![f32::MAX; width * height];
        for (from, to) in self.edges() {
            measure(&mut nearest, (width, height), from, to, radius + 1.0);
        }
        let ring = |(&fill, &squared): (&u8, &f32)| {
            if squared == f32::MAX {
                return 0;
            }
            let distance = if fill < 128 { squared.sqrt() } else { -squared.sqrt() };
            let grown = (radius + 0.5 - distance).clamp(0.0, 1.0) * 255.0;
            ((grown + 0.5) as u8).saturating_sub(fill)
        };
        fill.iter().zip(&nearest).map(ring).collect()
    }
}

/// How much the coverage changes from each pixel to its right neighbour.
struct Grid {
    width: usize,
    height: usize,
    change: Vec<f32>,
}

impl Grid {
    /// Adds one edge, row by row.
    fn add(&mut self, from: [f32; 2], to: [f32; 2]) {
        let limit = |p: [f32; 2]| [p[0].clamp(0.0, self.width as f32), p[1].clamp(0.0, self.height as f32)];
        let (from, to) = (limit(from), limit(to));
        if from[1] == to[1] {
            return;
        }
        let (upper, lower, sign) = if from[1] < to[1] { (from, to, 1.0) } else { (to, from, -1.0) };
        let slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
        for row in upper[1] as usize..(lower[1].ceil() as usize).min(self.height) {
            let top = upper[1].max(row as f32);
            let bottom = lower[1].min((row + 1) as f32);
            let at = |y: f32| (upper[0] + (y - upper[1]) * slope).clamp(0.0, self.width as f32);
            self.add_in_row(row, at(top), at(bottom), sign * (bottom - top));
        }
    }

    /// Spreads an edge piece inside one row over the columns it crosses.
    fn add_in_row(&mut self, row: usize, a: f32, b: f32, rise: f32) {
        let (left, right) = if a < b { (a, b) } else { (b, a) };
        let line = &mut self.change[row * (self.width + 2)..][..self.width + 2];
        let first = left as usize;
        if right <= (first + 1) as f32 {
            let middle = (left + right) * 0.5 - first as f32;
            line[first] += rise * (1.0 - middle);
            line[first + 1] += rise * middle;
            return;
        }
        let per_column = rise / (right - left);
        for column in first..(right.ceil() as usize).min(self.width) {
            let (start, end) = (left.max(column as f32), right.min((column + 1) as f32));
            let middle = (start + end) * 0.5 - column as f32;
            let share = per_column * (end - start);
            line[column] += share * (1.0 - middle);
            line[column + 1] += share * middle;
        }
    }

    fn sum(&self) -> Vec<u8> {
        let mut coverage = Vec::with_capacity(self.width * self.height);
        for line in self.change.chunks_exact(self.width + 2) {
            let mut total = 0.0f32;
            coverage.extend(line[..self.width].iter().map(|change| {
                total += change;
                (total.abs().min(1.0) * 255.0 + 0.5) as u8
            }));
        }
        coverage
    }
}

/// Lowers `nearest` to the squared distance from each pixel's middle to the edge, where that is under `reach`.
fn measure(nearest: &mut [f32], size: (usize, usize), from: [f32; 2], to: [f32; 2], reach: f32) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let squared = along[0] * along[0] + along[1] * along[1];
    // A long slanted edge is measured in pieces, so that their boxes hold few pixels that are far from it.
    let pieces = ((squared.sqrt() / 16.0).ceil() as usize).clamp(1, 4096);
    for piece in 0..pieces {
        let at = |share: usize| {
            let t = share as f32 / pieces as f32;
            [from[0] + along[0] * t, from[1] + along[1] * t]
        };
        measure_piece(nearest, size, at(piece), at(piece + 1), reach);
    }
}

fn measure_piece(nearest: &mut [f32], size: (usize, usize), from: [f32; 2], to: [f32; 2], reach: f32) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let squared = along[0] * along[0] + along[1] * along[1];
    let span = |axis: usize, limit: usize| {
        let high = ((from[axis].max(to[axis]) + reach).max(0.0).ceil() as usize).min(limit);
        let low = (from[axis].min(to[axis]) - reach).max(0.0) as usize;
        low.min(high)..high
    };
    // Of a point-like edge only the distance to its start counts.
    let inverse = if squared > 0.0 { 1.0 / squared } else { 0.0 };
    let columns = span(0, size.0);
    for y in span(1, size.1) {
        let dy = y as f32 + 0.5 - from[1];
        let row = &mut nearest[y * size.0..][columns.clone()];
        for (x, cell) in row.iter_mut().enumerate() {
            let dx = (columns.start + x) as f32 + 0.5 - from[0];
            let t = ((dx * along[0] + dy * along[1]) * inverse).clamp(0.0, 1.0);
            let (off_x, off_y) = (dx - along[0] * t, dy - along[1] * t);
            let distance = off_x * off_x + off_y * off_y;
            *cell = if distance < *cell { distance } else { *cell };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Vec<[f32; 2]> {
        vec![[left, top], [right, top], [right, bottom], [left, bottom]]
    }

    #[test]
    fn half_covered_pixels_are_half() {
        let shape = Shape { contours: vec![rectangle(0.5, 0.0, 2.0, 1.0)] };
        assert_eq!(shape.cover(3, 1, 0.0).fill, [128, 255, 0]);
    }

    #[test]
    fn overlapping_contours_count_once_and_opposite_ones_make_a_hole() {
        let twice = Shape { contours: vec![rectangle(0.0, 0.0, 2.0, 1.0), rectangle(1.0, 0.0, 3.0, 1.0)] };
        assert_eq!(twice.cover(3, 1, 0.0).fill, [255, 255, 255]);
        let mut inner = rectangle(1.0, 0.0, 2.0, 1.0);
        inner.reverse();
        let hole = Shape { contours: vec![rectangle(0.0, 0.0, 3.0, 1.0), inner] };
        assert_eq!(hole.cover(3, 1, 0.0).fill, [255, 0, 255]);
    }

    #[test]
    fn the_ring_is_as_wide_as_the_radius() {
        let shape = Shape { contours: vec![rectangle(5.0, 5.0, 9.0, 9.0)] };
        let coverage = shape.cover(14, 14, 2.0);
        let row = &coverage.ring[7 * 14..8 * 14];
        assert_eq!(row, [0, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0]);
    }

    proptest! {
        #[test]
        fn the_sum_of_coverage_is_the_area_of_a_triangle(points in prop::array::uniform3(prop::array::uniform2(1.0f32..39.0))) {
            let [a, b, c] = points;
            let area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])).abs() / 2.0;
            let fill = Shape { contours: vec![points.to_vec()] }.cover(40, 40, 0.0).fill;
            let sum: f32 = fill.iter().map(|v| f32::from(*v) / 255.0).sum();
            prop_assert!((sum - area).abs() < 0.5 + area * 0.01, "{} {}", sum, area);
        }

        #[test]
        fn no_shape_writes_outside_its_grid(
            points in prop::collection::vec(prop::array::uniform2(-50.0f32..90.0), 1..8),
            width in 1usize..40, height in 1usize..40, radius in 0.0f32..4.0,
        ) {
            Shape { contours: vec![points] }.cover(width, height, radius);
        }
    }
}
