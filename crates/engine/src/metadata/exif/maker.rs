//! Maker notes whose values lie outside the note. Old Olympus and Nikon cameras, and others, put a list of entries into the
//! note that count from the start of the whole block, and their values anywhere in it: these bytes have to stay where they
//! are, as the note itself does. Newer Nikon notes count from a header inside the note, and some still point behind its end.

use super::super::endian::Endian;
use super::tags::{self, unit_bytes};
use std::ops::Range;

/// What stands before the entries of notes that count from the block's start. Newer notes of the same makers bring a header
/// of their own to count from.
const HEADS: [(&[u8], usize); 6] = [
    (b"OLYMP\0", 8),
    (b"EPSON\0", 8),
    (b"AGFA\0", 8),
    (b"Nikon\0\x01", 8),
    (b"Panasonic\0", 12),
    (b"SONY", 12),
];
/// Makers whose notes count from their own start.
const OWN: [&[u8]; 5] = [b"OLYMPUS\0", b"OM SYSTEM\0", b"FUJIFILM", b"Apple iOS\0", b"LEICA"];
/// A Nikon note with a TIFF header of its own, and where that stands.
const NIKON: (&[u8], usize) = (b"Nikon\0\x02", 10);
/// The entry of Nikon's list that points at a list about the preview.
const NIKON_PREVIEW: u16 = 0x0011;
const MAX_ENTRIES: usize = 512;

/// The runs of bytes outside the note that its entries point at, in order and without overlap. None of them is longer than
/// the block.
pub(super) fn outside(block: &[u8], endian: Endian, note: Range<usize>) -> Vec<Range<usize>> {
    let bytes = block.get(note.clone()).unwrap_or_default();
    let found = if bytes.starts_with(NIKON.0) {
        nikon(block, note.start + NIKON.1, note.end)
    } else if OWN.iter().any(|own| bytes.starts_with(own)) {
        None
    } else {
        let head = HEADS.iter().find(|(head, _)| bytes.starts_with(head)).map_or(0, |(_, length)| *length);
        entries(block, endian, 0, note.start + head, note.end)
    };
    let mut runs = found.unwrap_or_default();
    runs.retain(|run| run.start >= 8 && (run.start < note.start || run.end > note.end));
    runs.sort_by_key(|run| run.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for run in runs {
        match joined.last_mut().filter(|last| last.end >= run.start) {
            Some(last) => last.end = last.end.max(run.end),
            None => joined.push(run),
        }
    }
    joined
}

/// The values of a Nikon note whose TIFF header stands at `base`, and the preview.
fn nikon(block: &[u8], base: usize, end: usize) -> Option<Vec<Range<usize>>> {
    let endian = Endian::of_tiff(block.get(base..)?)?;
    let at = base.checked_add(endian.u32(block, base + 4)? as usize)?;
    let mut runs = entries(block, endian, base, at, end)?;
    if let Some(preview) = long(block, endian, at, NIKON_PREVIEW)
        && let Some(list) = base.checked_add(preview as usize)
        && let Some(inside) = entries(block, endian, base, list, block.len())
    {
        runs.push(list..list + 2 + 12 * usize::from(endian.u16(block, list)?) + 4);
        runs.extend(inside);
        let place = long(block, endian, list, tags::THUMBNAIL_OFFSET);
        let length = long(block, endian, list, tags::THUMBNAIL_LENGTH);
        if let Some((place, length)) = place.zip(length) {
            let start = base.checked_add(place as usize)?;
            runs.push(start..start.checked_add(length as usize)?);
        }
    }
    runs.retain(|run| run.end <= block.len());
    Some(runs)
}

/// A single 32-bit number of a list.
fn long(block: &[u8], endian: Endian, at: usize, tag: u16) -> Option<u32> {
    let count = usize::from(endian.u16(block, at)?).min(MAX_ENTRIES);
    let entry =
        (0..count).map(|index| at + 2 + 12 * index).find(|&entry| endian.u16(block, entry) == Some(tag))?;
    endian.u32(block, entry + 8)
}

/// Where the values of all entries lie, which count from `base`; none when these are no entries at all.
fn entries(block: &[u8], endian: Endian, base: usize, at: usize, end: usize) -> Option<Vec<Range<usize>>> {
    let count = usize::from(endian.u16(block, at)?);
    if count == 0 || count > MAX_ENTRIES || at + 2 + 12 * count > end {
        return None;
    }
    let mut runs = Vec::new();
    for entry in (0..count).map(|index| at + 2 + 12 * index) {
        let unit = unit_bytes(endian.u16(block, entry + 2)?)?;
        let length = usize::try_from(unit * u64::from(endian.u32(block, entry + 4)?)).ok()?;
        let start = base.checked_add(endian.u32(block, entry + 8)? as usize)?;
        if length > 4 && start.checked_add(length).is_some_and(|end| end <= block.len()) {
            runs.push(start..start + length);
        }
    }
    Some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of 200 bytes with an old Olympus note of one entry at 50, whose eight bytes lie at `value`.
    fn block(value: u8) -> Vec<u8> {
        let mut block = vec![0xee; 200];
        block[50..58].copy_from_slice(b"OLYMP\0\x01\0");
        block[58..72].copy_from_slice(&[1, 0, 0, 2, 1, 0, 8, 0, 0, 0, value, 0, 0, 0]);
        block
    }

    #[test]
    fn values_outside_the_note_are_found_and_those_inside_are_not() {
        assert_eq!(outside(&block(120), Endian::Little, 50..80).first(), Some(&(120..128)));
        assert_eq!(outside(&block(72), Endian::Little, 50..80), []);
        assert_eq!(outside(&block(250), Endian::Little, 50..80), []);
    }

    #[test]
    fn a_note_with_a_header_of_its_own_is_left_alone() {
        let mut new = block(120);
        new[50..58].copy_from_slice(b"OLYMPUS\0");
        assert_eq!(outside(&new, Endian::Little, 50..80), []);
        assert_eq!(outside(&new, Endian::Little, 190..300), []);
    }

    #[test]
    fn what_a_nikon_note_points_at_behind_its_end_is_found() {
        let mut block = vec![0xee; 300];
        block[40..50].copy_from_slice(b"Nikon\0\x02\x10\0\0");
        // A big-endian header at 50 in a little-endian block; two entries, of which one leads to the preview's list.
        block[50..58].copy_from_slice(b"MM\0*\0\0\0\x08");
        block[58..60].copy_from_slice(&[0, 2]);
        block[60..72].copy_from_slice(&[0, 0x11, 0, 4, 0, 0, 0, 1, 0, 0, 0, 100]);
        block[72..84].copy_from_slice(&[0, 1, 0, 7, 0, 0, 0, 10, 0, 0, 0, 90]);
        block[150..152].copy_from_slice(&[0, 2]);
        block[152..164].copy_from_slice(&[2, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 200]);
        block[164..176].copy_from_slice(&[2, 2, 0, 4, 0, 0, 0, 1, 0, 0, 0, 30]);
        let runs = outside(&block, Endian::Little, 40..100);
        assert_eq!(runs, [140..180, 250..280]);
        let cut = outside(&block[..270], Endian::Little, 40..100);
        assert_eq!((cut.len(), cut.first()), (1, Some(&(140..180))));
    }
}
