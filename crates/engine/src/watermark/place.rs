//! Where a mark sits on the output image. Named positions keep the margin, custom ones reach the edges, and a mark
//! that fits the image is never cut.

use nomina_rules::options::Position;

/// Distance of a mark from the image's edges, in pixels of the output.
const MARGIN: u32 = 20;

/// Nearest distance between the left edges of two tiles, so that a tiny mark cannot ask for millions of them.
const SMALLEST_STEP: u32 = 24;

/// The wish of a recipe: a named position, or percentages of the free space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) position: Position,
    pub(crate) x_percent: f64,
    pub(crate) y_percent: f64,
}

/// How the lines of a text lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

impl Spot {
    /// Lines lean to the side of the image that the mark is on.
    pub(crate) fn align(&self) -> Align {
        match self.position {
            Position::TopLeft | Position::BottomLeft => Align::Left,
            Position::TopRight | Position::BottomRight => Align::Right,
            Position::Custom if self.x_percent < 34.0 => Align::Left,
            Position::Custom if self.x_percent > 66.0 => Align::Right,
            Position::Center | Position::Custom | Position::Tiled => Align::Centre,
        }
    }

    /// The left upper corners of the mark, in output pixels: one, or many when tiled.
    pub(crate) fn places(&self, image: (u32, u32), mark: (u32, u32)) -> Vec<(i64, i64)> {
        if self.position == Position::Tiled {
            return tiles(image, mark);
        }
        let free = (image.0.saturating_sub(mark.0), image.1.saturating_sub(mark.1));
        let margin = margin(image);
        let (near_x, near_y) = (margin.min(free.0 / 2), margin.min(free.1 / 2));
        let (far_x, far_y) = (free.0 - near_x, free.1 - near_y);
        let (x, y) = match self.position {
            Position::TopLeft => (near_x, near_y),
            Position::TopRight => (far_x, near_y),
            Position::BottomLeft => (near_x, far_y),
            Position::BottomRight | Position::Tiled => (far_x, far_y),
            Position::Center => (free.0 / 2, free.1 / 2),
            Position::Custom => (share(free.0, self.x_percent), share(free.1, self.y_percent)),
        };
        vec![(i64::from(x), i64::from(y))]
    }
}

/// The margin of an image: 20 pixels, less on images under 200 pixels, where 20 would leave no room for the mark.
pub(crate) fn margin(image: (u32, u32)) -> u32 {
    MARGIN.min(image.0.min(image.1) / 10)
}

fn share(free: u32, percent: f64) -> u32 {
    (f64::from(free) * percent.clamp(0.0, 100.0) / 100.0).round() as u32
}

/// Rows of marks, every second one shifted by half a step, so that they run diagonally over the whole image.
fn tiles(image: (u32, u32), mark: (u32, u32)) -> Vec<(i64, i64)> {
    let (width, height) = (i64::from(image.0), i64::from(image.1));
    let (mark_width, mark_height) = (i64::from(mark.0), i64::from(mark.1));
    let smallest = i64::from(SMALLEST_STEP);
    let step_x = (mark_width * 3 / 2).max(smallest);
    let step_y = (mark_height + (mark_height * 3 / 2).max(mark_width * 3 / 10)).max(smallest);
    // One tile is in the very middle; the others follow from it, so that the pattern is the same on every side.
    let (middle_x, middle_y) = ((width - mark_width) / 2, (height - mark_height) / 2);
    let rows = (middle_y + mark_height).div_euclid(step_y).max(0);
    let columns = (middle_x + mark_width).div_euclid(step_x).max(0) + 1;
    let mut places = Vec::new();
    for row in -rows..=rows + 1 {
        let y = middle_y + row * step_y;
        let shift = if row.rem_euclid(2) == 1 { step_x / 2 } else { 0 };
        places.extend((-columns..=columns).map(|column| (middle_x + shift + column * step_x, y)));
    }
    places.retain(|&(x, y)| x < width && y < height && x + mark_width > 0 && y + mark_height > 0);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NAMED: [Position; 5] = [
        Position::TopLeft,
        Position::TopRight,
        Position::BottomLeft,
        Position::BottomRight,
        Position::Center,
    ];

    fn spot(position: Position) -> Spot {
        Spot { position, x_percent: 90.0, y_percent: 90.0 }
    }

    #[test]
    fn corners_are_twenty_pixels_from_the_edges() {
        let place = |position| spot(position).places((1000, 800), (100, 50))[0];
        assert_eq!(place(Position::TopLeft), (20, 20));
        assert_eq!(place(Position::TopRight), (880, 20));
        assert_eq!(place(Position::BottomLeft), (20, 730));
        assert_eq!(place(Position::BottomRight), (880, 730));
        assert_eq!(place(Position::Center), (450, 375));
    }

    #[test]
    fn custom_percentages_run_from_edge_to_edge() {
        let place = |x_percent, y_percent| {
            Spot { position: Position::Custom, x_percent, y_percent }.places((1000, 800), (100, 50))[0]
        };
        assert_eq!(place(0.0, 0.0), (0, 0));
        assert_eq!(place(100.0, 100.0), (900, 750));
        assert_eq!(place(50.0, 90.0), (450, 675));
    }

    #[test]
    fn tiles_reach_every_quarter_of_the_image_and_do_not_overlap() {
        let places = spot(Position::Tiled).places((900, 700), (120, 30));
        for (left, top) in [(0, 0), (450, 0), (0, 350), (450, 350)] {
            assert!(
                places.iter().any(|&(x, y)| (left..left + 450).contains(&x) && (top..top + 350).contains(&y))
            );
        }
        for (i, a) in places.iter().enumerate() {
            assert!(places[..i].iter().all(|b| (a.0 - b.0).abs() >= 120 || (a.1 - b.1).abs() >= 30), "{a:?}");
        }
    }

    proptest! {
        #[test]
        fn a_mark_that_fits_stays_inside_with_its_margin(
            width in 1u32..5000, height in 1u32..5000, across in 0.0f64..1.0, down in 0.0f64..1.0,
            named in 0usize..5, x_percent in 0.0f64..100.0, y_percent in 0.0f64..100.0,
        ) {
            let edge = margin((width, height));
            let mark = (
                1 + (f64::from(width - 2 * edge - 1) * across) as u32,
                1 + (f64::from(height - 2 * edge - 1) * down) as u32,
            );
            let inside = |place: (i64, i64), edge: u32| {
                place.0 >= i64::from(edge) && place.1 >= i64::from(edge)
                    && place.0 + i64::from(mark.0 + edge) <= i64::from(width)
                    && place.1 + i64::from(mark.1 + edge) <= i64::from(height)
            };
            prop_assert!(inside(spot(NAMED[named]).places((width, height), mark)[0], edge));
            let custom = Spot { position: Position::Custom, x_percent, y_percent };
            prop_assert!(inside(custom.places((width, height), mark)[0], 0));
        }

        #[test]
        fn tiles_are_bounded(width in 1u32..9000, height in 1u32..9000, mark_width in 1u32..9000, mark_height in 1u32..9000) {
            let places = spot(Position::Tiled).places((width, height), (mark_width, mark_height));
            let most = (u64::from(width) / 24 + 3) * (u64::from(height) / 24 + 3);
            prop_assert!(!places.is_empty() && places.len() as u64 <= most);
        }
    }
}
