//! Rows of samples to a PNG file, one at a time: the image is never held a second time as samples or filtered samples.

use super::chunk::put_chunk;
use super::pack::{Deflate, Filter};
use super::sink::Sink;
use crate::EngineError;
use png::{BitDepth, ColorType, Compression, StreamWriter};
use std::io::Write;

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

/// What the rows are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) kind: ColorType,
    pub(super) depth: BitDepth,
}

impl Shape {
    /// Bytes a pixel; depths below a byte are not written here.
    fn pixel(&self) -> usize {
        self.kind.samples() * if self.depth == BitDepth::Sixteen { 2 } else { 1 }
    }
}

/// Takes rows from the top.
pub(super) enum RowWriter {
    /// Our own packer.
    Quick { out: Vec<u8>, filter: Filter, deflate: Box<Deflate> },
    /// The crate's, with a thorough search.
    Thorough { rows: StreamWriter<'static, Sink>, sink: Sink, row: Vec<u8> },
}

impl RowWriter {
    pub(super) fn new(shape: &Shape, effort: Effort) -> Result<Self, EngineError> {
        let (width, height) = size(shape.width, shape.height)?;
        match effort {
            Effort::Fast => Ok(Self::quick(shape, width, height)),
            Effort::Small => Self::thorough(shape.width * shape.pixel(), (width, height), |encoder| {
                encoder.set_color(shape.kind);
                encoder.set_depth(shape.depth);
            }),
        }
    }

    /// Rows of indices of 1, 2, 4 or 8 bits.
    pub(super) fn indexed(
        width: usize,
        height: usize,
        bits: u8,
        colours: &[[u8; 4]],
    ) -> Result<Self, EngineError> {
        let row = (width * usize::from(bits)).div_ceil(8);
        Self::thorough(row, size(width, height)?, |encoder| {
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(BitDepth::from_u8(bits).unwrap_or(BitDepth::Eight));
            encoder.set_palette(colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>());
            if let Some(last) = colours.iter().rposition(|c| c[3] != 255) {
                encoder.set_trns(colours[..=last].iter().map(|c| c[3]).collect::<Vec<_>>());
            }
            // Neighbouring indices mean nothing, so predicting from them only costs.
            encoder.set_filter(png::Filter::NoFilter);
        })
    }

    fn quick(shape: &Shape, width: u32, height: u32) -> Self {
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        let form = [shape.depth as u8, shape.kind as u8, 0, 0, 0];
        put_chunk(&mut out, b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &form].concat());
        Self::Quick {
            out,
            filter: Filter::new(shape.width, shape.pixel()),
            deflate: Box::new(Deflate::new()),
        }
    }

    fn thorough(
        row: usize,
        (width, height): (u32, u32),
        shape: impl FnOnce(&mut png::Encoder<'_, Sink>),
    ) -> Result<Self, EngineError> {
        let sink = Sink::default();
        let mut encoder = png::Encoder::new(sink.clone(), width, height);
        encoder.set_compression(Compression::Balanced);
        shape(&mut encoder);
        let rows = encoder.write_header().and_then(|writer| writer.into_stream_writer_with_size(CHUNK));
        Ok(Self::Thorough { rows: rows.map_err(|_| refusal())?, sink, row: vec![0; row] })
    }

    /// The next row, which `fill` puts down as the file has it.
    pub(super) fn push(&mut self, fill: impl FnOnce(&mut [u8])) -> Result<(), EngineError> {
        match self {
            Self::Quick { out, filter, deflate } => {
                fill(filter.row());
                deflate.push(filter.filtered());
                if deflate.ready().len() >= CHUNK {
                    put_chunk(out, b"IDAT", deflate.ready());
                    deflate.clear();
                }
                Ok(())
            }
            Self::Thorough { rows, row, .. } => {
                fill(row);
                rows.write_all(row).map_err(|_| refusal())
            }
        }
    }

    /// The file, when all rows were pushed.
    pub(super) fn finish(self) -> Result<Vec<u8>, EngineError> {
        match self {
            Self::Quick { mut out, mut deflate, .. } => {
                deflate.finish();
                put_chunk(&mut out, b"IDAT", deflate.ready());
                put_chunk(&mut out, b"IEND", &[]);
                Ok(out)
            }
            Self::Thorough { rows, sink, .. } => {
                rows.finish().map_err(|_| refusal())?;
                Ok(sink.take())
            }
        }
    }
}

fn size(width: usize, height: usize) -> Result<(u32, u32), EngineError> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => Ok((width, height)),
        _ => Err(refusal()),
    }
}

fn refusal() -> EngineError {
    EngineError::damaged("the image could not be written as PNG")
}
