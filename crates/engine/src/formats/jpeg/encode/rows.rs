//! Rows of MCUs to a file: transformed and quantised a row at a time; only symbols are kept, until the best codes for them are
//! known. Minimum coded units: ITU-T T.81, A.2.

use super::blocks::{Batch, Source};
use super::order::Order;
use super::progressive::{Row, Scans, Sets};
use super::quant::{Divisors, QuantTable};
use super::shape::{PROGRESSIVE, Shape};
use super::tokens::{Tokens, put_block, put_empty_block};
use super::trellis::Trellis;
use crate::simd::{Simd, Task, dispatch};

/// Up to so many pixels both orders are made, and the smaller file is taken; of larger images the progressive one is.
const BOTH_ORDERS: usize = 1 << 16;

/// A file that is being written from top to bottom.
#[derive(Debug)]
pub(super) struct RowEncoder {
    shape: Shape,
    quants: [QuantTable; 2],
    divisors: [Divisors; 2],
    /// A row of MCUs, component by component.
    batch: Batch,
    sequential: Option<(Tokens, [i32; 3])>,
    progressive: Option<Scans>,
    /// For the scans, of each block of the batch.
    sets: Vec<Sets>,
    trellis: Option<Trellis>,
    /// The next row of MCUs.
    next: usize,
}

impl RowEncoder {
    pub(super) fn new(shape: Shape, quality: u8, order: Order) -> Self {
        let smallest = order == Order::Smallest;
        let quants = match order {
            Order::Sequential => [QuantTable::luma(quality), QuantTable::chroma(quality)],
            Order::Smallest => QuantTable::even(quality),
        };
        let blocks = shape.parts.iter().map(|part| part.h * part.v * shape.mcus_wide).sum();
        let small = shape.pixels() <= BOTH_ORDERS;
        Self {
            divisors: quants.each_ref().map(Divisors::new),
            trellis: smallest.then(|| Trellis::new(&quants)),
            quants,
            batch: Batch::new(blocks, smallest),
            sequential: (!smallest || small).then(|| (Tokens::new(), [0; 3])),
            progressive: smallest.then(|| Scans::new(shape.parts.len())),
            sets: vec![[0; 3]; if smallest { blocks } else { 0 }],
            shape,
            next: 0,
        }
    }

    /// The next `rows` rows of MCUs, as many as the image still has; the sources begin with them.
    pub(super) fn put(&mut self, sources: &[Source<'_>], rows: usize) {
        for from in 0..rows.min(self.shape.mcus_high - self.next) {
            dispatch(Quantise { encoder: self, sources, from });
            dispatch(Settle { encoder: self });
            self.put_sequential();
            self.put_progressive();
            self.next += 1;
        }
    }

    fn put_sequential(&mut self) {
        let Some((tokens, means)) = &mut self.sequential else { return };
        let (shape, next) = (&self.shape, self.next);
        for mcu in 0..shape.mcus_wide {
            let mut base = 0;
            for (part, mean) in shape.parts.iter().zip(means.iter_mut()) {
                for v in 0..part.v {
                    for h in 0..part.h {
                        let (bx, by) = (mcu * part.h + h, next * part.v + v);
                        if by < part.high && bx < part.wide {
                            let index = base + bx;
                            let (block, filled) = (self.batch.block(index), self.batch.filled[index]);
                            put_block(tokens, part.tables, block, filled, mean);
                        } else {
                            put_empty_block(tokens, part.tables);
                        }
                    }
                    base += shape.mcus_wide * part.h;
                }
            }
        }
    }

    fn put_progressive(&mut self) {
        let Some(scans) = &mut self.progressive else { return };
        let (values, mut base) = (&self.batch.values, 0);
        let rows: Vec<Row<'_>> = (self.shape.parts.iter())
            .map(|part| {
                let stride = part.h * self.shape.mcus_wide;
                let row = Row { values: &values[base * 64..], sets: &self.sets[base..], stride };
                base += part.v * stride;
                row
            })
            .collect();
        scans.put(&self.shape, &rows, self.next);
    }

    /// The whole file.
    pub(super) fn finish(self) -> Vec<u8> {
        let Self { shape, quants, sequential, progressive, .. } = self;
        let sequential = sequential.map(|(tokens, _)| {
            let codes = tokens.codes();
            tokens.write(&codes, shape.headers(&quants, &codes))
        });
        let progressive = progressive.map(|scans| scans.write(&shape, shape.frame(&quants, PROGRESSIVE)));
        let mut out = match (sequential, progressive) {
            (Some(one), Some(other)) if other.len() < one.len() => other,
            (Some(one), _) => one,
            (None, other) => other.unwrap_or_default(),
        };
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }
}

/// One row of MCUs, which is row `from` of the sources.
struct Quantise<'e> {
    encoder: &'e mut RowEncoder,
    sources: &'e [Source<'e>],
    from: usize,
}

