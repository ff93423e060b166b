//! What is to be written, before the codes are known: one word for each symbol with its extra bits, and the counts.

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

/// The value at a zigzag position of a block that is held column by column.
#[inline(always)]
pub(super) fn value_at(block: &[i16; 64], k: usize) -> i32 {
    i32::from(block[usize::from(SLOTS[k & 63]) & 63])
}

/// Symbols of a scan in order. Each: symbol | code table << 8 | extra bits << 10; the symbol's low four bits say how many
/// extra bits there are. Tables 0 and 1 are for means, 2 and 3 for the other coefficients.
#[derive(Debug)]
pub(super) struct Tokens {
    list: Vec<u32>,
    counts: [[u32; 256]; 4],
}

impl Tokens {
    pub(super) fn with_room(tokens: usize) -> Self {
        Self { list: Vec::with_capacity(tokens), counts: [[0; 256]; 4] }
    }

    #[inline(always)]
    fn push(&mut self, table: usize, symbol: u32, extra: u32) {
        self.counts[table & 3][symbol as usize & 255] += 1;
        self.list.push(symbol | (table as u32) << 8 | extra << 10);
    }

    /// A value with its size class, after `run` zeros.
    #[inline(always)]
    fn push_value(&mut self, table: usize, run: u32, value: i32) {
        let size = 32 - value.unsigned_abs().leading_zeros();
        let extra = (value + (value >> 31)) as u32 & ((1 << size) - 1);
        self.push(table, run << 4 | size, extra);
    }

    /// A whole block; `tables` is 0 for luma, 1 for chroma.
    #[inline(always)]
    pub(super) fn block(&mut self, tables: usize, block: &[i16; 64], filled: u64, mean: &mut i32) {
        let dc = i32::from(block[0]);
        self.push_value(tables, 0, dc - *mean);
        *mean = dc;
        let mut rest = in_zigzag(filled) & !1;
        let mut last = 0;
        while rest != 0 {
            let k = rest.trailing_zeros();
            rest &= rest - 1;
            let mut run = k - last - 1;
            last = k;
            while run > 15 {
                self.push(tables + 2, SIXTEEN_ZEROS, 0);
                run -= 16;
            }
            self.push_value(tables + 2, run, value_at(block, k as usize));
        }
        if last != 63 {
            self.push(tables + 2, END_OF_BLOCK, 0);
        }
    }

    /// A block outside the picture: the mean of the one before, nothing else.
    pub(super) fn empty_block(&mut self, tables: usize) {
        self.push(tables, 0, 0);
        self.push(tables + 2, END_OF_BLOCK, 0);
    }

    /// Optimal codes of the four tables.
    pub(super) fn codes(&self) -> [Code; 4] {
        std::array::from_fn(|table| Code::optimal(&self.counts[table]))
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Writes all symbols with their codes.
    pub(super) fn write(&self, codes: &[Code; 4], out: Vec<u8>) -> Vec<u8> {
        let mut words = [0u32; 1024];
        for (code, words) in codes.iter().zip(words.chunks_exact_mut(256)) {
            words.copy_from_slice(&code.words);
        }
        let mut writer = BitWriter::new(out);
        for &token in &self.list {
            let word = words[token as usize & 1023];
            let extra = token & 15;
            writer.put(u64::from(word >> 5) << extra | u64::from(token >> 10), (word & 31) + extra);
        }
        writer.finish()
    }
}
