//! The segments of a JPEG file: sizes, components, tables, and where the scans begin.
//! Marker segments: ITU-T T.81, B.1 and B.2 (SOF B.2.2, SOS B.2.3, DQT B.2.4.1, DHT B.2.4.2, DRI B.2.4.4).

use super::decode::standard;
use super::decode::{Table, find_marker};
use super::pixels::{Model, Process};
use crate::format::Format;
use crate::{EngineError, Limits};
use std::rc::Rc;

/// One colour component as the frame header describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    pub id: u8,
    /// Horizontal sampling factor, 1..=4.
    pub h: usize,
    /// Vertical sampling factor, 1..=4.
    pub v: usize,
    pub(super) quant: usize,
}

/// What the headers up to the first scan say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub width: usize,
    pub height: usize,
    pub process: Process,
    pub components: Vec<Component>,
    /// The `transform` byte of Adobe's APP14 segment.
    pub adobe_transform: Option<u8>,
    pub has_jfif: bool,
}

impl Header {
    pub fn h_max(&self) -> usize {
        self.components.iter().map(|c| c.h).max().unwrap_or(1)
    }

    pub fn v_max(&self) -> usize {
        self.components.iter().map(|c| c.v).max().unwrap_or(1)
    }

    /// How the components are to be understood, by the same rules as libjpeg.
    pub fn model(&self) -> Result<Model, EngineError> {
        let ids = |ids: &[u8]| self.components.iter().map(|c| c.id).eq(ids.iter().copied());
        Ok(match (self.components.len(), self.adobe_transform) {
            (1, _) => Model::Grey,
            (3, _) if self.has_jfif => Model::Ycc,
            (3, Some(0)) => Model::Rgb,
            (3, None) if ids(b"RGB") => Model::Rgb,
            (3, _) => Model::Ycc,
            (4, Some(2)) => Model::Ycck,
            (4, _) => Model::Cmyk,
            (n, _) => return Err(unsupported(format!("{n} colour channels"))),
        })
    }
}

pub(super) fn unsupported(what: impl Into<String>) -> EngineError {
    EngineError::UnsupportedFeature { format: Format::Jpeg, what: what.into() }
}

/// One scan's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// Index of the component, DC table, AC table.
    pub(super) components: Vec<(usize, usize, usize)>,
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) high: u32,
    pub(super) low: u32,
    /// Where the entropy-coded data begins.
    pub(super) data: usize,
}

/// Walks over the segments and keeps the tables that are in force.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    pub(super) input: &'a [u8],
    pub(super) at: usize,
    pub(super) frame: Option<Header>,
    /// In zigzag order.
    pub(super) quants: [Option<[u16; 64]>; 4],
    dc: [Option<Rc<Table>>; 4],
    ac: [Option<Rc<Table>>; 4],
    pub(super) restart_interval: usize,
    adobe_transform: Option<u8>,
    has_jfif: bool,
    segments: u32,
    limits: Limits,
}

impl<'a> Walker<'a> {
    pub(super) fn new(input: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        if !input.starts_with(&[0xff, 0xd8]) {
            return Err(EngineError::Unsupported);
        }
        limits.check_bytes(input.len())?;
        Ok(Self {
            input,
            at: 2,
            frame: None,
            quants: [None; 4],
            dc: [const { None }; 4],
            ac: [const { None }; 4],
            restart_interval: 0,
            adobe_transform: None,
            has_jfif: false,
            segments: 0,
            limits: *limits,
        })
    }

