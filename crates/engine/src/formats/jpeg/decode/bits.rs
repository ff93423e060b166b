//! The entropy-coded bytes of a scan as bits. Stuffing is removed chunk by chunk into a small buffer, so that the hot
//! loop reads eight plain bytes at a time and a large file is never copied whole.
//! NEXTBIT and byte stuffing: ITU-T T.81, F.2.2.5 and B.1.1.5.

use super::huffman::{LOOKUP_BITS, SKIP_BITS, Table};
use crate::simd::big_endian;

/// More than the longest block can take: 64 symbols of 16 + 15 bits and a read-ahead of 8 bytes.
const RESERVE: usize = 288;
const CHUNK: usize = 32 << 10;

/// The bits at hand, the next one at the top of `acc`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bits {
    at: usize,
    pub(super) acc: u64,
    count: u32,
}

impl Bits {
    /// At least 56 bits afterwards; zeros when the data is at its end.
    #[inline(always)]
    pub(super) fn refill(&mut self, chunk: &[u8]) {
        let word = match chunk.get(self.at..self.at + 8) {
            Some(bytes) => big_endian(bytes.first_chunk().expect("eight bytes")),
            None => 0,
        };
        self.acc |= word >> self.count;
        self.at += ((63 - self.count) >> 3) as usize;
        self.count |= 56;
    }

    #[inline(always)]
    pub(super) fn consume(&mut self, count: u32) {
        self.acc <<= count & 63;
        self.count = self.count.wrapping_sub(count);
    }

    /// The next `count` (0..=16) bits as a number.
    #[inline(always)]
    pub(super) fn take(&mut self, count: u32) -> u32 {
        let value = ((self.acc >> 1) >> (63 - (count & 63))) as u32;
        self.consume(count);
        value
    }

    /// The next `count` bits as a signed difference in the way of JPEG.
    #[inline(always)]
    pub(super) fn take_signed(&mut self, count: u32) -> i32 {
        let value = self.take(count) as i32;
        // Numbers that start with a 0 bit are the negative ones.
        let negative = (value >> count.saturating_sub(1)) & 1 ^ 1;
        if count == 0 { 0 } else { value - (negative << count) + negative }
    }

    #[inline(always)]
    pub(super) fn index(&self) -> usize {
        (self.acc >> (64 - LOOKUP_BITS)) as usize
    }

    #[inline(always)]
    pub(super) fn skip_index(&self) -> usize {
        (self.acc >> (64 - SKIP_BITS)) as usize
    }

    /// One symbol; needs 16 bits.
    #[inline(always)]
    pub(super) fn symbol(&mut self, table: &Table) -> u32 {
        let (length, symbol) = table.symbol((self.acc >> 48) as u32);
        self.consume(length);
        symbol
    }
}

/// What lies at a restart boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restart {
    /// The interval follows.
    Ready,
    /// The interval is lost, a later one follows.
    Missing,
    /// No more data in this scan.
    End,
}

/// The data of one scan.
#[derive(Debug)]
pub(super) struct Entropy<'a> {
    input: &'a [u8],
    /// The next byte of `input` to unstuff.
    next: usize,
    pub(super) chunk: Vec<u8>,
    /// Valid bytes in `chunk`; zeros follow.
    len: usize,
    /// A marker or the end of the file was reached.
    ended: bool,
    /// Beyond this position of the reader the chunk must be looked at.
    watch: usize,
}

impl<'a> Entropy<'a> {
    pub(super) fn new(input: &'a [u8], start: usize) -> Self {
        Self::with_chunk(input, start, CHUNK)
    }

    /// For many scans beside each other: with chunks of so many bytes.
    pub(super) fn with_chunk(input: &'a [u8], start: usize, chunk: usize) -> Self {
        let mut entropy = Self { input, next: start, chunk: Vec::new(), len: 0, ended: false, watch: 0 };
        entropy.chunk.resize((input.len() - start.min(input.len())).min(chunk) + 2 * RESERVE, 0);
        entropy
    }

