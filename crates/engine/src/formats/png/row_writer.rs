//! Rows of samples to a PNG file, one at a time: the picture is never held a second time as samples or filtered samples.

use super::Effort;
use super::chunk::put_chunk;
use super::pack::{Deflate, Filter};
use super::sink::Sink;
use crate::EngineError;
use png::{BitDepth, ColorType, Compression, EncodingError, StreamWriter};
use std::io::Write;

/// Packed bytes a chunk.
const CHUNK: usize = 1 << 20;

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
        let (Ok(width), Ok(height)) = (u32::try_from(shape.width), u32::try_from(shape.height)) else {
            return Err(refusal());
        };
        if width == 0 || height == 0 {
            return Err(refusal());
        }
        match effort {
            Effort::Fast => Ok(Self::quick(shape, width, height)),
            Effort::Small => Self::thorough(shape, width, height).map_err(|_| refusal()),
        }
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

    fn thorough(shape: &Shape, width: u32, height: u32) -> Result<Self, EncodingError> {
        let sink = Sink::default();
        let mut encoder = png::Encoder::new(sink.clone(), width, height);
        encoder.set_color(shape.kind);
        encoder.set_depth(shape.depth);
        encoder.set_compression(Compression::Balanced);
        let rows = encoder.write_header()?.into_stream_writer_with_size(CHUNK)?;
        Ok(Self::Thorough { rows, sink, row: vec![0; shape.width * shape.pixel()] })
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

pub(super) fn refusal() -> EngineError {
    EngineError::damaged("the picture could not be written as PNG")
}
