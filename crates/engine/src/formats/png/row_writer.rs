//! Rows of samples to a PNG file, one at a time: the image is never held a second time as samples or filtered samples.

use super::chunk::put_chunk;
use super::pack::{Choice, Deflate, Filter};
use crate::EngineError;
use png::{BitDepth, ColorType};

/// Packed bytes a chunk.
const CHUNK: usize = 1 << 20;

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Many times quicker than libpng's default, for results that were not asked to be small.
    Fast,
    /// A thorough search for matches.
    Small,
}

/// How rows are packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    pub(super) choice: Choice,
    /// Places that the search compares; 0 is the quick search.
    pub(super) depth: usize,
}

impl Packing {
    pub(super) const FAST: Self = Self { choice: Choice::Sum, depth: 0 };

    /// For rows that come once, so that nothing can be tried. `bytes` of all rows: more of them get less time each.
    pub(super) fn of(effort: Effort, bytes: usize) -> Self {
        match effort {
            Effort::Fast => Self::FAST,
            Effort::Small => Self { choice: Choice::Sum, depth: depth(bytes) },
        }
    }
}

/// So that the time for an image stays bounded.
pub(super) fn depth(bytes: usize) -> usize {
    match bytes >> 20 {
        0..4 => 96,
        4..32 => 32,
        32..96 => 12,
        _ => 6,
    }
}

/// What the rows are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) kind: ColorType,
    pub(super) depth: BitDepth,
    /// Of indices.
    pub(super) colours: &'a [[u8; 4]],
}

impl Shape<'_> {
    /// Bits a pixel.
    fn bits(&self) -> usize {
        self.kind.samples() * self.depth as usize
    }

    fn row_bytes(&self) -> usize {
        (self.width * self.bits()).div_ceil(8)
    }

    /// Bytes of all rows.
    pub(super) fn bytes(&self) -> usize {
        self.row_bytes() * self.height
    }
}

/// Takes rows from the top.
pub(super) struct RowWriter {
    out: Vec<u8>,
    filter: Filter,
    deflate: Box<Deflate>,
}

impl RowWriter {
    pub(super) fn new(shape: &Shape<'_>, packing: Packing) -> Result<Self, EngineError> {
        let (width, height) = size(shape.width, shape.height)?;
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        let form = [shape.depth as u8, shape.kind as u8, 0, 0, 0];
        put_chunk(&mut out, b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &form].concat());
        if shape.kind == ColorType::Indexed {
            put_palette(&mut out, shape.colours);
        }
        Ok(Self {
            out,
            filter: Filter::new(shape.row_bytes(), shape.bits().div_ceil(8), packing.choice),
            deflate: Box::new(match packing.depth {
                0 => Deflate::quick(),
                depth => Deflate::thorough(depth),
            }),
        })
    }

    /// The next row, which `fill` puts down as the file has it.
    pub(super) fn push(&mut self, fill: impl FnOnce(&mut [u8])) {
        fill(self.filter.row());
        self.deflate.push(self.filter.filtered());
        if self.deflate.ready().len() >= CHUNK {
            put_chunk(&mut self.out, b"IDAT", self.deflate.ready());
            self.deflate.clear();
        }
    }

    /// The file, when all rows were pushed.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.deflate.finish();
        put_chunk(&mut self.out, b"IDAT", self.deflate.ready());
        put_chunk(&mut self.out, b"IEND", &[]);
        self.out
    }
}

fn put_palette(out: &mut Vec<u8>, colours: &[[u8; 4]]) {
    put_chunk(out, b"PLTE", &colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>());
    if let Some(last) = colours.iter().rposition(|c| c[3] != 255) {
        put_chunk(out, b"tRNS", &colours[..=last].iter().map(|c| c[3]).collect::<Vec<_>>());
    }
}

fn size(width: usize, height: usize) -> Result<(u32, u32), EngineError> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => Ok((width, height)),
        _ => Err(EngineError::damaged("the image could not be written as PNG")),
    }
}
