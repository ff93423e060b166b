//! Deflate's symbols: literals, lengths and distances. RFC 1951, section 3.2.5.

use super::search::Sequence;

/// Four literals and the bits that wait always fit 64 bits.
pub(super) const LITERAL_LIMIT: usize = 14;
pub(super) const DISTANCE_LIMIT: usize = 15;
pub(super) const END: usize = 256;

/// How often each symbol occurs, and how many bits follow symbols.
pub(super) fn count(bytes: &[u8], sequences: &[Sequence]) -> ([u32; 286], [u32; 30], u64) {
    // Neighbours are often equal: four tables, so that one count does not wait for the other.
    let mut tables = [[0u32; 256]; 4];
    let (mut literals, mut distances, mut extra) = ([0; 286], [0; 30], 0);
    let mut rest = bytes;
    for sequence in sequences {
        let (plain, after) = rest.split_at(sequence.literals as usize);
        let (fours, few) = plain.as_chunks::<4>();
        for four in fours {
            for (table, &byte) in tables.iter_mut().zip(four) {
                table[usize::from(byte)] += 1;
            }
        }
        few.iter().for_each(|&byte| tables[0][usize::from(byte)] += 1);
        rest = &after[usize::from(sequence.length)..];
        if sequence.length > 0 {
            let (symbol, _, width) = length_symbol(sequence.length);
            literals[symbol] += 1;
            extra += u64::from(width);
            let (symbol, _, width) = distance_symbol(sequence.distance);
            distances[symbol] += 1;
            extra += u64::from(width);
        }
    }
    for table in tables {
        literals.iter_mut().zip(table).for_each(|(sum, count)| *sum += count);
    }
    literals[END] = 1;
    (literals, distances, extra)
}

/// Symbol, extra bits, how many: lengths 3..=258, in groups of four symbols whose extra bits grow.
pub(super) fn length_symbol(length: u16) -> (usize, u16, u32) {
    let value = length - 3;
    match value {
        255 => (285, 0, 0),
        ..8 => (257 + usize::from(value), 0, 0),
        _ => {
            let width = value.ilog2() - 2;
            (257 + 4 * width as usize + usize::from(value >> width), value & ((1 << width) - 1), width)
        }
    }
}

/// The same for distances 1..=32768, in groups of two.
pub(super) fn distance_symbol(distance: u16) -> (usize, u16, u32) {
    let value = distance - 1;
    if value < 4 {
        return (usize::from(value), 0, 0);
    }
    let width = value.ilog2() - 1;
    (2 * width as usize + usize::from(value >> width), value & ((1 << width) - 1), width)
}
