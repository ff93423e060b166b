//! A zlib stream of blocks, each with codes made for it or stored as it is.
//! zlib: RFC 1950; block format, length and distance codes: RFC 1951, sections 3.2.3 to 3.2.5.

use super::bits::Bits;
use super::code::{Code, Head};
use super::search::{Search, Sequence, WINDOW};

/// Bytes a block: enough to pay for its codes, few enough for them to follow the image.
const BLOCK: usize = 1 << 17;

/// Four literals and the bits that wait always fit 64 bits.
const LITERAL_LIMIT: usize = 14;
const DISTANCE_LIMIT: usize = 15;
const END: usize = 256;
const STORED_MOST: usize = 0xffff;

/// Takes bytes, gives a zlib stream.
pub(in super::super) struct Deflate {
    /// The window's rest, then what waits to be packed.
    buffer: Vec<u8>,
    packed: usize,
    search: Search,
    sequences: Vec<Sequence>,
    checksum: simd_adler32::Adler32,
    bits: Bits,
}

impl Deflate {
    pub(in super::super) fn new() -> Self {
        let mut bits = Bits::default();
        // 32 KB of window, no preset dictionary, quickest method; a multiple of 31.
        bits.append(&[0x78, 0x01]);
        let (buffer, sequences) = (Vec::with_capacity(WINDOW + 2 * BLOCK), Vec::new());
        Self {
            buffer,
            packed: 0,
            search: Search::new(),
            sequences,
            checksum: simd_adler32::Adler32::new(),
            bits,
        }
    }

    pub(in super::super) fn push(&mut self, bytes: &[u8]) {
        self.checksum.write(bytes);
        for part in bytes.chunks(BLOCK) {
            self.buffer.extend_from_slice(part);
            if self.buffer.len() - self.packed >= BLOCK {
                self.block(false);
            }
        }
    }

    /// What is ready so far, until [`Deflate::clear`] takes it away.
    pub(in super::super) fn ready(&self) -> &[u8] {
        self.bits.bytes()
    }

    pub(in super::super) fn clear(&mut self) {
        self.bits.clear();
    }

    /// Packs what is left.
    pub(in super::super) fn finish(&mut self) {
        self.block(true);
        self.bits.align();
        self.bits.append(&self.checksum.finish().to_be_bytes());
    }

    fn block(&mut self, last: bool) {
        let mut sequences = std::mem::take(&mut self.sequences);
        self.search.sequences(&self.buffer, self.packed, &mut sequences);
        write_block(&self.buffer[self.packed..], &sequences, last, &mut self.bits);
        self.sequences = sequences;
        let cut = self.buffer.len().saturating_sub(WINDOW);
        self.buffer.drain(..cut);
        self.search.shift(cut);
        self.packed = self.buffer.len();
    }
}

fn write_block(bytes: &[u8], sequences: &[Sequence], last: bool, bits: &mut Bits) {
    let (literal_counts, distance_counts, extra) = count(bytes, sequences);
    let literals = Code::new(&literal_counts, LITERAL_LIMIT);
    let distances = Code::new(&distance_counts, DISTANCE_LIMIT);
    let coded = literals.cost(&literal_counts) + distances.cost(&distance_counts) + extra;
    if coded / 8 > bytes.len() as u64 {
        store(bytes, last, bits);
        return;
    }
    bits.put(u64::from(last), 1);
    bits.put(2, 2);
    Head::new(&literals.lengths, &distances.lengths).write(bits);
    let mut rest = bytes;
    for sequence in sequences {
        let (plain, after) = rest.split_at(sequence.literals as usize);
        write_literals(plain, &literals, bits);
        rest = &after[usize::from(sequence.length)..];
        if sequence.length > 0 {
            let (symbol, extra, width) = length_symbol(sequence.length);
            bits.put(u64::from(literals.words[symbol]), u32::from(literals.lengths[symbol]));
            bits.put(u64::from(extra), width);
            let (symbol, extra, width) = distance_symbol(sequence.distance);
            bits.put(u64::from(distances.words[symbol]), u32::from(distances.lengths[symbol]));
            bits.put(u64::from(extra), width);
        }
    }
    bits.put(u64::from(literals.words[END]), u32::from(literals.lengths[END]));
}

