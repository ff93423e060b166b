//! What colours and layout say without any network: light, ground, sky, and whether this is a photo at all.

use super::super::detector::Area;
use super::super::image::Rgb;
use super::colour::{AUTUMN, GRASS, GREEN, Pixel, SKY, WARM_SKY};
use super::ground::{Ground, SIDE};
use super::strokes::{FINE, Strokes};

/// The sky is above the first of these rows, warm light above the second, the ground below the third.
const SKY_ENDS: usize = SIDE / 4;
const LIGHT_ENDS: usize = SIDE * 3 / 8;
const GROUND_STARTS: usize = SIDE * 11 / 16;
/// The share of single bright points in a sky with stars.
pub(super) const STARRY: f32 = 0.006;
/// The mean saturation of an image without colours.
const GREY: f32 = 0.05;
/// A photo of grey things has more colour than one in black and white.
const COLOURLESS: f32 = 0.015;
/// How many shades of each channel are told apart where colours are counted, and how many colours are few.
const SHADES: usize = 16;
const FEW: usize = 4;
/// The share of the edges that has the ground's colour: it can be said, and it is not the thing's.
const GROUND_SAID: f32 = 0.6;
const GROUND_KNOWN: f32 = 0.5;
/// The same of a white one and a black one that are named.
const WHITE_SAID: f32 = 0.75;
const BLACK_SAID: f32 = 0.92;
/// A white ground has no channel below this, and no two further apart.
const WHITE_FROM: u8 = 212;
const WHITE_WITHIN: u8 = 12;
/// Grounds whose colour is said.
const GROUNDS: [&str; 2] = ["white", "black"];
/// Where a thing begins and ends within its box.
const MIDDLE: [f32; 2] = [0.2, 0.8];
/// Colours that cover much of most things, the share of a thing that makes it theirs, and that of a colour that stands out.
const QUIET: [&str; 4] = ["black", "white", "gray", "brown"];
const QUIET_PERCENT: usize = 45;
const STRONG_PERCENT: usize = 30;
/// Pixels without which nothing is said of a colour.
const TOO_FEW: usize = 20;

/// Shares are parts of one.
#[derive(Clone, Debug)]
pub(in crate::embedded) struct Look {
    pixels: Vec<Pixel>,
    /// Mean brightness, 0 to 255.
    pub(super) mean: f32,
    /// Hardly any colour anywhere.
    pub(super) grey: bool,
    /// No colour at all.
    pub(super) colourless: bool,
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

impl Look {
    pub(in crate::embedded) fn new(image: &Rgb) -> Self {
        let small = image.squash(SIDE, SIDE);
        let pixels: Vec<Pixel> = small.data().as_chunks().0.iter().map(|&pixel| Pixel::new(pixel)).collect();
        let strokes = Strokes::new(&image.squash(FINE, FINE));
        let (top, bottom) = (&pixels[..SIDE * SKY_ENDS], &pixels[SIDE * GROUND_STARTS..]);
        let all = &pixels[..];
        let mean = |of: fn(&Pixel) -> f32| all.iter().map(of).sum::<f32>() / all.len() as f32;
        Self {
            mean: mean(Pixel::brightness),
            grey: mean(|pixel| pixel.saturation) < GREY,
            colourless: mean(|pixel| pixel.saturation) < COLOURLESS,
            grass: share(bottom, |pixel| pixel.is(GRASS)),
            sky: share(top, |pixel| pixel.is(SKY)),
            warm_sky: share(&pixels[..SIDE * LIGHT_ENDS], |pixel| pixel.is(WARM_SKY)),
            snow: share(bottom, Pixel::is_snow),
            green: share(all, |pixel| pixel.is(GREEN)),
            white: share(all, Pixel::is_paper),
            autumn: share(all, |pixel| pixel.is(AUTUMN)),
            stars: strokes.stars,
            flat: strokes.flat,
            few_colours: few_colours(&small),
            text_rows: strokes.text_rows,
            ground: Ground::new(&small),
            pixels,
        }
    }

    /// What the subject stands before, when that is plain: "white", "black".
    pub(super) fn background(&self) -> Option<&'static str> {
        let plain = Pixel::new(self.ground.colour);
        (self.ground.share > GROUND_SAID)
            .then(|| plain.colour())
            .flatten()
            .filter(|colour| GROUNDS.contains(colour))
    }

