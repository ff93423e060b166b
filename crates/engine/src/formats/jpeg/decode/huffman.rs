//! Huffman tables for decoding: most symbols with their values in one look-up, often two symbols at once.
//! Code tables and DECODE: ITU-T T.81, Annex C and F.2.2.3.

use crate::EngineError;

/// Bits that index the look-up tables.
pub(super) const LOOKUP_BITS: u32 = 11;
const LOOKUP: usize = 1 << LOOKUP_BITS;
/// Bits that index the table of what is passed over. Two of its entries, 13 + 15 bits at most, fit into one refill.
pub(super) const SKIP_BITS: u32 = 13;
const SKIP_LOOKUP: usize = 1 << SKIP_BITS;
/// An advance that leads out of every block: the end of the block's coefficients.
pub(super) const END_OF_BLOCK: u32 = 96;

/// A code of JPEG's form: how many codes of each length, and the symbols in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats::jpeg) struct Table {
    /// One symbol with its value: bits used (0 = does not fit) | advance << 8 | value << 16.
    /// For DC tables the advance is 1.
    pub(super) single: Box<[u32; LOOKUP]>,
    /// Code length << 8 | symbol, for codes that fit; 0 otherwise.
    symbols: Box<[u16; LOOKUP]>,
    /// For each length the largest code, left-aligned to 16 bits, plus one; codes below it have this length at most.
    limits: [u32; 17],
    /// Symbol index of a code = code + offset.
    offsets: [i32; 17],
    values: [u8; 256],
}

impl Table {
    pub(in crate::formats::jpeg) fn new(
        counts: &[u8; 16],
        symbols: &[u8],
        ac: bool,
    ) -> Result<Self, EngineError> {
        let mut table = Self {
            single: Box::new([0; LOOKUP]),
            symbols: Box::new([0; LOOKUP]),
            limits: [0; 17],
            offsets: [0; 17],
            values: [0; 256],
        };
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if total > 256 || symbols.len() < total {
            return Err(EngineError::damaged("a Huffman table is too long"));
        }
        table.values[..total].copy_from_slice(&symbols[..total]);
        let (mut code, mut index) = (0u32, 0usize);
        for length in 1..=16u32 {
            let count = u32::from(counts[length as usize - 1]);
            if code + count > 1 << length {
                return Err(EngineError::damaged("a Huffman table has too many codes"));
            }
            table.offsets[length as usize] = index as i32 - code as i32;
            for _ in 0..count {
                if length <= LOOKUP_BITS {
                    table.enter(code, length, u32::from(symbols[index]), ac);
                }
                code += 1;
                index += 1;
            }
            table.limits[length as usize] = code << (16 - length);
            code <<= 1;
        }
        Ok(table)
    }

    /// Fills all look-up entries that begin with this code.
    fn enter(&mut self, code: u32, length: u32, symbol: u32, ac: bool) {
        let spare = LOOKUP_BITS - length;
        let (run, size) = if ac { (symbol >> 4, symbol & 15) } else { (0, symbol & 15) };
        for index in (code << spare)..((code + 1) << spare) {
            self.symbols[index as usize] = (length << 8 | symbol) as u16;
            self.single[index as usize] = if size == 0 {
                let advance = match (ac, run) {
                    (false, _) => 1,
                    (true, 15) => 16,
                    (true, _) => END_OF_BLOCK,
                };
                length | advance << 8
            } else if size <= spare {
                let bits = (index >> (spare - size)) & ((1 << size) - 1);
                (length + size) | (run + 1) << 8 | (signed(bits, size) as u32) << 16
            } else {
                0
            };
        }
    }

    /// Length and symbol of the code at the top of these 16 bits; an unknown code counts as 16 bits of symbol 0.
    #[inline(always)]
    pub(super) fn symbol(&self, top: u32) -> (u32, u32) {
        let entry = u32::from(self.symbols[(top >> (16 - LOOKUP_BITS)) as usize & (LOOKUP - 1)]);
        if entry != 0 { (entry >> 8, entry & 255) } else { self.long_symbol(top) }
    }

