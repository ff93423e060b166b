//! What colours and layout say without any network: light, ground, sky, and whether this is a photo at all.

use super::super::detector::Area;
use super::super::picture::Rgb;
use super::ground::Ground;

/// Side of the small copy that is measured.
pub(super) const SIDE: usize = 64;
/// Side of the copy in which strokes of text are counted.
const FINE: usize = 256;
/// The share of single bright points in a sky with stars.
pub(super) const STARRY: f32 = 0.006;

/// Shares are parts of one.
#[derive(Clone, Debug)]
pub(in crate::embedded) struct Look {
    pixels: Vec<Pixel>,
    /// Mean brightness, 0 to 255.
    pub(super) mean: f32,
    /// Hardly any colour anywhere.
    pub(super) grey: bool,
    pub(super) grass: f32,
    pub(super) sky: f32,
    pub(super) warm_sky: f32,
    pub(super) snow: f32,
    pub(super) green: f32,
    pub(super) white: f32,
    pub(super) autumn: f32,
    pub(super) stars: f32,
    /// Neighbours that are equal: high in drawings, screens and on plain backgrounds.
    pub(super) flat: f32,
    /// The four commonest colours.
    pub(super) few_colours: f32,
    /// Rows crossed by many strokes, beside rows crossed by none: lines of text.
    pub(super) text_rows: f32,
    ground: Ground,
}

#[derive(Clone, Copy, Debug)]
struct Pixel {
    rgb: [u8; 3],
    /// Degrees.
    hue: f32,
    saturation: f32,
    /// Largest and smallest channel.
    high: f32,
    low: f32,
}

impl Pixel {
    fn new(rgb: [u8; 3]) -> Self {
        let [r, g, b] = rgb.map(f32::from);
        let (high, low) = (r.max(g).max(b), r.min(g).min(b));
        let range = (high - low).max(1e-6);
        let sixth = if high == r {
            (g - b) / range + if g < b { 6.0 } else { 0.0 }
        } else if high == g {
            (b - r) / range + 2.0
        } else {
            (r - g) / range + 4.0
        };
        Self { rgb, hue: sixth * 60.0, saturation: (high - low) / high.max(1.0), high, low }
    }

    fn hue_in(&self, from: f32, to: f32) -> bool {
        self.hue >= from && self.hue < to
    }

    fn colour(&self) -> Option<&'static str> {
        if self.high < 50.0 {
            return Some("black");
        }
        if self.low > 205.0 {
            return Some("white");
        }
        if self.saturation < 0.12 && self.high > 80.0 && self.high < 200.0 {
            return Some("gray");
        }
        if self.saturation <= 0.45 || self.high <= 70.0 {
            return None;
        }
        Some(match self.hue {
            h if !(12.0..345.0).contains(&h) => "red",
            h if h < 42.0 && self.high <= 170.0 => "brown",
            h if (18.0..42.0).contains(&h) => "orange",
            h if (43.0..66.0).contains(&h) => "yellow",
            h if (75.0..165.0).contains(&h) => "green",
            h if (190.0..255.0).contains(&h) => "blue",
            h if (260.0..300.0).contains(&h) => "purple",
            h if (305.0..345.0).contains(&h) => "pink",
            _ => return None,
        })
    }
}

impl Look {
    pub(in crate::embedded) fn new(picture: &Rgb) -> Self {
        let small = picture.squash(SIDE, SIDE);
        let pixels: Vec<Pixel> = small.data().as_chunks().0.iter().map(|&pixel| Pixel::new(pixel)).collect();
        let fine = Fine::new(&picture.squash(FINE, FINE));
        let (top, bottom) = (&pixels[..SIDE * SIDE / 4], &pixels[SIDE * SIDE * 11 / 16..]);
        let all = &pixels[..];
        Self {
            mean: all.iter().map(|p| (p.high + p.low) / 2.0).sum::<f32>() / all.len() as f32,
            grey: all.iter().map(|p| p.saturation).sum::<f32>() / (all.len() as f32) < 0.05,
            grass: share(bottom, |p| p.hue_in(60.0, 150.0) && p.saturation > 0.25 && p.high > 50.0),
            sky: share(top, |p| p.hue_in(190.0, 250.0) && p.saturation > 0.2 && p.high > 110.0),
            warm_sky: share(&pixels[..SIDE * SIDE * 3 / 8], |p| {
                (p.hue_in(5.0, 50.0) || p.hue > 330.0) && p.saturation > 0.35 && p.high > 120.0
            }),
            snow: share(bottom, |p| p.low > 170.0 && p.saturation < 0.18),
            green: share(all, |p| p.hue_in(60.0, 160.0) && p.saturation > 0.2 && p.high > 30.0),
            white: share(all, |p| p.low > 225.0),
            autumn: share(all, |p| (p.hue < 50.0 || p.hue > 350.0) && p.saturation > 0.45 && p.high > 90.0),
            stars: fine.stars,
            flat: fine.flat,
            few_colours: few_colours(&small),
            text_rows: fine.text_rows,
            ground: Ground::new(&small),
            pixels,
        }
    }

