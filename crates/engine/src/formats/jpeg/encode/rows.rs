//! Rows of MCUs on their way into a file: transformed and quantised as they come, and held as symbols until the best
//! codes for them are known. Minimum coded units: ITU-T T.81, A.2.

use super::blocks::{Batch, Source};
use super::quant::{Divisors, QuantTable};
use super::shape::Shape;
use super::tokens::{Tokens, put_block, put_empty_block};
use crate::simd::{Simd, Task, dispatch};

/// MCUs that are transformed before their symbols are put: few enough for the first-level cache.
const BATCH_MCUS: usize = 16;

/// A file that is being written from top to bottom.
#[derive(Debug)]
pub(super) struct RowEncoder {
    shape: Shape,
    quants: [QuantTable; 2],
    divisors: [Divisors; 2],
    batch: Batch,
    /// The last mean of each component.
    means: [i32; 3],
    tokens: Tokens,
    /// The next row of MCUs.
    next: usize,
}

impl RowEncoder {
    pub(super) fn new(shape: Shape, quality: u8) -> Self {
        let quants = [QuantTable::luma(quality), QuantTable::chroma(quality)];
        Self {
            divisors: quants.each_ref().map(Divisors::new),
            quants,
            batch: Batch::new(BATCH_MCUS * shape.blocks_in_mcu()),
            shape,
            means: [0; 3],
            tokens: Tokens::new(),
            next: 0,
        }
    }

    /// The next `rows` rows of MCUs, as many as the picture still has; the sources begin with them.
    pub(super) fn put(&mut self, sources: &[Source<'_>], rows: usize) {
        for from in 0..rows.min(self.shape.mcus_high - self.next) {
            for start in (0..self.shape.mcus_wide).step_by(BATCH_MCUS) {
                let count = BATCH_MCUS.min(self.shape.mcus_wide - start);
                dispatch(PutBatch { encoder: self, sources, from, start, count });
            }
            self.next += 1;
        }
    }

    /// The whole file.
    pub(super) fn finish(self) -> Vec<u8> {
        let codes = self.tokens.codes();
        let mut out = self.tokens.write(&codes, self.shape.headers(&self.quants, &codes));
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }
}

/// A few neighbouring MCUs of the next row, which is row `from` of the sources.
struct PutBatch<'e> {
    encoder: &'e mut RowEncoder,
    sources: &'e [Source<'e>],
    from: usize,
    start: usize,
    count: usize,
}

impl Task for PutBatch<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let RowEncoder { shape, divisors, batch, means, tokens, next, .. } = self.encoder;
        let mut base = 0;
        for (part, &source) in shape.parts.iter().zip(self.sources) {
            for v in 0..part.v {
                let bx = self.start * part.h;
                if *next * part.v + v < part.high && bx < part.wide {
                    let blocks = (self.count * part.h).min(part.wide - bx);
                    let place = (bx, self.from * part.v + v);
                    batch.quantise::<S>(base, source, place, blocks, &divisors[part.tables]);
                }
                base += BATCH_MCUS * part.h;
            }
        }
        for mcu in 0..self.count {
            let mut base = 0;
            for (part, mean) in shape.parts.iter().zip(means.iter_mut()) {
                for v in 0..part.v {
                    for h in 0..part.h {
                        let (bx, by) = ((self.start + mcu) * part.h + h, *next * part.v + v);
                        if by < part.high && bx < part.wide {
                            let index = base + mcu * part.h + h;
                            put_block(tokens, part.tables, batch.block(index), batch.filled[index], mean);
                        } else {
                            put_empty_block(tokens, part.tables);
                        }
                    }
                    base += BATCH_MCUS * part.h;
                }
            }
        }
    }
}
