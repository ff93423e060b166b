//! A zlib stream of blocks, each with codes made for it or stored as it is.
//! zlib: RFC 1950; block format, length and distance codes: RFC 1951, sections 3.2.3 to 3.2.5.

use super::bits::Bits;
use super::code::{Code, Head};
use super::optimal::Optimal;
use super::search::{Search, Sequence, WINDOW};
use super::symbols::{DISTANCE_LIMIT, END, LITERAL_LIMIT, count, distance_symbol, length_symbol};

/// Bytes a block: enough to pay for its codes, few enough for them to follow the image.
const BLOCK: usize = 1 << 17;

const STORED_MOST: usize = 0xffff;

/// How copies are looked for.
enum Way {
    Quick(Search),
    Thorough(Optimal),
}

/// Takes bytes, gives a zlib stream.
pub(in super::super) struct Deflate {
    /// The window's rest, then what waits to be packed.
    buffer: Vec<u8>,
    packed: usize,
    search: Way,
    sequences: Vec<Sequence>,
    checksum: simd_adler32::Adler32,
    bits: Bits,
}

impl Deflate {
    pub(in super::super) fn quick() -> Self {
        Self::new(Way::Quick(Search::new()))
    }

    /// Compares up to `depth` earlier places with each one.
    pub(in super::super) fn thorough(depth: usize) -> Self {
        Self::new(Way::Thorough(Optimal::new(depth)))
    }

    fn new(search: Way) -> Self {
        let mut bits = Bits::default();
        // 32 KB of window, no preset dictionary, quickest method; a multiple of 31.
        bits.append(&[0x78, 0x01]);
        let (buffer, sequences) = (Vec::with_capacity(WINDOW + 2 * BLOCK), Vec::new());
        Self { buffer, packed: 0, search, sequences, checksum: simd_adler32::Adler32::new(), bits }
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
        match &mut self.search {
            Way::Quick(search) => search.sequences(&self.buffer, self.packed, &mut sequences),
            Way::Thorough(optimal) => optimal.sequences(&self.buffer, self.packed, &mut sequences),
        }
        write_block(&self.buffer[self.packed..], &sequences, last, &mut self.bits);
        self.sequences = sequences;
        let cut = self.buffer.len().saturating_sub(WINDOW);
        self.buffer.drain(..cut);
        if let Way::Quick(search) = &mut self.search {
            search.shift(cut);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(bytes: &[u8], step: usize) -> usize {
        let thorough = packed(bytes, step, Deflate::thorough(16));
        packed(bytes, step, Deflate::quick()).max(thorough)
    }

    fn packed(bytes: &[u8], step: usize, mut deflate: Deflate) -> usize {
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
