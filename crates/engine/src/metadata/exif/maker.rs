//! Maker notes whose values lie outside the note. Old Olympus and Nikon cameras, and others, put a list of entries into the
//! note that count from the start of the whole block, and their values anywhere in it: these bytes have to stay where they
//! are, as the note itself does.

use super::super::endian::Endian;
use super::tags::unit_bytes;
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
const OWN: [&[u8]; 6] = [b"OLYMPUS\0", b"OM SYSTEM\0", b"Nikon\0\x02", b"FUJIFILM", b"Apple iOS\0", b"LEICA"];
const MAX_ENTRIES: usize = 512;

/// The runs of bytes outside the note that its entries point at, in order and without overlap. None of them is longer than
/// the block.
pub(super) fn outside(block: &[u8], endian: Endian, note: Range<usize>) -> Vec<Range<usize>> {
    let bytes = block.get(note.clone()).unwrap_or_default();
    if OWN.iter().any(|own| bytes.starts_with(own)) {
        return Vec::new();
    }
    let head = HEADS.iter().find(|(head, _)| bytes.starts_with(head)).map_or(0, |(_, length)| *length);
    let Some(mut runs) = entries(block, endian, note.start + head, note.end) else { return Vec::new() };
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

/// Where the values of all entries lie; none when these are no entries at all.
fn entries(block: &[u8], endian: Endian, at: usize, end: usize) -> Option<Vec<Range<usize>>> {
    let count = usize::from(endian.u16(block, at)?);
    if count == 0 || count > MAX_ENTRIES || at + 2 + 12 * count > end {
        return None;
    }
    let mut runs = Vec::new();
    for entry in (0..count).map(|index| at + 2 + 12 * index) {
        let unit = unit_bytes(endian.u16(block, entry + 2)?)?;
        let length = usize::try_from(unit * u64::from(endian.u32(block, entry + 4)?)).ok()?;
        let start = endian.u32(block, entry + 8)? as usize;
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
}
