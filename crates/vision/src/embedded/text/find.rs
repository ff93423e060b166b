//! Where lines of text are: a network marks the pixels, touching ones become boxes.

use super::run::TextNet;
use super::tensor::Tensor;
use crate::VisionError;
use crate::embedded::image::Rgb;

/// Longest side of what the network sees; sides are multiples of [`STEP`].
const LONGEST: usize = 640;
const STEP: usize = 32;
/// A pixel is text from this belief on, a box from that mean.
const PIXEL: f32 = 0.3;
const BOX: f32 = 0.55;
/// The network marks the core of a line; the line itself is larger by this share of area over outline.
const GROW: f32 = 1.6;

/// A line of text in pixels of the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Every line found, in no order.
pub(super) fn lines(net: &TextNet, image: &Rgb) -> Result<Vec<Line>, VisionError> {
    let longest = image.width().max(image.height());
    let side = |length: usize| (length * LONGEST / longest.max(LONGEST)).next_multiple_of(STEP).max(STEP);
    let (width, height) = (side(image.width()), side(image.height()));
    let map = net.run(input(&image.squash(width, height)))?;
    if map.data.len() != width * height {
        return Err(super::tensor::unknown("map of text"));
    }
    let scale = [image.width() as f32 / width as f32, image.height() as f32 / height as f32];
    Ok(marks(&map.data, width).into_iter().filter_map(|mark| mark.line(scale)).collect())
}

/// Blue, green and red planes, scaled as the network was trained.
fn input(image: &Rgb) -> Tensor {
    let (mean, spread) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
    let pixels = image.data().as_chunks::<3>().0;
    let mut data = Vec::with_capacity(3 * pixels.len());
    for c in 0..3 {
        data.extend(pixels.iter().map(|pixel| (f32::from(pixel[2 - c]) / 255.0 - mean[c]) / spread[c]));
    }
    Tensor { shape: vec![1, 3, image.height(), image.width()], data }
}

/// Touching text pixels.
struct Mark {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    count: usize,
    belief: f32,
}

impl Mark {
    fn line(&self, [scale_x, scale_y]: [f32; 2]) -> Option<Line> {
        let (width, height) = ((self.right - self.left + 1) as f32, (self.bottom - self.top + 1) as f32);
        if self.count < 12 || height < 3.0 || self.belief / (self.count as f32) < BOX {
            return None;
        }
        let grow = width * height * GROW / (2.0 * (width + height));
        let left = ((self.left as f32 - grow) * scale_x).max(0.0);
        let top = ((self.top as f32 - grow) * scale_y).max(0.0);
        Some(Line {
            left: left as usize,
            top: top as usize,
            width: ((self.right as f32 + 1.0 + grow) * scale_x - left) as usize,
            height: ((self.bottom as f32 + 1.0 + grow) * scale_y - top) as usize,
        })
    }
}

fn marks(map: &[f32], width: usize) -> Vec<Mark> {
    let mut open: Vec<bool> = map.iter().map(|&belief| belief > PIXEL).collect();
    let mut marks = Vec::new();
    let mut queue = Vec::new();
    for start in 0..map.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        let (x, y) = (start % width, start / width);
        let mut mark = Mark { left: x, top: y, right: x, bottom: y, count: 0, belief: 0.0 };
        queue.push(start);
        while let Some(at) = queue.pop() {
            let (x, y) = (at % width, at / width);
            mark.left = mark.left.min(x);
            mark.right = mark.right.max(x);
            mark.top = mark.top.min(y);
            mark.bottom = mark.bottom.max(y);
            mark.count += 1;
            mark.belief += map[at];
            let beside = [(x > 0).then(|| at - 1), (x + 1 < width).then_some(at + 1)];
            let around = [at.checked_sub(width), Some(at + width).filter(|&below| below < map.len())];
            for near in beside.into_iter().chain(around).flatten() {
                if std::mem::take(&mut open[near]) {
                    queue.push(near);
                }
            }
        }
        marks.push(mark);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_pixels_are_one_mark_and_specks_are_no_line() {
        let mut map = vec![0.0; 40 * 20];
        for y in 5..10 {
            (4..30).for_each(|x| map[y * 40 + x] = 0.9);
        }
        map[15 * 40 + 35] = 0.9;
        let marks = marks(&map, 40);
        assert_eq!(marks.len(), 2);
        let lines: Vec<Line> = marks.iter().filter_map(|mark| mark.line([2.0, 2.0])).collect();
        assert_eq!(lines.len(), 1);
        assert!(lines[0].width > 52 && lines[0].height > 10);
    }
}
