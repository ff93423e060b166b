//! Bits into entropy-coded bytes, and the segments around them.

/// Writes bits, most significant first, with the stuffing that JPEG asks for.
#[derive(Debug)]
pub(super) struct BitWriter {
    out: Vec<u8>,
    acc: u64,
    count: u32,
}

impl BitWriter {
    pub(super) fn new(out: Vec<u8>) -> Self {
        Self { out, acc: 0, count: 0 }
    }

    /// Up to 32 bits.
    #[inline(always)]
    pub(super) fn put(&mut self, bits: u64, count: u32) {
        self.acc = self.acc << count | bits;
        self.count += count;
        if self.count >= 32 {
            self.count -= 32;
            self.flush((self.acc >> self.count) as u32);
        }
    }

    #[inline(always)]
    fn flush(&mut self, word: u32) {
        let has_ff = word & 0x8080_8080 & !word.wrapping_add(0x0101_0101) != 0;
        if !has_ff {
            self.out.extend_from_slice(&word.to_be_bytes());
        } else {
            word.to_be_bytes().into_iter().for_each(|byte| self.stuffed(byte));
        }
    }

    fn stuffed(&mut self, byte: u8) {
        self.out.push(byte);
        if byte == 0xff {
            self.out.push(0);
        }
    }

    /// Fills the last byte with ones.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let padding = (8 - self.count % 8) % 8;
        self.acc = self.acc << padding | ((1 << padding) - 1);
        self.count += padding;
        while self.count > 0 {
            self.count -= 8;
            self.stuffed((self.acc >> self.count) as u8);
        }
        self.out
    }
}

/// One marker segment with its length.
pub(super) fn segment(out: &mut Vec<u8>, marker: u8, payload: &[u8]) {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&(payload.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(payload);
}
