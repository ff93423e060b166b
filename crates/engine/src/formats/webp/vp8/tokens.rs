//! The levels of the image between the search and the writing: kept compactly, counted for the probabilities.
//! DCT tokens: RFC 6386, section 13.

use super::bits::BoolWriter;
use super::cost::{self, LUMA_AC, Probabilities};
use super::tables::{BANDS, CATEGORIES, COEFFICIENTS, UPDATES, ZIGZAG};

/// The tokens of the format in the order of their tree, and the end of the block.
const TOKENS: usize = 12;
const END: usize = 11;
/// After a zero the block cannot end: context 0 without its first branch.
const AFTER_ZERO: usize = 3;
/// Marks a level that does not fit into a byte.
const ESCAPE: i8 = i8::MIN;

/// The token of each level; larger ones have the last.
static TOKEN_OF: [u8; 68] = {
    let mut table = [0; 68];
    let mut level = 0;
    while level < 68 {
        table[level] = match level {
            0..=4 => level as u8,
            5..=6 => 5,
            7..=10 => 6,
            11..=18 => 7,
            19..=34 => 8,
            35..=66 => 9,
            _ => 10,
        };
        level += 1;
    }
    table
};

#[derive(Debug)]
pub(super) struct Tokens {
    bytes: Vec<u8>,
    counts: Box<[[[[u32; TOKENS]; 4]; 8]; 4]>,
}

impl Tokens {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), counts: Box::new([[[[0; TOKENS]; 4]; 8]; 4]) }
    }

    /// Keeps a block. `present` has a bit for each place of the scan that is not zero.
    #[inline(never)]
    pub(super) fn push(&mut self, kind: usize, context: usize, levels: &[i16; 16], present: u32) {
        self.bytes.extend_from_slice(&(present as u16).to_le_bytes());
        let counts = &mut self.counts[kind];
        let mut place = usize::from(kind == LUMA_AC);
        let mut context = context;
        let end = (32 - present.leading_zeros()) as usize;
        while place < end {
            let level = levels[usize::from(ZIGZAG[place & 15])];
            let size = usize::from(level.unsigned_abs());
            let token = TOKEN_OF[size.min(67)];
            counts[usize::from(BANDS[place & 15]) & 7][context][usize::from(token)] += 1;
            if size != 0 {
                push_level(&mut self.bytes, level);
            }
            context = [AFTER_ZERO, 1, 2][size.min(2)];
            place += 1;
        }
        if place < 16 {
            counts[usize::from(BANDS[place & 15]) & 7][context][END] += 1;
        }
    }

    /// The best probabilities for what was counted so far, where telling them pays.
    pub(super) fn probabilities(&self) -> Probabilities {
        let mut best = COEFFICIENTS;
        for (kind, bands) in best.iter_mut().enumerate() {
            for (band, contexts) in bands.iter_mut().enumerate() {
                for (context, nodes) in contexts.iter_mut().enumerate() {
                    let counts = self.branches(kind, band, context);
                    for (node, probability) in nodes.iter_mut().enumerate() {
                        *probability = better(*probability, UPDATES[kind][band][context][node], counts[node]);
                    }
                }
            }
        }
        best
    }

    /// How often each branch of the tree was taken: to 0 and to 1.
    fn branches(&self, kind: usize, band: usize, context: usize) -> [(u32, u32); 11] {
        let start = &self.counts[kind][band][context];
        let mut all = *start;
        if context == 0 {
            let after = &self.counts[kind][band][AFTER_ZERO];
            all.iter_mut().zip(after).for_each(|(sum, count)| *sum += count);
        }
        let sum = |tokens: std::ops::Range<usize>| all[tokens].iter().sum::<u32>();
        [
            (start[END], start[..END].iter().sum()),
            (all[0], sum(1..11)),
            (all[1], sum(2..11)),
            (sum(2..5), sum(5..11)),
            (all[2], sum(3..5)),
            (all[3], all[4]),
            (sum(5..7), sum(7..11)),
            (all[5], all[6]),
            (sum(7..9), sum(9..11)),
            (all[7], all[8]),
            (all[9], all[10]),
        ]
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader(&self.bytes)
    }
}

