//! Encoding: one pass over the planes that transforms, quantises and collects symbols, then optimal codes for exactly
//! these symbols, then the bits. Sizes and quality match libjpeg at the same quality number.

mod blocks;
mod huffman;
mod quant;
mod tokens;
mod writer;

use crate::planes::{Plane, Ycc};
use crate::simd::{Simd, Task, dispatch};
use crate::{EngineError, resize};
use blocks::{Batch, Source};
use quant::{Divisors, QuantTable};
use std::borrow::Cow;
use tokens::Tokens;
use writer::segment;

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
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { quality: 80, subsampling: Subsampling::Half }
    }
}

/// Planes to a JPEG file with a JFIF header and nothing else.
pub fn encode(picture: &Ycc, options: &EncodeOptions) -> Result<Vec<u8>, EngineError> {
    let picture = prepared(picture, options.subsampling)?;
    let shape = Shape::of(&picture);
    let sources: Vec<Source<'_>> = planes(&picture).into_iter().map(Source::Plane).collect();
    Ok(shape.encode(&sources, options.quality))
}

/// A transformed picture that is quantised and written as often as wanted, for finding the quality that fits a size.
#[derive(Clone, Debug)]
pub struct Coefficients {
    shape: Shape,
    parts: Vec<Vec<i16>>,
}

impl Coefficients {
    pub fn new(picture: &Ycc, subsampling: Subsampling) -> Result<Self, EngineError> {
        let picture = prepared(picture, subsampling)?;
        let shape = Shape::of(&picture);
        let parts = planes(&picture)
            .into_iter()
            .zip(&shape.parts)
            .map(|(plane, part)| dispatch(Transform { plane, part }))
            .collect();
        Ok(Self { shape, parts })
    }

    pub fn encode(&self, quality: u8) -> Vec<u8> {
        let parts = self.parts.iter().zip(&self.shape.parts);
        let sources: Vec<Source<'_>> =
            parts.map(|(blocks, part)| Source::Transformed(blocks, part.wide)).collect();
        self.shape.encode(&sources, quality)
    }
}

fn prepared(picture: &Ycc, subsampling: Subsampling) -> Result<Cow<'_, Ycc>, EngineError> {
    let (width, height) = (picture.width, picture.height);
    if width == 0 || height == 0 {
        return Err(EngineError::BadRecipe { what: "a JPEG needs at least one pixel".into() });
    }
    if width > 65_535 || height > 65_535 {
        return Err(EngineError::too_large(format!(
            "{width} x {height}; a JPEG has at most 65535 pixels a side"
        )));
    }
    let fits = |factor: usize| matches!(factor, 1 | 2);
    let keeps = match subsampling {
        Subsampling::Half => (picture.sub_x, picture.sub_y) == (2, 2),
        Subsampling::Keep => fits(picture.sub_x) && fits(picture.sub_y),
    };
    if picture.chroma.is_none() || keeps {
        Ok(Cow::Borrowed(picture))
    } else {
        Ok(Cow::Owned(halved(picture)))
    }
}

