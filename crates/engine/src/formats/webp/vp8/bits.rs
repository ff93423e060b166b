//! The boolean coder: bits of known probability into bytes. Boolean entropy coder: RFC 6386, section 7.

/// Bits that may wait before they are written; with the range's eight and a carry they fit into 64.
const WAITING: u32 = 40;

#[derive(Debug)]
pub(super) struct BoolWriter {
    bytes: Vec<u8>,
    /// The lower end of the interval: eight bits of the range, `waiting` bits above them and perhaps a carry.
    low: u64,
    range: u32,
    waiting: u32,
}

impl BoolWriter {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), low: 0, range: 255, waiting: 0 }
    }

    /// Writes `bit`, which is 0 with a probability of `zero` / 256.
    #[inline(always)]
    pub(super) fn put(&mut self, bit: bool, zero: u8) {
        let split = 1 + (((self.range - 1) * u32::from(zero)) >> 8);
        if bit {
            self.low += u64::from(split);
            self.range -= split;
        } else {
            self.range = split;
        }
        let shift = self.range.leading_zeros() - 24;
        self.range <<= shift;
        self.low <<= shift;
        self.waiting += shift;
        if self.waiting >= WAITING {
            self.write_whole_bytes();
        }
    }

    /// The same, small instead of quick: for what is written once.
    #[inline(never)]
    pub(super) fn put_rarely(&mut self, bit: bool, zero: u8) {
        self.put(bit, zero);
    }

    /// Writes the lowest `count` bits of `value`, highest first, each as likely 0 as 1.
    pub(super) fn put_bits(&mut self, value: u32, count: u32) {
        for bit in (0..count).rev() {
            self.put_rarely(value >> bit & 1 == 1, 128);
        }
    }

    /// A flag whether there is a value, then its size and sign.
    pub(super) fn put_signed(&mut self, value: i32, count: u32) {
        self.put_rarely(value != 0, 128);
        if value != 0 {
            self.put_bits(value.unsigned_abs(), count);
            self.put_rarely(value < 0, 128);
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        // Enough zeros that every bit that counts leaves `low`.
        self.put_bits(0, 16);
        self.write_whole_bytes();
        self.bytes
    }

    fn write_whole_bytes(&mut self) {
        let count = self.waiting / 8;
        if count == 0 {
            return;
        }
        let kept = 8 + self.waiting - 8 * count;
        let value = self.low >> kept;
        self.low &= (1 << kept) - 1;
        self.waiting -= 8 * count;
        if value >> (8 * count) != 0 {
            self.carry();
        }
        self.bytes.extend_from_slice(&(value << (64 - 8 * count)).to_be_bytes()[..count as usize]);
    }

    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
}
