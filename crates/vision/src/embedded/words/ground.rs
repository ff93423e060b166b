//! The ground that a thing stands before: the colour along the edges of an image, and where the thing itself is.

use super::super::detector::Area;
use super::super::image::Rgb;

/// Side of the small copy that is measured.
pub(super) const SIDE: usize = 64;

/// The share of the edges that has one colour when the ground is plain all around.
const PLAIN: f32 = 0.8;
/// Colours that differ by no more than this in each channel are the same.
const NEAR: u8 = 24;
/// No channel of a night's colour is above this.
const DARK: u8 = 60;
/// How much ground is left on each side of a thing, in parts of it.
const AROUND: f32 = 0.08;
/// A thing that fills more than this is seen well enough.
const FILLED: f32 = 0.8;
/// Shades that are further apart than this in one channel are of two things.
const FAR: u8 = 40;

#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The commonest colour along the edges.
    pub(super) colour: [u8; 3],
    /// The share of the edges near it.
    pub(super) share: f32,
}

impl Ground {
    pub(super) fn new(small: &Rgb) -> Self {
        let pixels = small.data().as_chunks::<3>().0;
        let along: Vec<[u8; 3]> = (0..SIDE)
            .flat_map(|i| [i, (SIDE - 1) * SIDE + i, i * SIDE, i * SIDE + SIDE - 1])
            .map(|at| pixels[at])
            .collect();
        let near = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).all(|(&a, &b)| a.abs_diff(b) <= NEAR);
        let around = |colour: &[u8; 3]| along.iter().filter(|other| near(colour, other)).count();
        let colour = along.iter().copied().max_by_key(|colour| around(colour)).unwrap_or_default();
        Self { colour, share: around(&colour) as f32 / along.len() as f32 }
    }

    /// One colour all around. Nights are dark all around too, and no ground.
    pub(super) fn is_plain(&self) -> bool {
        self.share >= PLAIN && self.colour.iter().any(|&channel| channel > DARK)
    }

    /// Whether a pixel belongs to something else.
    pub(super) fn is_far(&self, pixel: [u8; 3]) -> bool {
        pixel.iter().zip(self.colour).any(|(&a, b)| a.abs_diff(b) > FAR)
    }

    /// Where a thing before plain ground is, as square as an image of this shape allows; `None` when the ground is not
    /// plain or the thing fills the image. Single pixels are no thing.
    pub(super) fn standing_out(
        &self,
        pixel: impl Fn(usize, usize) -> [u8; 3],
        [width, height]: [usize; 2],
    ) -> Option<Area> {
        let far = |x: usize, y: usize| self.is_far(pixel(x, y));
        let (top, tall) = span(|y| (0..SIDE).filter(|&x| far(x, y)).count() > 1)?;
        let (left, wide) = span(|x| (0..SIDE).filter(|&y| far(x, y)).count() > 1)?;
        let side = (wide * width as f32).max(tall * height as f32) * (1.0 + 2.0 * AROUND);
        let (left, width) = widened(left, wide, side / width as f32);
        let (top, height) = widened(top, tall, side / height as f32);
        let area = Area { left, top, width, height };
        (self.is_plain() && area.size() < FILLED).then_some(area)
    }
}

/// From the first place that has something to the last, as start and length.
fn span(filled: impl Fn(usize) -> bool) -> Option<(f32, f32)> {
    let first = (0..SIDE).find(|&at| filled(at))?;
    let last = (0..SIDE).rfind(|&at| filled(at))?;
    Some((first as f32 / SIDE as f32, (last + 1 - first) as f32 / SIDE as f32))
}

/// The same middle and a new length, moved to where the image has room.
fn widened(start: f32, length: f32, wanted: f32) -> (f32, f32) {
    let wanted = wanted.clamp(length, 1.0);
    ((start + (length - wanted) / 2.0).clamp(0.0, 1.0 - wanted), wanted)
}

#[cfg(test)]
mod tests {
    use super::super::look::Look;
    use super::*;

    /// White, with a blue box from `left` to `right` and `top` to `bottom`, in pixels.
    fn boxed(size: [usize; 2], across: [usize; 2], down: [usize; 2]) -> Rgb {
        boxed_on([250; 3], size, across, down)
    }

    fn boxed_on(
        ground: [u8; 3],
        size: [usize; 2],
        [left, right]: [usize; 2],
        [top, bottom]: [usize; 2],
    ) -> Rgb {
        let pixel = |i: usize| {
            let inside = (left..right).contains(&(i % size[0])) && (top..bottom).contains(&(i / size[0]));
            if inside { [20, 40, 200] } else { ground }
        };
        Rgb::new(size[0], size[1], (0..size[0] * size[1]).flat_map(pixel).collect()).unwrap()
    }

    fn standing_out(image: &Rgb) -> Option<[f32; 4]> {
        let area = Look::new(image).standing_out([image.width(), image.height()])?;
        Some([area.left, area.top, area.width, area.height])
    }

    #[test]
    fn a_small_thing_on_white_is_cut_out_square_with_some_ground_around_it() {
        let [left, top, width, height] = standing_out(&boxed([640, 320], [260, 380], [160, 200])).unwrap();
        assert!((width * 640.0 - height * 320.0).abs() < 8.0, "{width} {height}");
        assert!(left < 260.0 / 640.0 && left + width > 380.0 / 640.0);
        assert!(top < 0.5 && top + height > 200.0 / 320.0);
        assert!((width - 120.0 / 640.0 * 1.16).abs() < 1e-3, "8 % of ground on each side: {width}");
    }

    #[test]
    fn a_long_thing_keeps_its_whole_length_where_the_image_has_no_room() {
        let [left, top, width, height] = standing_out(&boxed([600, 200], [100, 500], [90, 120])).unwrap();
        assert!(left <= 100.0 / 600.0 && left + width >= 500.0 / 600.0);
        assert_eq!((top, height), (0.0, 1.0));
    }

    #[test]
    fn nothing_a_thing_that_fills_the_image_and_one_that_is_cut_off_are_left_as_they_are() {
        assert_eq!(standing_out(&boxed([100, 100], [0, 0], [0, 0])), None);
        assert_eq!(standing_out(&boxed([100, 100], [4, 96], [4, 96])), None);
        assert_eq!(standing_out(&boxed([100, 100], [0, 100], [50, 100])), None);
    }

    #[test]
    fn a_light_in_the_night_is_left_where_it_is() {
        let lamp = |ground| standing_out(&boxed_on(ground, [100, 100], [40, 60], [40, 60]));
        assert_eq!(lamp([10; 3]), None);
        assert!(lamp([180, 120, 40]).is_some());
    }
}
