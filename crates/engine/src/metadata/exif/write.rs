//! The model to bytes: tables and values laid out anew around the maker note, which keeps its old offset.

use super::super::endian::Endian;
use super::{Exif, Ifd, Thumbnail, Value, kind, own, tags};
use std::ops::Range;

impl Exif<'_> {
    /// The TIFF block, without the `Exif\0\0` that JPEG puts in front.
    pub(in super::super) fn to_bytes(&self) -> Vec<u8> {
        let mut layout = Layout::new(self.endian, self.photo.get(&tags::MAKER_NOTE), &self.pinned);
        let mut main = self.main.clone();
        let mut photo = self.photo.clone();
        let main_at = layout.reserve(table_bytes(
            main.len()
                + usize::from(!photo.is_empty() || !self.interop.is_empty())
                + usize::from(!self.gps.is_empty()),
        ));
        layout.put(4, &self.endian.bytes32(main_at as u32));
        if !self.interop.is_empty() {
            photo.insert(tags::INTEROP_IFD, layout.whole(&self.interop));
        }
        if !photo.is_empty() {
            main.insert(tags::EXIF_IFD, layout.whole(&photo));
        }
        if !self.gps.is_empty() {
            main.insert(tags::GPS_IFD, layout.whole(&self.gps));
        }
        let next = self.thumbnail.as_ref().map_or(0, |thumbnail| layout.thumbnail(thumbnail));
        layout.table(main_at, &main, next);
        layout.out
    }
}

/// Some cameras' notes reach a few bytes beyond their stated end, into zeros.
const SLACK: usize = 32;

fn table_bytes(entries: usize) -> usize {
    2 + 12 * entries + 4
}

struct Layout {
    endian: Endian,
    out: Vec<u8>,
    /// Free room in front of the maker note.
    gap: Range<usize>,
    pinned: Option<usize>,
}

impl Layout {
    fn new(endian: Endian, maker_note: Option<&Value<'_>>, beside: &[(usize, &[u8])]) -> Self {
        let mut layout = Self { endian, out: vec![0; 8], gap: 0..0, pinned: None };
        layout.put(0, endian.tiff_mark());
        if let Some(note) = maker_note
            && let Some(at) = note.offset.filter(|at| *at >= 8)
        {
            let stays = || [(at, &*note.bytes)].into_iter().chain(beside.iter().copied());
            let end = stays().map(|(at, bytes)| at + bytes.len()).max().unwrap_or(at) + SLACK;
            layout.out.resize(end + end % 2, 0);
            for (at, bytes) in stays() {
                layout.put(at, bytes);
            }
            layout.gap = 8..stays().map(|(at, _)| at).min().unwrap_or(at);
            layout.pinned = Some(at);
        }
        layout
    }

    fn reserve(&mut self, length: usize) -> usize {
        let padded = length + (length & 1);
        if self.gap.len() >= padded {
            let at = self.gap.start;
            self.gap.start += padded;
            return at;
        }
        let at = self.out.len();
        self.out.resize(at + padded, 0);
        at
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.out[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes a table with its values and gives the entry that points at it.
    fn whole<'v>(&mut self, ifd: &Ifd<'_>) -> Value<'v> {
        let at = self.reserve(table_bytes(ifd.len()));
        self.table(at, ifd, 0);
        self.pointer(at)
    }

    fn thumbnail(&mut self, thumbnail: &Thumbnail<'_>) -> usize {
        let Thumbnail { ifd, data, uncompressed } = thumbnail;
        let mut ifd = ifd.clone();
        let places = match uncompressed {
            true => [tags::STRIP_OFFSETS, tags::STRIP_BYTE_COUNTS],
            false => [tags::THUMBNAIL_OFFSET, tags::THUMBNAIL_LENGTH],
        };
        // All samples are one strip now.
        if let Some(rows) = ifd.get(&tags::IMAGE_LENGTH).filter(|_| *uncompressed).cloned() {
            ifd.insert(tags::ROWS_PER_STRIP, rows);
        }
        let at = self.reserve(table_bytes(ifd.len() + 2));
        let data_at = self.reserve(data.len());
        self.put(data_at, data);
        ifd.insert(places[0], self.pointer(data_at));
        ifd.insert(places[1], self.pointer(data.len()));
        self.table(at, &ifd, 0);
        at
    }

    fn pointer<'v>(&self, at: usize) -> Value<'v> {
        own(kind::LONG, 1, self.endian.bytes32(at as u32).to_vec())
    }

    fn table(&mut self, at: usize, ifd: &Ifd<'_>, next: usize) {
        let endian = self.endian;
        self.put(at, &endian.bytes16(ifd.len() as u16));
        for (index, (tag, value)) in ifd.iter().enumerate() {
            let entry = at + 2 + 12 * index;
            self.put(entry, &endian.bytes16(*tag));
            self.put(entry + 2, &endian.bytes16(value.kind));
            self.put(entry + 4, &endian.bytes32(value.count));
            if value.bytes.len() <= 4 {
                self.put(entry + 8, &value.bytes);
            } else {
                let stays = *tag == tags::MAKER_NOTE && value.offset.is_some() && value.offset == self.pinned;
                let value_at = self.pinned.filter(|_| stays).unwrap_or_else(|| self.place(&value.bytes));
                self.put(entry + 8, &endian.bytes32(value_at as u32));
            }
        }
        self.put(at + 2 + 12 * ifd.len(), &endian.bytes32(next as u32));
    }

    fn place(&mut self, bytes: &[u8]) -> usize {
        let at = self.reserve(bytes.len());
        self.put(at, bytes);
        at
    }
}
