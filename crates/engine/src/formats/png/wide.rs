//! A still PNG of 16 bits a sample, as rows of numbers: for results that keep what 8 bits cannot hold.

use super::chunk::{HEADER, chunks, put_chunk};
use super::reader::{Checksums, damage, reader};
use super::row_writer::{Effort, Packing, RowWriter, Shape};
use crate::{EngineError, Limits};
use png::{BitDepth, ColorType, DecodingError};
use std::io::Cursor;

/// Chunks that say what the samples mean; they stay true as long as the samples are not converted.
const COLOUR: [&[u8; 4]; 6] = [b"cICP", b"mDCV", b"cLLI", b"sRGB", b"gAMA", b"cHRM"];

/// Gives the rows from the top.
pub(crate) struct WideReader<'a> {
    bytes: &'a [u8],
    reader: png::Reader<Cursor<&'a [u8]>>,
    kind: ColorType,
    /// All rows of an interlaced image, which come in seven passes.
    all: Vec<u8>,
    line: Vec<u8>,
    row: Vec<u16>,
    next: usize,
}

impl<'a> WideReader<'a> {
    /// None when the file is no still image of 16 bits a sample.
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Option<Self>, EngineError> {
        let reader = reader(bytes, Checksums::Verified, limits)?;
        let (width, height) = reader.info().size();
        limits.check_size(width, height)?;
        let (kind, depth) = reader.output_color_type();
        if depth != BitDepth::Sixteen || reader.info().animation_control.is_some() {
            return Ok(None);
        }
        let row = vec![0; width as usize * kind.samples()];
        let line = vec![0; row.len() * 2];
        Ok(Some(Self { bytes, reader, kind, all: Vec::new(), line, row, next: 0 }))
    }

    /// Width and height.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (width, height) = self.reader.info().size();
        (width as usize, height as usize)
    }

    /// Samples a pixel.
    pub(crate) fn channels(&self) -> usize {
        self.kind.samples()
    }

    /// Whether all rows are held at once.
    pub(crate) fn is_interlaced(&self) -> bool {
        self.reader.info().interlaced
    }

    /// The profile that the file carries.
    pub(crate) fn icc(&self, limits: &Limits) -> Option<Vec<u8>> {
        let icc = self.reader.info().icc_profile.as_ref()?;
        (icc.len() <= limits.icc_bytes).then(|| icc.to_vec())
    }

    /// The next row; none after the last. Damage of any kind is an error.
    pub(crate) fn next_row(&mut self) -> Result<Option<&[u16]>, EngineError> {
        let (y, height) = (self.next, self.size().1);
        if y == height {
            // The last checksums stand behind the last row; a file without an end has none.
            return match self.reader.finish() {
                Err(error @ DecodingError::Format(_)) => Err(damage(error)),
                _ => Ok(None),
            };
        }
        self.read_line(y)?;
        self.next += 1;
        for (sample, pair) in self.row.iter_mut().zip(self.line.as_chunks::<2>().0) {
            *sample = u16::from_be_bytes(*pair);
        }
        Ok(Some(&self.row))
    }

    fn read_line(&mut self, y: usize) -> Result<(), EngineError> {
        let length = self.line.len();
        if !self.is_interlaced() {
            return self.reader.read_row(&mut self.line).map(|_| ()).map_err(damage);
        }
        if y == 0 {
            self.all = vec![0; length * self.size().1];
            self.reader.next_frame(&mut self.all).map_err(damage)?;
        }
        self.line.copy_from_slice(&self.all[y * length..][..length]);
        Ok(())
    }

    /// A file of another size with samples of the same meaning.
    pub(crate) fn writer(
        &self,
        width: usize,
        height: usize,
        effort: Effort,
    ) -> Result<WideWriter, EngineError> {
        let shape = Shape { width, height, kind: self.kind, depth: BitDepth::Sixteen, colours: &[] };
        let mut colours = Vec::new();
        let before_pixels = chunks(self.bytes).take_while(|(kind, _)| kind != b"IDAT");
        for (kind, data) in before_pixels.filter(|(kind, _)| COLOUR.contains(&kind)) {
            put_chunk(&mut colours, &kind, data);
        }
        Ok(WideWriter { rows: RowWriter::new(&shape, Packing::of(effort, shape.bytes()))?, colours })
    }
}

/// Takes the rows from the top.
pub(crate) struct WideWriter {
    rows: RowWriter,
    colours: Vec<u8>,
}

impl WideWriter {
    pub(crate) fn push(&mut self, samples: &[u16]) {
        self.rows.push(|row| {
            for (pair, sample) in row.as_chunks_mut::<2>().0.iter_mut().zip(samples) {
                *pair = sample.to_be_bytes();
            }
        });
    }

    /// The file, when all rows were pushed.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut bytes = self.rows.finish();
        bytes.splice(HEADER..HEADER, self.colours);
        bytes
    }
}
