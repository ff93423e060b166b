//! EfficientDet-lite0: where things of COCO's eighty kinds are.

use super::image::Rgb;
use super::net::{Net, Output};
use super::simd::Isa;
use crate::VisionError;
use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Labels of the network, gaps included.
pub(super) const LABELS: usize = 90;
/// What is less certain than this is not looked at.
const LEAST_SCORE: f32 = 0.35;
/// Boxes of one kind that overlap more than this are the same thing.
const SAME_THING: f32 = 0.5;

#[derive(Debug)]
pub(super) struct Detector {
    net: Net,
    levels: [u8; 256],
    anchors: Vec<Anchor>,
}

/// One thing somewhere in the image; sides of the image are 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bench", derive(serde::Deserialize, serde::Serialize))]
pub(super) struct Detection {
    pub(super) label: usize,
    pub(super) score: f32,
    pub(super) area: Area,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bench", derive(serde::Deserialize, serde::Serialize))]
pub(super) struct Area {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A place and size that a box is measured from, in pixels of the network's image.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    y: f32,
    x: f32,
    height: f32,
    width: f32,
}

impl Area {
    pub(super) fn size(&self) -> f32 {
        self.width * self.height
    }

    /// This part of an image.
    pub(super) fn cut(&self, image: &Rgb) -> Rgb {
        let pixels = |part: f32, whole: usize| (part * whole as f32).round() as usize;
        let (width, height) = (image.width(), image.height());
        let (left, top) = (pixels(self.left, width), pixels(self.top, height));
        image.crop(left, top, pixels(self.width, width), pixels(self.height, height))
    }

    /// How much both areas share.
    pub(super) fn shared(&self, other: &Self) -> f32 {
        let side =
            |a: f32, a_size: f32, b: f32, b_size: f32| ((a + a_size).min(b + b_size) - a.max(b)).max(0.0);
        side(self.left, self.width, other.left, other.width)
            * side(self.top, self.height, other.top, other.height)
    }

    /// Shared part of both together: 1 for the same area.
    pub(super) fn overlap(&self, other: &Self) -> f32 {
        let shared = self.shared(other);
        shared / (self.size() + other.size() - shared).max(f32::EPSILON)
    }

    fn inside_image(self) -> Self {
        let (left, top) = (self.left.clamp(0.0, 1.0), self.top.clamp(0.0, 1.0));
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        Self { left, top, width: right.clamp(left, 1.0) - left, height: bottom.clamp(top, 1.0) - top }
    }
}

impl Detector {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let net = Net::load(file, isa)?;
        let [height, width, channels] = net.input_area();
        let anchors = anchors(width);
        let expected = [anchors.len() * 4, anchors.len() * LABELS];
        let mut lengths = net.output_lengths();
        lengths.sort_unstable();
        if height != width || channels != 3 || lengths != expected {
            return Err(VisionError::model("the detector is not the expected one"));
        }
        let levels = net.levels(|level| (level - 127.0) / 128.0);
        Ok(Self { net, levels, anchors })
    }

    /// Everything found, most certain first.
    pub(super) fn look(&self, image: &Rgb) -> Vec<Detection> {
        let mut outputs = self.net.look(image, &self.levels).outputs;
        outputs.sort_by_key(|output| output.bytes.len());
        let [boxes, scores] = &outputs[..] else { return Vec::new() };
        let mut found = self.candidates(boxes, scores, self.net.input_area()[1] as f32);
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        without_repeats(&found)
    }

    fn candidates(&self, boxes: &Output, scores: &Output, side: f32) -> Vec<Detection> {
        let sure: [f32; 256] = std::array::from_fn(|byte| sigmoid(scores.value(byte as u8)));
        let least = sure.iter().position(|&score| score >= LEAST_SCORE).unwrap_or(256);
        let mut found = Vec::new();
        let rows = scores.bytes.chunks_exact(LABELS).zip(boxes.bytes.as_chunks::<4>().0);
        for ((labels, place), anchor) in rows.zip(&self.anchors) {
            let best = labels.iter().copied().max().unwrap_or(0);
            if usize::from(best) < least {
                continue;
            }
            let Some(label) = labels.iter().position(|&score| score == best) else { continue };
            let area = anchor.place(place.map(|byte| boxes.value(byte)), side).inside_image();
            found.push(Detection { label, score: sure[usize::from(best)], area });
        }
        found
    }
}

impl Anchor {
    fn place(&self, [y, x, height, width]: [f32; 4], side: f32) -> Area {
        let (centre_y, centre_x) = (y * self.height + self.y, x * self.width + self.x);
        let grow = |size: f32| f64::from(size).exp() as f32;
        let (height, width) = (grow(height) * self.height, grow(width) * self.width);
        Area {
            left: (centre_x - width / 2.0) / side,
            top: (centre_y - height / 2.0) / side,
            width: width / side,
            height: height / side,
        }
    }
}

/// Five levels of detail, at each place three sizes in three proportions.
fn anchors(side: usize) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    for level in 3..=7 {
        let stride = 1usize << level;
        let places = side.div_ceil(stride);
        for place in 0..places * places {
            let centre = |at: usize| (at as f32 + 0.5) * stride as f32;
            for size in [1.0f32, 1.259_921, 1.587_401] {
                for (wide, high) in [(1.0f32, 1.0f32), (SQRT_2, FRAC_1_SQRT_2), (FRAC_1_SQRT_2, SQRT_2)] {
                    let base = 3.0 * stride as f32 * size;
                    let (y, x) = (centre(place / places), centre(place % places));
                    anchors.push(Anchor { y, x, height: base * high, width: base * wide });
                }
            }
        }
    }
    anchors
}

/// Keeps the most certain of boxes that show the same thing.
fn without_repeats(sorted: &[Detection]) -> Vec<Detection> {
    let mut kept: Vec<Detection> = Vec::new();
    for found in sorted {
        let repeats =
            |other: &Detection| other.label == found.label && other.area.overlap(&found.area) >= SAME_THING;
        if !kept.iter().any(repeats) {
            kept.push(*found);
        }
    }
    kept
}

fn sigmoid(value: f32) -> f32 {
    (1.0 / (1.0 + f64::from(-value).exp())) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(label: usize, score: f32, left: f32) -> Detection {
        Detection { label, score, area: Area { left, top: 0.1, width: 0.4, height: 0.4 } }
    }

    #[test]
    fn anchors_cover_five_levels_with_nine_boxes_each() {
        assert_eq!(anchors(320).len(), 19_206);
    }

    #[test]
    fn two_boxes_on_one_dog_are_one_dog() {
        let kept = without_repeats(&[
            found(17, 0.9, 0.1),
            found(17, 0.8, 0.15),
            found(17, 0.7, 0.55),
            found(16, 0.6, 0.1),
        ]);
        let scores: Vec<f32> = kept.iter().map(|kept| kept.score).collect();
        assert_eq!(scores, [0.9, 0.7, 0.6]);
    }

    #[test]
    fn an_area_outside_the_image_is_cut_at_its_edge() {
        let area = Area { left: -0.5, top: 0.9, width: 2.0, height: 2.0 }.inside_image();
        assert_eq!((area.left, area.width), (0.0, 1.0));
        assert!((area.height - 0.1).abs() < 1e-6);
    }
}
