//! The colour of one pixel: its word, and whether it can be grass, sky, leaves, snow. Channels are 0 to 255, hues degrees.

use std::ops::Range;

/// Colours in words, in the order of the languages' tables.
pub(super) const COLOURS: [&str; 11] =
    ["red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "gray"];

/// Black has no channel above the first, white none below the second.
const BLACK: f32 = 50.0;
const WHITE: f32 = 205.0;
/// Gray has less saturation than this, and its brightest channel is between these.
const GRAY_SATURATION: f32 = 0.12;
const GRAY: [f32; 2] = [80.0, 200.0];
/// A colour that has a word is more saturated than this, and its brightest channel is above that.
const COLOURED: f32 = 0.45;
const LIT: f32 = 70.0;
/// Every other hue is red.
const NOT_RED: Range<f32> = 12.0..345.0;
/// Hues that are brown where no channel is above this.
const BROWNISH: Range<f32> = 12.0..42.0;
const BROWN: f32 = 170.0;
/// Hues between these have no word: people do not agree on one.
static HUES: [(Range<f32>, &str); 6] = [
    (18.0..42.0, "orange"),
    (43.0..66.0, "yellow"),
    (75.0..165.0, "green"),
    (190.0..255.0, "blue"),
    (260.0..300.0, "purple"),
    (305.0..345.0, "pink"),
];
/// Snow has no channel below this, and hardly any colour; paper none below that.
const SNOW: f32 = 170.0;
const SNOW_SATURATION: f32 = 0.18;
const PAPER: f32 = 225.0;

/// Hues of one kind of thing; it is more saturated, and its brightest channel is brighter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shade {
    hue: fn(f32) -> bool,
    saturation: f32,
    high: f32,
}

pub(super) const GRASS: Shade =
    Shade { hue: |hue| (60.0..150.0).contains(&hue), saturation: 0.25, high: 50.0 };
pub(super) const GREEN: Shade =
    Shade { hue: |hue| (60.0..160.0).contains(&hue), saturation: 0.2, high: 30.0 };
pub(super) const SKY: Shade =
    Shade { hue: |hue| (190.0..250.0).contains(&hue), saturation: 0.2, high: 110.0 };
pub(super) const WARM_SKY: Shade =
    Shade { hue: |hue| (5.0..50.0).contains(&hue) || hue > 330.0, saturation: 0.35, high: 120.0 };
pub(super) const AUTUMN: Shade =
    Shade { hue: |hue| !(50.0..=350.0).contains(&hue), saturation: 0.45, high: 90.0 };

/// What shaded cloth can be: black is no brighter, white no darker or more saturated, gray between them, a colour more saturated.
const CLOTH_BLACK: f32 = 90.0;
const CLOTH_WHITE: f32 = 150.0;
const CLOTH_GRAY: Range<f32> = 50.0..215.0;
const CLOTH_SATURATION: f32 = 0.23;
const CLOTH_LIT: f32 = 40.0;
/// Brown is a dark orange, pink a pale red.
const CLOTH_BROWN: f32 = 190.0;
const CLOTH_PINK: f32 = 180.0;
const PALE: f32 = 0.6;

#[derive(Clone, Copy, Debug)]
pub(super) struct Pixel {
    pub(super) rgb: [u8; 3],
    /// Degrees.
    hue: f32,
    pub(super) saturation: f32,
    /// Largest and smallest channel.
    high: f32,
    low: f32,
}

impl Pixel {
    pub(super) fn new(rgb: [u8; 3]) -> Self {
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

    pub(super) fn brightness(&self) -> f32 {
        (self.high + self.low) / 2.0
    }

    pub(super) fn is(&self, shade: Shade) -> bool {
        (shade.hue)(self.hue) && self.saturation > shade.saturation && self.high > shade.high
    }

    pub(super) fn is_snow(&self) -> bool {
        self.low > SNOW && self.saturation < SNOW_SATURATION
    }

    pub(super) fn is_paper(&self) -> bool {
        self.low > PAPER
    }

    /// Whether cloth of a colour can look so in light and shade.
    pub(super) fn can_be(&self, colour: &str) -> bool {
        let Self { hue, saturation, high, low, .. } = *self;
        let plain = saturation < CLOTH_SATURATION;
        let lit = !plain && high > CLOTH_LIT;
        match colour {
            "black" => high < CLOTH_BLACK,
            "white" => plain && low > CLOTH_WHITE,
            "gray" => plain && CLOTH_GRAY.contains(&high),
            "red" => lit && !(14.0..340.0).contains(&hue),
            "orange" => lit && (12.0..45.0).contains(&hue) && high > CLOTH_WHITE,
            "brown" => lit && (10.0..45.0).contains(&hue) && high < CLOTH_BROWN,
            "yellow" => lit && (40.0..70.0).contains(&hue),
            "green" => lit && (65.0..170.0).contains(&hue),
            "blue" => lit && (180.0..262.0).contains(&hue),
            "purple" => lit && (255.0..310.0).contains(&hue),
            "pink" => {
                let pale = high > CLOTH_PINK && saturation < PALE && !(12.0..340.0).contains(&hue);
                lit && ((295.0..350.0).contains(&hue) || pale)
            }
            _ => false,
        }
    }

    /// The word for it, when it has one.
    pub(super) fn colour(&self) -> Option<&'static str> {
        let [darkest, brightest] = GRAY;
        if self.high < BLACK {
            return Some("black");
        }
        if self.low > WHITE {
            return Some("white");
        }
        if self.saturation < GRAY_SATURATION && self.high > darkest && self.high < brightest {
            return Some("gray");
        }
        if self.saturation <= COLOURED || self.high <= LIT {
            return None;
        }
        if !NOT_RED.contains(&self.hue) {
            return Some("red");
        }
        if BROWNISH.contains(&self.hue) && self.high <= BROWN {
            return Some("brown");
        }
        HUES.iter().find(|(hues, _)| hues.contains(&self.hue)).map(|(_, colour)| *colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shaded_cloth_can_still_be_its_colour() {
        for (rgb, colour, can_be) in [
            ([165, 168, 172], "white", true),
            ([165, 168, 172], "gray", true),
            ([60, 60, 66], "black", true),
            ([25, 35, 80], "blue", true),
            ([240, 170, 175], "pink", true),
            ([200, 20, 20], "red", true),
            ([240, 130, 30], "orange", true),
            ([110, 70, 40], "brown", true),
            ([230, 210, 40], "yellow", true),
            ([40, 90, 40], "green", true),
            ([120, 40, 180], "purple", true),
            ([200, 20, 20], "blue", false),
            ([30, 140, 150], "white", false),
            ([240, 170, 175], "white", false),
            ([200, 20, 20], "checkered", false),
        ] {
            assert_eq!(Pixel::new(rgb).can_be(colour), can_be, "{rgb:?} {colour}");
        }
    }

    #[test]
    fn colours_have_the_words_that_people_use() {
        for (rgb, colour) in [
            ([20, 10, 30], Some("black")),
            ([240, 250, 230], Some("white")),
            ([120, 125, 128], Some("gray")),
            ([200, 20, 20], Some("red")),
            ([130, 80, 40], Some("brown")),
            ([240, 140, 30], Some("orange")),
            ([250, 220, 60], Some("yellow")),
            ([60, 140, 40], Some("green")),
            ([20, 40, 200], Some("blue")),
            ([120, 40, 180], Some("purple")),
            ([240, 80, 180], Some("pink")),
            ([150, 120, 110], None),
        ] {
            assert_eq!(Pixel::new(rgb).colour(), colour, "{rgb:?}");
        }
    }
}
