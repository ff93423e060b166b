//! Deflate's codes: their lengths from counts, their words, and how a block tells them.
//! Dynamic Huffman codes: RFC 1951, sections 3.2.2 and 3.2.7.

use super::bits::Bits;
use crate::huffman;

/// One alphabet's code. The words are mirrored, as deflate sends them from their first bit on.
#[derive(Clone, Debug)]
pub(super) struct Code<const N: usize> {
    pub(super) lengths: [u8; N],
    pub(super) words: [u16; N],
}

impl<const N: usize> Code<N> {
    pub(super) fn new(counts: &[u32; N], limit: usize) -> Self {
        let mut code = Self { lengths: [0; N], words: [0; N] };
        find_lengths(counts, limit, &mut code.lengths);
        find_words(&code.lengths, &mut code.words);
        code
    }

    /// Bits of all symbols together.
    pub(super) fn cost(&self, counts: &[u32; N]) -> u64 {
        counts.iter().zip(self.lengths).map(|(&count, length)| u64::from(count) * u64::from(length)).sum()
    }
}

fn find_lengths(counts: &[u32], limit: usize, lengths: &mut [u8]) {
    let mut used: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
    // Every reader takes a code of two words; some refuse less.
    for symbol in 0..2 {
        if used.len() < 2 && !used.contains(&symbol) {
            used.push(symbol);
        }
    }
    used.sort_by_key(|&symbol| (std::cmp::Reverse(counts[symbol]), symbol));
    let weights: Vec<u64> = used.iter().map(|&symbol| u64::from(counts[symbol])).collect();
    let sizes = huffman::lengths(&weights, limit);
    let by_length = (0..=limit).flat_map(|length| std::iter::repeat_n(length as u8, sizes[length] as usize));
    for (&symbol, length) in used.iter().zip(by_length) {
        lengths[symbol] = length;
    }
}

/// Words of one length follow each other in the order of their symbols, shorter ones come before longer ones.
fn find_words(lengths: &[u8], words: &mut [u16]) {
    let mut next = 0u32;
    for length in 1..=15u8 {
        for symbol in (0..lengths.len()).filter(|&symbol| lengths[symbol] == length) {
            words[symbol] = ((next as u16).reverse_bits()) >> (16 - length);
            next += 1;
        }
        next <<= 1;
    }
}

/// The order in which the lengths of the length code itself are told: likely ones first.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// The head of a block with its own codes.
pub(super) struct Head {
    code: Code<19>,
    /// Symbol, extra bits, how many.
    steps: Vec<(u8, u8, u8)>,
    literals: usize,
    distances: usize,
}

impl Head {
    pub(super) fn new(literals: &[u8], distances: &[u8]) -> Self {
        let used = |lengths: &[u8], least: usize| {
            lengths.iter().rposition(|&length| length > 0).map_or(least, |last| (last + 1).max(least))
        };
        let (literal_count, distance_count) = (used(literals, 257), used(distances, 1));
        let all: Vec<u8> = [&literals[..literal_count], &distances[..distance_count]].concat();
        let steps = runs(&all);
        let mut counts = [0; 19];
        for &(symbol, ..) in &steps {
            counts[usize::from(symbol)] += 1;
        }
        Self { code: Code::new(&counts, 7), steps, literals: literal_count, distances: distance_count }
    }

    pub(super) fn write(&self, bits: &mut Bits) {
        let told = ORDER
            .iter()
            .rposition(|&symbol| self.code.lengths[symbol] > 0)
            .map_or(4, |last| (last + 1).max(4));
        bits.put((self.literals - 257) as u64, 5);
        bits.put((self.distances - 1) as u64, 5);
        bits.put((told - 4) as u64, 4);
        for &symbol in &ORDER[..told] {
            bits.put(u64::from(self.code.lengths[symbol]), 3);
        }
        for &(symbol, extra, width) in &self.steps {
            let symbol = usize::from(symbol);
            bits.put(u64::from(self.code.words[symbol]), u32::from(self.code.lengths[symbol]));
            bits.put(u64::from(extra), u32::from(width));
        }
    }
}

/// Lengths as themselves, as repeats of the one before (16) or as runs of zeros (17, 18).
fn runs(lengths: &[u8]) -> Vec<(u8, u8, u8)> {
    let mut steps = Vec::new();
    for run in lengths.chunk_by(|a, b| a == b) {
        let (value, mut left) = (run[0], run.len());
        if value != 0 {
            steps.push((value, 0, 0));
            left -= 1;
        }
        while left > 0 {
            let (taken, step) = match (value, left) {
                (_, ..3) => (1, (value, 0, 0)),
                (0, 11..) => (left.min(138), (18, (left.min(138) - 11) as u8, 7)),
                (0, _) => (left, (17, (left - 3) as u8, 3)),
                (_, _) => (left.min(6), (16, (left.min(6) - 3) as u8, 2)),
            };
            steps.push(step);
            left -= taken;
        }
    }
    steps
}
