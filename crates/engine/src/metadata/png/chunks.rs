//! Where a PNG's chunks begin and end. Runs of image data count as one, so that their number costs nothing.

use crate::Limits;
pub(super) use crate::formats::png::put_chunk as put;
use std::ops::Range;

/// One chunk, or a run of image data chunks, with lengths and checksums.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) kind: [u8; 4],
    pub(super) whole: Range<usize>,
}

/// The walk's result.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) chunks: Vec<Chunk>,
    /// Where the walk ended: behind IEND, or where the file breaks off.
    pub(super) end: usize,
    /// IEND was reached.
    pub(super) complete: bool,
}

impl Chunk {
    /// The payload; meaningless for runs.
    pub(super) fn data<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.whole.start + 8..self.whole.end - 4]
    }
}

pub(super) fn walk(bytes: &[u8], limits: &Limits) -> Walk {
    let mut found = Walk { chunks: Vec::new(), end: 8, complete: false };
    while !found.complete && found.chunks.len() < limits.segments as usize {
        let Some((kind, end)) = next(bytes, found.end) else { break };
        let pixels = matches!(&kind, b"IDAT" | b"fdAT");
        match found.chunks.last_mut().filter(|last| pixels && last.kind == kind) {
            Some(run) => run.whole.end = end,
            None => found.chunks.push(Chunk { kind, whole: found.end..end }),
        }
        found.end = end;
        found.complete = &kind == b"IEND";
    }
    found
}

fn next(bytes: &[u8], at: usize) -> Option<([u8; 4], usize)> {
    let rest = bytes.get(at..)?;
    let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
    let kind = *rest.get(4..)?.first_chunk()?;
    let end = at.checked_add(12)?.checked_add(length)?;
    (end <= bytes.len()).then_some((kind, end))
}
