//! Encoding: one pass over the rows that transforms, quantises and collects symbols, then optimal codes for exactly these
//! symbols, then the bits. Quality matches libjpeg at the same quality number. Sequential encoding: ITU-T T.81, F.1.

mod blocks;
mod entry;
mod huffman;
mod list;
mod order;
mod progressive;
mod quant;
mod rows;
mod shape;
mod tokens;
mod trellis;
mod writer;

use crate::planes::{Plane, Ycc};
use crate::simd::{Simd, Task, dispatch};
use crate::{EngineError, resize};
use blocks::Source;
pub use order::Order;
use rows::RowEncoder;
use shape::{Part, Shape};
use std::borrow::Cow;

/// What becomes of the chroma planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subsampling {
    /// 4:2:0, half in each direction.
    #[default]
    Half,
    /// As they are.
    Keep,
}

/// How to encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// 1..=100, as libjpeg understands it; values outside are moved to the nearest.
    pub quality: u8,
    pub subsampling: Subsampling,
    pub order: Order,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { quality: 80, subsampling: Subsampling::Half, order: Order::Sequential }
    }
}

/// Planes to a JPEG file with a JFIF header and nothing else.
pub fn encode(image: &Ycc, options: &EncodeOptions) -> Result<Vec<u8>, EngineError> {
    let image = prepared(image, options.subsampling)?;
    let shape = Shape::of(&image);
    let sources: Vec<Source<'_>> = planes(&image).into_iter().map(Source::Plane).collect();
    Ok(encode_all(&shape, &sources, options.quality, options.order))
}

/// A transformed image that is quantised and written as often as wanted, for finding the quality that fits a size.
#[derive(Clone, Debug)]
pub struct Coefficients {
    shape: Shape,
    parts: Vec<Vec<i16>>,
}

impl Coefficients {
    pub fn new(image: &Ycc, subsampling: Subsampling) -> Result<Self, EngineError> {
        let image = prepared(image, subsampling)?;
        let shape = Shape::of(&image);
        let parts = planes(&image)
            .into_iter()
            .zip(&shape.parts)
            .map(|(plane, part)| dispatch(Transform { plane, part }))
            .collect();
        Ok(Self { shape, parts })
    }

    pub fn encode(&self, quality: u8, order: Order) -> Vec<u8> {
        let parts = self.parts.iter().zip(&self.shape.parts);
        let sources: Vec<Source<'_>> =
            parts.map(|(blocks, part)| Source::Transformed(blocks, part.wide)).collect();
        encode_all(&self.shape, &sources, quality, order)
    }
}

/// An image that comes in bands.
#[derive(Debug)]
pub(super) struct BandEncoder(RowEncoder);

impl BandEncoder {
    /// For an image of `height` rows that come as bands like this one; none if the bands cannot be encoded as they are.
    pub(super) fn new(band: &Ycc, height: usize, options: &EncodeOptions) -> Option<Self> {
        keeps(band, options.subsampling)
            .then(|| Self(RowEncoder::new(Shape::of_rows(band, height), options.quality, options.order)))
    }

    /// The next band. All but the last are whole rows of MCUs.
    pub(super) fn put(&mut self, band: &Ycc) {
        let rows = Shape::of(band).mcus_high;
        let sources: Vec<Source<'_>> = planes(band).into_iter().map(Source::Plane).collect();
        self.0.put(&sources, rows);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

fn encode_all(shape: &Shape, sources: &[Source<'_>], quality: u8, order: Order) -> Vec<u8> {
    let mut encoder = RowEncoder::new(shape.clone(), quality, order);
    encoder.put(sources, shape.mcus_high);
    encoder.finish()
}

fn prepared(image: &Ycc, subsampling: Subsampling) -> Result<Cow<'_, Ycc>, EngineError> {
    let (width, height) = (image.width, image.height);
    if width == 0 || height == 0 {
        return Err(EngineError::BadRecipe { what: "a JPEG needs at least one pixel".into() });
    }
    if width > 65_535 || height > 65_535 {
        return Err(EngineError::too_large(format!(
            "{width} x {height}; a JPEG has at most 65535 pixels a side"
        )));
    }
    if keeps(image, subsampling) { Ok(Cow::Borrowed(image)) } else { Ok(Cow::Owned(halved(image))) }
}

/// Whether the planes can be encoded as they are.
fn keeps(image: &Ycc, subsampling: Subsampling) -> bool {
    let fits = |factor: usize| matches!(factor, 1 | 2);
    let as_wanted = match subsampling {
        Subsampling::Half => (image.sub_x, image.sub_y) == (2, 2),
        Subsampling::Keep => fits(image.sub_x) && fits(image.sub_y),
    };
    image.chroma.is_none() || as_wanted
}

/// The image with chroma at half size.
fn halved(image: &Ycc) -> Ycc {
    let (width, height) = (image.width.div_ceil(2), image.height.div_ceil(2));
    let halve = |plane: &Plane| match (image.sub_x, image.sub_y) {
        (1, 1) => averaged(plane, width, height, 2, 2),
        (2, 1) => averaged(plane, width, height, 1, 2),
        (1, 2) => averaged(plane, width, height, 2, 1),
        _ => resize::plane(plane, width, height),
    };
    Ycc {
        chroma: image.chroma.as_ref().map(|[cb, cr]| [halve(cb), halve(cr)]),
        y: image.y.clone(),
        sub_x: 2,
        sub_y: 2,
        ..*image
    }
}

/// Each sample the mean of `across` x `down` samples.
fn averaged(source: &Plane, width: usize, height: usize, across: usize, down: usize) -> Plane {
    let mut out = Plane::filled(width, height, 0);
    for y in 0..height {
        let first = source.row(y * down);
        let second = source.row((y * down + down - 1).min(source.height - 1));
        for (x, sample) in out.row_mut(y).iter_mut().enumerate() {
            let (a, b) = (x * across, (x * across + across - 1).min(source.width - 1));
            let sum = [first[a], first[b], second[a], second[b]].into_iter().map(u32::from).sum::<u32>();
            // Alternating bias, so that halves are not always rounded up.
            *sample = ((sum + 1 + (x as u32 & 1)) / 4) as u8;
        }
    }
    out
}

fn planes(image: &Ycc) -> Vec<&Plane> {
    std::iter::once(&image.y).chain(image.chroma.iter().flatten()).collect()
}

/// All blocks of a plane, transformed.
struct Transform<'t> {
    plane: &'t Plane,
    part: &'t Part,
}

impl Task for Transform<'_> {
    type Output = Vec<i16>;

    #[inline(always)]
    fn run<S: Simd>(self) -> Vec<i16> {
        let mut out = vec![0; self.part.wide * self.part.high * 64];
        for (by, row) in out.chunks_exact_mut(self.part.wide * 64).enumerate() {
            blocks::transform::<S>(self.plane, by, self.part.wide, row);
        }
        out
    }
}
