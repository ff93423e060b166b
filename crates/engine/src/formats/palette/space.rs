//! Colours as numbers whose distances are what the eye sees: channels count by their weight, and by their alpha.

/// Red, green, blue and alpha, weighted.
pub(super) type Point = [f32; 4];

/// The eye is keenest for green. Alpha counts as much as all others together could differ.
const WEIGHTS: Point = [0.65, 1.0, 0.55, 1.0];

pub(super) fn point([r, g, b, a]: [u8; 4]) -> Point {
    let share = f32::from(a) / 255.0;
    let channel = |value: u8, at: usize| f32::from(value) * share * WEIGHTS[at];
    [channel(r, 0), channel(g, 1), channel(b, 2), f32::from(a) * WEIGHTS[3]]
}

pub(super) fn colour(point: Point) -> [u8; 4] {
    let share = (point[3] / WEIGHTS[3] / 255.0).clamp(1.0 / 255.0, 1.0);
    let channel = |at: usize| (point[at] / WEIGHTS[at] / share + 0.5).clamp(0.0, 255.0) as u8;
    [channel(0), channel(1), channel(2), (share * 255.0 + 0.5) as u8]
}

pub(super) fn distance(a: Point, b: Point) -> f32 {
    (0..4).map(|at| (a[at] - b[at]) * (a[at] - b[at])).sum()
}