impl Task for Quantise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let RowEncoder { shape, divisors, batch, next, .. } = self.encoder;
        let mut base = 0;
        for (part, &source) in shape.parts.iter().zip(self.sources) {
            for v in 0..part.v {
                if *next * part.v + v < part.high {
                    let place = (0, self.from * part.v + v);
                    batch.quantise::<S>(base, source, place, part.wide, &divisors[part.tables]);
                }
                base += shape.mcus_wide * part.h;
            }
        }
    }
}

/// Weighs errors against bits in the row of MCUs.
struct Settle<'e> {
    encoder: &'e mut RowEncoder,
}

impl Task for Settle<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let RowEncoder { shape, batch, sets, trellis: Some(trellis), next, .. } = self.encoder else {
            return;
        };
        let Batch { values, filled, raw } = batch;
        let (values, raw) = (values.as_chunks_mut::<64>().0, raw.as_chunks::<64>().0);
        let mut base = 0;
        for part in &shape.parts {
            for v in 0..part.v.min(part.high.saturating_sub(*next * part.v)) {
                let first = base + v * shape.mcus_wide * part.h;
                for index in first..first + part.wide {
                    sets[index] =
                        trellis.settle::<S>(part.tables, &mut values[index], &mut filled[index], &raw[index]);
                }
            }
            base += part.v * part.h * shape.mcus_wide;
        }
        if (*next + 1).is_power_of_two() {
            trellis.update();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::formats::jpeg::{Scale, decode};
    use crate::planes::{Plane, Range, Ycc};

    /// Waves in every plane, with flat parts between them.
    fn image(width: usize, height: usize, sub: usize, colour: bool) -> Ycc {
        let plane = |by: usize, seed: usize| {
            let (width, height) = (width.div_ceil(by), height.div_ceil(by));
            let at = |x: usize, y: usize| match (x / 24 + y / 16) % 3 {
                0 => 90 + seed as u8,
                _ => ((x * (3 + seed) + y * 5 + x * y / 7) % 251) as u8,
            };
            let data = (0..width * height).map(|i| at(i % width, i / width)).collect();
            Plane { width, height, stride: width, data }
        };
        let chroma = colour.then(|| [plane(sub, 1), plane(sub, 2)]);
        let sub = if colour { sub } else { 1 };
        Ycc { width, height, y: plane(1, 0), chroma, sub_x: sub, sub_y: sub, range: Range::Full }
    }

    /// The file in one order.
    fn file(image: &Ycc, quality: u8, progressive: bool) -> Vec<u8> {
        let shape = Shape::of(image);
        let mut encoder = RowEncoder::new(shape.clone(), quality, Order::Smallest);
        encoder.sequential = (!progressive).then(|| (Tokens::new(), [0; 3]));
        encoder.progressive = progressive.then(|| Scans::new(shape.parts.len()));
        let planes = std::iter::once(&image.y).chain(image.chroma.iter().flatten());
        let sources: Vec<Source<'_>> = planes.map(Source::Plane).collect();
        encoder.put(&sources, shape.mcus_high);
        encoder.finish()
    }

    #[test]
    fn both_orders_hold_the_same_coefficients() {
        for (width, height) in [(1, 1), (8, 8), (17, 33), (200, 151), (331, 97)] {
            for (sub, colour) in [(1, true), (2, true), (1, false)] {
                let image = image(width, height, sub, colour);
                for quality in [5, 50, 90, 100] {
                    let [one, other] = [false, true].map(|progressive| {
                        let file = file(&image, quality, progressive);
                        let decoded =
                            decode(&file, Scale::Full, &Limits::default()).expect("a readable file");
                        assert_eq!(decoded.warnings, [""; 0], "{width} x {height}, {quality}, {progressive}");
                        decoded.pixels
                    });
                    assert!(one == other, "{width} x {height}, 1:{sub}, {quality}");
                }
            }
        }
    }

    #[test]
    fn long_runs_of_empty_blocks_and_many_corrections_are_written() {
        // More blocks than the longest run, all alike; then noise, whose corrections do not fit behind one symbol.
        let mut flat = image(2400, 1000, 1, false);
        flat.y.data.fill(77);
        let mut noise = 12_345u32;
        for sample in &mut flat.y.data[2400 * 900..] {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *sample = (noise >> 24) as u8;
        }
        let [one, other] = [false, true]
            .map(|order| decode(&file(&flat, 97, order), Scale::Full, &Limits::default()).expect("readable"));
        assert!(one == other);
    }
}