    /// The colour of the background, where it is all around and can be said: dark edges are mostly a dark room or a night.
    pub(super) fn said_background(&self) -> Option<&'static str> {
        let share = |colour: &str| if colour == "black" { BLACK_SAID } else { WHITE_SAID };
        let [least, most] = self
            .ground
            .colour
            .iter()
            .fold([u8::MAX, 0], |[least, most], &one| [least.min(one), most.max(one)]);
        let white = least >= WHITE_FROM && most - least <= WHITE_WITHIN;
        self.background().filter(|&colour| self.ground.share >= share(colour) && (colour != "white" || white))
    }

    /// Whether the subject is alone before a plain ground, as things in shops are.
    pub(super) fn shows_alone(&self) -> bool {
        self.ground.is_plain() && self.background().is_some()
    }

    /// Where the thing before a plain ground is in an image of this size.
    pub(in crate::embedded) fn standing_out(&self, size: [usize; 2]) -> Option<Area> {
        self.ground.standing_out(|x, y| self.pixels[y * SIDE + x].rgb, size)
    }

    /// The colour of a thing that fills the image, but gray, which metal, shade and mixed colours are taken for, and but its ground's.
    pub(super) fn own_colour(&self) -> Option<&'static str> {
        let ground = Pixel::new(self.ground.colour).colour().filter(|_| self.ground.is_plain());
        self.colour(None).filter(|&colour| colour != "gray" && Some(colour) != ground)
    }

    /// The colour that most of an area has: of its middle part, where the thing itself is, without the background.
    pub(super) fn colour(&self, area: Option<&Area>) -> Option<&'static str> {
        let whole = Area { left: 0.0, top: 0.0, width: 1.0, height: 1.0 };
        let far = |pixel: &Pixel| self.ground.share < GROUND_KNOWN || self.ground.is_far(pixel.rgb);
        let (mut total, mut counts) = (0, Vec::<(&str, usize)>::new());
        for pixel in self.within(area.unwrap_or(&whole), MIDDLE).filter(|pixel| far(pixel)) {
            total += 1;
            let Some(colour) = pixel.colour() else { continue };
            match counts.iter_mut().find(|(name, _)| *name == colour) {
                Some((_, count)) => *count += 1,
                None => counts.push((colour, 1)),
            }
        }
        let (colour, count) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        let least = if QUIET.contains(&colour) { QUIET_PERCENT } else { STRONG_PERCENT };
        (count * 100 > total * least && total > TOO_FEW).then_some(colour)
    }

    /// The share of an area that can be cloth of a colour.
    pub(super) fn share_of(&self, colour: &str, area: &Area) -> f32 {
        let pixels: Vec<Pixel> = self.within(area, [0.0, 1.0]).copied().collect();
        share(&pixels, |pixel| pixel.can_be(colour))
    }

    /// The pixels of a part of an area: at least one.
    fn within(&self, area: &Area, [begin, end]: [f32; 2]) -> impl Iterator<Item = &Pixel> {
        let span = |start: f32, size: f32| {
            let first = (((start + begin * size).clamp(0.0, 1.0) * SIDE as f32) as usize).min(SIDE - 1);
            let last = ((start + end * size).clamp(0.0, 1.0) * SIDE as f32) as usize;
            first..last.clamp(first + 1, SIDE)
        };
        let (rows, columns) = (span(area.top, area.height), span(area.left, area.width));
        rows.flat_map(move |y| &self.pixels[y * SIDE..][columns.clone()])
    }
}

fn few_colours(small: &Rgb) -> f32 {
    let mut counts = vec![0u32; SHADES.pow(3)];
    for pixel in small.data().as_chunks::<3>().0 {
        let at = pixel.iter().fold(0, |at, &channel| at * SHADES + usize::from(channel) * SHADES / 256);
        counts[at] += 1;
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts[..FEW].iter().sum::<u32>() as f32 / (SIDE * SIDE) as f32
}

fn share(pixels: &[Pixel], is: impl Fn(&Pixel) -> bool) -> f32 {
    pixels.iter().filter(|pixel| is(pixel)).count() as f32 / pixels.len() as f32
}
