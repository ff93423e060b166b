//! Bytes to the model. Values are borrowed and may together not be larger than the block, so that entries which all
//! point at the same bytes cannot multiply them.

use super::super::endian::Endian;
use super::{Exif, Ifd, Value, kind, maker, tags};
use std::borrow::Cow;

/// More entries than any camera writes into one IFD.
const MAX_ENTRIES: usize = 1024;

impl<'a> Exif<'a> {
    /// Reads a TIFF block, with or without the `Exif\0\0` in front. `None` when it is not one.
    pub(in super::super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let bytes = without_prefix(bytes);
        let endian = Endian::of_tiff(bytes)?;
        let first = endian.u32(bytes, 4)? as usize;
        let mut reader = Reader { bytes, endian, budget: bytes.len() };
        let mut exif = Self { endian, ..Self::new() };
        let next = reader.ifd(first, &mut exif.main);
        if let Some(at) = take_pointer(endian, &mut exif.main, tags::EXIF_IFD) {
            reader.ifd(at, &mut exif.photo);
        }
        if let Some(at) = take_pointer(endian, &mut exif.main, tags::GPS_IFD) {
            reader.ifd(at, &mut exif.gps);
        }
        if let Some(at) = take_pointer(endian, &mut exif.photo, tags::INTEROP_IFD) {
            reader.ifd(at, &mut exif.interop);
        }
        if let Some(at) = next.filter(|at| *at != first) {
            exif.thumbnail = reader.thumbnail(at);
        }
        exif.main.retain(|tag, _| !tags::DANGLING.contains(tag));
        exif.find_pinned(bytes);
        Some(exif)
    }
}

impl<'a> Exif<'a> {
    /// What the maker note points at outside itself stays where it is.
    fn find_pinned(&mut self, block: &'a [u8]) {
        let Some(note) = self.photo.get(&tags::MAKER_NOTE) else { return };
        let Some(start) = note.offset else { return };
        let runs = maker::outside(block, self.endian, start..start + note.bytes.len());
        self.pinned = runs.into_iter().map(|run| (run.start, &block[run])).collect();
    }
}

/// The TIFF block itself; WebP and old PNG files often carry JPEG's prefix along.
pub(in super::super) fn without_prefix(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"Exif\0").and_then(|rest| rest.get(1..)).unwrap_or(bytes)
}

struct Reader<'a> {
    bytes: &'a [u8],
    endian: Endian,
    budget: usize,
}

impl<'a> Reader<'a> {
    /// Adds the entries at `at` and gives the offset of the next IFD, if it names one.
    fn ifd(&mut self, at: usize, into: &mut Ifd<'a>) -> Option<usize> {
        let count = usize::from(self.endian.u16(self.bytes, at)?);
        for index in 0..count.min(MAX_ENTRIES) {
            let entry = at.checked_add(2 + 12 * index)?;
            let tag = self.endian.u16(self.bytes, entry)?;
            if let Some(value) = self.value(entry)
                && self.budget >= value.bytes.len()
            {
                self.budget -= value.bytes.len();
                into.entry(tag).or_insert(value);
            }
        }
        let next = self.endian.u32(self.bytes, at.checked_add(2 + 12 * count)?)? as usize;
        (next != 0).then_some(next)
    }

    fn value(&self, entry: usize) -> Option<Value<'a>> {
        let kind = self.endian.u16(self.bytes, entry + 2)?;
        let count = self.endian.u32(self.bytes, entry + 4)?;
        let length = usize::try_from(tags::unit_bytes(kind)? * u64::from(count)).ok()?;
        let offset = if length <= 4 { None } else { Some(self.endian.u32(self.bytes, entry + 8)? as usize) };
        let start = offset.unwrap_or(entry + 8);
        let bytes = self.bytes.get(start..start.checked_add(length)?)?;
        Some(Value { kind, count, bytes: Cow::Borrowed(bytes), offset })
    }

    /// IFD1 with its JPEG; uncompressed thumbnails are left out.
    fn thumbnail(&mut self, at: usize) -> Option<(Ifd<'a>, Cow<'a, [u8]>)> {
        let mut ifd = Ifd::new();
        self.ifd(at, &mut ifd);
        let start = take_pointer(self.endian, &mut ifd, tags::THUMBNAIL_OFFSET)?;
        let length = take_pointer(self.endian, &mut ifd, tags::THUMBNAIL_LENGTH)?;
        let jpeg = self.bytes.get(start..start.checked_add(length)?)?;
        if !jpeg.starts_with(&[0xff, 0xd8]) || jpeg.len() > self.budget {
            return None;
        }
        self.budget -= jpeg.len();
        ifd.retain(|tag, _| !tags::DANGLING.contains(tag));
        Some((ifd, Cow::Borrowed(jpeg)))
    }
}

fn take_pointer(endian: Endian, ifd: &mut Ifd<'_>, tag: u16) -> Option<usize> {
    let value = ifd.remove(&tag)?;
    match value.kind {
        kind::LONG | 13 => endian.u32(&value.bytes, 0).map(|v| v as usize),
        kind::SHORT => endian.u16(&value.bytes, 0).map(usize::from),
        _ => None,
    }
}
