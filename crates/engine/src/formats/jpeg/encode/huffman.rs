//! Optimal Huffman codes of at most 16 bits from the counts of an image's own symbols.
//! Tables from counts: ITU-T T.81, K.2 and Annex C.

use crate::huffman;

/// A code as the file holds it, and ready for writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// How many codes of 1, 2, ... 16 bits.
    pub(super) counts: [u8; 16],
    /// The symbols, shortest code first.
    pub(super) symbols: Vec<u8>,
    /// By symbol: code << 5 | length; 0 for symbols that do not occur.
    pub(super) words: [u32; 256],
}

impl Code {
    pub(super) fn optimal(frequencies: &[u32; 256]) -> Self {
        let mut used: Vec<(u64, u16)> = (0..256u16)
            .map(|symbol| (u64::from(frequencies[usize::from(symbol)]), symbol))
            .filter(|&(frequency, _)| frequency > 0)
            .collect();
        // The code of all ones must stay free: a last symbol that is rarer than any other takes it.
        used.sort_by_key(|&(frequency, symbol)| (std::cmp::Reverse(frequency), symbol));
        let mut weights: Vec<u64> = used.iter().map(|&(frequency, _)| frequency).collect();
        weights.push(0);
        let found = huffman::lengths(&weights, 16);
        let mut lengths: [u8; 16] = std::array::from_fn(|i| found[i + 1] as u8);
        let longest = lengths.iter().rposition(|&count| count > 0).unwrap_or(0);
        lengths[longest] = lengths[longest].saturating_sub(1);
        Self::new(lengths, used.into_iter().map(|(_, symbol)| symbol as u8).collect())
    }

    fn new(counts: [u8; 16], symbols: Vec<u8>) -> Self {
        let mut words = [0; 256];
        let (mut code, mut index) = (0u32, 0);
        for (length, &count) in (1u32..).zip(&counts) {
            for _ in 0..count {
                words[usize::from(symbols[index])] = code << 5 | length;
                code += 1;
                index += 1;
            }
            code <<= 1;
        }
        Self { counts, symbols, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(frequencies: &[u32; 256]) {
        let code = Code::optimal(frequencies);
        let used = frequencies.iter().filter(|&&f| f > 0).count();
        assert_eq!(code.symbols.len(), used);
        assert_eq!(code.counts.iter().map(|&c| usize::from(c)).sum::<usize>(), used);
        let space: u32 = code.counts.iter().zip(1u32..).map(|(&count, l)| u32::from(count) << (16 - l)).sum();
        assert!(space < 1 << 16, "the code of all ones is free");
    }

    #[test]
    fn a_single_symbol_gets_one_bit() {
        let mut frequencies = [0; 256];
        frequencies[7] = 3;
        check(&frequencies);
        assert_eq!(Code::optimal(&frequencies).words[7], 1);
    }

    #[test]
    fn counts_like_fibonacci_numbers_stay_within_sixteen_bits() {
        let mut frequencies = [0u32; 256];
        let (mut a, mut b) = (1u32, 1u32);
        for frequency in frequencies.iter_mut().take(40) {
            *frequency = a;
            (a, b) = (b, a + b);
        }
        check(&frequencies);
    }

    proptest! {
        #[test]
        fn any_counts_give_a_valid_code(values in prop::collection::vec(prop_oneof![Just(0u32), 1u32..20, any::<u32>()], 256)) {
            let mut frequencies: [u32; 256] = values.try_into().unwrap();
            frequencies[0] = frequencies[0].max(1);
            check(&frequencies);
        }
    }
}