/// The picture with chroma at half size.
fn halved(picture: &Ycc) -> Ycc {
    let (width, height) = (picture.width.div_ceil(2), picture.height.div_ceil(2));
    let halve = |plane: &Plane| match (picture.sub_x, picture.sub_y) {
        (1, 1) => averaged(plane, width, height, 2, 2),
        (2, 1) => averaged(plane, width, height, 1, 2),
        (1, 2) => averaged(plane, width, height, 2, 1),
        _ => resize::plane(plane, width, height),
    };
    Ycc {
        chroma: picture.chroma.as_ref().map(|[cb, cr]| [halve(cb), halve(cr)]),
        y: picture.y.clone(),
        sub_x: 2,
        sub_y: 2,
        ..*picture
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

fn planes(picture: &Ycc) -> Vec<&Plane> {
    std::iter::once(&picture.y).chain(picture.chroma.iter().flatten()).collect()
}

/// Sizes and sampling of a picture to be written.
#[derive(Clone, Debug)]
struct Shape {
    width: usize,
    height: usize,
    mcus_wide: usize,
    mcus_high: usize,
    parts: Vec<Part>,
}

/// One component.
#[derive(Clone, Copy, Debug)]
struct Part {
    h: usize,
    v: usize,
    /// Blocks that hold samples.
    wide: usize,
    high: usize,
    /// 0 for luma's tables, 1 for chroma's.
    tables: usize,
}

impl Shape {
    fn of(picture: &Ycc) -> Self {
        let (h, v) = if picture.chroma.is_some() { (picture.sub_x, picture.sub_y) } else { (1, 1) };
        let part = |plane: &Plane, h, v, tables| Part {
            h,
            v,
            wide: plane.width.div_ceil(8),
            high: plane.height.div_ceil(8),
            tables,
        };
        let mut parts = vec![part(&picture.y, h, v, 0)];
        parts.extend(picture.chroma.iter().flatten().map(|plane| part(plane, 1, 1, 1)));
        Self {
            width: picture.width,
            height: picture.height,
            mcus_wide: picture.width.div_ceil(8 * h),
            mcus_high: picture.height.div_ceil(8 * v),
            parts,
        }
    }

    fn encode(&self, sources: &[Source<'_>], quality: u8) -> Vec<u8> {
        let quants = [QuantTable::luma(quality), QuantTable::chroma(quality)];
        let divisors = [Divisors::new(&quants[0]), Divisors::new(&quants[1])];
        let mut tokens = Tokens::with_room(self.width * self.height / 4 + 64);
        let mut means = [0; 3];
        let mut batch = Batch::new(BATCH_MCUS * self.blocks_in_mcu());
        for row in 0..self.mcus_high {
            dispatch(Row {
                shape: self,
                sources,
                divisors: &divisors,
                row,
                batch: &mut batch,
                means: &mut means,
                tokens: &mut tokens,
            });
        }
        let codes = tokens.codes();
        let mut out = Vec::with_capacity(tokens.len() + 1024);
        self.write_headers(&mut out, &quants, &codes);
        let mut out = tokens.write(&codes, out);
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }

    fn blocks_in_mcu(&self) -> usize {
        self.parts.iter().map(|part| part.h * part.v).sum()
    }

    fn write_headers(&self, out: &mut Vec<u8>, quants: &[QuantTable; 2], codes: &[huffman::Code; 4]) {
        let colour = self.parts.len() > 1;
        out.extend_from_slice(&[0xff, 0xd8]);
        segment(out, 0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        for (index, quant) in (0u8..).zip(&quants[..1 + usize::from(colour)]) {
            segment(out, 0xdb, &[&[index][..], &quant.zigzag()].concat());
        }
        let (height, width) = ((self.height as u16).to_be_bytes(), (self.width as u16).to_be_bytes());
        let mut frame = vec![8, height[0], height[1], width[0], width[1], self.parts.len() as u8];
        let mut scan = vec![self.parts.len() as u8];
        for (id, part) in (1u8..).zip(&self.parts) {
            let tables = part.tables as u8;
            frame.extend_from_slice(&[id, (part.h << 4 | part.v) as u8, tables]);
            scan.extend_from_slice(&[id, tables << 4 | tables]);
        }
        segment(out, 0xc0, &frame);
        for (index, code) in codes.iter().enumerate() {
            let (tables, class) = (index % 2, index / 2);
            if tables == 0 || colour {
                let kind = (class << 4 | tables) as u8;
                segment(out, 0xc4, &[&[kind][..], &code.counts, &code.symbols].concat());
            }
        }
        scan.extend_from_slice(&[0, 63, 0]);
        segment(out, 0xda, &scan);
    }
}

/// MCUs that are transformed before their symbols are collected: few enough for the first-level cache.
const BATCH_MCUS: usize = 16;

/// One row of MCUs.
struct Row<'t> {
    shape: &'t Shape,
    sources: &'t [Source<'t>],
    divisors: &'t [Divisors; 2],
    row: usize,
    batch: &'t mut Batch,
    means: &'t mut [i32; 3],
    tokens: &'t mut Tokens,
}

impl Task for Row<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let mut start = 0;
        while start < self.shape.mcus_wide {
            let count = BATCH_MCUS.min(self.shape.mcus_wide - start);
            let mut base = 0;
            for (part, &source) in self.shape.parts.iter().zip(self.sources) {
                for v in 0..part.v {
                    let (bx, by) = (start * part.h, self.row * part.v + v);
                    if by < part.high && bx < part.wide {
                        let blocks = (count * part.h).min(part.wide - bx);
                        let divisors = &self.divisors[part.tables];
                        self.batch.quantise::<S>(base, source, (bx, by), blocks, divisors);
                    }
                    base += BATCH_MCUS * part.h;
                }
            }
            for mcu in 0..count {
                let mut base = 0;
                for (part, mean) in self.shape.parts.iter().zip(self.means.iter_mut()) {
                    for v in 0..part.v {
                        for h in 0..part.h {
                            let (bx, by) = ((start + mcu) * part.h + h, self.row * part.v + v);
                            if by < part.high && bx < part.wide {
                                let index = base + mcu * part.h + h;
                                let (block, filled) = (self.batch.block(index), self.batch.filled[index]);
                                self.tokens.block(part.tables, block, filled, mean);
                            } else {
                                self.tokens.empty_block(part.tables);
                            }
                        }
                        base += BATCH_MCUS * part.h;
                    }
                }
            }
            start += count;
        }
    }
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
