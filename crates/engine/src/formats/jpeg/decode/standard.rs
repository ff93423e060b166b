//! The Huffman tables of the standard (ITU-T T.81, K.3), for files that leave theirs out.

use super::huffman::Table;

const DC: [([u8; 16], [u8; 12]); 2] = [
    ([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
];

const AC_COUNTS: [[u8; 16]; 2] = [
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
];

/// The symbols of the shorter codes; all others follow in ascending order.
const AC_SHORT: [&[u8]; 2] = [
    &[
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
        0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33,
        0x62, 0x72, 0x82,
    ],
    &[
        0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13,
        0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62,
        0x72, 0xd1, 0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1,
    ],
];

/// Luma's table for 0, chroma's for every other.
pub(in super::super) fn dc(index: usize) -> Table {
    let (counts, symbols) = &DC[index.min(1)];
    Table::new(counts, symbols, false).expect("the standard's table is valid")
}

pub(in super::super) fn ac(index: usize) -> Table {
    let mut symbols = AC_SHORT[index.min(1)].to_vec();
    let all = (0..=15u8).flat_map(|run| (1..=10u8).map(move |size| run << 4 | size));
    let rest: Vec<u8> = all.filter(|symbol| !symbols.contains(symbol)).collect();
    symbols.extend(rest);
    Table::new(&AC_COUNTS[index.min(1)], &symbols, true).expect("the standard's table is valid")
}