#[inline(always)]
fn push_level(bytes: &mut Vec<u8>, level: i16) {
    match i8::try_from(level) {
        Ok(small) if small != ESCAPE => bytes.push(small as u8),
        _ => {
            bytes.push(ESCAPE as u8);
            bytes.extend_from_slice(&level.to_le_bytes());
        }
    }
}

/// The counted probability, if it saves more than it costs to tell it.
fn better(old: u8, update: u8, (zeros, ones): (u32, u32)) -> u8 {
    if zeros + ones == 0 {
        return old;
    }
    let (zeros, ones) = (u64::from(zeros), u64::from(ones));
    let new = ((zeros * 256 + (zeros + ones) / 2) / (zeros + ones)).clamp(1, 255) as u8;
    let total = |p: u8| zeros * u64::from(cost::bit(false, p)) + ones * u64::from(cost::bit(true, p));
    let telling = u64::from(cost::bit(true, update)) + 8 * 256;
    if total(old) + u64::from(cost::bit(false, update)) > total(new) + telling { new } else { old }
}

/// The kept blocks in their order.
#[derive(Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    #[inline(always)]
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    #[inline(always)]
    fn level(&mut self) -> i16 {
        match self.byte() as i8 {
            ESCAPE => i16::from_le_bytes([self.byte(), self.byte()]),
            small => i16::from(small),
        }
    }

    /// Writes the next block; tells whether it has any level.
    #[inline(never)]
    pub(super) fn write(
        &mut self,
        out: &mut BoolWriter,
        probabilities: &[[[u8; 11]; 3]; 8],
        kind: usize,
        context: usize,
    ) -> bool {
        let present = u32::from(u16::from_le_bytes([self.byte(), self.byte()]));
        let end = (32 - present.leading_zeros()) as usize;
        let mut place = usize::from(kind == LUMA_AC);
        let mut nodes = &probabilities[place][context];
        out.put(present != 0, nodes[0]);
        while place < end {
            let next = &probabilities[usize::from(BANDS[(place + 1) & 31]) & 7];
            if present >> place & 1 == 0 {
                out.put(false, nodes[1]);
                nodes = &next[0];
                place += 1;
                continue;
            }
            let level = self.level();
            let size = level.unsigned_abs();
            out.put(true, nodes[1]);
            out.put(size > 1, nodes[2]);
            if size > 1 {
                write_large(out, size, nodes);
            }
            out.put(level < 0, 128);
            nodes = &next[if size > 1 { 2 } else { 1 }];
            place += 1;
            if place < 16 {
                out.put(place < end, nodes[0]);
            }
        }
        present != 0
    }
}

/// A level above 1, from the third branch on.
#[inline(never)]
fn write_large(out: &mut BoolWriter, size: u16, nodes: &[u8; 11]) {
    out.put_rarely(size > 4, nodes[3]);
    if size <= 4 {
        out.put_rarely(size > 2, nodes[4]);
        if size > 2 {
            out.put_rarely(size > 3, nodes[5]);
        }
        return;
    }
    let category = usize::from(TOKEN_OF[usize::from(size.min(67))]) - 5;
    out.put_rarely(category > 1, nodes[6]);
    match category {
        0 | 1 => out.put_rarely(category == 1, nodes[7]),
        2 | 3 => {
            out.put_rarely(false, nodes[8]);
            out.put_rarely(category == 3, nodes[9]);
        }
        _ => {
            out.put_rarely(true, nodes[8]);
            out.put_rarely(category == 5, nodes[10]);
        }
    }
    let (lowest, bits) = CATEGORIES[category];
    for (position, &zero) in (0..bits.len()).rev().zip(bits) {
        out.put_rarely((size - lowest) >> position & 1 == 1, zero);
    }
}
