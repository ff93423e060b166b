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

/// What becomes of a block's symbols. Tables 0 and 1 are for means, 2 and 3 for the other coefficients; the symbol's low
/// four bits say how many extra bits there are.
pub(super) trait Sink {
    fn put(&mut self, table: usize, symbol: u32, extra: u32);
}

/// A value with its size class, after `run` zeros.
#[inline(always)]
fn put_value(sink: &mut impl Sink, table: usize, run: u32, value: i32) {
    let size = 32 - value.unsigned_abs().leading_zeros();
    let extra = (value + (value >> 31)) as u32 & ((1 << size) - 1);
    sink.put(table, run << 4 | size, extra);
}

/// A whole block; `tables` is 0 for luma, 1 for chroma.
#[inline(always)]
pub(super) fn put_block(sink: &mut impl Sink, tables: usize, block: &[i16; 64], filled: u64, mean: &mut i32) {
    let dc = i32::from(block[0]);
    put_value(sink, tables, 0, dc - *mean);
    *mean = dc;
    let mut rest = in_zigzag(filled) & !1;
    let mut last = 0;
    while rest != 0 {
        let k = rest.trailing_zeros();
        rest &= rest - 1;
        let mut run = k - last - 1;
        last = k;
        while run > 15 {
            sink.put(tables + 2, SIXTEEN_ZEROS, 0);
            run -= 16;
        }
        put_value(sink, tables + 2, run, value_at(block, k as usize));
    }
    if last != 63 {
        sink.put(tables + 2, END_OF_BLOCK, 0);
    }
}

/// A block outside the picture: the mean of the one before, nothing else.
pub(super) fn put_empty_block(sink: &mut impl Sink, tables: usize) {
    sink.put(tables, 0, 0);
    sink.put(tables + 2, END_OF_BLOCK, 0);
}

/// How often each symbol occurs.
#[derive(Clone, Debug)]
pub(super) struct Counts([[u32; 256]; 4]);

impl Counts {
    pub(super) fn new() -> Self {
        Self([[0; 256]; 4])
    }

    pub(super) fn codes(&self) -> [Code; 4] {
        std::array::from_fn(|table| Code::optimal(&self.0[table]))
    }

    /// Codes from a sample of one row in `step`: symbols that it lacks get codes too.
    pub(super) fn codes_of_sample(&self, step: u32) -> [Code; 4] {
        let may_occur = |table: usize, symbol: usize| match table {
            0 | 1 => symbol <= 11,
            _ => matches!(symbol, 0x00 | 0xf0) || (1..=10).contains(&(symbol & 15)),
        };
        std::array::from_fn(|table| {
            let count = |symbol: usize| self.0[table][symbol] * step + u32::from(may_occur(table, symbol));
            Code::optimal(&std::array::from_fn(count))
        })
    }
}

impl Sink for Counts {
    #[inline(always)]
    fn put(&mut self, table: usize, symbol: u32, _extra: u32) {
        self.0[table & 3][symbol as usize & 255] += 1;
    }
}

/// Symbols kept in order until their codes are known. Each: symbol | table << 8 | extra bits << 10.
#[derive(Debug)]
pub(super) struct Tokens {
    list: Vec<u32>,
    pub(super) counts: Counts,
}

impl Tokens {
    pub(super) fn with_room(tokens: usize) -> Self {
        Self { list: Vec::with_capacity(tokens), counts: Counts::new() }
    }

    /// Writes all symbols with their codes.
    pub(super) fn write(&self, codes: &[Code; 4], out: Vec<u8>) -> Vec<u8> {
        let mut writer = Writer::new(codes, out);
        for tokens in self.list.chunks(4096) {
            writer.reserve(tokens.len());
            for &token in tokens {
                writer.put_word(token as usize & 1023, token & 15, token >> 10);
            }
        }
        writer.finish()
    }
}

impl Sink for Tokens {
    #[inline(always)]
    fn put(&mut self, table: usize, symbol: u32, extra: u32) {
        self.counts.put(table, symbol, extra);
        self.list.push(symbol | (table as u32) << 8 | extra << 10);
    }
}

/// Writes symbols at once, with codes that are known.
#[derive(Debug)]
pub(super) struct Writer {
    words: Box<[u32; 1024]>,
    bits: BitWriter,
}

impl Writer {
    pub(super) fn new(codes: &[Code; 4], out: Vec<u8>) -> Self {
        let mut words = Box::new([0u32; 1024]);
        for (code, words) in codes.iter().zip(words.chunks_exact_mut(256)) {
            words.copy_from_slice(&code.words);
        }
        Self { words, bits: BitWriter::new(out) }
    }

    pub(super) fn reserve(&mut self, symbols: usize) {
        self.bits.reserve(symbols);
    }

    #[inline(always)]
    fn put_word(&mut self, index: usize, size: u32, extra: u32) {
        let word = self.words[index & 1023];
        self.bits.put(u64::from(word >> 5) << size | u64::from(extra), (word & 31) + size);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bits.finish()
    }
}

impl Sink for Writer {
    #[inline(always)]
    fn put(&mut self, table: usize, symbol: u32, extra: u32) {
        self.put_word(table << 8 | symbol as usize, symbol & 15, extra);
    }
}
