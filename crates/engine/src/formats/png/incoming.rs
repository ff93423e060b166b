//! The rows of a PNG straight into the form and the size that is wanted: a large image is never held whole.

use super::samples::widen;
use crate::colour::YccRows;
use crate::formats::Want;
use crate::planes::{Range, Raster, Rgba, Ycc, flatten};
use crate::resize::{PlaneRows, RgbaRows};
use png::ColorType;

/// What becomes of the rows.
enum Target {
    /// Luma alone.
    Grey(PlaneRows),
    Colour(Box<YccRows>),
    Pixels(Box<RgbaRows>),
    /// As they are, only widened to RGBA.
    Whole(Vec<u8>),
}

/// Takes rows of 8-bit samples.
pub(super) struct Incoming {
    kind: ColorType,
    size: (usize, usize),
    target: Target,
    /// One row as RGBA.
    row: Vec<u8>,
}

impl Incoming {
    /// `plain`: no profile says what the samples mean.
    pub(super) fn new(
        kind: ColorType,
        (width, height): (usize, usize),
        want: &Want<'_>,
        plain: bool,
    ) -> Self {
        let source = (width, height);
        let mut size = (width.min(want.width as usize).max(1), height.min(want.height as usize).max(1));
        let colour = || {
            // Half chroma loses nothing when it is halved in the end and not enlarged on the way.
            let enough = width == size.0 || width >= 2 * size.0;
            let sub = if want.half_chroma && enough { 2 } else { 1 };
            let target_sub = if want.half_chroma { 2 } else { 1 };
            Target::Colour(Box::new(YccRows::new(source, size, sub, target_sub, want.range)))
        };
        // Other planes keep their alpha beside them, and are resized with it.
        let keeps_alpha = want.planar && matches!(kind, ColorType::Rgba | ColorType::GrayscaleAlpha);
        let target = match kind {
            ColorType::Grayscale if want.planar && plain => Target::Grey(PlaneRows::new(source, size)),
            ColorType::Rgb if want.planar && plain => colour(),
            ColorType::Rgba | ColorType::GrayscaleAlpha if want.planar && plain && want.flatten => colour(),
            _ if source != size && !keeps_alpha => Target::Pixels(Box::new(RgbaRows::new(source, size))),
            _ => {
                size = source;
                Target::Whole(Vec::new())
            }
        };
        Self { kind, size, target, row: vec![0; width * 4] }
    }

    /// Whether the image is held as it is.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.target, Target::Whole(_))
    }

    /// The next row as the file's colour type has it.
    pub(super) fn push(&mut self, samples: &[u8]) {
        if let Target::Grey(rows) = &mut self.target {
            rows.push(samples);
            return;
        }
        if let Target::Whole(data) = &mut self.target {
            data.reserve_exact((self.size.0 * self.size.1 * 4).saturating_sub(data.len()));
        }
        match &mut self.target {
            Target::Grey(_) => {}
            Target::Pixels(rows) if self.kind == ColorType::Rgba => rows.push(samples),
            Target::Pixels(rows) => {
                widen(samples, self.kind, &mut self.row);
                rows.push(&self.row);
            }
            Target::Whole(data) if self.kind == ColorType::Rgba => data.extend_from_slice(samples),
            Target::Whole(data) => {
                widen(samples, self.kind, &mut self.row);
                data.extend_from_slice(&self.row);
            }
            Target::Colour(rows) => {
                widen(samples, self.kind, &mut self.row);
                if self.kind != ColorType::Rgb {
                    flatten(&mut self.row);
                }
                rows.push(&self.row);
            }
        }
    }

    pub(super) fn finish(self) -> Raster {
        let (width, height) = self.size;
        match self.target {
            Target::Grey(rows) => {
                let (y, range) = (rows.finish(), Range::Full);
                Raster::Ycc(Ycc { width, height, y, chroma: None, sub_x: 1, sub_y: 1, range })
            }
            Target::Colour(rows) => Raster::Ycc(rows.finish()),
            Target::Pixels(rows) => Raster::Rgba(rows.finish()),
            Target::Whole(data) => {
                let mut image = Rgba { width, height, data, opaque: true };
                if matches!(self.kind, ColorType::Rgba | ColorType::GrayscaleAlpha) {
                    image.find_opaque();
                }
                Raster::Rgba(image)
            }
        }
    }
}
