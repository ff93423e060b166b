//! Where a JPEG's segments begin and end.

use crate::Limits;
use std::ops::Range;

pub(super) const SOS: u8 = 0xda;
const EOI: u8 = 0xd9;

/// One marker segment with its length field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) marker: u8,
    start: usize,
    end: usize,
}

/// The segments in front of the first scan.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) segments: Vec<Segment>,
    /// Where the first scan's data begin; `None` when the file ends or breaks before.
    pub(super) scan: Option<usize>,
}

impl Segment {
    pub(super) fn whole<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.start..self.end]
    }

    pub(super) fn body<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.start + 4..self.end]
    }

    pub(super) fn body_start(&self) -> usize {
        self.start + 4
    }
}

/// Walks to the first scan. Stray bytes between segments are passed over, as decoders do.
pub(super) fn header(bytes: &[u8], limits: &Limits) -> Header {
    let mut found = Header { segments: Vec::new(), scan: None };
    let mut at = 2;
    while found.segments.len() < limits.segments as usize {
        match next(bytes, at) {
            Next::Segment(segment) => {
                found.segments.push(segment);
                at = segment.end;
                if segment.marker == SOS {
                    found.scan = Some(at);
                    break;
                }
            }
            Next::Skip(length) => at += length,
            Next::End => break,
        }
    }
    found
}

/// The image's data from its first scan to its end marker, without the application segments and comments that may
/// stand between scans.
pub(super) fn scans(bytes: &[u8], from: usize) -> Vec<Range<usize>> {
    let (mut kept, mut start, mut at) = (Vec::new(), from, from);
    while let Some(step) = bytes[at..].iter().position(|byte| *byte == 0xff) {
        at += step;
        match bytes.get(at + 1) {
            Some(&EOI) => {
                kept.push(start..at + 2);
                return kept;
            }
            None => break,
            Some(0 | 1 | 0xd0..=0xd7) => at += 2,
            Some(0xff) => at += 1,
            Some(&marker) => match next(bytes, at) {
                Next::Segment(segment) => {
                    if matches!(marker, 0xe0..=0xef | 0xfe) {
                        kept.push(start..segment.start);
                        start = segment.end;
                    }
                    at = segment.end;
                }
                _ => at += 2,
            },
        }
    }
    kept.push(start..bytes.len());
    kept
}

enum Next {
    Segment(Segment),
    Skip(usize),
    End,
}

fn next(bytes: &[u8], at: usize) -> Next {
    let Some([mark, marker, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
        return Next::End;
    };
    match (*mark, *marker) {
        (0xff, 0xff) => Next::Skip(1),
        (0xff, 0 | 1 | 0xd0..=0xd8) => Next::Skip(2),
        (0xff, EOI) => Next::End,
        (0xff, marker) => {
            let length = usize::from(u16::from_be_bytes([*high, *low]));
            let end = at + 2 + length;
            if length < 2 || end > bytes.len() {
                return Next::End;
            }
            Next::Segment(Segment { marker, start: at, end })
        }
        _ => Next::Skip(1),
    }
}
