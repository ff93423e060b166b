//! The image in memory: either planar YCbCr (JPEG and lossy WebP, no RGB round trip) or interleaved RGBA.

/// One channel, 8 bits a sample, rows `stride` apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plane {
    pub width: usize,
    pub height: usize,
    pub stride: usize,
    pub data: Vec<u8>,
}

impl Plane {
    /// A plane of one value with `stride == width`.
    pub fn filled(width: usize, height: usize, value: u8) -> Self {
        Self { width, height, stride: width, data: vec![value; width * height] }
    }

    pub fn row(&self, y: usize) -> &[u8] {
        &self.data[y * self.stride..][..self.width]
    }

    pub fn row_mut(&mut self, y: usize) -> &mut [u8] {
        &mut self.data[y * self.stride..][..self.width]
    }
}

/// Which values stand for black, white and the strongest colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Range {
    /// 0..=255, as JPEG has it.
    #[default]
    Full,
    /// Luma 16..=235, chroma 16..=240, as WebP has it.
    Limited,
}

/// BT.601 YCbCr. Chroma planes keep their own size: `ceil(width / sub_x)` by
/// `ceil(height / sub_y)`; none at all for a grey image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ycc {
    pub width: usize,
    pub height: usize,
    pub y: Plane,
    pub chroma: Option<[Plane; 2]>,
    pub sub_x: usize,
    pub sub_y: usize,
    /// Limited only between a decoder and the WebP encoder: what is in between moves samples, but does not mix them with
    /// colours of its own.
    pub range: Range,
}

/// Interleaved RGBA, straight (not premultiplied) alpha, sRGB unless a profile travels with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
    /// Every alpha value is 255.
    pub opaque: bool,
}

impl Rgba {
    pub fn transparent(width: usize, height: usize) -> Self {
        Self { width, height, data: vec![0; width * height * 4], opaque: false }
    }

    /// Looks at every alpha value again.
    pub fn find_opaque(&mut self) {
        self.opaque = self.data.chunks_exact(4).all(|pixel| pixel[3] == 255);
    }

    /// Makes a rectangle transparent; what lies outside the image is left out.
    pub fn clear(&mut self, x: usize, y: usize, width: usize, height: usize) {
        let (from, to) = (x.min(self.width), x.saturating_add(width).min(self.width));
        for row in y.min(self.height)..y.saturating_add(height).min(self.height) {
            self.data[(row * self.width + from) * 4..(row * self.width + to) * 4].fill(0);
        }
    }

    /// Puts `part` at (x, y), alpha included; what lies outside the image is left out.
    pub fn replace(&mut self, part: &Self, x: usize, y: usize) {
        self.combine(part, x, y, |under, over| *under = *over);
    }

    /// Draws `part` at (x, y) with its alpha; what lies outside the image is left out.
    pub fn draw_over(&mut self, part: &Self, x: usize, y: usize) {
        self.combine(part, x, y, |under, over| *under = over_pixel(*under, *over));
    }

    fn combine(&mut self, part: &Self, x: usize, y: usize, pixel: impl Fn(&mut [u8; 4], &[u8; 4])) {
        let columns = part.width.min(self.width.saturating_sub(x));
        for row in 0..part.height.min(self.height.saturating_sub(y)) {
            let to = &mut self.data[((y + row) * self.width + x) * 4..][..columns * 4];
            let from = &part.data[row * part.width * 4..][..columns * 4];
            for (under, over) in to.as_chunks_mut::<4>().0.iter_mut().zip(from.as_chunks::<4>().0) {
                pixel(under, over);
            }
        }
    }

    /// The smallest rectangle (x, y, width, height) that holds every pixel that is not as in `before`.
    pub fn difference(&self, before: &Self) -> Option<(usize, usize, usize, usize)> {
        let row_bytes = self.width * 4;
        let differs =
            |y: &usize| self.data[y * row_bytes..][..row_bytes] != before.data[y * row_bytes..][..row_bytes];
        let top = (0..self.height).find(differs)?;
        let bottom = (0..self.height).rfind(differs)?;
        let (mut left, mut right) = (self.width, 0);
        for y in top..=bottom {
            let ours = self.data[y * row_bytes..][..row_bytes].as_chunks::<4>().0;
            let theirs = before.data[y * row_bytes..][..row_bytes].as_chunks::<4>().0;
            let changed = |x: &usize| ours[*x] != theirs[*x];
            left = (0..left).find(changed).unwrap_or(left);
            right = (right..self.width).rfind(changed).map_or(right, |x| right.max(x));
        }
        Some((left, top, right + 1 - left, bottom + 1 - top))
    }

    /// A copy of a rectangle that lies inside the image.
    pub fn cut(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let mut data = Vec::with_capacity(width * height * 4);
        for row in y..y + height {
            data.extend_from_slice(&self.data[(row * self.width + x) * 4..][..width * 4]);
        }
        Self { width, height, data, opaque: self.opaque }
    }

    /// Lays the image on white.
    pub fn flatten(&mut self) {
        if self.opaque {
            return;
        }
        flatten(&mut self.data);
        self.opaque = true;
    }
}

/// Lays straight RGBA on white.
pub(crate) fn flatten(data: &mut [u8]) {
    let pixels = data.as_chunks_mut::<4>().0;
    if pixels.iter().fold(255, |all, pixel| all & pixel[3]) == 255 {
        return;
    }
    for pixel in pixels {
        let alpha = u32::from(pixel[3]);
        for value in &mut pixel[..3] {
            let sum = u32::from(*value) * alpha + 255 * (255 - alpha);
            *value = ((sum + 127) / 255) as u8;
        }
        pixel[3] = 255;
    }
}

/// Straight-alpha "over".
fn over_pixel(under: [u8; 4], over: [u8; 4]) -> [u8; 4] {
    match (over[3], under[3]) {
        (255, _) | (_, 0) => over,
        (0, _) => under,
        (above, below) => {
            let (above, below) = (u32::from(above) * 255, u32::from(below) * (255 - u32::from(above)));
            let sum = above + below;
            let mix = |a: u8, b: u8| ((u32::from(a) * above + u32::from(b) * below + sum / 2) / sum) as u8;
            let alpha = ((sum + 127) / 255) as u8;
            [mix(over[0], under[0]), mix(over[1], under[1]), mix(over[2], under[2]), alpha]
        }
    }
}

/// One image in either form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raster {
    Ycc(Ycc),
    Rgba(Rgba),
}

impl Raster {
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Ycc(p) => (p.width, p.height),
            Self::Rgba(p) => (p.width, p.height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_the_smallest_rectangle() {
        let before = Rgba::transparent(6, 5);
        assert_eq!(before.difference(&before), None);
        let mut after = before.clone();
        for (x, y) in [(4, 1), (2, 3)] {
            after.data[(y * 6 + x) * 4] = 1;
        }
        assert_eq!(after.difference(&before), Some((2, 1, 3, 3)));
    }

    #[test]
    fn transparency_becomes_white() {
        let mut image = Rgba { width: 2, height: 1, data: vec![10, 20, 30, 0, 0, 0, 0, 128], opaque: false };
        image.flatten();
        assert_eq!(image.data, [255, 255, 255, 255, 127, 127, 127, 255]);
    }

    #[test]
    fn drawing_over_a_clear_place_keeps_the_colour() {
        let mut canvas = Rgba::transparent(1, 1);
        let part = Rgba { width: 1, height: 1, data: vec![200, 100, 50, 77], opaque: false };
        canvas.draw_over(&part, 0, 0);
        assert_eq!(canvas.data, part.data);
    }
}