    #[cold]
    #[inline(never)]
    fn long_symbol(&self, top: u32) -> (u32, u32) {
        for length in LOOKUP_BITS + 1..=16 {
            if top < self.limits[length as usize] {
                let index = (top >> (16 - length)) as i32 + self.offsets[length as usize];
                return (length, u32::from(self.values[index as usize & 255]));
            }
        }
        (16, 0)
    }
}

/// Look-ups for sequential AC coefficients, made when a scan needs them.
#[derive(Debug)]
pub(super) struct Runs {
    /// Up to two symbols: bits of both | bits of the first << 8 | advance of the first << 16 | advance of both << 24
    /// | first value << 32 | second value << 48; 0 = look at it slowly. A single symbol stands as both.
    pub(super) pairs: Box<[u64; LOOKUP]>,
    /// As many symbols as fit, without values: the value of the last one may lie behind the window.
    pub(super) skips: Box<[Skip; SKIP_LOOKUP]>,
}

/// Symbols that are passed over: bits (5, at most 28) | ends the block << 5 | advance << 6.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skip(u16);

impl Skip {
    /// Leads out of every block: look at it slowly.
    const UNKNOWN: Self = Self(127 << 6);

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        u32::from(self.0 & 31)
    }

    /// 1 when the last symbol ends the block, else 0.
    #[inline(always)]
    pub(super) fn ends(self) -> usize {
        usize::from(self.0 >> 5 & 1)
    }

    #[inline(always)]
    pub(super) fn advance(self) -> usize {
        usize::from(self.0 >> 6)
    }
}

impl Runs {
    /// `last` is the last zigzag position that matters: nothing is passed over when that is all of them.
    pub(super) fn new(table: &Table, last: usize) -> Self {
        let mut runs = Self { pairs: Box::new([0; LOOKUP]), skips: Box::new([Skip::UNKNOWN; SKIP_LOOKUP]) };
        if last > 0 {
            for index in (0..LOOKUP).filter(|&index| table.single[index] != 0) {
                runs.pairs[index] = pair(table, index);
            }
        }
        if last < 63 {
            for (index, entry) in runs.skips.iter_mut().enumerate() {
                *entry = skip(table, index);
            }
        }
        runs
    }
}

fn pair(table: &Table, index: usize) -> u64 {
    let (bits, advance, value) = parts(table.single[index]);
    let join = |both_bits: u32, both_advance: u32, second: u32| {
        u64::from(both_bits)
            | u64::from(bits) << 8
            | u64::from(advance) << 16
            | u64::from(both_advance) << 24
            | u64::from(value) << 32
            | u64::from(second) << 48
    };
    let next = table.single[(index << bits) & (LOOKUP - 1)];
    let (next_bits, next_advance, next_value) = parts(next);
    // Only bits that are inside the window decide the second symbol.
    if advance == END_OF_BLOCK || next == 0 || bits + next_bits > LOOKUP_BITS {
        return join(bits, advance, value);
    }
    join(bits + next_bits, advance + next_advance, next_value)
}

fn skip(table: &Table, index: usize) -> Skip {
    let (mut bits, mut advance) = (0, 0);
    while bits < SKIP_BITS && advance < 64 {
        let window = (index << bits) & (SKIP_LOOKUP - 1);
        let entry = u32::from(table.symbols[window >> (SKIP_BITS - LOOKUP_BITS)]);
        let (length, run, size) = (entry >> 8, entry >> 4 & 15, entry & 15);
        if entry == 0 || bits + length > SKIP_BITS {
            break;
        }
        bits += length + size;
        if size == 0 && run < 15 {
            return Skip((bits | 1 << 5 | advance << 6) as u16);
        }
        advance += run + 1;
    }
    if bits == 0 { Skip::UNKNOWN } else { Skip((bits | advance << 6) as u16) }
}

/// Bits, advance and value of a `single` entry.
fn parts(entry: u32) -> (u32, u32, u32) {
    (entry & 255, entry >> 8 & 255, entry >> 16)
}

fn signed(bits: u32, size: u32) -> i32 {
    if bits >> (size - 1) == 0 { bits as i32 - (1 << size) + 1 } else { bits as i32 }
}
