//! The order of coefficients in the file. Zig-zag sequence: ITU-T T.81, A.3.6.

/// Natural (row by row) position of the k-th coefficient in zigzag order.
pub(super) const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
    14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39,
    46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// Position in a transposed 8 x 8 block (column by column), which is how the transforms hold blocks: it saves them
/// one of their two transpositions.
pub(super) const fn transposed(natural: u8) -> u8 {
    (natural % 8) * 8 + natural / 8
}