    /// Makes one block's worth of data available; `false` when the interval is used up.
    #[inline(always)]
    pub(super) fn ensure(&mut self, bits: &mut Bits) -> bool {
        if bits.at < self.watch {
            return true;
        }
        // By value, so that the reader's state can stay in registers around the rare call.
        let (filled, available) = self.top_up(*bits);
        *bits = filled;
        available
    }

    #[cold]
    #[inline(never)]
    fn top_up(&mut self, mut bits: Bits) -> (Bits, bool) {
        if !self.ended {
            let rest = self.len.saturating_sub(bits.at);
            self.chunk.copy_within(self.len - rest..self.len, 0);
            self.len = rest;
            bits.at = 0;
            self.unstuff();
        }
        // The reader may stand up to 8 bytes ahead of what it consumed.
        let available = bits.at * 8 < self.len * 8 + bits.count as usize;
        (bits, available)
    }

    fn unstuff(&mut self) {
        let capacity = self.chunk.len() - 2 * RESERVE;
        while self.len < capacity {
            let rest = &self.input[self.next.min(self.input.len())..];
            let window = &rest[..rest.len().min(capacity - self.len)];
            let plain = memchr::memchr(0xff, window).unwrap_or(window.len());
            self.append(plain);
            if plain < window.len() {
                match rest.get(plain + 1) {
                    Some(0) => {
                        self.append(1);
                        self.next += 1;
                    }
                    // Fill bytes before a marker.
                    Some(0xff) => self.next += 1,
                    _ => {
                        self.ended = true;
                        break;
                    }
                }
            } else if window.len() == rest.len() {
                self.ended = true;
                break;
            }
        }
        self.chunk[self.len..].fill(0);
        self.watch = if self.ended { self.len } else { self.len.saturating_sub(RESERVE) };
    }

    fn append(&mut self, count: usize) {
        let bytes = &self.input[self.next..self.next + count];
        self.chunk[self.len..self.len + count].copy_from_slice(bytes);
        self.len += count;
        self.next += count;
    }

    /// Moves behind the restart marker number `expected` (0..=7), as far as the file allows.
    /// The reader starts again with no bits at hand.
    pub(super) fn restart(&mut self, expected: u8) -> Restart {
        self.len = 0;
        self.watch = 0;
        self.ended = true;
        loop {
            self.next = find_marker(self.input, self.next);
            match self.input.get(self.next + 1) {
                Some(&marker @ 0xd0..=0xd7) => match (marker - 0xd0).wrapping_sub(expected) & 7 {
                    1 | 2 => return Restart::Missing,
                    // An earlier number: a leftover, look further.
                    6 | 7 => self.next += 2,
                    _ => {
                        self.next += 2;
                        self.ended = false;
                        return Restart::Ready;
                    }
                },
                // No marker of any image: a byte went wrong, and the intervals behind it are still there.
                Some(0x02..=0xbf) => self.next += 2,
                _ => return Restart::End,
            }
        }
    }
}

/// Where the markers go on after a scan whose data begins at `at`.
pub(super) fn find_scan_end(input: &[u8], mut at: usize) -> usize {
    loop {
        at = find_marker(input, at);
        match input.get(at + 1) {
            Some(0x02..=0xbf | 0xd0..=0xd7) => at += 2,
            _ => return at,
        }
    }
}

/// The position of the next marker's 0xff at or after `at`, or the end of the input.
pub(in crate::formats::jpeg) fn find_marker(input: &[u8], mut at: usize) -> usize {
    while let Some(found) = input.get(at..).and_then(|rest| memchr::memchr(0xff, rest)) {
        at += found;
        match input.get(at + 1) {
            Some(0) => at += 2,
            Some(0xff) => at += 1,
            Some(_) => return at,
            None => break,
        }
    }
    input.len()
}

/// The difference of a mean from the one before; needs 32 bits.
#[inline(always)]
pub(super) fn difference(table: &Table, bits: &mut Bits) -> i32 {
    let entry = table.single[bits.index()];
    if entry != 0 {
        bits.consume(entry & 63);
        return entry as i32 >> 16;
    }
    let size = bits.symbol(table) & 15;
    bits.take_signed(size)
}
