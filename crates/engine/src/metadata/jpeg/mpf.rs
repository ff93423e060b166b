//! The multi-image index: its offsets count from its own header and must follow when bytes move.

use super::super::endian::Endian;

const ENTRIES_TAG: u16 = 0xb002;
const MAX_TAGS: usize = 64;
const MAX_IMAGES: usize = 64;

/// An index of two images up to its numbers: the version, how many there are, and where the entries are.
const HEAD: &[u8; 54] = b"MM\0*\0\0\0\x08\0\x03\xb0\0\0\x07\0\0\0\x040100\xb0\x01\0\x04\0\0\0\x01\0\0\0\x02\
    \xb0\x02\0\x07\0\0\0\x20\0\0\0\x32\0\0\0\0\0\x03\0\0";
pub(super) const BYTES: usize = 82;

/// An index of the image that ends at `end` and one of `length` bytes behind it. Written to `at`, where [`BYTES`] are left for it.
#[cold]
pub(super) fn put(file: &mut [u8], at: usize, end: usize, length: usize) {
    let numbers = [end, 0, 0, 0, length, end - at, 0].map(|number| (number as u32).to_be_bytes());
    file[at..at + HEAD.len()].copy_from_slice(HEAD);
    file[at + HEAD.len()..at + BYTES].copy_from_slice(numbers.as_flattened());
}

/// The images behind the first one, by the index whose TIFF header stands at `at`; none when it is damaged.
#[cold]
pub(super) fn images(file: &[u8], at: usize) -> Vec<&[u8]> {
    let mut images = Vec::new();
    // What was found before the damage is whole.
    let _ = collect(file, at, &mut images);
    images
}

fn collect<'a>(file: &'a [u8], at: usize, images: &mut Vec<&'a [u8]>) -> Option<()> {
    let index = file.get(at..)?;
    let endian = Endian::of_tiff(index)?;
    let (entries, count) = entries(index, endian)?;
    for entry in (0..count.min(MAX_IMAGES)).map(|i| entries + 16 * i) {
        let (length, offset) = (endian.u32(index, entry + 4)?, endian.u32(index, entry + 8)?);
        // The first image has offset 0 by definition.
        if offset == 0 {
            continue;
        }
        let image = index.get(offset as usize..)?.get(..length as usize)?;
        if image.starts_with(&[0xff, 0xd8]) {
            images.push(image);
        }
    }
    Some(())
}

/// How far things moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    /// The index itself.
    pub(super) header: i64,
    /// Everything behind the first image's segments.
    pub(super) images: i64,
}

/// Corrects the index whose TIFF header stands at `at`. `None` when it is damaged; it is then left as it was.
pub(super) fn correct(file: &mut [u8], at: usize, shift: Shift) -> Option<()> {
    let index = file.get_mut(at..)?;
    let endian = Endian::of_tiff(index)?;
    let (entries, count) = entries(index, endian)?;
    for entry in (0..count.min(MAX_IMAGES)).map(|i| entries + 16 * i) {
        let size = endian.u32(index, entry + 4)?;
        let offset = endian.u32(index, entry + 8)?;
        // The first image has offset 0 by definition; its size covers its segments.
        let (place, value) = if offset == 0 {
            (entry + 4, i64::from(size) + shift.images)
        } else {
            (entry + 8, i64::from(offset) + shift.images - shift.header)
        };
        let value = u32::try_from(value).ok()?;
        index.get_mut(place..place + 4)?.copy_from_slice(&endian.bytes32(value));
    }
    Some(())
}

fn entries(index: &[u8], endian: Endian) -> Option<(usize, usize)> {
    let ifd = endian.u32(index, 4)? as usize;
    let count = usize::from(endian.u16(index, ifd)?).min(MAX_TAGS);
    (0..count).map(|i| ifd + 2 + 12 * i).find_map(|tag| {
        let found = endian.u16(index, tag)? == ENTRIES_TAG;
        let (length, offset) = (endian.u32(index, tag + 4)? as usize, endian.u32(index, tag + 8)? as usize);
        (found && offset < index.len()).then_some((offset, length / 16))
    })
}