fn write_literals(bytes: &[u8], code: &Code<286>, bits: &mut Bits) {
    let word =
        |byte: u8| (u64::from(code.words[usize::from(byte)]), u32::from(code.lengths[usize::from(byte)]));
    let (fours, rest) = bytes.as_chunks::<4>();
    for four in fours {
        let (mut all, mut count) = (0, 0);
        for &byte in four {
            let (word, length) = word(byte);
            all |= word << count;
            count += length;
        }
        bits.put(all, count);
    }
    for &byte in rest {
        let (word, length) = word(byte);
        bits.put(word, length);
    }
}

/// How often each symbol occurs, and how many bits follow symbols.
fn count(bytes: &[u8], sequences: &[Sequence]) -> ([u32; 286], [u32; 30], u64) {
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

fn store(bytes: &[u8], last: bool, bits: &mut Bits) {
    let mut parts = bytes.chunks(STORED_MOST).peekable();
    while let Some(part) = parts.next() {
        bits.put(u64::from(last && parts.peek().is_none()), 1);
        bits.put(0, 2);
        bits.align();
        let length = part.len() as u16;
        bits.append(&length.to_le_bytes());
        bits.append(&(!length).to_le_bytes());
        bits.append(part);
    }
}

/// Symbol, extra bits, how many: lengths 3..=258, in groups of four symbols whose extra bits grow.
fn length_symbol(length: u16) -> (usize, u16, u32) {
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
fn distance_symbol(distance: u16) -> (usize, u16, u32) {
    let value = distance - 1;
    if value < 4 {
        return (usize::from(value), 0, 0);
    }
    let width = value.ilog2() - 1;
    (2 * width as usize + usize::from(value >> width), value & ((1 << width) - 1), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(bytes: &[u8], step: usize) -> usize {
        let mut deflate = Deflate::new();
        let mut out = Vec::new();
        for part in bytes.chunks(step) {
            deflate.push(part);
            out.extend_from_slice(deflate.ready());
            deflate.clear();
        }
        deflate.finish();
        out.extend_from_slice(deflate.ready());
        let back = miniz_oxide::inflate::decompress_to_vec_zlib(&out).unwrap_or_default();
        assert!(back == bytes, "{} bytes came back as {}", bytes.len(), back.len());
        out.len()
    }

    #[test]
    fn runs_repeats_and_noise_come_back_and_only_noise_stays_large() {
        let mut seed = 1u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .take(500_000)
        .collect();
        assert!(round_trip(&[], 1) < 30);
        assert!(round_trip(&vec![7; 1_000_000], 4096) < 6_000);
        assert!(round_trip(&noise, 777) < noise.len() + 100);
        let repeated = round_trip(&noise[..20_000].repeat(20), 60_000);
        assert!(repeated < 100_000, "{repeated}");
        round_trip(&(0..=255).cycle().take(70_000).collect::<Vec<u8>>(), 1_000);
    }

    #[test]
    fn symbols_cover_their_ranges_without_a_gap() {
        let mut next = 3;
        for symbol in 257..=285 {
            let all: Vec<u16> = (3..=258).filter(|&length| length_symbol(length).0 == symbol).collect();
            assert_eq!(all.first(), Some(&next), "symbol {symbol}");
            next += all.len() as u16;
        }
        assert_eq!(next, 259);
        assert_eq!(distance_symbol(1), (0, 0, 0));
        assert_eq!(distance_symbol(5), (4, 0, 1));
        assert_eq!(distance_symbol(24_576), (28, 8191, 13));
        assert_eq!(distance_symbol(32_767), (29, 8190, 13));
    }

    proptest! {
        #[test]
        fn anything_comes_back(
            bytes in prop::collection::vec(prop_oneof![4 => Just(0u8), 2 => 0u8..4, 1 => any::<u8>()], 0..3000),
            repeats in 1usize..60,
            step in 1usize..5000,
        ) {
            round_trip(&bytes.repeat(repeats), step);
        }
    }
}
