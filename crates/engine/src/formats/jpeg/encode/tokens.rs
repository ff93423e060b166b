//! What is to be written, before the codes are known: two bytes for most symbols with their extra bits, and the counts.
//! SSSS and RRRRSSSS: ITU-T T.81, F.1.2.1 and F.1.2.2.

use super::super::zigzag::{ZIGZAG, transposed};
use super::huffman::Code;
use super::writer::BitWriter;

const END_OF_BLOCK: u32 = 0x00;
const SIXTEEN_ZEROS: u32 = 0xf0;

/// Zigzag positions of the eight slots of a column, for each set of them.
static POSITIONS: [[u64; 256]; 8] = positions();
/// Slot of each zigzag position.
const SLOTS: [u8; 64] = slots();

const fn slots() -> [u8; 64] {
    let mut slots = [0; 64];
    let mut k = 0;
    while k < 64 {
        slots[k] = transposed(ZIGZAG[k]);
        k += 1;
    }
    slots
}

const fn positions() -> [[u64; 256]; 8] {
    let mut table = [[0u64; 256]; 8];
    let slots = slots();
    let mut k = 0;
    while k < 64 {
        let (column, row) = (slots[k] as usize / 8, slots[k] as usize % 8);
        let mut set = 0;
        while set < 256 {
            if set >> row & 1 == 1 {
                table[column][set] |= 1 << k;
            }
            set += 1;
        }
        k += 1;
    }
    table
}

/// The set of filled slots as the set of filled zigzag positions.
#[inline(always)]
pub(super) fn in_zigzag(filled: u64) -> u64 {
    let bytes = filled.to_le_bytes();
    let mut set = 0;
    for (table, byte) in POSITIONS.iter().zip(bytes) {
        set |= table[usize::from(byte)];
    }
    set
}

/// Where a zigzag position lies in a block that is held column by column.
#[inline(always)]
pub(super) fn slot_of(k: usize) -> usize {
    usize::from(SLOTS[k & 63]) & 63
}

/// The value at a zigzag position of a block that is held column by column.
#[inline(always)]
pub(super) fn value_at(block: &[i16; 64], k: usize) -> i32 {
    i32::from(block[slot_of(k)])
}

/// A value with its size class, after `run` zeros.
#[inline(always)]
fn put_value(tokens: &mut Tokens, table: usize, run: u32, value: i32) {
    let size = 32 - value.unsigned_abs().leading_zeros();
    let extra = (value + (value >> 31)) as u32 & ((1 << size) - 1);
    tokens.put(table, run << 4 | size, extra);
}

/// A whole block; `tables` is 0 for luma, 1 for chroma.
#[inline(always)]
pub(super) fn put_block(tokens: &mut Tokens, tables: usize, block: &[i16; 64], filled: u64, mean: &mut i32) {
    let dc = i32::from(block[0]);
    put_value(tokens, tables, 0, dc - *mean);
    *mean = dc;
    let mut rest = in_zigzag(filled) & !1;
    let mut last = 0;
    while rest != 0 {
        let k = rest.trailing_zeros();
        rest &= rest - 1;
        let mut run = k - last - 1;
        last = k;
        while run > 15 {
            tokens.put(tables + 2, SIXTEEN_ZEROS, 0);
            run -= 16;
        }
        put_value(tokens, tables + 2, run, value_at(block, k as usize));
    }
    if last != 63 {
        tokens.put(tables + 2, END_OF_BLOCK, 0);
    }
}

/// A block outside the image: the mean of the one before, nothing else.
pub(super) fn put_empty_block(tokens: &mut Tokens, tables: usize) {
    tokens.put(tables, 0, 0);
    tokens.put(tables + 2, END_OF_BLOCK, 0);
}

/// Tokens of a piece of the list: it grows piece by piece, so that nothing is ever moved or held twice.
const PIECE: usize = 32 << 10;
/// Extra bits that a token holds itself.
const SHORT: u32 = 6;
/// In place of a symbol (no table has it): the symbol and all its extra bits follow as two more tokens.
const LONG: u32 = 0x10;

/// Symbols kept in order until their codes are known. Each: symbol | table << 8 | extra bits << 10. Tables 0 and 1 are for
/// means, 2 and 3 for the other coefficients; the symbol's low four bits say how many extra bits there are.
#[derive(Debug)]
pub(super) struct Tokens {
    full: Vec<Vec<u16>>,
    list: Vec<u16>,
    /// How often each symbol occurs.
    counts: [[u32; 256]; 4],
}

impl Tokens {
    pub(super) fn new() -> Self {
        Self { full: Vec::new(), list: Vec::new(), counts: [[0; 256]; 4] }
    }

    #[inline(always)]
    fn put(&mut self, table: usize, symbol: u32, extra: u32) {
        self.counts[table & 3][symbol as usize & 255] += 1;
        if symbol & 15 <= SHORT {
            self.push((symbol | (table as u32) << 8 | extra << 10) as u16);
        } else {
            self.put_long(table, symbol, extra);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_long(&mut self, table: usize, symbol: u32, extra: u32) {
        if self.list.capacity() - self.list.len() < 3 {
            self.begin_piece();
        }
        let table = (table as u32) << 8;
        self.list.extend([(LONG | table) as u16, (symbol | table) as u16, extra as u16]);
    }

    #[inline(always)]
    fn push(&mut self, token: u16) {
        if self.list.len() == self.list.capacity() {
            self.push_into_new_piece(token);
        } else {
            self.list.push(token);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_into_new_piece(&mut self, token: u16) {
        self.begin_piece();
        self.list.push(token);
    }

    fn begin_piece(&mut self) {
        self.full.push(std::mem::replace(&mut self.list, Vec::with_capacity(PIECE)));
    }

    /// The best codes for exactly these symbols.
    pub(super) fn codes(&self) -> [Code; 4] {
        self.counts.each_ref().map(Code::optimal)
    }

    /// Writes all symbols with their codes behind `out`, and lets go of each piece as soon as it is written.
    pub(super) fn write(self, codes: &[Code; 4], out: Vec<u8>) -> Vec<u8> {
        let mut words = [0u32; 1024];
        for (code, words) in codes.iter().zip(words.chunks_exact_mut(256)) {
            words.copy_from_slice(&code.words);
        }
        let longest = if self.full.is_empty() { self.list.len() } else { PIECE };
        let mut bits = BitWriter::new(out, self.bytes(codes), longest);
        for piece in self.full.into_iter().chain([self.list]) {
            bits.reserve(piece.len());
            let mut tokens = piece.into_iter();
            while let Some(token) = tokens.next() {
                let (mut token, mut extra) = (u32::from(token), u32::from(token) >> 10);
                if token & 255 == LONG {
                    token = u32::from(tokens.next().unwrap_or_default());
                    extra = u32::from(tokens.next().unwrap_or_default());
                }
                let (word, size) = (words[token as usize & 1023], token & 15);
                bits.put(u64::from(word >> 5) << size | u64::from(extra), (word & 31) + size);
            }
        }
        bits.finish()
    }

    /// How many bytes all symbols take, but for the stuffing.
    fn bytes(&self, codes: &[Code; 4]) -> usize {
        let symbols = self.counts.iter().zip(codes).flat_map(|(counts, code)| counts.iter().zip(&code.words));
        let bits = symbols
            .zip((0..256u32).cycle())
            .map(|((&count, word), symbol)| u64::from(count) * u64::from((word & 31) + (symbol & 15)));
        bits.sum::<u64>().div_ceil(8) as usize
    }
}
