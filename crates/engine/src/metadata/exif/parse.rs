//! Bytes to the model. Values are borrowed and may together not be larger than the block, so that entries which all
//! point at the same bytes cannot multiply them.

use super::super::endian::Endian;
use super::{Exif, Ifd, Thumbnail, Value, kind, maker, tags};
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

    /// IFD1 with its JPEG, or with the samples of its strips.
    fn thumbnail(&mut self, at: usize) -> Option<Thumbnail<'a>> {
        let mut ifd = Ifd::new();
        self.ifd(at, &mut ifd);
        let uncompressed =
            ifd.get(&tags::COMPRESSION).and_then(|value| number(self.endian, value, 0)) == Some(1);
        let data = if uncompressed { self.strips(&mut ifd)? } else { Cow::Borrowed(self.jpeg(&mut ifd)?) };
        if data.is_empty() || data.len() > self.budget {
            return None;
        }
        self.budget -= data.len();
        ifd.retain(|tag, _| !tags::DANGLING.contains(tag));
        Some(Thumbnail { ifd, data, uncompressed })
    }

    fn jpeg(&self, ifd: &mut Ifd<'a>) -> Option<&'a [u8]> {
        let start = take_pointer(self.endian, ifd, tags::THUMBNAIL_OFFSET)?;
        let length = take_pointer(self.endian, ifd, tags::THUMBNAIL_LENGTH)?;
        let jpeg = self.bytes.get(start..start.checked_add(length)?)?;
        jpeg.starts_with(&[0xff, 0xd8]).then_some(jpeg)
    }

    /// All strips one behind the other.
    fn strips(&self, ifd: &mut Ifd<'a>) -> Option<Cow<'a, [u8]>> {
        let (offsets, counts) = (ifd.remove(&tags::STRIP_OFFSETS)?, ifd.remove(&tags::STRIP_BYTE_COUNTS)?);
        if offsets.count != counts.count {
            return None;
        }
        let strip = |index: u32| {
            let start = number(self.endian, &offsets, index)? as usize;
            self.bytes.get(start..start.checked_add(number(self.endian, &counts, index)? as usize)?)
        };
        let mut samples = strip(0).map(Cow::Borrowed)?;
        for index in 1..offsets.count {
            let next = strip(index).filter(|next| samples.len() + next.len() <= self.budget)?;
            samples.to_mut().extend_from_slice(next);
        }
        Some(samples)
    }
}

/// One of an entry's numbers.
fn number(endian: Endian, value: &Value<'_>, index: u32) -> Option<u32> {
    let index = index as usize;
    match value.kind {
        kind::LONG => endian.u32(&value.bytes, index.checked_mul(4)?),
        kind::SHORT => endian.u16(&value.bytes, index.checked_mul(2)?).map(u32::from),
        _ => None,
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