    /// Reads segments up to the next scan; `None` at the end of the image.
    pub(super) fn next_scan(&mut self) -> Result<Option<Scan>, EngineError> {
        while let Some((marker, segment)) = self.next_segment()? {
            match marker {
                0xda => return self.scan(segment).map(Some),
                0xdb => self.quant_tables(segment)?,
                0xc4 => self.huffman_tables(segment)?,
                0xdd => self.restart_interval = be16(segment, 0)?,
                0xe0 => self.has_jfif |= segment.starts_with(b"JFIF\0"),
                0xee if segment.starts_with(b"Adobe") => {
                    self.adobe_transform = segment.get(11).copied().or(self.adobe_transform);
                }
                0xc0..=0xc3 | 0xc5..=0xcb | 0xcd..=0xcf => self.start_of_frame(marker, segment)?,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Only up to the frame header, for [`super::read_header`].
    pub(super) fn header(&mut self) -> Result<Header, EngineError> {
        while self.frame.is_none() {
            match self.next_segment()? {
                Some((0xe0, segment)) => self.has_jfif |= segment.starts_with(b"JFIF\0"),
                Some((0xee, segment)) if segment.starts_with(b"Adobe") => {
                    self.adobe_transform = segment.get(11).copied().or(self.adobe_transform);
                }
                Some((marker @ (0xc0..=0xc3 | 0xc5..=0xcb | 0xcd..=0xcf), segment)) => {
                    self.start_of_frame(marker, segment)?;
                }
                Some((0xda, _)) | None => break,
                Some(_) => {}
            }
        }
        let mut header = self.frame.clone().ok_or_else(no_frame)?;
        header.adobe_transform = self.adobe_transform;
        header.has_jfif = self.has_jfif;
        Ok(header)
    }

    /// The next marker with a payload. Whatever lies between segments is passed over.
    fn next_segment(&mut self) -> Result<Option<(u8, &'a [u8])>, EngineError> {
        loop {
            self.at = find_marker(self.input, self.at);
            let Some(&marker) = self.input.get(self.at + 1) else { return Ok(None) };
            self.at += 2;
            match marker {
                0xd9 => return Ok(None),
                0x01 | 0xd0..=0xd8 => continue,
                _ => {}
            }
            self.segments += 1;
            if self.segments > self.limits.segments {
                let most = self.limits.segments;
                return Err(EngineError::too_large(format!("it has more than {most} segments")));
            }
            let length = be16(self.input, self.at)?;
            let end = self.at + length;
            if length < 2 || end > self.input.len() {
                return Err(EngineError::damaged("a segment reaches beyond the end of the file"));
            }
            let segment = &self.input[self.at + 2..end];
            self.at = end;
            return Ok(Some((marker, segment)));
        }
    }

    fn quant_tables(&mut self, mut segment: &[u8]) -> Result<(), EngineError> {
        while let Some((&kind, rest)) = segment.split_first() {
            let wide = usize::from(kind >> 4 != 0);
            let values = rest.get(..64 << wide).ok_or_else(|| short("quantisation table"))?;
            let table = std::array::from_fn(|k| match wide {
                0 => u16::from(values[k]),
                _ => u16::from_be_bytes([values[2 * k], values[2 * k + 1]]),
            });
            self.quants[usize::from(kind & 3)] = Some(table);
            segment = &rest[64 << wide..];
        }
        Ok(())
    }

    fn huffman_tables(&mut self, mut segment: &[u8]) -> Result<(), EngineError> {
        while let Some((&kind, rest)) = segment.split_first() {
            let counts: &[u8; 16] = rest.first_chunk().ok_or_else(|| short("Huffman table"))?;
            let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
            let symbols = rest.get(16..16 + total).ok_or_else(|| short("Huffman table"))?;
            let ac = kind >> 4 != 0;
            let table = Rc::new(Table::new(counts, symbols, ac)?);
            let place = usize::from(kind & 3);
            if ac {
                self.ac[place] = Some(table);
            } else {
                self.dc[place] = Some(table);
            }
            segment = &rest[16 + total..];
        }
        Ok(())
    }

    fn start_of_frame(&mut self, marker: u8, segment: &[u8]) -> Result<(), EngineError> {
        if self.frame.is_some() {
            return Err(EngineError::damaged("it has two frame headers"));
        }
        let process = match marker {
            0xc0 | 0xc1 => Process::Sequential,
            0xc2 => Process::Progressive,
            0xc3 | 0xc7 | 0xcb | 0xcf => return Err(unsupported("lossless coding")),
            0xc9 | 0xca | 0xcd | 0xce => return Err(unsupported("arithmetic coding")),
            _ => return Err(unsupported("hierarchical coding")),
        };
        let precision = *segment.first().ok_or_else(|| short("frame header"))?;
        if precision != 8 {
            return Err(unsupported(format!("{precision} bits per colour")));
        }
        let (height, width) = (be16(segment, 1)?, be16(segment, 3)?);
        let count = usize::from(*segment.get(5).ok_or_else(|| short("frame header"))?);
        let rows = segment.get(6..6 + 3 * count).ok_or_else(|| short("frame header"))?;
        let components = rows.chunks_exact(3).map(component).collect::<Result<Vec<_>, _>>()?;
        let height = if height == 0 { self.height_after_scan()? } else { height };
        self.limits.check_size(width as u32, height as u32)?;
        if !matches!(count, 1 | 3 | 4) {
            return Err(unsupported(format!("{count} colour channels")));
        }
        let mut header =
            Header { width, height, process, components, adobe_transform: None, has_jfif: false };
        if let [only] = &mut header.components[..] {
            // One component is never interleaved: its factors mean nothing.
            (only.h, only.v) = (1, 1);
        }
        self.frame = Some(header);
        Ok(())
    }

    /// A height of zero in the frame header is given by a DNL segment after the first scan.
    fn height_after_scan(&self) -> Result<usize, EngineError> {
        let mut at = self.at;
        while at < self.input.len() {
            at = find_marker(self.input, at);
            if let Some(&[0xdc, 0, 4, high, low]) = self.input.get(at + 1..at + 6) {
                return Ok(usize::from(high) << 8 | usize::from(low));
            }
            at += 2;
        }
        Err(EngineError::damaged("it has no height"))
    }

    fn scan(&mut self, segment: &[u8]) -> Result<Scan, EngineError> {
        let frame = self.frame.as_mut().ok_or_else(no_frame)?;
        frame.adobe_transform = self.adobe_transform;
        frame.has_jfif = self.has_jfif;
        let count = usize::from(*segment.first().ok_or_else(|| short("scan header"))?);
        let parts = segment.get(1..4 + 2 * count).ok_or_else(|| short("scan header"))?;
        let (selectors, tail) = parts.split_at(2 * count);
        let mut scan = Scan {
            first: usize::from(tail[0]),
            last: usize::from(tail[1]),
            high: u32::from(tail[2] >> 4),
            low: u32::from(tail[2] & 15),
            data: self.at,
            ..Scan::default()
        };
        for pair in selectors.chunks_exact(2) {
            // Some writers give two components one number: each time the next of that number is meant.
            let free = |index: &usize| scan.components.iter().all(|&(taken, ..)| taken != *index);
            let named = |index: &usize| frame.components[*index].id == pair[0];
            let index = (0..frame.components.len()).filter(free).find(named);
            let index = index.ok_or_else(|| EngineError::damaged("a scan names an unknown component"))?;
            scan.components.push((index, usize::from(pair[1] >> 4 & 3), usize::from(pair[1] & 3)));
        }
        if scan.components.is_empty() {
            return Err(EngineError::damaged("a scan without components"));
        }
        Ok(scan)
    }

    /// The quantisation table of a component.
    pub(super) fn quant_of(&self, component: usize) -> Result<[u16; 64], EngineError> {
        let index = self.frame.as_ref().and_then(|frame| frame.components.get(component)).map(|c| c.quant);
        let table = index.and_then(|index| self.quants[index]);
        table.ok_or_else(|| EngineError::damaged("a quantisation table is missing"))
    }

    /// The DC and AC tables that each component of a scan asks for; the ones of the standard when the file brings none
    /// (as frames of films do).
    pub(super) fn tables_of(&mut self, scan: &Scan) -> Vec<(Rc<Table>, Rc<Table>)> {
        let tables = scan.components.iter().map(|&(_, dc, ac)| {
            let dc = self.dc[dc].get_or_insert_with(|| Rc::new(standard::dc(dc)));
            let ac = self.ac[ac].get_or_insert_with(|| Rc::new(standard::ac(ac)));
            (Rc::clone(dc), Rc::clone(ac))
        });
        tables.collect()
    }
}

fn component(row: &[u8]) -> Result<Component, EngineError> {
    let (h, v) = (usize::from(row[1] >> 4), usize::from(row[1] & 15));
    if !(1..=4).contains(&h) || !(1..=4).contains(&v) {
        return Err(EngineError::damaged("a sampling factor is out of range"));
    }
    Ok(Component { id: row[0], h, v, quant: usize::from(row[2] & 3) })
}

fn be16(bytes: &[u8], at: usize) -> Result<usize, EngineError> {
    match bytes.get(at..at + 2) {
        Some(&[high, low]) => Ok(usize::from(high) << 8 | usize::from(low)),
        _ => Err(short("segment")),
    }
}

fn short(what: &str) -> EngineError {
    EngineError::damaged(format!("a {what} is cut off"))
}

fn no_frame() -> EngineError {
    EngineError::damaged("it has no frame header")
}
