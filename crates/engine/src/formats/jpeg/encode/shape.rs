//! The shape of a picture to be written, and the way of its blocks into a file.

use super::blocks::{Batch, Source};
use super::huffman::Code;
use super::quant::{Divisors, QuantTable};
use super::tokens::{Counts, Sink, Tokens, Writer, put_block, put_empty_block};
use super::writer::segment;
use crate::planes::{Plane, Ycc};
use crate::simd::{Simd, Task, dispatch};

/// Sizes and sampling of a picture to be written.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    width: usize,
    height: usize,
    mcus_wide: usize,
    mcus_high: usize,
    pub(super) parts: Vec<Part>,
}

/// One component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    h: usize,
    v: usize,
    /// Blocks that hold samples.
    pub(super) wide: usize,
    pub(super) high: usize,
    /// 0 for luma's tables, 1 for chroma's.
    tables: usize,
}

impl Shape {
    pub(super) fn of(picture: &Ycc) -> Self {
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

    /// The whole file.
    pub(super) fn encode(&self, sources: &[Source<'_>], quality: u8) -> Vec<u8> {
        let quants = [QuantTable::luma(quality), QuantTable::chroma(quality)];
        let divisors = [Divisors::new(&quants[0]), Divisors::new(&quants[1])];
        let rows = Rows { shape: self, sources, divisors: &divisors };
        let mut out = if self.width * self.height <= LARGE {
            let mut tokens = Tokens::with_room(self.width * self.height / 4 + 64);
            rows.put(1, &mut tokens, |_, _| ());
            let codes = tokens.counts.codes();
            tokens.write(&codes, self.headers(&quants, &codes))
        } else {
            let mut counts = Counts::new();
            rows.put(SAMPLE_STEP, &mut counts, |_, _| ());
            let codes = counts.codes_of_sample(SAMPLE_STEP as u32);
            let mut writer = Writer::new(&codes, self.headers(&quants, &codes));
            rows.put(1, &mut writer, Writer::reserve);
            writer.finish()
        };
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }

    fn blocks_in_mcu(&self) -> usize {
        self.parts.iter().map(|part| part.h * part.v).sum()
    }

    /// Everything in front of the picture's data.
    fn headers(&self, quants: &[QuantTable; 2], codes: &[Code; 4]) -> Vec<u8> {
        let colour = self.parts.len() > 1;
        let mut out = vec![0xff, 0xd8];
        segment(&mut out, 0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        for (index, quant) in (0u8..).zip(&quants[..1 + usize::from(colour)]) {
            segment(&mut out, 0xdb, &[&[index][..], &quant.zigzag()].concat());
        }
        let (height, width) = ((self.height as u16).to_be_bytes(), (self.width as u16).to_be_bytes());
        let mut frame = vec![8, height[0], height[1], width[0], width[1], self.parts.len() as u8];
        let mut scan = vec![self.parts.len() as u8];
        for (id, part) in (1u8..).zip(&self.parts) {
            let tables = part.tables as u8;
            frame.extend_from_slice(&[id, (part.h << 4 | part.v) as u8, tables]);
            scan.extend_from_slice(&[id, tables << 4 | tables]);
        }
        segment(&mut out, 0xc0, &frame);
        for (index, code) in codes.iter().enumerate() {
            let (tables, class) = (index % 2, index / 2);
            if tables == 0 || colour {
                let kind = (class << 4 | tables) as u8;
                segment(&mut out, 0xc4, &[&[kind][..], &code.counts, &code.symbols].concat());
            }
        }
        scan.extend_from_slice(&[0, 63, 0]);
        segment(&mut out, 0xda, &scan);
        out
    }
}

/// MCUs that are transformed before their symbols are put: few enough for the first-level cache.
const BATCH_MCUS: usize = 16;
/// Up to so many pixels the symbols are kept, and their codes are the best possible. Beyond, the codes come from a sample
/// of the rows: a little longer than the best, and far less to hold.
const LARGE: usize = 4 << 20;
const SAMPLE_STEP: usize = 8;

/// The rows of MCUs of a picture that is being encoded.
#[derive(Clone, Copy)]
struct Rows<'t> {
    shape: &'t Shape,
    sources: &'t [Source<'t>],
    divisors: &'t [Divisors; 2],
}

impl Rows<'_> {
    /// Puts every `step`-th row; `reserve` is told how many symbols may come next.
    fn put<K: Sink>(&self, step: usize, sink: &mut K, reserve: impl Fn(&mut K, usize)) {
        let blocks = BATCH_MCUS * self.shape.blocks_in_mcu();
        let (mut batch, mut means) = (Batch::new(blocks), [0; 3]);
        for row in (0..self.shape.mcus_high).step_by(step) {
            for start in (0..self.shape.mcus_wide).step_by(BATCH_MCUS) {
                reserve(sink, blocks * 64);
                let count = BATCH_MCUS.min(self.shape.mcus_wide - start);
                let (batch, means) = (&mut batch, &mut means);
                dispatch(PutBatch { rows: *self, row, start, count, batch, means, sink });
            }
        }
    }
}

/// A few neighbouring MCUs.
struct PutBatch<'t, K> {
    rows: Rows<'t>,
    row: usize,
    start: usize,
    count: usize,
    batch: &'t mut Batch,
    means: &'t mut [i32; 3],
    sink: &'t mut K,
}

impl<K: Sink> Task for PutBatch<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let shape = self.rows.shape;
        let mut base = 0;
        for (part, &source) in shape.parts.iter().zip(self.rows.sources) {
            for v in 0..part.v {
                let (bx, by) = (self.start * part.h, self.row * part.v + v);
                if by < part.high && bx < part.wide {
                    let blocks = (self.count * part.h).min(part.wide - bx);
                    let divisors = &self.rows.divisors[part.tables];
                    self.batch.quantise::<S>(base, source, (bx, by), blocks, divisors);
                }
                base += BATCH_MCUS * part.h;
            }
        }
        for mcu in 0..self.count {
            let mut base = 0;
            for (part, mean) in shape.parts.iter().zip(self.means.iter_mut()) {
                for v in 0..part.v {
                    for h in 0..part.h {
                        let (bx, by) = ((self.start + mcu) * part.h + h, self.row * part.v + v);
                        if by < part.high && bx < part.wide {
                            let index = base + mcu * part.h + h;
                            let (block, filled) = (self.batch.block(index), self.batch.filled[index]);
                            put_block(self.sink, part.tables, block, filled, mean);
                        } else {
                            put_empty_block(self.sink, part.tables);
                        }
                    }
                    base += BATCH_MCUS * part.h;
                }
            }
        }
    }
}