    /// What the subject stands before, when that is plain: "white", "black".
    pub(super) fn background(&self) -> Option<&'static str> {
        let plain = Pixel::new(self.ground.colour);
        (self.ground.share > 0.6)
            .then(|| plain.colour())
            .flatten()
            .filter(|colour| matches!(*colour, "white" | "black"))
    }

    /// Whether the subject is alone before a plain ground, as things in shops are.
    pub(super) fn shows_alone(&self) -> bool {
        self.ground.is_plain() && self.background().is_some()
    }

    /// Where the thing before a plain ground is in a picture of this size.
    pub(in crate::embedded) fn standing_out(&self, size: [usize; 2]) -> Option<Area> {
        self.ground.standing_out(|x, y| self.pixels[y * SIDE + x].rgb, size)
    }

    /// The colour that most of an area has: of its middle part, where the thing itself is, without the background.
    pub(super) fn colour(&self, area: Option<&Area>) -> Option<&'static str> {
        let whole = Area { left: 0.0, top: 0.0, width: 1.0, height: 1.0 };
        let area = area.unwrap_or(&whole);
        let span = |start: f32, size: f32| {
            let first = (((start + 0.2 * size).clamp(0.0, 1.0) * SIDE as f32) as usize).min(SIDE - 1);
            let last = ((start + 0.8 * size).clamp(0.0, 1.0) * SIDE as f32) as usize;
            first..last.clamp(first + 1, SIDE)
        };
        let (rows, columns) = (span(area.top, area.height), span(area.left, area.width));
        let far = |pixel: &Pixel| self.ground.share < 0.5 || self.ground.is_far(pixel.rgb);
        let (mut total, mut counts) = (0, Vec::<(&str, usize)>::new());
        for pixel in rows.flat_map(|y| &self.pixels[y * SIDE..][columns.clone()]).filter(|pixel| far(pixel)) {
            total += 1;
            let Some(colour) = pixel.colour() else { continue };
            match counts.iter_mut().find(|(name, _)| *name == colour) {
                Some((_, count)) => *count += 1,
                None => counts.push((colour, 1)),
            }
        }
        let (colour, count) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        // A strong colour stands out before it covers half of a thing.
        let least = if matches!(colour, "black" | "white" | "gray" | "brown") { 45 } else { 30 };
        (count * 100 > total * least && total > 20).then_some(colour)
    }
}

/// Measured where single strokes still show.
struct Fine {
    flat: f32,
    stars: f32,
    text_rows: f32,
}

impl Fine {
    fn new(picture: &Rgb) -> Self {
        let pixels = picture.data().as_chunks::<3>().0;
        let grey: Vec<i32> = pixels
            .iter()
            .map(|&[r, g, b]| (i32::from(r) * 3 + i32::from(g) * 6 + i32::from(b)) / 10)
            .collect();
        let near = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).all(|(&a, &b)| a.abs_diff(b) <= 2);
        let same = (0..FINE - 1)
            .flat_map(|y| (0..FINE - 1).map(move |x| y * FINE + x))
            .filter(|&i| near(&pixels[i], &pixels[i + 1]) && near(&pixels[i], &pixels[i + FINE]))
            .count();
        let strokes: Vec<usize> = grey.chunks_exact(FINE).map(crossings).collect();
        let changes = strokes
            .windows(4)
            .filter(|rows| rows[0].abs_diff(rows[3]) >= 10 || rows[0].abs_diff(rows[1]) >= 10)
            .count();
        Self {
            flat: same as f32 / ((FINE - 1) * (FINE - 1)) as f32,
            stars: specks(&grey),
            text_rows: changes as f32 / FINE as f32,
        }
    }
}

/// How often a row goes from light to dark or back.
fn crossings(row: &[i32]) -> usize {
    row.windows(3)
        .filter(|w| (w[0] - w[1]).abs() > 24 && (w[1] - w[0]).signum() != (w[2] - w[1]).signum())
        .count()
}

/// Bright points that stand alone in the dark.
fn specks(grey: &[i32]) -> f32 {
    let mut count = 0;
    for y in 2..FINE - 2 {
        for x in 2..FINE - 2 {
            let at = y * FINE + x;
            let around = [at - 2, at + 2, at - 2 * FINE, at + 2 * FINE];
            if grey[at] > 60 && around.iter().all(|&near| grey[near] + 30 < grey[at]) {
                count += 1;
            }
        }
    }
    count as f32 / (FINE * FINE) as f32
}

fn few_colours(small: &Rgb) -> f32 {
    let mut counts = vec![0u32; 4096];
    for &[r, g, b] in small.data().as_chunks().0 {
        counts[usize::from(r / 16) * 256 + usize::from(g / 16) * 16 + usize::from(b / 16)] += 1;
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts[..4].iter().sum::<u32>() as f32 / (SIDE * SIDE) as f32
}

fn share(pixels: &[Pixel], is: impl Fn(&Pixel) -> bool) -> f32 {
    pixels.iter().filter(|pixel| is(pixel)).count() as f32 / pixels.len() as f32
}
